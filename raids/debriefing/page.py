"""The debriefing of a finished night. Nothing of it is secret any more."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.schema import Band
from engine.bomber_command.rules.victory import bombing_halves
from engine.bomber_command.state import MAIN, MOSQUITO, State
from play.games.text import GameText
from play.journal import store
from play.journal.models import EventRow
from play.pages.hexmap import SIZE, extent_of, fill_of
from play.sessions.models import Session
from play.sessions.services import run_of
from raids.board.counters import path_of
from raids.board.map_box import MapBox
from raids.board.map_layer import drawn_of
from raids.routes.page import MapPlace, SimilarRoutes, scenario_word, similar_routes_of

BANDS: tuple[Band, ...] = ("german-major", "german", "draw", "british", "british-major")
TITLES = {
    "german-major": gettext_lazy("German major"),
    "german": gettext_lazy("German"),
    "draw": gettext_lazy("Draw"),
    "british": gettext_lazy("British"),
    "british-major": gettext_lazy("British major"),
}
VERDICTS = {
    "german-major": gettext_lazy("German major victory"),
    "german": gettext_lazy("German victory"),
    "draw": gettext_lazy("A drawn night"),
    "british": gettext_lazy("British victory"),
    "british-major": gettext_lazy("British major victory"),
}
TAG = 10.4
"""From the letter of a raid to that of the next that comes in by the same hex."""
ROLLED = frozenset(("attack.rolled", "flak.rolled"))
SHOWN_EVENTS = (*ROLLED, "raid.marked", "raid.recovered", "fighters.lost")


class VerdictBand(NamedTuple):
    """A band of the verdict on the scale of net points."""

    band: Band
    title: Promise
    span: str
    is_it: bool


class AccountLine(NamedTuple):
    """A line of an account: what the points were given for, and by which rule."""

    word: str
    points: str
    rule: str
    note: str = ""


class LossCause(NamedTuple):
    """Losses by one cause."""

    word: str
    number: int
    marks: range


class UnitLosses(NamedTuple):
    """Losses of a unit."""

    name: str
    lost: int


class SheetPoint(NamedTuple):
    """A point of the sheet."""

    x: str
    y: str


class SheetDisc(NamedTuple):
    """The place of a raid at the end of a turn."""

    turn: int
    x: str
    y: str


class SheetRaid(NamedTuple):
    """A raid on the sheet."""

    n: int
    letter: str
    kind: str
    target: str
    losses: int
    path: str
    discs: list[SheetDisc]
    aim: SheetPoint | None
    entry: SheetPoint | None
    route: str


class NightSheet(NamedTuple):
    """The night on one sheet of paper."""

    box: MapBox
    lines: str
    coast: str
    rivers: str
    raids: list[SheetRaid]
    cities: list[MapPlace]


@dataclass(frozen=True, kw_only=True)
class NightDebriefing:
    """The whole page."""

    verdict: Promise
    net: int
    british: int
    german: int
    turns: int
    scenario: str
    bands: list[VerdictBand]
    account_british: list[AccountLine]
    account_german: list[AccountLine]
    bombers: list[LossCause]
    fighters: list[LossCause]
    units: list[UnitLosses]
    map: NightSheet
    twins: list[SimilarRoutes]
    cities: list[str]


def debriefing_of(session: Session) -> NightDebriefing:
    """Return the whole page."""
    night: State = run_of(session).state
    charts: Charts = store.pack_of(session)
    words = store.words_of(session)
    score = night.score
    rows = EventRow.objects.filter(session=session, kind__in=SHOWN_EVENTS, entry__undone_by=None)
    data = list(rows.order_by("number").values_list("kind", "data"))
    return NightDebriefing(
        verdict=VERDICTS[score.band],
        net=score.british - score.german,
        british=score.british,
        german=score.german,
        turns=night.turn,
        scenario=scenario_word(words, night.scenario),
        bands=bands_of(night, charts),
        account_british=british_account(night, charts, words),
        account_german=german_account(night, charts),
        bombers=bombers_by_cause(night, data, words),
        fighters=fighters_by_cause(data, words),
        units=units_lost(night, charts),
        map=sheet_of(night, charts),
        twins=similar_routes_of(
            night.scenario,
            [(raid.letter, raid.target, raid.route) for raid in night.raids if raid.kind == MAIN and raid.target],
            besides=session,
        ),
        cities=[charts.boards[night.scenario].cities[raid.target].name for raid in night.raids if raid.kind == MAIN],
    )


def bands_of(night: State, charts: Charts) -> list[VerdictBand]:
    """Return the five bands on the scale of net points, with the night's own."""
    table = charts.scenarios[night.scenario].bands
    net = night.score.british - night.score.german
    spans: dict[Band, list[int]] = {band: [] for band in BANDS}
    for points in range(-200, 201):
        spans[table[points]].append(points)
    found = []
    for band in BANDS:
        low, high = min(spans[band]), max(spans[band])
        span = _("%(n)s or less") if low <= -200 else _("%(n)s or more") if high >= 200 else _("%(low)s to %(high)s")
        said = span % {"n": high if low <= -200 else low, "low": low, "high": high}
        found.append(VerdictBand(band, TITLES[band], said, table[net] == band))
    return found


def figure(points: float) -> str:
    """Write points as the reader's language has them: no zero behind a half, and a true minus."""
    said = localize(points if points % 1 else int(points))
    return said.replace("-", "−")


def _line(word: str, points: float, rule: str, note: str = "") -> AccountLine:
    return AccountLine(word, figure(points), rule, note)


def british_account(night: State, charts: Charts, words: GameText) -> list[AccountLine]:
    """List the British points line by line. [11.1]"""
    score, board = night.score, charts.boards[night.scenario]
    attacked = {raid.target for raid in night.raids if raid.kind == MAIN and raid.attacked}
    lines = []
    for city, vp in zip(night.targets, night.target_vps, strict=True):
        if city in attacked:
            lines.append(_line(_("Target bombed: %(city)s") % {"city": board.cities[city].name}, vp, "11.1"))
    for bombing in night.bombings:
        halves = bombing_halves(night, charts, bombing)
        fires = sum(bombing.fires.values()) + sum(bombing.first_fires.values())
        facts = {"city": board.cities[bombing.city].name}
        note = _("major fires: %(fires)s, firestorms: %(storms)s") % {"fires": fires, "storms": len(bombing.storms)}
        lines.append(_line(_("Bombs and fires: %(city)s") % facts, halves / 2, "11.1.1", note))
    lines.append(_line(_("Mines"), score.mining, "11.1"))
    lines.append(_line(_("Mosquito bombing"), score.nuisance, "4.3.2"))
    each = charts.tables.other_scores.nightfighter_halves / 2
    lost = {"n": score.nightfighters, "each": figure(each)}
    lines.append(_line(_("Nightfighters lost: %(n)s at %(each)s") % lost, score.nightfighters * each, "11.1"))
    halves = score.bombing + score.nightfighters * charts.tables.other_scores.nightfighter_halves
    if halves % 2:
        lines.append(_line(_("The half that is dropped"), -0.5, "11.2"))
    return lines


def german_account(night: State, charts: Charts) -> list[AccountLine]:
    """List the German points line by line, raid by raid. [11.1]"""
    row = charts.scenarios[night.scenario]
    lines = []
    for raid in night.raids:
        if raid.kind == MOSQUITO and raid.confirmed:
            facts = {"letter": raid.letter, "n": raid.confirmed, "each": row.mosquito}
            said = _("Raid %(letter)s: Mosquitos %(n)s, at %(each)s each") % facts
            lines.append(_line(said, raid.confirmed * row.mosquito, "9.9.1"))
        elif raid.kind != MOSQUITO and raid.losses:
            facts = {"letter": raid.letter, "n": raid.losses, "each": row.bomber}
            said = _("Raid %(letter)s: bombers %(n)s, at %(each)s each") % facts
            lines.append(_line(said, raid.losses * row.bomber, "11.1"))
    return lines


# Losses --------------------------------------------------------------------------------------------------------------

ShownEvents = Iterable[tuple[str, Mapping[str, Any]]]


def bombers_by_cause(night: State, shown: ShownEvents, words: GameText) -> list[LossCause]:
    """Count the bombers lost by cause; Mosquitos, which are claimed and then confirmed, are not among them."""
    kinds = {raid.letter: raid.kind for raid in night.raids}
    found: dict[str, int] = {}
    cause = ""
    for kind, data in shown:
        if kind in ROLLED:
            cause = str(data["attack"])
        elif kind == "raid.marked":
            if kinds.get(data["raid"]) != MOSQUITO and data["losses"]:
                found[cause or "accident"] = found.get(cause or "accident", 0) + data["losses"]
            cause = ""
        elif kind == "raid.recovered" and data["losses"]:
            found["recovery"] = found.get("recovery", 0) + data["losses"]
    return _counted(found, words)


def fighters_by_cause(shown: ShownEvents, words: GameText) -> list[LossCause]:
    """Count the nightfighters lost by cause."""
    found: dict[str, int] = {}
    for kind, data in shown:
        if kind == "fighters.lost":
            found[data["cause"]] = found.get(data["cause"], 0) + data["losses"]
    return _counted(found, words)


def _counted(found: Mapping[str, int], words: GameText) -> list[LossCause]:
    ordered = sorted(found.items(), key=lambda pair: -pair[1])
    return [LossCause(words.name(cause), n, range(n)) for cause, n in ordered]


def units_lost(night: State, charts: Charts) -> list[UnitLosses]:
    """List the units that lost aircraft."""
    units = charts.boards[night.scenario].units
    hurt = sorted((unit for unit in night.units if unit.lost), key=lambda unit: -unit.lost)
    return [UnitLosses(units[unit.id].name, unit.lost) for unit in hurt]


# The night on one sheet ----------------------------------------------------------------------------------------------


def _disc(turn: int, point: tuple[float, float]) -> SheetDisc:
    return SheetDisc(turn, f"{point[0]:.1f}", f"{point[1]:.1f}")


def _beside(point: tuple[float, float], taken: list[tuple[float, float]]) -> SheetPoint:
    """Place the letter of a raid where it comes in, below those that come in there too."""
    x, y = point[0], point[1] + TAG * taken.count(point)
    taken.append(point)
    return SheetPoint(f"{x:.1f}", f"{y:.1f}")


def sheet_of(night: State, charts: Charts) -> NightSheet:
    """Draw the night on paper: coasts, the routes with their turns, what was bombed."""
    board = charts.boards[night.scenario]
    grid = board.grid
    drawn = drawn_of(board)
    raids = []
    entries: list[tuple[float, float]] = []
    for n, raid in enumerate(night.raids):
        points = [grid.centre(hex_, SIZE) for hex_ in raid.route if hex_ in grid]
        ends = [(raid.turn + (at - raid.first + 1) // 2, at) for at in range(raid.first - 1, len(points), 2)]
        discs = [_disc(turn, points[at]) for turn, at in ends if at >= raid.appears]
        aim = points[raid.target_at] if 0 <= raid.target_at < len(points) else None
        raids.append(
            SheetRaid(
                n=n % 6,
                letter=raid.letter,
                kind=raid.kind,
                target=board.cities[raid.target].name if raid.target in board.cities else raid.target,
                losses=raid.losses,
                path=path_of(points[raid.appears :]) if len(points) > 1 else "",
                discs=discs if raid.kind == MAIN else [],
                aim=SheetPoint(f"{aim[0]:.1f}", f"{aim[1]:.1f}") if aim else None,
                entry=_beside(points[raid.appears], entries) if points else None,
                route=" ".join(raid.route),
            )
        )
    named = {raid.target for raid in night.raids}
    cities = []
    for name, city in board.cities.items():
        if name in named or (city.flak or 0) >= 4:
            x, y = grid.centre(city.hex, SIZE)
            cities.append(MapPlace(city.name, f"{x:.1f}", f"{y - 8:.1f}", name in named))
    return NightSheet(
        box=MapBox(*extent_of(grid)),
        lines=fill_of(grid, grid),
        coast=drawn.beneath[2].d,
        rivers=drawn.beneath[3].d,
        raids=raids,
        cities=cities,
    )
