"""Tables and files of a night: written turn by turn, the same when rebuilt, hidden to its end."""

import csv
import io

import pytest
from django.urls import reverse

from play.bots import substitute
from play.journal.models import EventRow
from play.journal.rebuild import session_rebuild
from play.orders import execute
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_open
from raids.exports import csv_export
from raids.records.models import BombedCity, CombatRecord, FlownLeg, FlownRaid, NightRecord, UnitMove
from raids.records.projection import stored_nights
from tests.raids.board.test_map import BACKEND, asked, night
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def begun(alice, **setup) -> Session:
    sitters = {"british": SeatAssignment(player=alice), "german": SeatAssignment(policy="weak")}
    session = session_open(owner=alice, title="bomber-command", setup={"scenario": "berlin"} | setup, sitters=sitters)
    services.session_begin(session=session, player=alice, nonce="a nonce")
    return carried_out(session)


def flown(session: Session, most: int = 400) -> Session:
    """Let a bot fly the night for the British player, to its end or for so many shares of answers."""
    for _ in range(most):
        session = session_at(session.pk)
        if session.status != "playing":
            break
        loan = substitute.Substitution("weak", {}, "night", False, 100)
        order = substitute.substitute_order(session=session, seat=session.seat("british"), substitution=loan)
        assert order is not None
        execute.execute_order(order.pk)
    return session_at(session.pk)


def rows(file: str, player) -> list[dict[str, str]]:
    text = b"".join(csv_export.pieces(file, player)).decode().removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.slow
def test_a_night_is_written_down_turn_by_turn_and_goes_out_when_it_is_over(client):
    alice, bob = PlayerFactory(), PlayerFactory()
    session = flown(begun(alice, fog_of_war=True), most=2)
    row = NightRecord.objects.get(session=session)
    state = services.run_of(session).state
    assert (row.turns, row.over, row.band) == (state.turn - 1, False, "")
    assert {move.turn for move in UnitMove.objects.all()} <= set(range(1, state.turn))
    assert not FlownRaid.objects.exclude(losses=0).exists() and not BombedCity.objects.exists()
    assert [rows(file, alice) for file in csv_export.FILES] == [[], [], []], "a night under way leaves nothing"
    assert session_rebuild(session=session).sound, "in the middle of a turn, too"

    session = flown(session)
    state = services.run_of(session).state
    row.refresh_from_db()
    assert row.over and (row.turns, row.band) == (state.turn, state.score.band)
    assert [(raid.letter, raid.losses) for raid in FlownRaid.objects.all()] == [
        (r.letter, r.losses) for r in state.raids
    ]
    told = EventRow.objects.filter(session=session, entry__undone_by=None)
    assert (
        CombatRecord.objects.count()
        == told.filter(kind__in=("attack.rolled", "flak.rolled", "british.attack")).count()
        > 0
    )
    marked = sum(line.data["losses"] for line in told.filter(kind="raid.marked"))
    assert sum(CombatRecord.objects.filter(side="german").exclude(raid="").values_list("losses", flat=True)) >= marked
    for raid in state.raids:
        legs = FlownLeg.objects.filter(letter=raid.letter)
        assert sum(leg.hexes for leg in legs) == len(raid.route) - 1
        assert (legs[0].start, legs.reverse()[0].end) == (raid.route[0], raid.route[-1])

    (one,) = rows("nights", alice)
    assert tuple(one) == csv_export.NIGHTS.head and one["night"] == str(session.pk) and one["rules"] == "fog_of_war"
    assert int(one["net"]) == state.score.british - state.score.german and one["german_player"] == "weak"
    assert [line["raid"] for line in rows("raids", alice)] == [raid.letter for raid in state.raids]
    assert len(rows("combats", alice)) == CombatRecord.objects.count()
    assert rows("nights", bob) == []
    client.force_login(alice, backend=BACKEND)
    answer = client.get(reverse("raid_combats_csv"))
    assert (
        answer["Content-Type"].startswith("text/csv")
        and b"".join(answer).count(b"\r\n") == CombatRecord.objects.count() + 1
    )

    kept = stored_nights(session)
    assert session_rebuild(session=session).sound and stored_nights(session) == kept
    CombatRecord.objects.filter(place=CombatRecord.objects.earliest("place").place).update(losses=99)
    UnitMove.objects.latest("place").delete()
    found = session_rebuild(session=session)
    assert len({difference.row for difference in found.differences}) == 2 and stored_nights(session) == kept


def test_nothing_is_written_before_a_turn_has_ended():
    session, _players = night()
    row = NightRecord.objects.get(session=session)
    assert (row.turns, row.read, row.over) == (0, 0, False)
    decision = asked(session)
    give(session, decision.actor, decision.options[0])
    assert NightRecord.objects.count() == 1 and not UnitMove.objects.exists()
