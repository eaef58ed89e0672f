"""Context of the odds panel: the measures of each order as bars and in words, without advice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.analysis.rollouts import Measure
from engine.kernel.decisions import Question, read_question
from engine.kernel.run import Run
from play.games import titles
from play.games.boards import board_of
from play.games.text import GameText
from play.journal import store
from play.odds.models import OddsJob, OddsTiming
from play.odds.poll import OddsPoll, poll_of
from play.odds.services import may_set
from play.odds.worker import OddsRound, OrderFigures, RolledFigure, is_unserved, prospects_of
from play.sessions.models import Seat, Session, SessionStatus
from play.utils.players import Player

NONE = "odds-none"
"""With a seat behind it, the word that says why that seat has no odds."""
WIDE = 100.0
MOST_LISTED = 3
"""Orders that are named as worse than the best; the others are counted."""
SMALL = 0.1
"""A share that never reaches a tenth is drawn on an axis of ten in a hundred."""


@dataclass(frozen=True)
class OddsChoice:
    """Setting of when odds are shown, as a form or the panel offers it."""

    value: str
    label: str | Promise
    chosen: bool
    open: bool = True
    """True if this game allows it."""


@dataclass(frozen=True)
class OddsColumn:
    """A measure, with its axis and what is said below it."""

    name: str
    label: str
    share: bool
    good: bool
    top: float
    """End of the axis."""
    marks: Sequence[str]
    verdict: str
    differs: bool
    signed: bool


@dataclass(frozen=True)
class OddsCell:
    """A figure in short and in words, as a bar with its whisker."""

    start: float
    bar: float
    text: str
    said: str
    exact: bool
    low: float
    high: float
    wide: bool


@dataclass(frozen=True)
class OddsRow:
    """An order with its figures."""

    label: str
    value: str
    chance: object
    """Chance by one chart, in the game's words."""
    n: int
    cells: Sequence[OddsCell]


@dataclass(frozen=True)
class OddsTable:
    """Columns and rows of a round, and the orders that were not flown on."""

    columns: Sequence[OddsColumn] = ()
    rows: Sequence[OddsRow] = ()
    most: int = 0
    """The most rollouts of an order."""
    left: Sequence[str] = ()
    orders: int = 0
    unflown: bool = False


@dataclass(frozen=True, kw_only=True)
class OddsPanel:
    """The panel: when it is shown, and what is known of a question."""

    when: str
    settings: Sequence[OddsChoice]
    kept: bool
    """True if the page uses its own switch."""
    title: str
    assumes: str
    none: str
    """Why this seat has no odds."""
    aided: bool
    asks: bool = False
    state: str = "still"
    question: str = ""
    unfit: bool = False
    table: OddsTable = OddsTable()
    poll: OddsPoll | None = None

    @property
    def switch(self) -> bool:
        """Return whether there is a setting to change."""
        return any(one.open for one in self.settings)


def shell(session: Session, seat: Seat, run: Run | None, words: GameText, *, switch: bool = True) -> OddsPanel | None:
    """Return the panel before anything is known: None where the game has none; `asks` when it is to be asked for."""
    state = _state(session, run)
    prospects = prospects_of(session, state) if state is not None else None
    if prospects is None:
        return None
    frame = _frame(session, seat, words, switch=switch)
    asks = (
        run is not None
        and not frame.none
        and (
            session.odds == OddsTiming.AFTER
            or (
                session.odds == OddsTiming.BEFORE
                and any(prospects.covers(decision) for decision in run.asked(seat.name))
            )
        )
    )
    return replace(frame, asks=asks, state="asked" if asks else "still")


def _state(session: Session, run: Run | None) -> msgspec.Struct | None:
    """Return the state that the panel shows; of a game that is just beginning, its start, to reserve the space."""
    if session.status == SessionStatus.OPEN:
        return store.title_of(session).start(store.setup_of(session), store.pack_of(session))
    return run.state if run is not None and session.status == SessionStatus.PLAYING else None


def agreed(session: Session, player: Player) -> list[OddsChoice]:
    """Return the settings that the owner may agree on before the game begins; none if it has no odds."""
    if not session.belongs_to(player) or titles.analysis_of(session.title) is None:
        return []
    return [one for one in _settings(session) if one.open]


def offered(game: str, when: str = "") -> list[OddsChoice]:
    """Return what the form of a table that is yet to be set offers; nothing where the game has no odds."""
    if titles.analysis_of(game) is None:
        return []
    return [OddsChoice(value, label, value == (when or OddsTiming.OFF)) for value, label in OddsTiming.choices]


def _settings(session: Session) -> list[OddsChoice]:
    return [
        OddsChoice(value, label, value == session.odds, may_set(session, value)) for value, label in OddsTiming.choices
    ]


def panel(
    session: Session, seat: Seat, forecast: OddsJob | None, words: GameText, *, switch: bool = True, asked: int = 1
) -> OddsPanel:
    """Return the panel with the known odds of a question; without the switch the page keeps its own.

    A page that has `asked` so often goes on as its poll says.
    """
    frame = replace(_frame(session, seat, words, switch=switch), poll=poll_of(forecast, asked))
    if forecast is None or session.odds == OddsTiming.OFF:
        return frame
    if not forecast.told.get("orders"):
        state = forecast.state if forecast.state == OddsJob.State.RUNNING else "still"
        return replace(frame, state=state, unfit=forecast.told.get("fits") is False)
    shown = table(msgspec.convert(forecast.told, OddsRound), words, session.title)
    question = _("Your last order and its alternatives") if forecast.seq else ""
    return replace(frame, state=forecast.state, table=shown, question=question)


def _frame(session: Session, seat: Seat, words: GameText, *, switch: bool = True) -> OddsPanel:
    return OddsPanel(
        when=session.odds,
        settings=_settings(session) if switch else [],
        kept=not switch,
        title=words.label("odds-title"),
        assumes=words.label("odds-assumes"),
        none=words.label(f"{NONE}-{seat.name}") if is_unserved(session, seat.name) else "",
        aided=session.aided,
    )


def table(shown: OddsRound, words: GameText, title: str) -> OddsTable:
    """Return columns and rows of a round, and the orders that were not flown on."""
    kind = shown.kind
    facts = read_question(titles.title_of(title).questions, kind, shown.facts)
    found = [one for one in shown.orders if one.n]
    left = [words.order(kind, one.option, facts) for one in shown.orders if not one.n]
    if not found:
        return OddsTable(left=left, orders=len(left), unflown=True)
    columns = [_column(measure, found, words, kind, facts, some=bool(left)) for measure in shown.measures]
    orders: list[dict[str, object]] = [
        {"value": one.option, "label": words.order(kind, one.option, facts), "state": "open"} for one in found
    ]
    by_chart = board_of(title).chances
    if by_chart is not None:
        orders = by_chart(kind, orders, facts)
    rows = [
        OddsRow(
            label=str(order["label"]),
            value=str(order["value"]),
            chance=order.get("chance"),
            n=one.n,
            cells=[_cell(one.figures[column.name], one.n, column) for column in columns],
        )
        for order, one in zip(orders, found, strict=True)
    ]
    return OddsTable(columns, rows, most=max(one.n for one in found), left=left, orders=len(shown.orders))


def _column(
    measure: Measure, found: Sequence[OrderFigures], words: GameText, kind: str, facts: Question, *, some: bool
) -> OddsColumn:
    name = measure.name
    highest = max(one.figures[name][2] for one in found)
    lowest = min(one.figures[name][1] for one in found)
    if measure.share:
        top = SMALL if highest <= SMALL else 1.0
        marks = ["0", "5", "10"] if top == SMALL else ["0", "50", "100"]
    else:
        reached = max(highest, -lowest) if measure.signed else highest
        top = float(next(end for end in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if reached <= end or end == 1000))
        marks = [f"−{top:g}", "0", f"{top:g}"] if measure.signed else ["0", f"{top / 2:g}", f"{top:g}"]
    verdict = verdict_on(name, found, [words.order(kind, one.option, facts) for one in found])
    if verdict.differs and some:
        verdict = verdict._replace(said=_("of the simulated orders: %(verdict)s") % {"verdict": verdict.said})
    return OddsColumn(
        name=name,
        label=words.label(f"odds-{name}"),
        share=measure.share,
        good=measure.good,
        top=top,
        marks=marks,
        verdict=verdict.said,
        differs=verdict.differs,
        signed=measure.signed,
    )


class MeasureVerdict(NamedTuple):
    """Verdict below a column, and whether its orders differ."""

    said: str
    differs: bool


def verdict_on(measure: str, found: Sequence[OrderFigures], labels: Sequence[str]) -> MeasureVerdict:
    """Name the best order in a measure or those worse than the best, as far as rollouts distinguish them."""
    for one, label in zip(found, labels, strict=True):
        if measure in one.stands_out:
            return MeasureVerdict(_("best: %(order)s") % {"order": label}, differs=True)
    if any(one.behind is msgspec.UNSET for one in found):  # stored before these were compared
        return MeasureVerdict(_("no single best order"), differs=False)
    worse = [label for one, label in zip(found, labels, strict=True) if one.behind and measure in one.behind]
    if worse:
        said = _("no single best order; worse than the best: %(orders)s") % {"orders": _listed(worse)}
        return MeasureVerdict(said, differs=True)
    if any(measure in one.apart for one in found):
        return MeasureVerdict(_("no single best order"), differs=True)
    return MeasureVerdict(_("no difference found"), differs=False)


def _listed(labels: Sequence[str]) -> str:
    """Name the first of some orders, and count the others."""
    named = ", ".join(labels[:MOST_LISTED])
    more = len(labels) - MOST_LISTED
    if more <= 0:
        return named
    text = ngettext("%(orders)s and %(n)s more", "%(orders)s and %(n)s more", more)
    return text % {"orders": named, "n": more}


def _cell(figure: RolledFigure, n: int, column: OddsColumn) -> OddsCell:
    mean, low, high, exact = figure
    bottom = -column.top if column.signed else 0.0

    def place(value: float) -> float:
        return round(max(0.0, min(WIDE, WIDE * (value - bottom) / (column.top - bottom))), 1)

    text, said = in_words(figure, n, share=column.share, signed=column.signed)
    at, to, nought, end = place(low), place(high), place(0.0), place(mean)
    return OddsCell(min(nought, end), round(abs(end - nought), 1), text, said, exact, at, to, wide=to > at)


def in_words(figure: RolledFigure, n: int, *, share: bool, signed: bool = False) -> tuple[str, str]:
    """Say a figure in short, and as a sentence has it; an amount that is not signed is never less than nothing."""
    mean, low, high, exact = figure
    if signed:
        ends = [str(round(end)).replace("-", "−") for end in (low, high)]
        pair = {"low": ends[0], "high": ends[1]}
        if exact or ends[0] == ends[1]:
            return ends[0], ends[0]
        return _("%(low)s to %(high)s") % pair, _("between %(low)s and %(high)s") % pair
    if not share:
        if exact or f"{low:.1f}" == f"{high:.1f}":
            return f"{mean:.1f}", f"{mean:.1f}"
        pair = {"low": f"{max(low, 0):.1f}", "high": f"{high:.1f}"}
        return _("%(low)s to %(high)s") % pair, _("between %(low)s and %(high)s") % pair
    if exact:
        number = {"n": f"{100 * mean:.0f}" if mean in (0, 1) or mean >= 0.1 else f"{100 * mean:.1f}"}
        return _("%(n)s, exact") % number, _("exactly %(n)s%%") % number
    if mean == 0:
        return _("none in %(n)s") % {"n": n}, _("none in %(n)s") % {"n": n}
    if mean == 1:
        return _("all of %(n)s") % {"n": n}, _("all of %(n)s") % {"n": n}
    pair = {"low": f"{max(100 * low, 0):.0f}", "high": f"{100 * high:.0f}"}
    if pair["low"] == pair["high"]:
        return pair["low"], _("about %(low)s%%") % pair
    return _("%(low)s to %(high)s") % pair, _("between %(low)s%% and %(high)s%%") % pair
