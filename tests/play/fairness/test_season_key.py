"""The key of a season: bound before the first entry, open after the last, and never in sandboxes."""

import pytest
from django.urls import reverse

from engine.kernel.dice import ANCHOR_SIGN, commitment
from play.bots import substitute
from play.fairness import dice_check
from play.fairness.models import SeasonKey
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.sessions import services
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from tests.shared.builders.sorties import carried_out
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
YEAR = {"pilots": [{"unit": 5}], "play": "solitaire"}


@pytest.fixture
def alice():
    return PlayerFactory()


def entered(alice, calendar: SeasonKey | None) -> Session:
    session = services.session_open(
        owner=alice,
        title="interceptor-ace",
        setup=YEAR,
        sitters={"pilot": services.SeatAssignment(player=alice)},
        calendar=calendar,
    )
    services.session_begin(session=session, player=alice, nonce="a nonce")
    return carried_out(session)


def flown(session: Session, answers: int) -> Session:
    """Let the careful bot answer so often, or to the end of the year."""
    while answers > 0 and session.status == SessionStatus.PLAYING:
        loan = substitute.Substitution("careful", {}, "year", "", min(answers, 100))
        order = substitute.substitute_order(session=session, seat=session.seat("pilot"), substitution=loan)
        execute.execute_order(order.pk)
        made, session = session.entries_made, session_at(session.pk)
        assert Order.objects.get(pk=order.pk).status == OrderStatus.DONE
        answers -= session.entries_made - made
    return session


def anchored(session: Session) -> dict[tuple[str, int], int]:
    return {
        (stream, count): face
        for _entry, stream, count, _sides, face in dice_check.draws_of(session)
        if ANCHOR_SIGN in stream
    }


def test_two_entries_meet_the_same(alice):
    calendar = services.season_key_create()
    assert calendar.commitment == commitment(bytes(calendar.key))
    mine, yours = (anchored(flown(entered(who, calendar), 150)) for who in (alice, PlayerFactory()))
    common = set(mine) & set(yours)
    assert len(common) > 20 and all(mine[place] == yours[place] for place in common)


def test_a_table_in_no_season_has_no_anchors(alice):
    assert not anchored(flown(entered(alice, None), 60))


def test_the_key_is_opened_after_the_last_entry_and_then_nobody_enters(alice, client):
    calendar = services.season_key_create()
    session = flown(entered(alice, calendar), 10)
    with pytest.raises(OrderRefused, match="calendar_in_use"):
        services.season_key_reveal(calendar=calendar)
    session = flown(session, 10_000)
    verdict = dice_check.verify(
        seed=bytes(session.seed),
        commits=session.commitment,
        nonces=session.nonces,
        draws=dice_check.draws_of(session),
    )
    assert verdict.holds and verdict.elsewhere == len(anchored(session)), "its key is not open yet"
    client.force_login(alice)
    page = client.get(reverse("table_dice", args=[session.pk])).content.decode()
    assert calendar.commitment in page and bytes(calendar.key).hex() not in page
    services.season_key_reveal(calendar=calendar)
    page = client.get(reverse("table_dice", args=[session.pk])).content.decode()
    assert bytes(calendar.key).hex() in page
    with pytest.raises(OrderRefused, match="calendar_open"):
        entered(alice, SeasonKey.objects.get())


def test_a_sandbox_has_dice_of_its_own_beyond_the_fork(alice):
    calendar = services.season_key_create()
    session = flown(entered(alice, calendar), 40)
    fork = carried_out(services.sandbox_fork(session=session, player=alice, at=session.entries_made))
    assert fork.calendar is None and fork.status == SessionStatus.PLAYING
    ahead = flown(fork, 60)
    later = [draw for draw in dice_check.draws_of(ahead) if draw[0] > ahead.borrowed]
    assert later and not any(ANCHOR_SIGN in draw[1] for draw in later), "nobody looks ahead in a season by a sandbox"
    assert any(ANCHOR_SIGN in draw[1] for draw in dice_check.draws_of(ahead))
