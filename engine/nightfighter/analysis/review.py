"""Reviews of nights: a night by bombers shot down, flown to the morning; a year by its own measure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.review import HiddenPlan, RecheckPlan, RedealPlan
from engine.kernel.decisions import Decision
from engine.kernel.packs.schema import Pack
from engine.nightfighter.analysis.features import features, is_between, measured
from engine.nightfighter.analysis.prospects import PROSPECTS, is_idle
from engine.nightfighter.analysis.value_fn import VALUE_FN, value_kind
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.state import UMPIRE, Setup, State

WHO_COMES = frozenset(("counters", "pool", "chits", "column", "weather"))
ALONE = frozenset(("radar", "location", "shift", "phantom", "cup"))
UMPIRE_STREAMS = frozenset((UMPIRE, "marker", "displacement"))
"""Hidden throws and choices of an umpire; the seat of a person has the name of the stream."""

OF_WEEKS = frozenset(("campaign", "staffel", "lot", "raids", "raid"))
OF_NIGHTS = frozenset(("combat", "tally", "landing", "injury"))
"""Of the streams of a year: what a week brings, and what is thrown when its nights are under way or over."""
PLACING = "staffel.place"


class NightReview:
    """Review of Nightfighter: a night alone."""

    kind = ""
    unknown: frozenset[str] = WHO_COMES | ALONE
    matters = 0.05
    node_rollouts = 64
    most_rollouts = 256
    all_rollouts = 8000
    fewest_rollouts = 16
    most_judged = 0
    years = 0
    first_rollouts = 200
    together = frozenset[str]()
    ahead = 1
    splits = True
    adjusts_luck = False
    anew: RedealPlan | None = None
    hiding: HiddenPlan | None = None
    proof: RecheckPlan | None = None

    def unknowable(self, streams: Sequence[str]) -> bool:
        """Return the hidden facts: who comes, and how it is found. All else is dice."""
        return self.unknown.issuperset(streams)

    def weighs(self, decision: Decision) -> bool:
        """Weigh every decision that has odds."""
        return PROSPECTS.covers(decision)

    def knows_all(self, state: State, seat: str) -> bool:
        """Alone nothing is hidden that was decided."""
        return True

    def result(self, state: State, pack: Pack[Tables], seat: str) -> float:
        """Count what has been shot down. [4.1]"""
        return float(sum(bomber.status == "destroyed" for bomber in state.bombers))

    def is_node(self, state: State) -> bool:
        """A night is flown on to its end from everywhere."""
        return False

    def features(self, state: State, pack: Pack[Tables], seat: str) -> tuple[float, ...]:
        """Return no features."""
        return ()

    def weights(self, setup: Setup, pack: Pack[Tables], seat: str) -> tuple[float, ...]:
        """Return no weights."""
        return ()

    def is_idle(self, state: State) -> bool:
        """Say whether nobody is over the map or still to come. [4.1]"""
        return is_idle(state)

    def chapter(self, state: State) -> str:
        """Name the turn."""
        return str(state.turn)

    def bands(self, state: State, pack: Pack[Tables], seat: str) -> list[tuple[str, float]]:
        """The aims of a night differ."""
        return []


class UmpiredNightReview(NightReview):
    """A night under an umpire: turns are its nodes, and an answer is judged on nights that tell the player the same."""

    kind = "umpire"
    unknown = WHO_COMES | UMPIRE_STREAMS
    node_rollouts = 32
    most_rollouts = 96
    all_rollouts = 2000
    together = frozenset(("fighter.step",))
    anew = RedealPlan(deals=200)
    hiding = HiddenPlan(guesses=8, truths=6)
    proof = RecheckPlan(answers=5, rollouts=96, guesses=24, seems=2.0)

    def knows_all(self, state: State, seat: str) -> bool:
        """The umpire's map is hidden from the first. [5.0]"""
        return False

    def is_node(self, state: State) -> bool:
        """A turn begins."""
        return state.phase == "turn"


class YearReview(NightReview):
    """A year of nights, a pilot's or a Staffel's: weeks are its nodes, and what is left then is fitted. [S campaign]"""

    years = 6
    splits = False
    node_rollouts = 12
    all_rollouts = 7000
    fewest_rollouts = 8
    most_judged = 450
    together = frozenset(("fighter.step", PLACING))

    def __init__(self, campaign: str, matters: float, first_rollouts: int) -> None:
        self.kind = campaign
        self.matters, self.first_rollouts = matters, first_rollouts
        self.proof = RecheckPlan(answers=5, rollouts=192, guesses=24, seems=1.0)
        if campaign == "staffel":
            self.most_judged, self.all_rollouts = 300, 4800

    def unknowable(self, streams: Sequence[str]) -> bool:
        """Return the hidden facts: which nights there are. All that falls within a night is dice."""
        return not OF_WEEKS.isdisjoint(streams) and OF_NIGHTS.isdisjoint(streams)

    def weighs(self, decision: Decision) -> bool:
        """Weigh every decision that has odds, and the choice of a patrol; the line of aircraft shows too late."""
        return PROSPECTS.covers(decision) or (decision.kind == PLACING and len(decision.options) > 1)

    def result(self, state: State, pack: Pack[Tables], seat: str) -> float:
        """Return the figure by which the year is measured. [10.2, S campaign]"""
        return measured(state)

    def is_node(self, state: State) -> bool:
        """A week is done with."""
        return is_between(state)

    def features(self, state: State, pack: Pack[Tables], seat: str) -> tuple[float, ...]:
        """Return the features that the rest of the year is valued by."""
        return features(state, charts_of(pack))

    def weights(self, setup: Setup, pack: Pack[Tables], seat: str) -> tuple[float, ...]:
        """Return what was fitted to years by these charts; where none was, it is fitted to each year."""
        return VALUE_FN.of(pack, value_kind(setup))

    def chapter(self, state: State) -> str:
        """Name the month."""
        return state.career.month if state.career is not None else ""

    def bands(self, state: State, pack: Pack[Tables], seat: str) -> list[tuple[str, float]]:
        """Return the levels of a year with the figures that they begin at. [10.2, S campaign]"""
        tables = charts_of(pack).tables
        rules, book, campaign = tables.campaign, tables.staffel, state.setup.campaign
        if campaign == "staffel":
            levels = [("draw", book.draw), ("win", book.win), ("decisive", book.decisive)]
        elif campaign == "green":
            minor = next(medal.points for medal in rules.medals if medal.name == rules.minor_medal)
            levels = [("minor-victory", minor), ("victory", rules.points_to_win)]
        else:
            levels = [("minor-victory", rules.minor_from), ("victory", rules.experte_from)]
        return [(name, float(figure)) for name, figure in levels]


NIGHT_REVIEW = NightReview()
UMPIRED_NIGHT_REVIEW = UmpiredNightReview()
YEAR_REVIEWS = {
    "green": YearReview("green", 0.2, 200),
    "seasoned": YearReview("seasoned", 0.05, 150),
    "staffel": YearReview("staffel", 0.2, 40),
}


def review_of(setup: Setup, seat: str) -> NightReview | None:
    """Return the review of a seat; an umpire has nothing to win, and so nothing to lose. [1.2]"""
    if seat == UMPIRE or setup.mode == "tabletop":
        return None
    if setup.campaign != "none":
        return YEAR_REVIEWS[setup.campaign] if setup.mode == "solo" else None
    return UMPIRED_NIGHT_REVIEW if setup.mode == "blind" else NIGHT_REVIEW
