"""Choosing a night: every scenario as a card, and a scenario of one's own in a form, as a file, and flown."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.urls import reverse

from engine.nightfighter.charts.custom_scenarios import read_custom_scenario
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.charts.schema import standard_pack
from play.sessions.models import Session
from sorties.nightfighter.setup import scenario_form as owns
from sorties.nightfighter.setup.models import SavedScenario
from sorties.nightfighter.setup.scenarios import ScenarioChoice, detail
from sorties.nightfighter.text import WORDS
from tests.shared.factories import PlayerFactory

PACK = standard_pack("standard")
TABLES = PACK.tables
HARBOUR = """own:
  provenance: "printed on a sheet of our own"
  scenario:
    id: harbour
    title: Over the harbour
    date: "1943-08"
    place: Kiel
    attackers:
      - {type: "Lancaster I / III", count: 4, equipment: [H2S]}
      - {type: "Halifax II", count: 2}
    entry: {singles: [1, 2, 4, 6, 8, 10]}
    defenders:
      - {type: Me110G-4, pilot: experte, equipment: ["schräge Musik"]}
      - {type: Fw190A-5 / A-8}
    setup: {beacon: true, rows: [14, 27]}
    search_radar: {Freya: 1, Würzburg: 1}
    searchlights: {zones: [K, N, Q], directed: true}
    flak: true
    jamming: {search: heavy, ai: heavy, bands: [L], searchlights: true}
    victory: {win: {kills: 2}, decisive: {kills: 3, losses_at_most: 0}}
    solo: {supported: true, y_ai: light}
"""


@pytest.fixture
def player(client, db):
    player = PlayerFactory()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return player


def fields_in(page):
    """Return the form's fields as a browser would send them."""
    form = re.search(r'<form method="post" id="own".*?</form>', page, re.S)[0]
    posted = QueryDict(mutable=True)
    for tag in re.findall(r"<input [^>]*>", form):
        found = {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if found["type"] == "text" or ("checked" in tag.split('"')[-1]):
            posted.appendlist(found["name"], found["value"])
    for name, options in re.findall(r'<select id="[^"]*" name="([^"]*)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        posted.appendlist(name, html.unescape(chosen[1]) if chosen else "")
    return posted


def test_every_scenario_and_variant_of_the_book_is_told_and_drawn(client, player):
    for how in ("solo", "computer"):
        for name in scenario_ids(TABLES):
            shown = detail(ScenarioChoice.read({"how": how, "variant": name}, PACK), PACK, WORDS)
            assert [one.id for one in shown.variants if one.chosen] == [name]
            assert all(said for _name, said in shown.facts) and shown.preview.lines
    page = client.get(reverse("night_new")).content.decode()
    assert page.count('<li class="night-card') == 10 and page.count("needs an umpire") == 2
    assert "needs an umpire" not in client.get(reverse("night_new"), {"how": "person"}).content.decode()
    assert len(page.encode()) < 200_000 and "style=" not in page


@pytest.mark.parametrize(
    ("how", "mode", "umpire", "seats"),
    [("solo", "solo", "computer", 1), ("computer", "blind", "computer", 1), ("person", "blind", "person", 2)],
)
def test_a_night_is_begun_as_it_is_chosen(client, player, how, mode, umpire, seats):
    posted = {"how": how, "variant": "4B", "f.level": "sly", "f.options.alerted_bombers": "on"}
    assert client.post(reverse("night_new"), posted).status_code == 302
    session = Session.objects.get()
    setup = session.setup
    assert (setup["scenario"], setup["mode"], setup["umpire"]) == ("4B", mode, umpire) and len(session.table) == seats
    assert setup["level"] == "sly" and setup["options"]["alerted_bombers"] and not setup["options"]["attack_position"]


def test_what_needs_an_umpire_is_closed_alone_and_refused(client, player):
    page = client.get(reverse("night_new"), {"variant": "9"}).content.decode()
    assert re.search(r'<button class="button main large" disabled>', page)
    refused = client.post(reverse("night_new"), {"how": "solo", "variant": "9"})
    assert refused.status_code == 422 and "cannot be played alone" in refused.content.decode()
    assert not Session.objects.exists()


def test_a_file_comes_in_goes_through_the_form_unchanged_goes_out_and_is_flown(client, player):
    file = SimpleUploadedFile("harbour.yaml", HARBOUR.encode())
    taken = client.post(reverse("night_scenario_import"), {"file": file})
    own = SavedScenario.objects.get()
    assert taken.status_code == 302 and own.is_sound and own.title == "Over the harbour"
    page = client.get(reverse("night_scenario", args=[own.pk])).content.decode()
    assert "<textarea" not in page and "The check found no problem" in page
    before = read_custom_scenario(own.text, TABLES)
    assert client.post(reverse("night_scenario", args=[own.pk]), fields_in(page).urlencode(),
                       content_type="application/x-www-form-urlencoded").status_code == 302  # fmt: skip
    own.refresh_from_db()
    assert read_custom_scenario(own.text, TABLES) == before, "the form loses nothing of the file"
    exported = client.get(reverse("night_scenario_export", args=[own.pk]))
    assert exported.content.decode() == own.text and "over-the-harbour.yaml" in exported["Content-Disposition"]
    assert client.post(reverse("night_new"), {"how": "solo", "own": str(own.pk)}).status_code == 302
    assert Session.objects.get().setup["own"] == own.text
    assert "Over the harbour" in client.get(reverse("tables")).content.decode()


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(client, player):
    wrong = HARBOUR.replace("count: 2", "count: 700").replace("rows: [14, 27]", "rows: [14, 7, x]")
    client.post(reverse("night_scenario_import"), {"file": SimpleUploadedFile("x.yaml", wrong.encode())})
    own = SavedScenario.objects.get()
    page = client.get(reverse("night_scenario", args=[own.pk])).content.decode()
    assert not own.is_sound and "Saved with 2 problems" in page
    for path, value in (("attackers.1.count", "700"), ("setup.rows", "14, 7, x")):
        assert re.search(rf'name="{re.escape(path)}" value="{value}"[^>]*aria-invalid="true"', page), path
        assert f'id="{path}-fault"' in page
    posted = fields_in(page)
    posted["attackers.1.count"], posted["setup.rows"] = "2", "14, 27"
    posted["victory.win.kills"] = "40"
    answer = client.post(reverse("night_scenario", args=[own.pk]), posted.urlencode(),
                         content_type="application/x-www-form-urlencoded")  # fmt: skip
    page = answer.content.decode()
    assert answer.status_code == 422 and 'id="victory.win.kills-fault"' in page and 'value="40"' in page
    client.post(reverse("night_new"), {"how": "solo", "own": str(own.pk)})
    assert all(one.setup["own"] == "" for one in Session.objects.all()), "a faulty one is not flown"


@pytest.mark.parametrize(
    "text", ["", "own: [", "own: &a [*a]", "x", "own: {scenario: [1]}", "own: {scenario: {attackers: {a: b}}}"]
)
def test_what_is_no_scenario_at_all_is_kept_with_its_faults(client, player, text):
    client.post(reverse("night_scenario_import"), {"file": SimpleUploadedFile("x.yaml", text.encode() or b" ")})
    own = SavedScenario.objects.get()
    page = client.get(reverse("night_scenario", args=[own.pk]))
    assert page.status_code == 200 and not own.is_sound
    answer = client.post(reverse("night_scenario", args=[own.pk]), {"title": "A night"})
    assert answer.status_code == 422 and owns.at(owns.loosely(SavedScenario.objects.get().text), "title") == "A night"


def test_a_form_filled_in_from_nothing_becomes_a_night(client, player):
    posted = {
        "title": "Two over Kiel", "date": "1943-08", "entry.singles": "1, 3", "setup.beacon": "yes",
        "attackers.0.type": "Halifax II", "attackers.0.count": "2", "attackers.0.role": "bomber",
        "defenders.0.type": "Me110G-4", "defenders.0.count": "1", "victory.win.kills": "1", "solo.supported": "yes",
    }  # fmt: skip
    assert client.post(reverse("night_scenario_new"), posted).status_code == 302
    own = SavedScenario.objects.get()
    assert own.is_sound and read_custom_scenario(own.text, TABLES).attackers[0].count == 2
