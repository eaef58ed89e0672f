"""The pages of a night stay small: the player's, alone and under an umpire, the umpire's desk, and the film."""

from typing import Any

import pytest
from django.urls import reverse

from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.scenarios import UnknownScenario, resolve, scenario_ids
from engine.nightfighter.charts.schema import standard_pack
from engine.nightfighter.state import PLAYER, UMPIRE
from play.bots import substitute
from play.orders import execute
from play.sessions import services
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from tests.shared.sample_sizes import sample_size
from tests.sorties.nightfighter.board.test_generic_page import night, the_same_dice_and_no_worker_to_wait_for

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["the_same_dice_and_no_worker_to_wait_for"]
SMALL = 200_000
"""Bytes, before they are compressed."""
LARGEST = ("6", "4B", "10B")
"""Scenarios with most counters alone, most to be ordered under the computer, and most choices at the desk."""
SHARES = 6
"""Stretches of a bot's between two looks."""
WAYS = {
    "alone": {"mode": "solo"},
    "under the computer": {"mode": "blind"},
    "under a person": {"mode": "blind", "umpire": "person"},
}


def nights() -> list[tuple[str, str]]:
    """Each way in which the largest scenarios are played; with `THOROUGH=1` all."""
    tables = charts_of(standard_pack("standard")).tables
    found = sorted(scenario_ids(tables), key=lambda one: one not in LARGEST)
    found = found[: sample_size("SCENARIOS", len(LARGEST), len(found))]
    return [(one, way) for one in found for way in WAYS if way != "alone" or is_for_one(tables, one)]


def is_for_one(tables: Any, scenario: str) -> bool:
    """Say whether a scenario can be played without an umpire."""
    try:
        resolve(tables, scenario, solo=True)
    except UnknownScenario:
        return False
    return True


def flown_on(session: Session) -> Session:
    """Let a bot answer for every seat, up to the next look."""
    for _share in range(SHARES):
        pending = services.run_of(session).pending
        seat = session.seat(next(iter(pending))[0]) if pending else None
        if seat is None:
            break
        loan = substitute.Substitution("hunter", {}, substitute.TURN, None, 6)
        order = substitute.substitute_order(session=session, seat=seat, substitution=loan)
        assert order is not None
        execute.execute_order(order.pk)
        session = session_at(session.pk)
    return session


@pytest.mark.parametrize(("scenario", "way"), nights())
def test_no_page_of_a_night_has_two_hundred_kilobytes(scenario: str, way: str) -> None:
    seats = (PLAYER, UMPIRE) if way == "under a person" else (PLAYER,)
    session, people = night(*seats, scenario=scenario, **WAYS[way])
    found: dict[str, int] = {}

    def look(name: str, *seats: str, **query: Any) -> None:
        for seat in seats:
            answer = people[seat].client.get(reverse(name, args=[session.pk]), query)
            assert answer.status_code == 200
            page = f"{name} of the {seat}"
            found[page] = max(len(answer.content), found.get(page, 0))

    while session.status == SessionStatus.PLAYING:
        look("table", *seats)
        look("table_player_view", *seats[1:])
        session = flown_on(session)
    look("table", *seats)
    look("table_replay_lanes", *seats, at=session.told.count())
    assert [(page, size) for page, size in found.items() if size >= SMALL] == []
