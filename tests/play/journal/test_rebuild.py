"""Rebuild of rows that depend on the journals: a sound site reports nothing, a damaged row is named and repaired."""

import io
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from campaigns.results.models import Result
from play.journal.models import JournalEntry
from play.journal.rebuild import RowDifference, session_rebuild
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from raids.records.models import NightRecord
from sorties.interceptor.records.models import InterceptorCareer, PrestigeEntry, SortieRecord
from sorties.nightfighter.records.models import NightCareer
from tests.shared.builders import careers, tables
from tests.shared.factories import PlayerFactory
from tests.upgrades import ReleaseDatabase


def said(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command("rebuild", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue().splitlines()


def rebuilt(session: Any, **how: bool) -> Any:
    return session_rebuild(session=session_at(session.pk), **how)


@pytest.fixture
def alice(db):
    return PlayerFactory(display_name="Alice")


@pytest.fixture
def career(alice):
    """A career of two months, with the line under way."""
    return careers.fly(careers.begun(alice), "month")


def test_a_house_just_played_in_differs_in_nothing(alice, career):
    tables.play(tables.begun(alice))
    undone = tables.planned(tables.begun(alice))
    services.undo_give(session=undone, seat=undone.seat("escort"), version=undone.version)
    tables.carried_out(undone)
    before = {model: list(model.objects.values_list("pk")) for model in (SortieRecord, Result, PrestigeEntry)}
    assert said() == ["3 games were checked.", "Nothing differed."]
    assert {model: list(model.objects.values_list("pk")) for model in before} == before


def test_options_that_a_release_has_added_are_filled_in_and_are_no_difference(career):
    options = dict(career.options)
    name = sorted(options)[0]
    InterceptorCareer.objects.update(options={key: value for key, value in options.items() if key != name})
    assert said() == ["One game was checked.", "Fields filled that a newer release has added: 1.", "Nothing differed."]
    assert InterceptorCareer.objects.get().options == options
    InterceptorCareer.objects.update(options=options | {name: "another"})
    assert said()[-1] == "Games that differed and were corrected: 1."


def test_a_table_that_has_not_begun_is_left_alone(alice):
    tables.set_table(alice)
    assert said() == ["0 games were checked.", "Nothing differed."]


DAMAGE = [
    (SortieRecord, {"place": 2}, {"prestige": 77}, "career of pilot, sortie 2", "prestige"),
    (SortieRecord, {"place": 1}, {"airframe": None}, "career of pilot, sortie 1", "airframe__place"),
    (PrestigeEntry, {"place": 1}, {"value": -9}, "career of pilot, prestigeentry 1", "value"),
    (InterceptorCareer, {}, {"bombers": 99}, "career of pilot", "bombers"),
    (Result, {}, {"value": 99}, "result of pilot", "value"),
    (Result, {}, {"parts": []}, "result of pilot", "parts"),
    (Result, {}, {"counts": False}, "result of pilot", "counts"),
]


@pytest.mark.parametrize(("model", "which", "damage", "row", "field"), DAMAGE)
def test_a_damaged_row_is_found_named_and_mended(career, model, which, damage, row, field):
    (column,) = damage
    (right,) = model.objects.filter(**which).values_list(column, flat=True)[:1]
    model.objects.filter(**which).update(**damage)
    for dry_run in (True, False):
        finding = rebuilt(career.session, dry_run=dry_run)
        (difference,) = finding.differences
        assert (difference.row, difference.field) == (row, field)
        if column != "airframe":
            assert (difference.found, difference.wanted) == (damage[column], right)
    assert rebuilt(career.session).sound
    if column != "airframe":
        assert model.objects.filter(**which).values_list(column, flat=True)[0] == right


def test_a_missing_row_and_one_too_many_are_found_and_mended(career):
    last = SortieRecord.objects.filter(career=career).order_by("-place").first()
    SortieRecord.objects.filter(pk=last.pk).update(place=last.place + 5)
    rows = {difference.row for difference in rebuilt(career.session).differences if not difference.field}
    assert rows == {f"career of pilot, sortie {place}" for place in (last.place, last.place + 5)}
    assert rebuilt(career.session).sound


def test_what_only_the_career_keeps_is_left_as_it_is(career):
    InterceptorCareer.objects.filter(pk=career.pk).update(shared=True, bombers=99)
    assert not rebuilt(career.session).sound
    mended = InterceptorCareer.objects.get(pk=career.pk)
    assert (mended.shared, mended.link, mended.name, mended.bombers) == (True, career.link, career.name, career.bombers)


def test_a_career_that_is_gone_is_opened_again(career, alice):
    InterceptorCareer.objects.filter(pk=career.pk).delete()
    assert rebuilt(career.session).new > 10
    again = InterceptorCareer.objects.get(session=career.session_id)
    assert (again.owner, again.bombers, again.flights) == (alice, career.bombers, career.flights)


def test_the_command_names_what_it_mends_and_writes_nothing_on_a_dry_run(career):
    Result.objects.update(value=99)
    name = f"interceptor-ace {career.session_id}: result of pilot: value was 99, is {career.bombers}"
    dry = ["One game was checked.", "Games that differ: 1. Nothing was written."]
    assert said("--dry-run") == [name, *dry]
    assert said("--dry-run", "interceptor-ace") == [name, *dry]
    assert said("nightfighter") == ["0 games were checked.", "Nothing differed."]
    assert said() == [name, "One game was checked.", "Games that differed and were corrected: 1."]
    assert said() == ["One game was checked.", "Nothing differed."]


def test_a_game_that_is_not_played_here_is_refused_with_those_that_are(db):
    with pytest.raises(CommandError, match=r"There is no game chess. Games: .*nightfighter"):
        said("chess")


def test_a_journal_that_cannot_be_played_again_is_named_and_its_tables_stay(alice, career):
    broken = tables.play(tables.begun(alice), 6)
    JournalEntry.objects.filter(session=broken, seq=4).update(answer="nonsense")
    before = list(Result.objects.order_by("pk").values())
    with pytest.raises(CommandError, match="could not be replayed"):
        said()
    finding = rebuilt(broken)
    assert finding.problem and not finding.differences
    assert list(Result.objects.order_by("pk").values()) == before


def test_a_journal_that_leads_elsewhere_is_named(alice):
    game = tables.play(tables.begun(alice), 6)
    last = JournalEntry.objects.filter(session=game).order_by("-seq").first()
    JournalEntry.objects.filter(pk=last.pk).update(digest="0" * 16)
    assert "another state" in rebuilt(game).problem


def test_games_that_count_for_nothing_have_results_and_no_careers(career, alice):
    sandbox = tables.carried_out(services.sandbox_fork(session=session_at(career.session_id), player=alice, at=3))
    assert rebuilt(sandbox).sound
    Result.objects.filter(session=sandbox).update(counts=True)
    (difference,) = rebuilt(sandbox).differences
    assert difference == RowDifference("result of pilot", "counts", found=True, wanted=False)
    assert not InterceptorCareer.objects.filter(session=sandbox).exists()


def test_a_game_played_on_meanwhile_is_looked_at_again(alice):
    game = tables.planned(tables.begun(alice))
    seen = session_at(game.pk)
    tables.give(game, "raider", "north", "course")
    assert session_rebuild(session=seen).sound
    as_kept = Session.objects.get(pk=game.pk)
    assert as_kept.version != seen.version


def test_only_what_is_missing_or_one_table_alone(alice, career):
    other = tables.planned(tables.begun(alice))
    assert said("--missing") == ["0 games were checked.", "Nothing differed."]
    Result.objects.filter(session=other).delete()
    Result.objects.filter(session=career.session).update(value=99)
    only = ["One game was checked.", "Rows written for the first time: 2.", "Nothing differed."]
    assert said("--missing") == only
    assert said("--session", str(other.pk)) == ["One game was checked.", "Nothing differed."]


@pytest.mark.slow
def test_a_house_of_the_last_release_lacks_nothing_but_its_results(release_2a36ce7: ReleaseDatabase):
    begun = [session for session in release_2a36ce7.sessions() if session.status != "open"]
    first = said("--missing")
    seats = sum(len(session.table) - (session.setup.get("umpire") == "person") for session in begun)
    looked, new, filled, nothing = first
    assert looked == f"{len(begun)} games were checked." and nothing == "Nothing differed."
    # Results, the records of nights, and careers of nights: all came after that release.
    of_nights = [
        one for one in apps.get_app_config("raids").get_models() if one is NightRecord or hasattr(one, "night")
    ]
    of_years = [
        one for one in apps.get_app_config("nightfighter").get_models() if one is NightCareer or hasattr(one, "career")
    ]
    records = sum(one.objects.count() for one in (*of_nights, *of_years))
    assert Result.objects.count() == seats and NightRecord.objects.exists()
    assert new == f"Rows written for the first time: {seats + records}."
    assert filled.startswith("Fields filled that a newer release has added: ")
    assert said() == [looked, nothing]
    assert Result.objects.counting().filter(finished=True).exists()
