"""Visibility of number and time: nights that look alike to the player, with another truth, send him the same.

The pairs go through the very code that stores an order (`advance.Move`, `veils.after`), without a database. A few of
them are also checked on every page.
"""

import html
import json
import random
import re
import secrets
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace

import pytest
from django.urls import reverse

from engine.bomber_command.game import TITLE as RAIDS
from engine.bomber_command.state import Setup as RaidSetup
from engine.kernel.dice import FairDice
from engine.kernel.run import GameRecord, Run
from engine.kernel.snapshot import restore, snapshot
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import PLAYER, UMPIRE, Setup
from play.journal import store
from play.orders.execute import GameChange, SessionChange
from play.orders.models import Order
from play.secrecy import deciders, visibility
from play.sessions import services
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import session_at, visible
from tests.engine.bomber_command.builders import CHARTS as RAID_CHARTS
from tests.engine.nightfighter.builders import PACK
from tests.shared.builders.tables import carried_out, give
from tests.shared.sample_sizes import sample_size
from tests.sorties.nightfighter.board.test_generic_page import night

pytestmark = pytest.mark.slow

BEAT, HOLD = 0.1, 3.0
NIGHTS = ("4B", "5B", "6D", "8A", "9", "10")
PAIRS = sample_size("VEIL_PAIRS", 4, 400)
"""Pairs of nights of which every page is compared byte by byte."""


class Clock:
    """The clock of a pair: the site and an umpire move it as they need it."""

    def __init__(self):
        self.at = 1_000_000.0

    def __call__(self):
        return self.at


@pytest.fixture
def clock(monkeypatch, settings):
    """Even beats, and a clock that only the test moves on."""
    settings.VEIL_BEAT_SECONDS, settings.VEIL_HOLD_SECONDS = BEAT, HOLD
    clock = Clock()
    monkeypatch.setattr(visibility, "now", clock)
    return clock


class Night:
    """One night at a table that nobody keeps, and all that its player receives of it."""

    def __init__(self, setup, record, seed, whim, clock):
        dice = FairDice(bytes([seed % 256]) * 32, {}, dict(record.counters))
        bare = GameRecord(record.snapshot, dict(record.counters), began=record.began)
        self.run = Run(TITLE, PACK, dice, bare, fresh=True, frames=True)
        self.clock, self.whim, self.work = clock, random.Random(whim), random.Random(whim + 1)
        self.session = Session(
            title="nightfighter", setup=store.json_data(setup), pack_hash=PACK.hash, status=SessionStatus.PLAYING
        )
        names = (PLAYER, UMPIRE) if setup.umpire == "person" else (PLAYER,)
        self.session.table = [Seat(name=name, player_id=place) for place, name in enumerate(names, 1)]
        self.told = []
        self.answers = 0
        self.times = []
        move = GameChange(self.session, self.run)
        self.keep(move, Order(seat="", given=self.when()))
        self.let_choose(slow=False)
        self.clock.at += HOLD

    def when(self):
        return datetime.fromtimestamp(self.clock.at, UTC)

    def keep(self, move, order):
        """Do what the worker does with an order, but for the database."""
        fields = move.fields()
        fields["asked"] = [
            [*place, number]
            for place, number in store.number_questions(
                store.questions_of(self.session), self.run.pending, (order.seat, order.key), 0, move.numbers
            ).items()
        ]
        seen = {seat.name: move.seen_by(seat.name) for seat in self.session.table}
        worlds = visibility.progress_after(self.session, order, seen, fields, closes=move.closes)
        for name, value in (fields | {"worlds": worlds}).items():
            setattr(self.session, name, value)
        self.told += [event for event in move.events if event.seen_by(PLAYER)]

    def window(self):
        return visibility._visible_progress(self.session, PLAYER, self.clock.at)

    def token(self):
        ((key, number),) = [(key, number) for seat, key, number in self.session.asked if seat == PLAYER]
        return store.token_of(key, number)

    def answer(self, seat, answer, key):
        order = Order(seat=seat, key=key, given=self.when())
        self.clock.at += self.work.uniform(0.001, 0.09)
        move = GameChange(self.session, self.run)
        move.add_answer(self.run.answer(seat, answer, key))
        self.keep(move, order)

    def play_to_the_player(self, answer, key, *, slow=False):
        """Give the player's order and let the umpire choose; return what the player received of it, and when."""
        given = self.clock.at
        before = self.window()
        self.answer(PLAYER, answer, key)
        self.let_choose(before, slow=slow)
        due = visibility.progress_of(self.session, PLAYER).due
        self.times.append(round(due - given, 6))
        assert visibility._visible_progress(self.session, PLAYER, due - 0.001) == before._replace(held=True)
        self.clock.at = due + 0.01
        after = self.window()
        assert not after.held
        return after.version, self.token() if self.run.pending else "", self.times[-1]

    def let_choose(self, before=None, *, slow):
        """Let the umpire choose as often as he is asked: the player is shown what he was shown before all the while."""
        while UMPIRE in (asked := {seat for seat, _ in self.run.pending}):
            assert asked == {UMPIRE}
            assert before is None or self.window() == before._replace(held=True)
            self.clock.at += self.whim.uniform(4, 20) if slow else self.whim.uniform(0.01, 0.05)
            ((seat, name), decision) = next(iter(self.run.pending.items()))
            self.answer(seat, self.whim.choice(decision.options), name)
            self.answers += 1

    def eye(self):
        """All that the rules let the player know."""
        asked = [(d.kind, d.key, d.options, d.question) for d in self.run.asked(PLAYER)]
        return TITLE.view(self.run.state, PACK, PLAYER), self.told, asked


def turned(record, rng):
    """Return a record with another truth: every fact that the player does not know has another place or state."""
    state = restore(record.snapshot, TITLE.State, record.began)
    for bomber in state.bombers:
        if bomber.mark or bomber.status not in ("map", "pool", "delayed"):
            continue
        if bomber.status == "map":
            bomber.hex, bomber.facing = 100 * rng.randint(2, 17) + rng.randint(2, 26), rng.randint(0, 5)
        bomber.hits, bomber.alerted, bomber.number = rng.randint(0, 2), rng.random() < 0.5, rng.randint(1, 6)
    return GameRecord(snapshot(state), record.counters, began=record.began)


def seams(setup, seed):
    """Play a night at random; return its states at the beginning of turns in which something unknown flies."""
    run = Run.begin(TITLE, PACK, setup, FairDice(bytes([seed % 256]) * 32, {}))
    rng, found = random.Random(seed), []
    for _ in range(400):
        if run.over or run.state.turn > 9:
            break
        seam = run.seam()
        if seam is not None and any(b.status == "map" and not b.mark for b in run.state.bombers):
            found.append(seam)
        (seat, key), decision = next(iter(run.pending.items()))
        run.answer(seat, rng.choice(decision.options), key)
    return found


def compare(seed, umpire, clock, *, slow=False):
    """Fly two nights side by side as long as the player's eye sees no difference; return them and how long that was."""
    setup = Setup(scenario=NIGHTS[seed % len(NIGHTS)], umpire=umpire)
    rng = random.Random(seed)
    found = seams(setup, seed)
    if not found:
        return 0, ()
    record = rng.choice(found)
    pair = [Night(setup, truth, seed, seed + n, clock) for n, truth in enumerate((record, turned(record, rng)), 1)]
    for steps in range(60):
        one, two = pair
        if any(n.run.over or not n.run.asked(PLAYER) for n in pair) or one.eye() != two.eye():
            return steps, pair
        decision = one.run.asked(PLAYER)[0]
        order = rng.choice(decision.options)
        got = [each.play_to_the_player(order, decision.key, slow=slow) for each in pair]
        if one.eye() == two.eye():
            assert got[0][:2] == got[1][:2], f"seed {seed}, step {steps}"
            assert slow or got[0][2] == got[1][2], f"seed {seed}, step {steps}"
    return 60, pair


def flown(seeds, clock, umpire, *, slow=False):
    steps, differ, times = 0, 0, ([], [])
    for seed in seeds:
        alike, pair = compare(seed, umpire, clock, slow=slow)
        steps += alike
        if pair:
            differ += pair[0].answers != pair[1].answers
            for kept, each in zip(times, pair, strict=True):
                kept += each.times[:alike]
    return steps, differ, times


@pytest.mark.parametrize("umpire", ["computer", "person"])
def test_nights_that_look_alike_tell_the_player_the_same_numbers_at_the_same_time(umpire, clock):
    steps, differ, (one, two) = flown(range(40), clock, umpire)
    assert steps > 150
    assert one == two and set(one) <= {BEAT, HOLD}
    assert differ > 5 if umpire == "person" else set(one) == {BEAT}


@pytest.mark.slow
@pytest.mark.parametrize("umpire", ["computer", "person"])
def test_nights_that_look_alike_by_the_hundred(umpire, clock):
    steps, differ, (one, two) = flown(range(400), clock, umpire)
    assert steps > 2_000
    assert one == two and set(one) <= {BEAT, HOLD}
    assert differ > 50 or umpire == "computer"


def test_an_umpire_who_takes_his_time_is_heard_at_whole_beats_and_moves_no_number(clock):
    _steps, differ, times = flown(range(12), clock, "person", slow=True)
    assert differ
    for each in (time for kept in times for time in kept if time > BEAT):
        assert round(each / HOLD, 6) == round(each / HOLD)


def test_the_numbers_of_the_whole_session_would_tell(clock):
    """The pairs are no empty test: what the session counts does differ between nights that look alike."""
    pairs = [pair for seed in range(12) if (pair := compare(seed, "person", clock)[1])]
    assert any(one.session.version != two.session.version for one, two in pairs)


def test_a_proposal_and_the_end_move_everybody(clock):
    session = Session(title="bomber-command", setup={}, version=4, worlds={})
    session.table = [Seat(name="british", player_id=1), Seat(name="german", player_id=2)]
    order = Order(seat="british", given=datetime.fromtimestamp(clock.at, UTC))
    change = SessionChange(session, {"seat": "british"})
    session.worlds = visibility.progress_after(session, order, {}, change.fields())
    assert [session.worlds[seat]["version"] for seat in ("british", "german")] == [5, 5]
    unseen = visibility.VisibleChange("", False)
    session.worlds = visibility.progress_after(session, order, {"german": unseen, "british": unseen}, {"asked": []})
    assert [session.worlds[seat]["version"] for seat in ("british", "german")] == [6, 5]


# On the pages ------------------------------------------------------------------------------------------------------

PAGES = ("table", "table_changes", "table_log", "table_replay", "table_dice", "table_export", "table_version")
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|nonce="[^"]*"')


@pytest.fixture
def same_dice(monkeypatch):
    monkeypatch.setattr(
        "play.utils.tokens.secrets", SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe)
    )
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)


@pytest.fixture
def one_moment(monkeypatch):
    """Draw all pages in one minute: each says since when somebody is waited for."""
    monkeypatch.setattr(visibility, "now", lambda: 1_790_000_000.0)


def received(person, session, pages=PAGES):
    """Return every byte of every page that the player can have, but for the table's address and what guards forms."""
    found = []
    for name in pages:
        answer = person.client.get(reverse(name, kwargs={"session": session.pk}))
        text = CHANGING.sub("", answer.content.decode()).replace(str(session.pk), "")
        if name == "table_export":
            text = json.dumps({k: v for k, v in json.loads(text).items() if k not in ("seal", "written", "begun")})
        found.append((name, answer.status_code, text.replace(str(person.player), "")))
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(("scenario", "seed"), [("4B", 3)])
def test_nights_that_look_alike_send_the_player_the_same_bytes(scenario, seed, same_dice, one_moment):
    tables = [night("player", "umpire", scenario=scenario, umpire="person") for _ in range(2)]
    whims, rng = [random.Random(seed), random.Random(seed + 100)], random.Random(seed)
    truths, alike = [0, 0], 0

    def umpire_chooses(place):
        """Let the umpire of one table choose until the player is asked; at each choice, look at the player's pages."""
        session, people = tables[place]
        first = None
        while (run := services.run_of(session)).asked(UMPIRE):
            if first is None:
                first = received(people["player"], session)
            decision = run.asked(UMPIRE)[0]
            people["umpire"].gives(session, decision, whims[place].choice(decision.options))
            session = carried_out(session)
            truths[place] += 1
            if (run := services.run_of(session)).asked(UMPIRE):
                assert received(people["player"], session) == first
        tables[place] = (session, people)
        return run

    for _ in range(10):
        runs = [umpire_chooses(place) for place in (0, 1)]
        views = [(run.view(PLAYER), [(d.kind, d.options) for d in run.asked(PLAYER)]) for run in runs]
        if views[0] != views[1] or not runs[0].pending:
            break
        one, two = (received(people["player"], session) for session, people in tables)
        assert one == two
        alike += 1
        decision = runs[0].asked(PLAYER)[0]
        order = rng.choice(decision.options)
        for place, (session, people) in enumerate(tables):
            people["player"].gives(session, decision, order)
            tables[place] = (carried_out(session), people)
    assert alike > 4 and all(truths)
    states = [services.run_of(session).state for session, _ in tables]
    assert [b.hex for b in states[0].bombers] != [b.hex for b in states[1].bombers] or truths[0] != truths[1]


def to_the_player(session, whim):
    """Let a person as umpire choose by a whim until the player is asked or the night is over."""
    count = 0
    while (run := services.run_of(session)).asked(UMPIRE):
        session = give(session, UMPIRE, whim.choice(run.asked(UMPIRE)[0].options))
        count += 1
    return session, run, count


def check_alike(pair, pages, seed):
    """Compare pages of two tables; say where they part."""
    one, two = (received(people["player"], session, pages) for session, people in pair)
    for (name, status, text), (_, other_status, other) in zip(one, two, strict=True):
        at = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
        around = slice(max(at - 150, 0), at + 50)
        assert (status, text) == (other_status, other), f"seed {seed}, {name}: {text[around]!r} {other[around]!r}"


@pytest.mark.slow
@pytest.mark.django_db
def test_the_bytes_of_many_pairs_are_the_same(same_dice, monkeypatch):
    """Compare the bytes after each order, and every page after six, as long as the player's views are equal."""
    monkeypatch.setattr(visibility, "now", lambda: 1_790_000_000.0)
    compared = differ = 0
    for seed in range(PAIRS):
        dice = SimpleNamespace(
            token_bytes=lambda n, seed=seed: bytes([seed % 256]) * n, token_urlsafe=secrets.token_urlsafe
        )
        monkeypatch.setattr("play.utils.tokens.secrets", dice)
        pair = [night("player", "umpire", scenario=NIGHTS[seed % len(NIGHTS)], umpire="person") for _ in range(2)]
        whims, rng = [random.Random(seed), random.Random(seed + 1_000)], random.Random(seed)
        answers = [0, 0]
        for step in range(12):
            asked = []
            for place, (session, people) in enumerate(pair):
                session, run, count = to_the_player(session, whims[place])
                pair[place], answers[place] = (session, people), answers[place] + count
                told = session.told.filter(visible(PLAYER), entry__undone_by=None).order_by("number")
                told = list(told.values_list("kind", "data", "dice", "mods"))
                asked.append((run.view(PLAYER), [(d.kind, d.options, d.question) for d in run.asked(PLAYER)], told))
            if asked[0] != asked[1] or not asked[0][1]:
                break
            check_alike(pair, PAGES if step == 5 else ("table_changes", "table_version"), seed)
            compared += 1
            order = rng.choice(asked[0][1][0][1])
            pair = [(give(session, PLAYER, order), people) for session, people in pair]
        states = [services.run_of(session).state for session, _people in pair]
        truths = [[(b.status, b.hex, b.due) for b in state.bombers] for state in states]
        differ += truths[0] != truths[1] or answers[0] != answers[1]
        for session, _people in pair:
            session.delete()
    assert compared > 4 * PAIRS and differ > PAIRS / 2


@pytest.mark.django_db
def test_what_has_come_of_an_order_is_not_shown_and_cannot_be_answered_before_its_time(same_dice, clock, settings):
    session, people = night("player", "umpire", scenario="2A", umpire="person")
    player, held = people["player"], False
    for _ in range(40):
        run = services.run_of(session)
        ((seat, key),) = run.pending
        decision = run.pending[seat, key]
        clock.at += 100
        people[seat].gives(session, decision, decision.options[0])
        Order.objects.filter(pk=Order.objects.latest("pk").pk).update(given=datetime.fromtimestamp(clock.at, UTC))
        before = received(player, session_at(session.pk))
        clock.at += 0.01
        session = carried_out(session)
        if seat == PLAYER and (now := services.run_of(session).asked(PLAYER)):
            token = store.token_of(now[0].key, store.questions_of(session)[PLAYER, now[0].key])
            assert token not in "".join(text for _, _, text in received(player, session))
            with pytest.raises(services.OrderRefused) as refusal:
                place = session.seat(PLAYER)
                services.answer_give(session=session_at(session.pk), seat=place, token=token, answer="")
            assert refusal.value.code == "stale"
            assert [page for page in received(player, session) if page[0] == "table_version"] == [
                page for page in before if page[0] == "table_version"
            ]
            clock.at += HOLD
            assert token in html.unescape(player.page(session_at(session.pk)))
            held = True
            break
    assert held


@pytest.mark.django_db
def test_the_list_of_tables_tells_of_what_a_seat_has_heard(same_dice):
    session, people = night("player", "umpire", scenario="2A", umpire="person")
    player = people["player"]
    said = []
    for _ in range(12):
        run = services.run_of(session)
        ((seat, key),) = run.pending
        people[seat].gives(session, run.pending[seat, key], run.pending[seat, key].options[0])
        session = carried_out(session)
        heard = Seat.objects.get(session=session, name=PLAYER).heard
        if seat == UMPIRE and services.run_of(session).asked(UMPIRE):
            assert heard == said[-1]
        said.append(heard)
    assert player.client.get(reverse("tables")).status_code == 200
    assert len(set(said)) < len(said)


def test_a_person_at_both_seats_is_kept_from_nothing():
    session = Session(title="nightfighter", setup={"mode": "blind", "umpire": "person"})
    session.table = [Seat(name=PLAYER, player_id=1), Seat(name=UMPIRE, player_id=1)]
    assert deciders.hidden_deciders_of(session, PLAYER) == []
    session.table[1].player_id = 2
    assert deciders.hidden_deciders_of(session, PLAYER) == [UMPIRE]


# Bomber Command ----------------------------------------------------------------------------------------------------


class Raid(Night):
    """A night over Germany whose British player plots by a whim of his own; the German's eye is looked through."""

    def __init__(self, seed, whim, clock):
        setup = RaidSetup(scenario=("berlin", "downfall")[seed % 2], fog_of_war=bool(seed % 3))
        self.run = Run.begin(RAIDS, RAID_CHARTS, setup, FairDice(bytes([seed % 256]) * 32, {}), frames=True)
        self.clock, self.work = clock, random.Random(whim + 1)
        self.session = Session(
            title="bomber-command",
            setup=store.json_data(setup),
            pack_hash=self.run.pack.hash,
            status=SessionStatus.PLAYING,
        )
        self.session.table = [Seat(name=name, player_id=place) for place, name in enumerate(("british", "german"), 1)]
        self.bot = RAIDS.policies()["weak"](RAID_CHARTS, "british", seed)
        self.plotter = RAIDS.policies()["weak"](RAID_CHARTS, "british", whim)
        self.german = RAIDS.policies()["weak"](RAID_CHARTS, "german", seed)
        self.told, self.answers, self.events = [], 0, []
        self.keep(GameChange(self.session, self.run), Order(seat="", given=self.when()))

    def keep(self, move, order):
        super().keep(move, order)
        self.events += [event for event in move.events if event.seen_by("german")]

    def eye(self):
        asked = [(d.kind, d.options, d.question) for d in self.run.asked("german")]
        return (
            visibility.view_hash(store.json_data(self.run.view("german"))),
            store.json_data(self.events),
            store.json_data(asked),
        )

    def to_the_german(self):
        """Let the British player answer until the German is asked."""
        while not self.run.over and not self.run.asked("german"):
            decision = self.run.asked("british")[0]
            self.clock.at += 1
            bot = self.plotter if decision.form is not None else self.bot
            answer = bot.choose(decision, partial(self.run.view, "british"))
            self.answer("british", store.json_data(answer), decision.key)
            self.answers += 1

    def counts(self):
        asked = [(key, number) for seat, key, number in self.session.asked if seat == "german"]
        return visibility._visible_progress(self.session, "german", self.clock.at + 1), asked


def test_plots_that_look_alike_move_the_germans_numbers_alike(clock):
    steps = differ = 0
    for seed in range(14):
        pair = [Raid(seed, seed + whim, clock) for whim in (1, 1_001)]
        for _step in range(40):
            for each in pair:
                each.to_the_german()
            if any(each.run.over for each in pair) or pair[0].eye() != pair[1].eye():
                break
            one, two = (each.counts() for each in pair)
            assert (one[0].version, one[0].held, one[1]) == (two[0].version, two[0].held, two[1]), f"seed {seed}"
            steps += 1
            plots = [[raid.route for raid in each.run.state.raids] for each in pair]
            differ += plots[0] != plots[1]
            decision = pair[0].run.asked("german")[0]
            answer = store.json_data(pair[0].german.choose(decision, partial(pair[0].run.view, "german")))
            for each in pair:
                each.answer("german", answer, decision.key)
    assert steps > 30 and differ > 30
