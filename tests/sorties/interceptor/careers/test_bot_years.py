"""Whole years flown by bots: their files come in again as they went out, and every page tells the same death."""

import csv
import io
import re
from html import unescape
from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from engine.interceptor.state import MONTHS
from play.games import titles
from play.journal.rebuild import session_rebuild
from play.sessions.selectors import session_at
from sorties.interceptor.careers import log_text
from sorties.interceptor.exports import career_file, csv_export, log_import
from sorties.interceptor.records.models import AwardRecord, CareerSource, InterceptorCareer, SortieRecord
from sorties.interceptor.text import names as spoken
from tests.shared.builders.careers import again, begun, flown_in_memory, fly, seed_for
from tests.shared.builders.commitments import brought
from tests.shared.builders.tables import carried_out
from tests.sorties.interceptor.exports.test_exports import brought as uploaded

pytestmark = pytest.mark.django_db

POLICIES = ("sensible", "careful", "careless", "random")
EVERYTHING = {"fatigue": True, "quality": True, "positions": True, "manoeuvres": True, "attempt": True}
PILOTS = (
    {},
    {"track": "nco"},
    {"unit": 20},
    {"unit": 5},
    {"ace": "Egon Mayer", "ace_unit": "random"},
    {"options": EVERYTHING},
)
NOT_HIT = '<span class="note">not hit</span>'
SUPPOSED = {"career", "source", "thrown"}
"""Columns that differ in a career brought in again: its number, whose dice, and those that were supposed for it."""
ACES = sorted(titles.pack_of("interceptor-ace", "standard").career.aces)


@pytest.fixture
def client(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


def rows_of(career):
    text = b"".join(csv_export.pieces("sorties", [career])).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def text_of(client, name, career, **query):
    """Return the text of a page, without marks and with single spaces."""
    answer = client.get(reverse(name, args=[career]), query)
    assert answer.status_code == 200, (name, career)
    return answer.content.decode(), re.sub(r"\s+", " ", unescape(strip_tags(answer.content.decode())))


def bot_careers(alice, policy):
    for number, pilot in enumerate(PILOTS * 2):
        yield flown_in_memory(alice, 100 * POLICIES.index(policy) + number + 1, policy, **pilot)


# Files


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_a_fair_careers_own_file_comes_in_again_and_every_page_of_the_dead_tells_the_same_death(alice, client, policy):
    """The same years serve both: to fly them takes longest."""
    dead = 0
    for career in bot_careers(alice, policy):
        comes_in_again_cell_by_cell(alice, career)
        if not career.alive:
            dead += 1
            every_page_tells_the_same_death(client, career)
    assert dead >= 3


def comes_in_again_cell_by_cell(alice, career):
    """Take a career's own file in, and compare it with what went out."""
    before = rows_of(career)
    trial = log_import.read(uploaded(b"".join(csv_export.pieces("sorties", [career]))))
    assert not trial.problems, (career.session.setup, trial.problems[:2])
    back = log_import.import_log(trial, alice, brought())
    carried_out(back.session)
    after = rows_of(again(back))
    assert len(before) == len(after)
    # A wingman who was lost here has left a trace only in what was learned: the line is supposed.
    leave = SUPPOSED | ({"wingman"} if any(row["wingman"] for row in after) else set())
    for was, now in zip(before, after, strict=True):
        assert {name: was[name] for name in was if name not in leave} == {
            name: now[name] for name in now if name not in leave
        }
    assert again(back).wounds == career.wounds


def test_a_career_from_its_json_file_is_exported_with_its_setup_and_orders(alice):
    career = flown_in_memory(alice, 3, track="nco")
    before = rows_of(career)
    assert before[0]["setup"].startswith("nco; skill:") and any(row["orders"] for row in before)
    back = career_file.import_file(uploaded(career_file.dump(career), "career.json"), alice)
    assert back.session is None and back.source == CareerSource.IMPORTED
    leave = {"career", "source"}
    for _generation in range(2):
        for was, now in zip(before, rows_of(back), strict=True):
            assert {name: was[name] for name in was.keys() - leave} == {name: now[name] for name in now.keys() - leave}
        back = career_file.import_file(uploaded(career_file.dump(back), "career.json"), alice)


@pytest.mark.slow
def test_two_wounds_that_made_a_serious_one_are_two_for_the_badge(alice):
    """Two light wounds are one serious one in the file; the silver badge says that they were two. [7.8.1]"""
    for seed in range(1, 60):
        career = flown_in_memory(alice, seed, "careless", unit=5)
        hurt = SortieRecord.objects.filter(career=career, pilot_wound__in=("LW", "SW")).count()
        if career.wounds > hurt and AwardRecord.objects.filter(career=career, name="wound-badge-silver").exists():
            break
    trial = log_import.read(uploaded(b"".join(csv_export.pieces("sorties", [career]))))
    assert not trial.problems and trial.career.wounds == career.wounds


# The dead


def every_page_tells_the_same_death(client, career):
    """Compare what each page of a dead pilot says of his end."""
    last = SortieRecord.objects.filter(career=career).last()
    month, death = log_text.month_name(last.month), str(log_text.DEATHS[career.death])
    assert (career.month, career.line) == (last.month, last.line)
    assert rows_of(career)[-1]["month"] == last.month and rows_of(career)[-1]["line"] == str(last.line)
    on_line = f"On line {last.line} of {month} he flew against the raid on {spoken.town(last.target)}."
    for name in ("career", "career_end"):
        _page, said = text_of(client, name, career.pk)
        assert f"{death}, {month}" in said and f"{death}." in said, name
        assert (on_line in said) is (career.death != "attempt"), name
    page, said = text_of(client, "table", career.session_id)
    assert f"raid {last.line} of" in said and month in said
    assert 'aria-current="step"' not in page, "he stands nowhere on the track"
    page, said = text_of(client, "debriefing", career.pk)
    assert f"{month}, line {last.line}" in said
    if career.death != "attempt":
        assert last.pilot_wound == "KIA" and "Not home from" in said
    if last.end in ("killed", "shot-down", "bailed") or last.landing in ("crash", "killed"):
        assert NOT_HIT not in page and 'class="plane hit-by-theirs gone' in page


@pytest.mark.slow
def test_an_aircraft_that_was_destroyed_outright_is_no_aircraft_that_was_not_hit(alice, client):
    for seed in range(1, 200):
        career = flown_in_memory(alice, seed, "careless")
        told = career.session.told
        destroyed = told.filter(kind="interceptor.destroyed").last()
        if destroyed is not None and destroyed.number > told.filter(kind="sortie.begins").last().number:
            break
        InterceptorCareer.objects.filter(pk=career.pk).delete()
    page, _said = text_of(client, "debriefing", career.pk)
    assert NOT_HIT not in page and "destroyed outright" in page[page.index('id="plane"') :]
    drawn = page[page.index('class="plane hit-by-theirs') :]
    assert 'class="part lost"' in drawn and 'id="own-airframe" class="part sound"' not in drawn


# Historical aces


@pytest.mark.slow
@pytest.mark.parametrize("ace", ACES)
def test_every_page_of_an_ace_says_one_verdict_his_mark_and_the_band_beside_it(alice, client, ace):
    career = flown_in_memory(alice, 7, ace=ace)
    card = titles.pack_of("interceptor-ace", "standard").career.aces[ace]
    first = MONTHS.index(career.start)
    held = list(AwardRecord.objects.filter(career=career, holder="pilot").order_by("place"))
    assert SortieRecord.objects.filter(career=career).count() > 0
    assert [one.name for one in held if not one.line] == list(card.awards), "what the card brought"
    assert all(MONTHS.index(one.month) >= first for one in held)
    won = {(row["month"], row["line"], name) for row in rows_of(career) for name in row["awards"].split("; ") if name}
    assert won == {(one.month, str(one.line), one.name) for one in held if one.line}
    _page, said = text_of(client, "career", career.pk)
    assert said.count("before the year began") >= 1
    level, mark = str(spoken.LEVELS[career.victory]), f"Target of the ace card: {card.total} victories. He has"
    short = career.kills < card.total
    assert (career.victory == "defeat") or not short
    for name, key in (("career", career.pk), ("career_end", career.pk), ("table", career.session_id)):
        _page, said = text_of(client, name, key)
        assert f"{mark} {career.kills}." in said, name
        assert ("the year is a defeat (rule 10.2.3)" in said) is short, name
        assert "By bombers alone: " in said and level in said, name
        assert "Victory counts bombers only" not in said, name
    assert career.session.outcome["careers"]["pilot"]["level"] == career.victory


@pytest.mark.slow
def test_stored_careers_are_put_right_as_a_rebuild_has_them(alice):
    """Careers that an earlier release stored: brought awards on line 1, and a dead pilot's line one too far."""
    career = flown_in_memory(alice, 7, ace="Georg-Peter Eder")
    last, held = (career.month, career.line), list(AwardRecord.objects.filter(career=career).values_list("pk", "line"))
    assert career.over and any(not line for _pk, line in held) and any(line for _pk, line in held)
    AwardRecord.objects.filter(career=career, holder="pilot", line=0).update(line=1)
    InterceptorCareer.objects.filter(pk=career.pk).update(month="1944-02", line=8 if last != ("1944-02", 8) else 1)
    name = "0003_ace_awards_last_lines_ground"
    before = MigrationLoader(connection).project_state(("interceptor", "0001_to_0003")).apps
    import_module(f"sorties.interceptor.migrations.{name}").put_right(before, None)
    stored = again(career)
    assert (stored.month, stored.line) == last
    assert list(AwardRecord.objects.filter(career=career).values_list("pk", "line")) == held
    assert session_rebuild(session=session_at(career.session_id)).sound
    assert list(AwardRecord.objects.filter(career=career).values_list("pk", "line")) == held


def test_an_ace_under_way_is_told_what_he_must_reach(alice, client):
    seed = seed_for(lambda one: len(one.log) > 20, ace="Egon Mayer")
    career = fly(begun(alice, seed, ace="Egon Mayer"), "sortie")
    _page, said = text_of(client, "career", career.pk)
    assert "Today’s verdict: Defeat." in said
    assert f"Target of the ace card: 102 victories. He has {career.kills}." in said
    assert "Below it at the end, the year is a defeat (rule 10.2.3)." in said
