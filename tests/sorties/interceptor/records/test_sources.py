"""The source of a career's dice follows the set-up of its table, in every way in which a career begins."""

import io
import json
import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.results.models import Result, ResultSource
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.interceptor.careers import services as career_services
from sorties.interceptor.exports import career_file, csv_export, log_import
from sorties.interceptor.records.models import CareerSource, InterceptorCareer
from tests.shared.builders.careers import begun, fly, kept
from tests.shared.builders.commitments import brought, sealed
from tests.shared.builders.tables import carried_out
from tests.shared.builders.uploads import result_of
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
POIX = 6


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """No worker runs here that could be waited for."""
    monkeypatch.setattr(log_import, "WAIT_SECONDS", 0)
    monkeypatch.setattr(career_services, "WAIT_SECONDS", 0)


def come(player):
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def client(alice):
    return come(alice)


def settled():
    """Have carried out what is pending at the one table that is here, and return its careers."""
    session = carried_out(Session.objects.get())
    return list(InterceptorCareer.objects.filter(session=session).order_by("seat"))


def by_a_button(client, dice):
    client.post(reverse("fly_now"), {"game": "interceptor-ace"} | sealed(client))


def by_the_page_of_a_new_career(client, dice, **more):
    form = client.get(reverse("career_new")).context["form"]
    way = {"here": CareerSource.FAIR, "tabletop": CareerSource.TABLETOP}[dice]
    usual = {name: form[name].initial for name in form.fields if form[name].initial}
    usual |= {"dice": way, "unit": POIX, "pack": "standard"} | sealed(client) | more
    answer = client.post(reverse("career_new"), usual)
    assert answer.status_code == 302, answer.context["form"].errors
    return answer["Location"]


def begin_there(client, table):
    pledge = client.get(table).context["session"].commitment
    client.post(table + "begin/", {"pledge": pledge, "nonce": "a number"})


def with_another_by_a_link(client, dice):
    table = by_the_page_of_a_new_career(client, dice, play="cooperative")
    bob = come(PlayerFactory(display_name="Bob"))
    invitation = Session.objects.get().seats_taken.get(player=None).invitation
    bob.post(reverse("seat", args=[invitation]))
    begin_there(bob, table)


def with_a_bot(client, dice):
    by_the_page_of_a_new_career(client, dice, play="competitive", second="careful")


@pytest.mark.parametrize(
    ("begin", "dice", "careers"),
    [
        (by_a_button, "here", 1),
        (by_the_page_of_a_new_career, "here", 1),
        (by_the_page_of_a_new_career, "tabletop", 1),
        (with_another_by_a_link, "here", 2),
        (with_a_bot, "here", 1),
    ],
)
def test_a_career_begun_on_a_page_hangs_on_the_dice_of_its_set_up(client, begin, dice, careers):
    begin(client, dice)
    begun_here = settled()
    assert len(begun_here) == careers
    assert Session.objects.get().setup["dice"] == dice
    assert {one.source for one in begun_here} == {CareerSource.TABLETOP if dice == "tabletop" else CareerSource.FAIR}


@pytest.mark.parametrize(
    ("game", "way", "fields"),
    [
        ("interceptor-ace", "career_new", {"f.play": "solitaire", "seat.pilot": "me"}),
        ("bomber-command", "raid_new", {"f.scenario": "berlin", "seat.british": "me", "seat.german": "me"}),
    ],
)
def test_the_page_for_all_games_leads_to_the_one_way(client, game, way, fields):
    old = reverse("table_new", args=[game])
    for answer in (client.get(old), client.post(old, fields)):
        assert (answer.status_code, answer["Location"]) == (302, reverse(way))
    assert not Session.objects.exists()


def test_two_who_fly_agree_on_a_pace_and_a_bot_needs_none(client):
    with_another_by_a_link(client, "here")
    by_the_page_of_a_new_career(
        client, "here", play="cooperative", **{"pace.hours": "72", "pace.leave": "7", "pace.weekends": "on"}
    )
    with_a_bot(client, "here")
    paces = [getattr(session, "pace", None) for session in Session.objects.order_by("created")]
    assert [(pace.hours, pace.leave, pace.weekends) if pace else None for pace in paces] == [
        (0, 0, False),
        (72, 7, True),
        None,
    ]
    assert Session.objects.order_by("created").last().seats_taken.get(name="second").policy == "careful"


def test_a_log_taken_in_is_a_tabletop_career(alice):
    text = b"".join(csv_export.pieces("sorties", [kept(alice, 3)])).decode()
    InterceptorCareer.objects.all().delete()
    trial = log_import.read(SimpleUploadedFile("log.csv", text.encode()))
    career = log_import.import_log(trial, alice, brought())
    carried_out(session_at(career.session_id))
    assert [one.source for one in InterceptorCareer.objects.all()] == [CareerSource.TABLETOP]
    row = Result.objects.get(session=career.session_id)
    assert (row.source, row.counts) == (ResultSource.IMPORTED, False) and not Result.objects.counting().exists()


@pytest.mark.parametrize("make", [begun, lambda player: kept(player, 3)])
def test_a_career_from_its_file_is_brought_in_whatever_it_was(alice, make):
    file = io.BytesIO(career_file.dump(make(alice)))
    file.size = file.getbuffer().nbytes
    Result.objects.all().delete()
    career = career_file.import_file(file, alice)
    assert career.source == CareerSource.IMPORTED and career.session is None and not Result.objects.exists()


def test_a_file_cannot_say_whose_dice_it_hangs_on(alice):
    document = json.loads(career_file.dump(kept(alice, 3)))
    document["career"]["source"] = "fair"
    file = io.BytesIO(json.dumps(document).encode())
    file.size = file.getbuffer().nbytes
    with pytest.raises(career_file.CareerFileRefused):
        career_file.import_file(file, alice)


def test_neither_a_sandbox_nor_a_session_from_a_file_begins_a_career(client, alice):
    career = kept(alice, 3)
    before = set(InterceptorCareer.objects.values_list("pk", flat=True))
    client.post(reverse("table_fork", args=[career.session_id]), {"at": 2})
    written = client.get(reverse("table_export", args=[career.session_id])).content
    result_of(client, client.post(reverse("table_import"), {"file": SimpleUploadedFile("a.json", written)}))
    others = Session.objects.exclude(pk=career.session_id)
    assert others.count() == 2
    for session in others:
        assert carried_out(session).status == "playing"
    assert set(InterceptorCareer.objects.values_list("pk", flat=True)) == before


def test_a_bot_changes_nothing_about_the_dice(alice):
    assert fly(begun(alice), "month").source == CareerSource.FAIR


def test_what_was_kept_wrongly_is_put_right(alice):
    fair, books_kept = begun(alice), kept(alice, 2)
    InterceptorCareer.objects.update(source=CareerSource.FAIR)
    migration = import_module("campaigns.migrations.0004_source_follows_the_set_up")
    migration.follow_the_set_up(SimpleNamespace(get_model=lambda app, name: InterceptorCareer), None)
    sources = dict(InterceptorCareer.objects.values_list("pk", "source"))
    assert sources == {fair.pk: CareerSource.FAIR, books_kept.pk: CareerSource.TABLETOP}


def test_a_career_whose_table_is_gone_says_that_nothing_is_left_to_verify(client, alice):
    career = begun(alice)
    page, said = reverse("career", args=[career.pk]), "these dice can no longer be verified"
    assert said not in client.get(page).content.decode()
    client.post(reverse("table_delete", args=[career.session_id]))
    assert said in client.get(page).content.decode()


def test_careers_are_opened_in_two_places_and_nowhere_else():
    made = re.compile(
        r"(?<!class )\b(Night|Interceptor)Career(\.objects|\._default_manager)?"
        r"(\(|\.create\(|\.(bulk|get_or|update_or)_create\()"
    )
    root = Path(settings.BASE_DIR)
    sources = (
        path for room in ("campaigns", "sorties", "raids", "play", "config") for path in (root / room).rglob("*.py")
    )
    found = {str(path.relative_to(root)) for path in sources if made.search(path.read_text(encoding="utf-8"))}
    assert found == {f"sorties/{game}/records/projection.py" for game in ("interceptor", "nightfighter")}
