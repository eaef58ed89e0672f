"""The one entrance to rollouts: the odds of each order, flown on from guesses by the computer's bots with fast dice.

A title without hidden facts guesses its own record. Any other makes its guess from the viewer's knowledge alone, which
it receives as plain data (`knowledge`). So odds say no more than the viewer could work out himself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from engine.analysis.observation import Observation, observation_of, require_plain_data
from engine.analysis.rollout_state import Guess, KnownGame, RolloutState
from engine.analysis.statistics import (
    Column,
    Figure,
    MeasureRanking,
    exact_figure,
    figure,
    is_more,
    paired_difference,
    rank_orders,
)
from engine.analysis.stream_dice import RolloutDice, StreamDice, mix_seed, require_rollout_dice
from engine.kernel.decisions import Decision
from engine.kernel.dice import FastDice
from engine.kernel.events import Event
from engine.kernel.packs.schema import Charts
from engine.kernel.run import RecordedAnswer, Run
from engine.kernel.title import Look, Policy, Title

if TYPE_CHECKING:
    from engine.analysis.game_analysis import GameAnalysis

FIRST_ROUND = 4
"""Rollouts of each order before the first figures are shown."""
FULL_ROUND = 16
"""Rollouts of each order before any is left out."""
PARALLEL_ORDERS = 6
"""As many orders are all flown side by side from the first."""
FEW, WIDEST = 4, 54
"""Number of rollouts where more orders are open: at first, then three times as many each round, and at most."""
QUIET_ROUNDS = 2
"""Orders about nothing, such as passing, that are flown before those that the bot would give second."""
ELIMINATED_ERRORS = 2.0
"""Errors by which an order must be behind to be flown no further."""
TRIED = 4
"""Guesses that are tried before it is said that there is none."""


Values = tuple[float, ...]
Guesses = Callable[[int], Guess]
"""The guess by which the nth rollout of every order is flown; it raises `NoGuess` where none was found."""
Guesser = Callable[[RolloutDice], Guess | None]
"""Makes a guess by these dice that fits all that was known, or says that it found none (`GameAnalysis.guesser`)."""
PolicyFactory = Callable[[int], Mapping[str, Policy]]
"""Bots for every seat, made again for the nth rollout."""


class NoGuess(LookupError):
    """No guess fits all that the viewer received."""


class Measure(msgspec.Struct, frozen=True):
    """One thing that is counted at the end of a rollout: a share of them (`yes` is 1, no is 0), or an amount."""

    name: str
    share: bool = True
    good: bool = True
    """True if the decider wants more of it."""
    signed: bool = False
    """True if an amount may be negative."""
    spread: float = 0.0
    """By how much an amount is known to differ from rollout to rollout, for as long as few are there to tell."""


class OrderOdds(msgspec.Struct, frozen=True):
    """The odds of one order: its number of rollouts, and each measure."""

    option: Any
    n: int
    measures: Mapping[str, Figure]
    worth: Figure
    """The one figure that excludes orders and measures a loss."""
    stands_out: tuple[str, ...] = ()
    """The measures in which it is ahead of every other order that was flown on, for good, by more than three errors."""
    behind: tuple[str, ...] = ()
    """The measures in which it is worse than the best by more than three errors, whether one is best or several."""
    apart: tuple[str, ...] = ()
    """Those in which it differs from another by more than three errors, where that is neither ahead nor behind."""

    @property
    def exact(self) -> bool:
        """True where nothing was sampled."""
        return all(figure.exact for figure in self.measures.values())


class Prospects(Protocol):
    """A title's part in rollouts: their end and their measures (`GameAnalysis.prospects`)."""

    policy: str
    """The bot by whom all seats are flown on."""
    glance: int
    """Rollouts of each order in the first round: fewer where a rollout is long."""

    def unserved(self, setup: Any, seat: str) -> bool:
        """Say whether a seat gets no odds of a game whose other seats may."""

    def serves(self, state: Any) -> bool:
        """Say whether a game of this kind can be flown on at all."""

    def covers(self, decision: Decision) -> bool:
        """Say whether odds of this decision mean anything."""

    def budget(self, decision: Decision) -> int:
        """Return how many rollouts a decision is worth."""

    def measures(self, decision: Decision) -> tuple[Measure, ...]:
        """Name what is counted."""

    def mark(self, state: Any, decision: Decision) -> Any:
        """Note, before an order is tried, what must be known to see the end and to count."""

    def reached(self, state: Any, mark: Any) -> bool:
        """Say at a seam whether a rollout ends here."""

    def count(self, state: Any, pack: Any, mark: Any) -> Values:
        """Return the measures at the end, in their order."""

    def worth(self, values: Values, decision: Decision) -> float:
        """Weigh what was counted for the one comparison by which orders are left out."""

    def exact(self, decision: Decision) -> Mapping[Any, Mapping[str, float]]:
        """Return by order what one chart decides, from the facts of the decision."""


def hides_information(title: Title, state: Any) -> bool:
    """Say whether a game hides anything from those who play it, so that it must be guessed."""
    return title.hides(state)


def guesses_of(
    run: Run,
    viewer: str,
    seed: int,
    analysis: GameAnalysis | None = None,
    *,
    decision: Decision | None = None,
    data: Iterable[Event | RecordedAnswer] = (),
    particles: int = 64,
) -> Guesses:
    """Return the guesses of a viewer: the game itself, or the given number made from his knowledge alone.

    `analysis` is the game's (`GameAnalysis`); a game that hides nothing needs none.
    `data` is what the game sent and received from its beginning; it is needed only where something is hidden.
    """
    title = run.title
    if not hides_information(title, run.state):
        stored = KnownGame(title, run.pack, run.record)
        return lambda _number: stored
    assert analysis is not None  # noqa: S101 - a game that hides something has one
    known = observation_of(run, viewer, decision or run.asked(viewer)[0], data)
    return guesses_from(analysis, known, run.pack, viewer, seed, particles)


def guesses_from(
    analysis: GameAnalysis, known: Observation, pack: Charts, viewer: str, seed: int, particles: int = 64
) -> Guesses:
    """Return guesses made of what is known, each when it is first wanted.

    Where one is not found, one of those that were serves in its place; where the first few are not, none does.
    """
    require_plain_data(known)
    guesser = analysis.guesser(known, pack, viewer)
    assert guesser is not None  # noqa: S101 - a game that hides something has one
    made: dict[int, Guess | None] = {}

    def at(place: int) -> Guess | None:
        if place not in made:
            made[place] = guesser(require_rollout_dice(FastDice(mix_seed(seed, place, 1))))
        return made[place]

    def guess(number: int) -> Guess:
        found = at(number % particles)
        if found is None:
            found = next((one for one in map(at, range(min(TRIED, particles))) if one is not None), None)
        if found is None:
            raise NoGuess(f"nothing fits all that {viewer} was told")
        return found

    return guess


def default_bots(title: Title, pack: Charts, seats: Sequence[str], policy: str, seed: int) -> PolicyFactory:
    """Return the computer's bot for every seat. Its random choices depend on the rollout's number."""
    maker = title.policies()[policy]
    return lambda number: {
        seat: maker(pack, seat, mix_seed(seed, number, place) & 0x7FFFFFFF) for place, seat in enumerate(seats)
    }


def roll_out(
    prospects: Prospects, guess: Guess, decision: Decision, option: object, pilots: Mapping[str, Policy], dice: object
) -> Values:
    """Fly one order on to where it is counted."""
    course: RolloutState = guess.begin(require_rollout_dice(dice))
    mark = prospects.mark(course.state, decision)
    course.fly(pilots, lambda state: prospects.reached(state, mark), ((decision, option),))
    return prospects.count(course.state, course.pack, mark)


# The order of flying -------------------------------------------------------------------------------------------------


def rollout_order(decision: Decision, options: Sequence[object], policy: Policy, look: Look) -> list[int]:
    """Return the order in which options are flown where there may not be time for all.

    First the bot's answer and the option that does nothing; then the bot's next answers, each without those before it;
    then the rest, spread over the list.
    """
    his = preferred_orders(decision, options, policy, look)
    quiet = [option for option in options if isinstance(option, str) and ":" not in option]
    places = {option: place for place, option in enumerate(options)}
    first = [places[option] for option in dict.fromkeys([*his[:1], *quiet[:QUIET_ROUNDS], *his])]
    return [*first, *(place for place in spread_evenly(len(options)) if place not in first)]


def preferred_orders(decision: Decision, options: Sequence[object], policy: Policy, look: Look) -> list[object]:
    """Name what a bot would answer, then what he would if that were not offered, and so on.

    Of orders that differ in their last part alone, such as where to a unit goes, he is asked but once.
    """
    found: list[object] = []
    left = list(options)
    while len(left) > 1 and len(found) < 3 * PARALLEL_ORDERS:
        answer = policy.choose(msgspec.structs.replace(decision, options=tuple(left)), look)
        if answer not in left:
            break
        found.append(answer)
        left = [option for option in left if option != answer and not _alike(option, answer)]
    return found


def _alike(one: object, other: object) -> bool:
    """Say whether two orders differ in the last of three parts or more alone."""
    if not isinstance(one, str) or one.count(":") < 2:
        return False
    return one.rpartition(":")[0] == str(other).rpartition(":")[0]


def spread_evenly(count: int) -> list[int]:
    """Return the places of a list so that, wherever one stops, those had lie evenly over it: their bits reversed."""
    bits = max(1, (count - 1).bit_length())
    turned = (int(f"{place:0{bits}b}"[::-1], 2) for place in range(1 << bits))
    return [place for place in turned if place < count]


def rounds_of(count: int, glance: int) -> Iterator[tuple[int, int]]:
    """Give round by round how many orders are flown, and how often each, for as long as somebody asks.

    Few are all flown from the first. Of many the first few are until a glance is had of them, then more; these as often
    as any is before it is left out, and then more still. Of very many some are not flown at all, so that of the others
    something is known.
    """
    wide, number, widest = count if count <= PARALLEL_ORDERS else FEW, glance, min(count, WIDEST)
    yield wide, number
    while wide < widest:
        if number < (FIRST_ROUND if wide == FEW else FULL_ROUND):
            number *= 2
        else:
            wide = min(widest, 3 * wide)
        yield wide, number
    while True:
        number = number * 2 if glance < FIRST_ROUND else max(FULL_ROUND, number * 2)
        yield wide, number


class OrderTrial:
    """The orders of one decision, flown on side by side: the nth rollout of each has the same guess, bots and dice."""

    def __init__(
        self,
        prospects: Prospects,
        guesses: Guesses,
        decision: Decision,
        pilots: PolicyFactory,
        *,
        seed: int,
        options: Sequence[object] | None = None,
    ) -> None:
        self.prospects = prospects
        self.guesses = guesses
        self.decision = decision
        self.pilots = pilots
        self.seed = seed
        self.options = tuple(decision.options if options is None else options)
        self.values: list[list[Values]] = [[] for _option in self.options]
        self.worths: list[list[float]] = [[] for _option in self.options]
        self.field = list(range(len(self.options)))
        """The places of the orders that are still flown, in the order of flying."""
        self._waiting: list[int] = []

    @property
    def flown(self) -> list[int]:
        """The places of the orders that were flown on at all."""
        return [place for place, values in enumerate(self.values) if values]

    def begin_with(self, wide: int) -> None:
        """Fly the given number of orders first: the bot's choices. Leave the rest for later."""
        if wide >= len(self.options):
            return
        actor = self.decision.actor
        course = self.guesses(0).begin(StreamDice(mix_seed(self.seed, 0)))
        look = partial(course.title.view, course.state, course.pack, actor)
        order = rollout_order(self.decision, self.options, self.pilots(0)[actor], look)
        self.field, self._waiting = order[:wide], order[wide:]

    def widen(self, wide: int) -> None:
        """Let so many orders be flown."""
        more = max(0, wide + len(self._waiting) - len(self.options))
        self.field, self._waiting = self.field + self._waiting[:more], self._waiting[more:]

    def wanting(self, number: int) -> int:
        """Count the rollouts that the field lacks of so many each."""
        return sum(max(0, number - len(self.values[place])) for place in self.field)

    def fly(self, number: int, stopped: Callable[[], bool]) -> bool:
        """Fly every order of the field on, up to so many rollouts of each; say whether that was done.

        Those that have just come in are flown as often as the others first, one after the other, so that something is
        known of each that was begun but the last.
        """
        begun = min(number, max(len(self.values[place]) for place in self.field))
        late = [(place, at) for place in self.field for at in range(len(self.values[place]), begun)]
        together = [(place, at) for at in range(begun, number) for place in self.field if at >= len(self.values[place])]
        for place, at in (*late, *together):
            if stopped():
                return False
            self._fly_one(place, at)
        return True

    def _fly_one(self, place: int, at: int) -> None:
        dice = StreamDice(mix_seed(self.seed, at))
        pilots, option = self.pilots(at), self.options[place]
        values = roll_out(self.prospects, self.guesses(at), self.decision, option, pilots, dice)
        self.values[place].append(values)
        self.worths[place].append(self.prospects.worth(values, self.decision))

    def gap(self, ahead: int, behind: int) -> tuple[float, float]:
        """Return by how much one order is worth more than another, and the error, over the rollouts that they share."""
        return paired_difference(self.worths[ahead], self.worths[behind])

    def best(self, preferred: object = None) -> int:
        """Return the place of the order that is worth most; of those that no error tells apart the preferred one."""
        means = [sum(worths) / max(1, len(worths)) for worths in self.worths]
        field = [place for place in self.field if self.worths[place]] or self.field
        best = max(field, key=lambda place: (means[place], -place))
        if preferred in self.options and (mine := self.options.index(preferred)) in field:
            gap, error = self.gap(best, mine)
            if gap <= ELIMINATED_ERRORS * error:
                return mine
        return best

    def halve(self) -> None:
        """Leave out what is behind the best by more than two errors, the worse half of the field at most."""
        if len(self.field) < 2:
            return
        best = self.best()
        behind = []
        for place in self.field:
            gap, error = self.gap(best, place)
            if place != best and gap > ELIMINATED_ERRORS * error:
                behind.append((gap, place))
        for _gap, place in sorted(behind, reverse=True)[: len(self.field) // 2]:
            self.field.remove(place)

    def odds(self) -> tuple[OrderOdds, ...]:
        """Return what is known so far, also of orders that were not flown on yet: of them nothing."""
        measures, known = self.prospects.measures(self.decision), self.prospects.exact(self.decision)
        compared = [self._compared(at, measure, known) for at, measure in enumerate(measures)]

        def named(place: int, which: int) -> tuple[str, ...]:
            pairs = zip(measures, compared, strict=True)
            return tuple(measure.name for measure, places in pairs if place in places[which])

        found = []
        for place, option in enumerate(self.options):
            sure = known.get(option, {})
            figures = {
                measure.name: exact_figure(sure[measure.name])
                if measure.name in sure
                else figure([values[at] for values in self.values[place]], share=measure.share, spread=measure.spread)
                for at, measure in enumerate(measures)
            }
            worth = figure(self.worths[place], share=False)
            differs = named(place, 0), named(place, 1), named(place, 2)
            found.append(OrderOdds(option, len(self.values[place]), figures, worth, *differs))
        return tuple(found)

    def better_in(self, order: object, other: object) -> tuple[str, ...]:
        """Name the measures in which an order is better than another by more than three errors."""
        measures, known = self.prospects.measures(self.decision), self.prospects.exact(self.decision)
        places = self.options.index(order), self.options.index(other)
        return tuple(
            measure.name
            for at, measure in enumerate(measures)
            if is_more(*(self._column(place, at, measure, known) for place in places), good=measure.good)
        )

    def _compared(self, at: int, measure: Measure, known: Mapping[Any, Mapping[str, float]]) -> MeasureRanking:
        """Say of one measure which of the orders that were flown is ahead of all, and which are behind the best."""
        columns = {place: self._column(place, at, measure, known) for place in self.flown}
        return rank_orders(columns, good=measure.good)

    def _column(self, place: int, at: int, measure: Measure, known: Mapping[Any, Mapping[str, float]]) -> Column:
        """Return what was counted of an order in one measure, or what a chart gives."""
        value = known.get(self.options[place], {}).get(measure.name)
        return [values[at] for values in self.values[place]] if value is None else float(value)


def odds(
    prospects: Prospects,
    guesses: Guesses,
    decision: Decision,
    pilots: PolicyFactory,
    *,
    seed: int,
    budget: int,
    least: int = FULL_ROUND,
    options: Sequence[object] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[OrderOdds, ...]]:
    """Fly every order on and give the odds after each round, within the given number of rollouts.

    First 4 of each, then 16, then twice as many each time. Once each order has `least`, those that are behind drop out.
    A title with long rollouts begins with fewer (`glance`), and reports after twice as many each time.
    Of many orders only the first few are flown at first, in `rollout_order`; others join later. Their choice depends on
    counts, never on time. Orders that are behind drop out sooner then.
    `stopped` is asked before each rollout; then the odds so far are given.
    Equal guesses and seeds give equal odds, to the bit.
    """
    trial = OrderTrial(prospects, guesses, decision, pilots, seed=seed, options=options)
    rounds = rounds_of(len(trial.options), prospects.glance)
    least = min(least, FULL_ROUND // 2) if len(trial.options) > 3 * PARALLEL_ORDERS else least
    spent = 0
    for wide, wanted in rounds:
        if spent:
            trial.widen(wide)
        else:
            trial.begin_with(wide)
        number, more = wanted, trial.wanting(wanted)
        while spent + more > budget and spent and more:
            number -= 1
            more = trial.wanting(number)
        if more <= 0:
            return
        done = trial.fly(number, stopped)
        spent += more
        yield trial.odds()
        if spent >= budget or not done:
            return
        if number >= least and wide >= min(WIDEST, len(trial.options)):
            trial.halve()
        if len(trial.field) < 2 and len(trial.options) > 1 and number >= least * 4:
            return


# Figures ------------------------------------------------------------------------------------------------------------
