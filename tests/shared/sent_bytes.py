"""Records every byte that a seat receives in a game, to compare games that differ only in hidden facts.

    table = Table(session, "german", clock)
    one = plan(services.run_of(session), "german", chooses, orders=3)
    two = plan(services.run_of(session), "german", other, like=one)
    moments = compare(played(table, one, range(3)), played(table, two, range(3)))

Both games are played from the same rows and taken back afterwards, so they share ids, links and keys: a different byte
shows a different hidden truth. A moment is compared as long as the seat received and saw the same events. No other
equality is required: a leak in a view, in a question or in a seat's knowledge is found, not left out.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import repeat
from typing import Any, NamedTuple

from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns.bots.services import token_make
from engine.kernel.decisions import Decision
from engine.kernel.run import Run
from play.journal import store
from play.live import notify, streams
from play.odds.models import OddsJob
from play.odds.worker import compute_odds
from play.orders.models import Order, OrderKind
from play.secrecy import visibility
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at, visible
from play.spectators.models import SpectatorLink
from play.spectators.services import spectator_link_create
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory

BACKEND = "django.contrib.auth.backends.ModelBackend"
GUARDS = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|nonce="[^"]*"|\'nonce-[^\']*\'')
"""What is new in every answer: it guards forms and scripts."""
OF_THE_MOMENT = {"Expires", "X-Request-ID"}
"""Headers that say when an answer was made, and which it is."""
COOKIES = {"csrftoken", "sessionid"}
BEAT, HOLD = 0.02, 3.0
OVER = "over"
"""Stands behind what was told when the game is over and all of it lies open."""
MOST_IN_ORDER = 30
Look = tuple[Any, dict[str, Any]]
Asked = tuple[Client, str, dict[str, str]]


class Clock:
    """The time, for the site and for the database: only the test moves it on."""

    def __init__(self) -> None:
        self.at = 1_790_000_000.0

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)


def stopped_clock(monkeypatch: Any, settings: Any) -> Clock:
    """Stop all clocks, with the beats of a real site."""
    clock = Clock()
    settings.VEIL_BEAT_SECONDS, settings.VEIL_HOLD_SECONDS = BEAT, HOLD
    monkeypatch.setattr(visibility, "now", lambda: clock.at)
    monkeypatch.setattr("django.utils.timezone.now", clock.now)
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)
    return clock


@dataclass
class Step:
    """Bytes that a seat received from one of its orders up to the next."""

    looks: dict[str, list[Look]] = field(default_factory=lambda: defaultdict(list))


Chooses = Callable[[Run, Decision], Any]


@dataclass
class Plan:
    """The course of a game: orders of a seat, answers of the others, and the result by the rules alone."""

    record: Any = None
    """What the game goes on from, where it is not its own rows."""
    orders: list[list[Any]] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    """What the seat was told of each order, and before the first."""
    hidden: list[Any] = field(default_factory=list)
    """How many events there were of it, how many answers of others, and whether another was asked at once."""
    truth: Any = None


def plan(run: Run, seat: str, chooses: Chooses, *, orders: int, like: Plan | None = None, record: Any = None) -> Plan:
    """Play a game on by the rules alone: the seat orders as it likes, or as in another plan while it can."""
    made = Plan(record)

    def settle(events: list[Any], *, at_once: bool) -> None:
        before = len(made.answers)
        while not run.over and not run.asked(seat):
            decision = next(iter(run.pending.values()))
            made.answers.append(store.json_data(chooses(run, decision)))
            events += run.answer(decision.actor, made.answers[-1], decision.key).events
        made.told.append([store.json_data(event) for event in events if event.seen_by(seat)])
        made.hidden.append((len(events), len(made.answers) - before, at_once))

    settle([], at_once=False)
    for number in range(orders):
        if run.over or (like is not None and (number >= len(like.orders) or like.told[: number + 1] != made.told)):
            break
        order, events = [], []
        for item in like.orders[number] if like is not None else repeat(None, MOST_IN_ORDER):
            asked = run.asked(seat)[0]
            key, answer = item or (asked.key, store.json_data(chooses(run, asked)))
            step = run.answer(seat, answer, key, joined=bool(order))
            order.append([key, answer])
            events += step.events
            if step.closed_by or not run.asked(seat) or asked.form is not None:
                break
        made.orders.append(like.orders[number] if like is not None else order)
        settle(events, at_once=not run.over and not run.asked(seat))
    made.truth = store.json_data(run.state)
    return made


class Worth(NamedTuple):
    """Number of orders of a pair at which hidden facts differ behind the same events, and so could leak."""

    asked: int = 0
    """Another is asked at once in one game alone."""
    counted: int = 0
    """There are other numbers of hidden events or answers."""
    same: int = 0
    """The seat is told the same."""


def worth(one: Plan, two: Plan) -> Worth:
    """Say what a pair can show."""
    asked = counted = same = 0
    for mine, theirs, here, there in zip(one.told, two.told, one.hidden, two.hidden, strict=False):
        asked += here[2] != there[2]
        if mine != theirs:
            break
        counted, same = counted + (here != there), same + 1
    return Worth(asked, counted, same)


def window(one: Plan, two: Plan, orders: int) -> range:
    """Return the orders that are worth looking at: up to the first behind which something hidden differs."""
    pairs = list(zip(one.hidden[1:], two.hidden[1:], strict=False))
    asked = (number for number, (here, there) in enumerate(pairs) if here[2] != there[2])
    counted = (number for number, (here, there) in enumerate(pairs) if here != there)
    last = next(asked, next(counted, orders - 1))
    return range(max(0, last + 1 - orders), last + 1)


class Table:
    """A table and one of its seats, with a browser, a program and watchers that receive what the seat may know."""

    def __init__(self, session: Session, seat: str, clock: Clock, share: int = 1) -> None:
        self.session, self.seat, self.clock, self.share = session, seat, clock, share
        self.player = next(one.player for one in session.table if one.name == seat)
        self.player.keeper = PlayerFactory()
        self.player.save(update_fields=["keeper"])
        self.browser, self.stranger = Client(), Client()
        self.browser.force_login(self.player, backend=BACKEND)
        place = session.seat(seat)
        kinds = (SpectatorLink.Kind.OPEN, SpectatorLink.Kind.EYES, SpectatorLink.Kind.AFTER)
        self.links = [spectator_link_create(session=session, seat=place, kind=kind, delay=30).link for kind in kinds]
        self.bearer = {"HTTP_AUTHORIZATION": f"Bearer {token_make(bot=self.player, session=session, seat=seat)}"}
        # The key under exported files is made when it is first wanted.
        self.stranger.get(reverse("old_signing_keys"))
        self.have: dict[str, str] = {}

    # -- what is received

    def at(self, name: str, *args: Any, **of: Any) -> str:
        """Return an address of the table for the seat."""
        query = "&".join(f"{key}={value}" for key, value in ({"seat": self.seat} | of).items())
        return f"{reverse(name, args=[self.session.pk, *args])}?{query}"

    def asks(self, turn: int) -> Iterator[Asked]:
        """Give what a look asks for: what an open page and a program ask for, and by turns a share of all else."""
        me, htmx, api = self.browser, {"HTTP_HX_REQUEST": "true"}, self.bearer
        yield me, self.at("table_changes"), htmx
        yield me, self.at("table_changes", **self.have), htmx
        yield me, self.at("table_version"), {}
        yield self.stranger, reverse("api_seat"), api
        yield from list(self.asks_now_and_then(me, htmx, api))[turn % self.share :: self.share]

    def asks_now_and_then(self, me: Client, htmx: dict[str, str], api: dict[str, str]) -> Iterator[Asked]:
        """Give all else that can be asked for."""
        for name in ("table_dice", "table_export", "table_odds", "table_clocks", "table_spectators"):
            yield me, self.at(name), htmx if name == "table_odds" else {}
        yield me, self.at("table_log", before=9_999), htmx
        yield me, self.at("table_line", number=9_999), htmx
        yield me, self.at("table_replay", at=9_999), {}
        for how in ("divider", "beside"):
            yield me, self.at("table_replay_lanes", how=how, lane="truth", beside="umpire"), {}
        yield me, self.at("table_review"), {}
        yield me, self.at("table_player_view"), {}
        yield self.stranger, f"{reverse('api_seat_events')}?after=0", api
        yield me, reverse("tables"), {}
        for link in self.links:
            yield self.stranger, reverse("spectate", args=[link]), {}
        if self.session.title == "bomber-command":
            for name in ("raid_debriefing", "raid_auto_orders", "raid_estimate"):
                yield me, self.at(name), {}
            for name in ("raid_nights_csv", "raid_raids_csv", "raid_combats_csv"):
                yield me, reverse(name), {}

    def look(self, given: float, turn: int) -> Look:
        """Return the events sent and shown to the seat, and every byte that it receives at this moment."""
        session = session_at(self.session.pk)
        found = {}
        for client, address, headers in self.asks(turn):
            found[f"{address} {sorted(headers)}"] = received(client.get(address, **headers))
        version, due = notify.seat_versions(session).get(self.seat, (session.version, 0.0))
        shown = visibility.version_of(session, self.seat)
        # The process hears of a version at once, and tells the stream of it when it is due.
        found["stream"] = streams.sse_message(shown), round(max(due - given, 0), 3) if shown == version else 0
        return self.shown(session), found

    def shown(self, session: Session) -> Any:
        """Return the events that the seat received and sees."""
        rows = session.told.filter(
            visible(self.seat), number__lte=visibility.visible_progress_of(session, self.seat).told
        )
        fields = ("kind", "rule", "data", "dice", "mods", "chart", "entry__undone_by")
        told = [(*rest, undone is not None) for *rest, undone in rows.order_by("number").values_list(*fields)]
        return [*told, OVER] if visibility.is_over(session, [self.seat]) else told

    def odds(self, most: int) -> dict[str, Any]:
        """Return the odds panel at the request, and after the worker has computed the odds."""
        at, htmx = self.at("table_odds"), {"HTTP_HX_REQUEST": "true"}
        found = {"asked": received(self.browser.post(at, {"seat": self.seat}, **htmx))}
        forecast = OddsJob.objects.filter(seat__session=self.session, seat__name=self.seat).first()
        decision = next(iter(services.run_of(session_at(self.session.pk)).asked(self.seat)))
        if forecast is not None and len(decision.options) <= most:
            compute_odds(forecast.pk, forecast.token)
            found["computed"] = received(self.browser.get(at, **htmx))
        return found

    def note_what_it_has(self, page: str) -> None:
        """Note what the open page of the seat has, as its browser does, and say what it has been shown."""
        have, shown = re.search(r"have=(\w+)", page), re.search(r'id="shown"[^>]*value="(\d+)"', page)
        self.have = {name: found[1] for name, found in (("have", have), ("shown", shown)) if found}
        if upto := re.search(r'name="upto" value="(\d+)"', page):
            self.browser.post(reverse("table_seen", args=[self.session.pk]), {"seat": self.seat, "upto": upto[1]})


def received(answer: Any) -> tuple[int, list[tuple[str, str]], str]:
    """Return status, headers and body of an answer, but for what guards forms and scripts."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = [(name, GUARDS.sub("", value)) for name, value in sorted(answer.headers.items())]
    headers = [(name, value if name not in OF_THE_MOMENT else "") for name, value in headers]
    assert set(answer.cookies) <= COOKIES
    return answer.status_code, headers, GUARDS.sub("", body.decode())


# -- two games


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back all writes of the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def ordered(session: Session, decision: Decision, answer: Any) -> Session:
    """Carry an answer out at once, also of a seat that has not been shown its question yet."""
    return gives(session, decision.actor, [[decision.key, answer]])


def gives(session: Session, seat: str, order: list[Any]) -> Session:
    """Carry several answers out at once, as one order; nothing where they are no longer asked for."""
    key = order[0][0]
    if (number := store.questions_of(session).get((seat, key))) is None:
        return session
    fields = {"seat": seat, "token": store.token_of(key, number), "key": key, "answer": order}
    Order.objects.create(session=session, kind=OrderKind.ANSWERS, **fields)
    return carried_out(session)


def played(table: Table, made: Plan, looked_at: range, *, reckons: int = 0) -> list[Step]:
    """Play a plan in the browser of a seat, look at every moment of some orders, and take it all back.

    Odds of the first question are computed if it has no more orders than `reckons`.
    """
    steps, answers, start = [], iter(made.answers), table.clock.at

    def others_answer(session: Session) -> Session:
        decision = next(iter(services.run_of(session).pending.values()))
        return ordered(session, decision, next(answers))

    def is_others_turn(session: Session) -> bool:
        return session.status == "playing" and not services.run_of(session).asked(table.seat)

    with taken_back():
        if made.record is not None:
            Session.objects.filter(pk=table.session.pk).update(record=made.record)
        session = session_at(table.session.pk)
        while is_others_turn(session):
            session = others_answer(session)
        table.clock.at += HOLD + 1
        for number, order in enumerate(made.orders[: looked_at.stop]):
            if number < looked_at.start:
                table.clock.at += 1_000
                session = gives(session, table.seat, order)
                while is_others_turn(session):
                    session = others_answer(session)
                table.clock.at += HOLD + 0.01
                continue
            step, turn = Step(), 7 * number
            steps.append(step)
            page = received(table.browser.get(table.at("table")))
            step.looks["asked"].append((table.shown(session), {"table": page}))
            table.note_what_it_has(page[2])
            given = table.clock.at = table.clock.at + 1_000
            step.looks["asked"].append(table.look(given, turn))
            if number == looked_at.start:
                step.looks["odds"].append((table.shown(session), table.odds(reckons)))
            if not posts(table, session, order, step):
                break
            step.looks["given"].append(table.look(given, turn + 1))
            table.clock.at = given + BEAT / 2
            session = carried_out(session)
            step.looks["carried out"].append(table.look(given, turn + 2))
            table.clock.at = given + 1
            step.looks["others"].append(table.look(given, turn + 3))
            while is_others_turn(session):
                session = others_answer(session)
                step.looks["others"].append(table.look(given, turn + 3 + len(step.looks["others"])))
            table.clock.at = given + HOLD + 0.01
            step.looks["shown"].append(table.look(given, turn + 5))
    table.clock.at, table.have = start, {}
    return steps


def posts(table: Table, session: Session, order: list[Any], step: Step) -> bool:
    """Give the order as a page does; say whether it could be given."""
    asked = store.questions_of(session)
    key = order[0][0]
    if (table.seat, key) not in asked:
        return False
    sent = {"seat": table.seat, "token": store.token_of(key, asked[table.seat, key])}
    sent |= {"version": session.seat(table.seat).version, "answers_json": json.dumps(order)}
    answer = table.browser.post(reverse("table_order", args=[session.pk]), sent, HTTP_HX_REQUEST="true")
    step.looks["answer"].append((table.shown(session), {"order": received(answer)}))
    return bool(answer.status_code == 200)


# -- held against one another

MOMENTS = ("asked", "odds", "answer", "given", "carried out", "others", "shown")


def compare(one: list[Step], two: list[Step]) -> int:
    """Compare two games up to the first event of only one of them; count the moments."""
    compared = 0
    for number, (mine, theirs) in enumerate(zip(one, two, strict=False)):
        for moment in MOMENTS:
            pair = [changes_in(step.looks[moment]) for step in (mine, theirs)]
            for (told, here), (also, there) in zip(*pair, strict=False):
                if told != also or OVER in told:
                    return compared
                check_same(here, there, f"order {number}, {moment}")
                compared += 1
            if len(pair[0]) != len(pair[1]):
                longer = max(pair, key=len)
                at = min(map(len, pair))
                # Something came in one game alone: the seat was told of it, or it has leaked.
                assert at and longer[at][0] != longer[at - 1][0], f"order {number}, {moment}: one page has changed more"
                return compared
    return compared


def changes_in(looks: list[Look]) -> list[Look]:
    """Put looks together that are alike: how many there were is nothing that anybody is sent."""
    found: list[Look] = []
    for told, look in looks:
        if found and all(found[-1][1].get(name, value) == value for name, value in look.items()):
            found[-1] = (found[-1][0], found[-1][1] | look)
        else:
            found.append((told, look))
    return found


def check_same(one: dict[str, Any], two: dict[str, Any], where: str) -> None:
    """Compare what was received from all addresses that both looks have asked."""
    for name in one.keys() & two.keys():
        assert one[name] == two[name], f"{where}, {name}: {first_difference(one[name], two[name])}"


def first_difference(one: Any, two: Any) -> str:
    """Say where two answers part."""
    mine, theirs = str(one[::-1]), str(two[::-1])
    at = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
    around = slice(max(at - 160, 0), at + 80)
    return f"{mine[around]!r}\n  {theirs[around]!r}"
