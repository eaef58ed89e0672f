"""Years of nights as stored tables: written with their order, rebuilt to the same, also for old games."""

import io

import pytest
from django.core.management import call_command

from play.journal.rebuild import is_missing, session_rebuild
from play.sessions import services
from play.sessions.selectors import session_at
from sorties.nightfighter.records.models import NightCareer, WeekRecord
from sorties.nightfighter.records.projection import stored_careers
from tests.shared.builders.nights import begun, fly
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def alice():
    return PlayerFactory()


LONG = 3
"""Dice of a pilot's year that goes on for long."""


def weeks(count):
    return lambda state: state.career.week > count


def test_a_year_is_kept_week_by_week(alice):
    career = fly(begun(alice, seed=LONG), weeks(9), "hunter")
    state = keeping_state(career)
    log = {row.week: row for row in state.career.log}
    kept = {row.place: row for row in career.weeks.all()}
    assert set(log) <= set(kept) and len(log) >= 6
    for week, row in log.items():
        assert (kept[week].what, kept[week].home, kept[week].crew) == (row.what, row.home, row.crew)
    assert career.flown == sum(row.what in ("returned", "fought") for row in log.values())
    assert career.raids.filter(is_over=True).count() == sum(row.what == "fought" for row in log.values())
    assert career.kills == state.career.kills and career.points == state.career.points
    assert career.week == state.career.week and career.aircraft == state.career.type


def keeping_state(career):
    return services.run_of(session_at(career.session_id)).state


@pytest.mark.parametrize("kind", ["green", "seasoned", "staffel"])
def test_what_is_kept_is_rebuilt_to_the_same_rows(alice, kind):
    career = fly(begun(alice, kind, seed=4), weeks(4))
    session = session_at(career.session_id)
    before = stored_careers(session)
    finding = session_rebuild(session=session)
    assert finding.sound and not finding.new and stored_careers(session) == before
    assert len(before) > 5


def test_a_row_that_was_changed_by_hand_is_named_and_mended(alice):
    career = fly(begun(alice), weeks(3))
    WeekRecord.objects.filter(career=career, place=2).update(what="stayed", points=90)
    finding = session_rebuild(session=session_at(career.session_id))
    assert {one.field for one in finding.differences} == {"what", "points"}
    assert WeekRecord.objects.get(career=career, place=2).points != 90


def test_books_written_at_every_order_and_all_at_once_come_to_the_same(alice):
    career = fly(begun(alice, "staffel", seed=2), weeks(2))
    before = stored_careers(session_at(career.session_id))
    NightCareer.objects.all().delete()
    assert is_missing(session_at(career.session_id))
    session_rebuild(session=session_at(career.session_id))
    assert not is_missing(session_at(career.session_id))
    assert stored_careers(session_at(career.session_id)) == before


def test_years_that_were_begun_before_have_careers_after_the_upgrade(release_2a36ce7):
    assert not NightCareer.objects.exists()
    out = io.StringIO()
    call_command("rebuild", "nightfighter", "--missing", stdout=out)
    kinds = list(NightCareer.objects.order_by("kind").values_list("kind", flat=True))
    assert kinds == ["green", "seasoned", "staffel"]
    over = NightCareer.objects.get(kind="seasoned")
    assert over.over and over.end == "demoted" and over.kills == 6 and over.injuries.get().result == "casualty"
    call_command("rebuild", "nightfighter", "--missing", stdout=(again_out := io.StringIO()))
    assert "0 games" in again_out.getvalue() or "No game" in again_out.getvalue(), again_out.getvalue()
