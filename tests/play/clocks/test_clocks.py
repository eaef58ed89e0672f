"""Games by turns: clocks that run, rest and run out, under the terms of the players."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from play.clocks.services import clock_of, expire_clocks, is_late, leave_end, leave_take, pause_ask, pause_end
from play.clocks.terms import Terms, terms_from
from play.clocks.timing import DAY, HOUR, RestPeriod, counted, rests, runs_out, weekends
from play.models import TimeControl
from play.orders.models import Order, OrderKind
from play.orders.refusals import OrderRefused
from play.secrecy import visibility
from play.sessions import services
from play.sessions.selectors import session_at
from tests.shared.builders.tables import PLAN, carried_out, give
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
FRIDAY = datetime(2026, 1, 16, 12, tzinfo=UTC).timestamp()


@pytest.fixture
def clock(monkeypatch):
    """A clock that moves only on command."""

    class Hand:
        at = FRIDAY

        def on(self, seconds):
            self.at += seconds

    hand = Hand()
    monkeypatch.setattr(visibility, "now", lambda: hand.at)
    return hand


def table(alice, bob, **terms):
    sitters = {"raider": services.SeatAssignment(player=alice), "escort": services.SeatAssignment(player=bob)}
    session = services.session_open(
        owner=alice, title="strait", setup={"rounds": 6}, sitters=sitters, time_control=Terms(**terms)
    )
    for player in {alice, bob}:
        services.session_begin(session=session, player=player, nonce="a nonce")
    return carried_out(session)


def mine(session, seat):
    return clock_of(session_at(session.pk).pace, seat)


def one_waits(session):
    """Alice has written her plan, Bob has not."""
    return give(session, "raider", PLAN)


# The arithmetic


def test_a_clock_rests_at_week_ends_and_on_leave():
    resting = rests(FRIDAY, 3 * DAY, at_weekends=True)
    assert weekends(FRIDAY, 3)[-1] == RestPeriod(FRIDAY + 12 * HOUR, FRIDAY + 60 * HOUR)
    assert runs_out(FRIDAY, 3 * DAY, resting) == FRIDAY + 5 * DAY
    assert runs_out(FRIDAY, 12 * HOUR, resting) == FRIDAY + 12 * HOUR
    monday = RestPeriod(FRIDAY + 60 * HOUR, FRIDAY + 84 * HOUR)
    assert runs_out(FRIDAY, DAY, rests(FRIDAY, DAY, at_weekends=True, leave=[monday])) == FRIDAY + 96 * HOUR
    assert runs_out(FRIDAY + DAY, HOUR, resting) == FRIDAY + 61 * HOUR, "begun in the middle of a rest"


@pytest.mark.parametrize("hours", [0, 5, 12, 40, 100, 400])
def test_what_is_counted_up_to_the_end_of_a_clock_is_what_it_was_given(hours):
    resting = rests(FRIDAY, hours * HOUR, at_weekends=True, leave=[RestPeriod(FRIDAY + 70 * HOUR, FRIDAY + 71 * HOUR)])
    assert counted(FRIDAY, runs_out(FRIDAY, hours * HOUR, resting), resting) == hours * HOUR


def test_terms_are_read_within_bounds():
    posted = {"pace.hours": "99999", "pace.leave": "-4", "pace.after": "hang", "pace.weekends": "on"}
    assert terms_from(posted).bounded() == Terms(720, True, 0, "call")


# At a table


def test_a_table_for_one_has_no_pace_and_one_for_two_has(clock):
    alice, bob = PlayerFactory.create_batch(2)
    table(alice, alice)
    assert not TimeControl.objects.exists()
    session = table(alice, bob)
    assert mine(session, "raider").since == FRIDAY
    assert mine(session, "raider").due == 0, "nobody’s time runs unless it was agreed"


def test_a_clock_runs_while_its_seat_is_waited_for_and_stops_with_its_order(clock):
    session = table(*PlayerFactory.create_batch(2), hours=24)
    assert mine(session, "escort").due == FRIDAY + DAY
    clock.on(5 * HOUR)
    session = one_waits(session)
    assert mine(session, "raider").due == 0
    assert mine(session, "escort").since == FRIDAY + 5 * HOUR, "it is waited for since the other has answered"
    assert mine(session, "escort").due == FRIDAY + 29 * HOUR


def test_the_page_says_whose_turn_it_is_and_nothing_of_another_while_one_is_asked(clock, client):
    alice, bob = PlayerFactory(display_name="Alice"), PlayerFactory(display_name="Bob")
    session = table(alice, bob, hours=24, leave=3)
    client.force_login(alice)
    address = reverse("table", args=[session.pk])
    page = client.get(address).content.decode()
    assert "Your turn since Fri 16 Jan, 12:00." in page
    assert "Time until Sat 17 Jan, 12:00." in page
    assert "Bob</bdi>) is on turn" not in page and "(Bob) is on turn" not in page
    one_waits(session)
    page = client.get(address).content.decode()
    assert "(Bob) since Fri 16 Jan, 12:00." in page
    assert "3 days of leave each" in page


def test_leave_rests_ones_own_clock_and_what_is_left_of_it_comes_back(clock):
    session = table(*PlayerFactory.create_batch(2), hours=24, leave=5)
    seat = session.seat("escort")
    clock.on(4 * HOUR)
    leave_take(session=session, seat=seat, days=3)
    assert mine(session, "escort").due == FRIDAY + 4 * DAY
    assert mine(session, "raider").due == FRIDAY + DAY
    with pytest.raises(OrderRefused):
        leave_take(session=session, seat=seat, days=1)
    clock.on(DAY)
    leave_end(session=session, seat=seat)
    assert mine(session, "escort").due == FRIDAY + 2 * DAY
    with pytest.raises(OrderRefused):
        leave_take(session=session, seat=seat, days=5)
    leave_take(session=session, seat=seat, days=4)


def test_a_pause_wants_both_and_either_ends_it(clock):
    session = table(*PlayerFactory.create_batch(2), hours=48, after="answer")
    raider, escort = session.seat("raider"), session.seat("escort")
    clock.on(8 * HOUR)
    pause_ask(session=session, seat=raider)
    assert session_at(session.pk).pace.paused is None
    pause_ask(session=session, seat=escort)
    paused = session_at(session.pk).pace
    assert paused.paused is not None and paused.due is None
    clock.on(30 * DAY)
    assert expire_clocks() == 0
    session = one_waits(session_at(session.pk))
    assert mine(session, "escort").left == 48 * HOUR, "a turn that begins in a pause has its whole time"
    pause_end(session=session, seat=raider)
    assert mine(session, "escort").due == clock.at + 48 * HOUR


def test_who_waits_calls_the_computer_when_time_has_run_out_and_not_before(clock, client):
    alice, bob = PlayerFactory.create_batch(2)
    session = one_waits(table(alice, bob, hours=24))
    client.force_login(alice)
    address, body = reverse("table_late", args=[session.pk]), {"late": "escort", "seat": "raider"}
    assert "That player still has time" in client.post(address, body).content.decode()
    clock.on(DAY)
    assert expire_clocks() == 0, "the house does nothing by itself that was not agreed"
    assert "Let the computer answer, as agreed" in client.get(reverse("table", args=[session.pk])).content.decode()
    client.post(address, body)
    assert Order.objects.get(kind=OrderKind.LEND).seat == "escort"
    made = session.entries_made
    session = carried_out(session)
    assert session.entries_made > made
    assert session.pace.overruns("escort") == 1
    assert not is_late(session.pace, "escort", clock.at)
    client.force_login(bob)
    assert client.post(address, {"late": "escort", "seat": "escort"}).status_code == 409, "nobody calls it for himself"


def test_a_page_that_is_open_asks_by_itself_when_the_time_has_run_out(clock, client):
    alice, bob = PlayerFactory.create_batch(2)
    session = one_waits(table(alice, bob, hours=24))
    client.force_login(alice)
    asks = reverse("table_clocks", args=[session.pk])
    page = client.get(reverse("table", args=[session.pk])).content.decode()
    assert f'hx-get="{asks}?seat=raider" hx-trigger="load delay:{int(DAY) + 1}s"' in page and "as agreed" not in page
    clock.on(DAY - 5)
    assert "load delay:6s" in client.get(asks, {"seat": "raider"}).content.decode()
    clock.on(5)
    late = client.get(asks, {"seat": "raider"}).content.decode()
    assert "Let the computer answer, as agreed" in late and "hx-trigger" not in late and "<h2" not in late
    client.force_login(bob)
    assert "The time has run out" in client.get(asks, {"seat": "escort"}).content.decode()
    alone = table(bob, bob, hours=24)
    assert client.get(reverse("table_clocks", args=[alone.pk]), {"seat": "escort"}).status_code == 204


def test_the_computer_answers_by_itself_where_that_was_agreed(clock):
    session = one_waits(table(*PlayerFactory.create_batch(2), hours=24, after="answer"))
    clock.on(DAY - 1)
    assert expire_clocks() == 0
    clock.on(1)
    assert expire_clocks() == 1
    session = carried_out(session)
    assert session.pace.overruns("escort") == 1
    assert session.pace.overruns("raider") == 0
    turns = [clock_of(session.pace, name) for name in ("raider", "escort")]
    assert {one.due for one in turns if one.since} == {clock.at + DAY}, "the next turn has its whole time"


def test_a_friend_reads_the_terms_before_he_takes_the_seat(client, clock):
    alice, bob = PlayerFactory.create_batch(2)
    sitters = {"raider": services.SeatAssignment(player=alice)}
    terms = Terms(hours=72, weekends=True, leave=7, after="answer")
    session = services.session_open(
        owner=alice, title="strait", setup={"rounds": 6}, sitters=sitters, time_control=terms
    )
    client.force_login(bob)
    page = client.get(reverse("seat", args=[session.seat("escort").invitation])).content.decode()
    for word in ("3 days per turn", "clocks stop on Saturday and Sunday", "7 days of leave", "the computer answers"):
        assert word in page
