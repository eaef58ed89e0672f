"""The pages and files of years of nights: the career, its end, the list, CSV, the JSON file out and in, the group."""

import csv
import io
import json
import re

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.db.models import CharField
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.careers.json_file import CareerFileRefused
from campaigns.comments.selectors import thread_at
from campaigns.comments.services import CommentRefused, comment_add
from campaigns.groups.services import group_found, group_join
from campaigns.results.models import Result
from play.fairness import file_checks
from play.journal.rebuild import session_rebuild
from play.sessions.selectors import session_at
from play.sessions.services import session_begin
from sorties.nightfighter.careers.dossier import NightDossier
from sorties.nightfighter.careers.timeline import fallen
from sorties.nightfighter.exports import career_file, csv_export
from sorties.nightfighter.records.models import Kill, NightCareer, RaidRecord, WeekRecord
from tests.shared.builders.careers import begun as day_begun
from tests.shared.builders.nights import again, begun, fly
from tests.shared.builders.stored_rows import made_once
from tests.shared.builders.tables import carried_out, give, token
from tests.shared.builders.uploads import result_of
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db

WON = 4
"""Dice of a seasoned pilot's year with early victories."""


@pytest.fixture
def client(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def year(alice):
    def eight_weeks():
        return fly(begun(alice, seed=WON), lambda state: state.career.week > 8, "hunter")

    return again(NightCareer(made_once("eight weeks", alice, eight_weeks)))


def seen(client, name, status=200, **kwargs):
    answer = client.get(reverse(name, kwargs=kwargs))
    assert answer.status_code == status, answer.status_code
    return answer.content.decode()


def test_the_page_of_a_year_shows_what_its_tables_hold_in_eight_questions_at_most(year, client):
    seen(client, "night_career", career=year.pk)
    with CaptureQueriesContext(connection) as asked:
        page = seen(client, "night_career", career=year.pk)
    assert len(asked) <= 8
    assert page.count('class="no"') == 52
    fallen = Kill.objects.filter(career=year)
    assert page.count("met down") == fallen.count() + 1, "and the sign in the key"
    assert year.name in page and "Me110F-4" in page and "Iron Cross 2nd Class" in page
    assert reverse("table", args=[year.session_id]) in page and ("Continue the night" in page or "Fly week" in page)
    wounded = WeekRecord.objects.filter(career=year, what="wounded").count()
    assert page.count("not flown: wounded") == wounded


@pytest.mark.parametrize("kind", ["green", "staffel"])
def test_every_kind_of_year_has_its_page_from_the_first_week_on(alice, client, kind):
    career = begun(alice, kind, seed=4)
    assert "0 of 52 weeks" in seen(client, "night_career", career=career.pk)
    career = fly(career, lambda state: state.career.week > 3)
    page = seen(client, "night_career", career=career.pk)
    assert ("Crews" in page) == (kind == "staffel")
    with CaptureQueriesContext(connection) as asked:
        seen(client, "night_career", career=career.pk)
    assert len(asked) <= 8


def test_a_year_that_is_over_has_a_last_page(alice, client):
    career = fly(begun(alice, seed=1))
    assert career.over and not career.alive
    page = seen(client, "night_career", career=career.pk)
    assert reverse("night_career_end", args=[career.pk]) in page
    end = seen(client, "night_career_end", career=career.pk)
    assert career.name in end and "did not come home" in end and "The last weeks of the log" in end
    other = begun(alice, seed=2)
    assert client.get(reverse("night_career_end", args=[other.pk])).status_code == 302


def test_a_week_leads_to_its_own_film(year, client):
    address = reverse("night_career_week", args=[year.pk])
    at = [client.get(address, {"week": week}).url for week in (1, 5, 8)]
    assert all(reverse("table_replay_lanes", args=[year.session_id]) in one for one in at) and len(set(at)) == 3
    assert "Week 5, from" in client.get(at[1]).content.decode()
    for odd in ("52", "0", "x", ""):
        assert client.get(address, {"week": odd}).url == reverse("night_career", args=[year.pk])


def test_both_games_stand_on_one_list_the_last_changed_first(alice, client):
    night, day = begun(alice), day_begun(alice)
    with CaptureQueriesContext(connection) as asked:
        page = seen(client, "careers")
    assert len(asked) <= 6
    places = [page.index(reverse("career", args=[day.pk])), page.index(reverse("night_career", args=[night.pk]))]
    assert places == sorted(places)
    assert reverse("night_new") in page and reverse("career_new") in page


def test_the_table_leads_to_the_career_and_back(alice, client):
    career = begun(alice)
    table = seen(client, "table", session=career.session_id)
    assert reverse("night_career", args=[career.pk]) in table


def test_shared_by_link_and_void_again(year, client):
    stranger = Client()
    address = reverse("night_career_shared", args=[year.link])
    assert stranger.get(address).status_code == 404
    client.post(reverse("night_career_share", args=[year.pk]), {"shared": "yes"})
    page = stranger.get(address).content.decode()
    assert year.name in page and "Fly week" not in page and "career.json" not in page
    assert stranger.get(reverse("night_career_shared_end", args=[year.link])).status_code == 302
    client.post(reverse("night_career_share", args=[year.pk]), {"shared": ""})
    assert stranger.get(address).status_code == 404 and again(year).link != year.link


# CSV


def rows(answer):
    assert answer.status_code == 200 and answer.streaming, (answer.request["PATH_INFO"], answer.content[:1500])
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_weeks_and_the_kills_go_out_as_csv(year, client):
    found = rows(client.get(reverse("night_career_nights", args=[year.pk])))
    assert tuple(found[0]) == csv_export.NIGHTS.head
    assert [int(row["week"]) for row in found] == [week.place for week in year.weeks.all()]
    assert sum(int(row["fell"]) for row in found) == year.victims.count()
    kills = rows(client.get(reverse("night_career_kills", args=[year.pk])))
    assert tuple(kills[0]) == csv_export.KILLS.head and len(kills) == year.victims.count()
    assert sum(int(row["points"]) for row in kills) == sum(kill.points for kill in year.victims.all())
    assert rows(client.get(reverse("my_nights"))) == found


def test_no_cell_of_any_file_that_goes_out_begins_a_formula(alice, client):
    year = fly(begun(alice, "staffel", seed=WON), lambda state: state.career.week > 3, "hunter")
    group = group_found(owner=alice, name="=1")
    for model in (NightCareer, WeekRecord, RaidRecord, Kill):
        texts = [one for one in model._meta.concrete_fields if isinstance(one, CharField) and not one.unique]
        model.objects.update(**{one.name: "=1"[: one.max_length] for one in texts})
    addresses = [
        *(reverse(name, args=[year.pk]) for name in ("night_career_nights", "night_career_kills")),
        *(reverse(name, args=[group.pk]) for name in ("group_night_weeks", "group_night_kills")),
        *(reverse(name) for name in ("my_nights", "my_kills")),
    ]
    for address in addresses:
        found = rows(client.get(address))
        cells = [cell for row in found for cell in row.values()]
        assert "'=1" in cells
        assert not [cell for cell in cells if any(part.lstrip().startswith("=") for part in cell.split(";"))]


def test_a_group_has_the_weeks_of_all_its_members(year, alice, client):
    bob = PlayerFactory()
    his = fly(begun(bob, seed=1))
    group = group_found(owner=alice, name="Tuesday club")
    group_join(group=group, player=bob)
    found = rows(client.get(reverse("group_night_weeks", args=[group.pk])))
    assert {row["career"] for row in found} == {str(year.pk), str(his.pk)}
    assert "Weeks of the night, CSV" in client.get(reverse("group", args=[group.pk])).content.decode()


# The file


def books_in(data):
    document = json.loads(data)
    return {name: held for name, held in document.items() if name not in ("told", "seal")}


@pytest.mark.parametrize("kind", ["seasoned", "staffel"])
def test_a_year_goes_out_as_a_file_and_comes_in_the_same(alice, client, kind):
    career = fly(begun(alice, kind, seed=WON), lambda state: state.career.week > 5, "hunter")
    data = client.get(reverse("night_career_json", args=[career.pk])).content
    bob, theirs = PlayerFactory(), Client()
    theirs.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    answer = result_of(theirs, theirs.post(reverse("career_import"), {"file": ContentFile(data, "career.json")}))
    back = NightCareer.objects.get(owner=bob)
    assert answer.url == reverse("night_career", args=[back.pk])
    assert back.source == "imported" and back.session is None
    assert books_in(career_file.dump(back)) == books_in(data)
    assert json.loads(career_file.dump(back))["told"] == {"source": "imported", "commitment": ""}
    assert theirs.get(answer.url).status_code == 200


def test_the_file_is_signed_and_whatever_is_changed_is_seen(year):
    data = career_file.dump(year)
    checked = file_checks.check(data)
    assert checked.holds and any(year.session.commitment in one for one in checked.said)
    document = json.loads(data)
    document["career"]["kills"] += 1
    changed = json.dumps(document).encode()
    assert not file_checks.check(changed).holds
    with pytest.raises(CareerFileRefused):
        career_file.import_file(ContentFile(changed), PlayerFactory())
    del document["seal"]
    bare = json.dumps(document).encode()
    assert not file_checks.check(bare).holds


@pytest.mark.parametrize(
    "spoil",
    [
        lambda held: held["kills"].append(dict(held["kills"][0], place=99, raid=98)),
        lambda held: held["weeks"].append(held["weeks"][0]),
        lambda held: held["career"].update(kind="bomber"),
        lambda held: held["weeks"][0].update(moon="blue"),
        lambda held: held["career"].update(over=True, end="", result=""),
        lambda held: held.pop("raids"),
    ],
)
def test_what_does_not_fit_together_is_not_taken_in(year, spoil):
    document = json.loads(career_file.dump(year))
    del document["seal"], document["told"]
    spoil(document)
    before = NightCareer.objects.count()
    try:
        career_file.import_file(ContentFile(json.dumps(document).encode()), PlayerFactory())
    except CareerFileRefused:
        assert NightCareer.objects.count() == before
    else:
        assert document["career"]["over"], "a year that says it is over is shown as one"


# Beginning


def chosen(client, **more):
    return client.post(reverse("night_new"), {"how": "solo", **more})


@pytest.mark.parametrize("kind", ["green", "seasoned", "staffel"])
def test_a_year_is_chosen_by_its_card_and_begins_with_its_books_open(alice, client, kind):
    page = seen(client, "night_new")
    assert f"year={kind}#open" in page
    opened = client.get(reverse("night_new"), {"year": kind}).content.decode()
    assert "Begin this year" in opened and "Fly this night" not in opened
    answer = chosen(client, year=kind, name="Konrad Thiele", how="computer")
    career = NightCareer.objects.get(owner=alice)
    assert career.kind == kind and career.name == "Konrad Thiele" and career.mode == "blind"
    assert answer.url == reverse("table", args=[career.session_id])
    assert career.session.setup["campaign"] == kind


def test_a_year_without_a_name_has_one_made_up_and_one_night_has_no_books(alice, client):
    chosen(client, year="green")
    assert NightCareer.objects.get().name
    chosen(client, variant="4B")
    assert NightCareer.objects.count() == 1
    chosen(client, year="no-such-year", variant="4B")
    assert NightCareer.objects.count() == 1


def test_an_umpire_has_no_part_in_the_books(alice, client):
    chosen(client, year="seasoned", how="person")
    career = NightCareer.objects.get()
    assert career.owner == alice and career.seat == "player" and career.umpire == "computer" and not career.digests
    umpire = Client()
    umpire.force_login(PlayerFactory(), backend="django.contrib.auth.backends.ModelBackend")
    assert umpire.get(reverse("night_career", args=[career.pk])).status_code == 404


# With the printed game


SHEET = {
    **{"f.flew": "on", "f.visibility": "good", "f.cloud": "none", "f.card": "6H", "f.hits": "0"},
    **{f"f.landing.{n}": face for n, face in enumerate("23")},
    **{f"f.injury.{n}": "0" for n in range(4)},
}


def handed_in(client, career, **told):
    session = session_at(career.session_id)
    form = {"seat": "player", "token": token(session, "player"), "form": "1", **told}
    return client.post(reverse("table_order", args=[session.pk]), form)


def test_a_year_with_the_printed_game_is_written_down_week_by_week(alice, client):
    chosen(client, year="seasoned", tabletop="on", name="Konrad Thiele")
    career = NightCareer.objects.get(owner=alice)
    session_begin(session=session_at(career.session_id), player=alice, nonce="a nonce")
    carried_out(career.session)
    give(session_at(career.session_id), "player", "Messerschmitt")
    career = again(career)
    assert career.source == "tabletop" and career.mode == "tabletop" and career.result == ""
    page = seen(client, "table", session=career.session_id)
    assert "Enter week 1" in page and 'name="f.card"' in page and "JSON" not in page
    fallen = {"f.fallen.0.type": "Stirling I / III", "f.fallen.0.count": "1"}
    handed_in(client, career, **SHEET, **fallen)
    carried_out(session_at(career.session_id))
    career = again(career)
    assert (career.kills, career.points, career.week) == (9, 6, 2)
    assert career.raids.get().card == "6H" and career.victims.get().type == "Stirling I / III"
    assert Result.objects.get(session=career.session_id).source == "tabletop"
    page = seen(client, "night_career", career=career.pk)
    assert "tabletop dice" in page and "Enter week 2" in page


def test_what_cannot_have_happened_is_said_beside_its_field(alice, client):
    career = begun(alice, "seasoned", mode="tabletop")
    give(career.session, "player", "Messerschmitt")
    answer = handed_in(client, career, **SHEET | {"f.card": "99"})
    assert answer.status_code == 422 and "99 is no card" in answer.content.decode()
    assert again(career).raids.count() == 0


@pytest.mark.slow
def test_the_last_sheet_is_written_down_anew_and_both_versions_stay(alice, client):
    career = begun(alice, "seasoned", mode="tabletop")
    give(career.session, "player", "Messerschmitt")
    address = reverse("night_career_sheet", args=[career.pk])
    assert client.get(address).url == reverse("night_career", args=[career.pk]), "nothing to mend yet"
    fallen = {"f.fallen.0.type": "Stirling I / III", "f.fallen.0.count": "1"}
    handed_in(client, career, **SHEET, **fallen)
    carried_out(session_at(career.session_id))
    assert 'value="6H"' in client.get(address).content.decode()
    draft = client.post(address, {**SHEET, **fallen, "draft": "add:fallen"}).content.decode()
    assert 'name="f.fallen.1.type"' in draft and again(career).kills == 9
    assert client.post(address, {**SHEET, **fallen, "f.hits": "19"}).status_code == 422
    assert client.post(address, {**SHEET, "f.card": "KC"}).url == reverse("night_career", args=[career.pk])
    session = carried_out(session_at(career.session_id))
    career = again(career)
    assert (career.kills, career.points) == (8, 0) and career.raids.get().card == "KC"
    page = client.get(address).content.decode()
    assert "1 Stirling I / III" in page and "current" in page
    assert session_rebuild(session=session).sound


def test_who_flies_here_has_no_sheet_to_mend(year, client):
    address = reverse("night_career_sheet", args=[year.pk])
    assert client.get(address).url == reverse("night_career", args=[year.pk])
    assert client.post(address, SHEET).url == reverse("night_career", args=[year.pk])


def test_the_year_is_told_in_sentences(year, alice, client):
    dossier = NightDossier(year)
    story = dict(dossier.story)
    assert list(story) == [month.name for month in dossier.log.months if any(one.is_entered for one in month.lines)]
    said = " ".join(sentence for sentences in story.values() for sentence in sentences)
    for line in dossier.log.entered:
        for one in line.met:
            assert (f"In week {line.number} he shot down: {fallen(one.victims)}." in said) == bool(one.victims)
    assert len(dossier.medals) == said.count("He received the ") > 0
    flown = [int(n) for n in re.findall(r"(\d+) weeks? flown\.", said)]
    assert sum(flown) == year.flown and len(flown) + said.count("No week flown.") == len(story)
    kept = seen(client, "night_career", career=year.pk)
    assert "In sentences" in kept and said.partition(".")[0] in kept


def test_a_staffels_year_is_told_by_its_crews_and_how_it_ended_last(alice):
    career = fly(begun(alice, "staffel", seed=WON), lambda state: state.career.week > 6, "hunter")
    NightCareer.objects.filter(pk=career.pk).update(over=True, result="win", end="year")
    dossier = NightDossier(again(career))
    sentences = [sentence for _month, told in dossier.story for sentence in told]
    won = {one.raid.crew for line in dossier.log.entered for one in line.met if one.victims}
    assert won and all(any(f"crew {crew} shot down: " in one for one in sentences) for crew in won)
    assert sentences[-1] == dossier.standing and "crews on patrol." in " ".join(sentences)


def test_notes_under_a_week_go_out_with_it(year, alice, client):
    thread = thread_at(year.session_id, 2, "player")
    comment_add(thread=thread, by=alice, text="Low over the Zuiderzee")
    found = rows(client.get(reverse("my_nights")))
    assert [row["notes"] for row in found if row["notes"]] == ["Alice: Low over the Zuiderzee"]
    assert next(row for row in found if row["notes"])["week"] == "2"
    assert "Low over" in client.get(reverse("comments", args=[year.session_id, "player", 2])).content.decode()
    with pytest.raises(CommentRefused):
        comment_add(thread=thread_at(year.session_id, 50, "player"), by=alice, text="Not flown yet")
