"""The scenarios of the book as cards in the order of the war, and one of them with its variants, sky and set-up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.scenarios import Scenario, UnknownScenario, lineage, merge, resolve
from engine.nightfighter.charts.schema import Aim, AttackerForce, DefenderFlight, ScenarioChanges, ScenarioRow, Tables
from play.games.text import GameText
from play.pages.hexmap import edge_of, extent_of, fill_of
from play.utils.months import month_and_year
from sorties.nightfighter.board.map_layer import NIGHT, ground

HOWS = ("solo", "computer", "person")
NEW = {
    "1": gettext_lazy("Moonlight and eyesight"),
    "2": gettext_lazy("Ground radar"),
    "3": gettext_lazy("Searchlights"),
    "4": gettext_lazy("Radar in the nose"),
    "5": gettext_lazy("Flak, a burning city"),
    "6": gettext_lazy("The stream, jamming"),
    "7": gettext_lazy("Homing on the hunters"),
    "8": gettext_lazy("Control from below"),
    "9": gettext_lazy("Ships and torpedoes"),
    "10": gettext_lazy("Intruders behind you"),
}
"""New features of each scenario of the book."""
DOTS = {"normal": 1, "hard": 2, "impossible": 3}
FIRST_YEAR = 1940
RAIL, APART = 1000, 23
SHOWN = (
    *("defenders", "attackers", "altitude", "search_radar", "searchlights"),
    *("jamming", "moon", "music", "flare_zones"),
)
"""Parts of a variant that have a sentence, in this order; the others are named by their labels."""


@dataclass(frozen=True)
class ScenarioChoice:
    """The choice on the page: the open scenario, the variant, and the way of playing."""

    how: str
    scenario: str
    variant: str

    @classmethod
    def read(cls, asked: Mapping[str, str], pack: Pack[Tables]) -> "ScenarioChoice":
        """Read a choice from an address or a form; what is unknown falls back to the first."""
        tables = pack.tables
        how = asked.get("how", HOWS[0])
        variant = asked.get("variant", "") or asked.get("scenario", "")
        try:
            row = lineage(tables, variant)[0]
        except UnknownScenario:
            row = tables.scenarios.scenarios[0]
            variant = row.id
        return cls(how if how in HOWS else HOWS[0], row.id, variant)

    @property
    def solo(self) -> bool:
        """Say whether nobody keeps the second map."""
        return self.how == "solo"


@dataclass(kw_only=True)
class ScenarioCard:
    """A scenario of the book on its card."""

    id: str
    title: str
    when: str
    year: int
    at: int
    """Position on the rail of the war."""
    place: str
    new: str | Promise
    sides: str
    difficulty: str
    dots: list[bool]
    variants: str
    closed: bool
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class VariantLine:
    """A variant of the open scenario, or the scenario as it is printed."""

    id: str
    title: str
    changes: str
    closed: bool
    chosen: bool


@dataclass(frozen=True)
class BeaconPlace:
    """The place of the radio beacon on the map."""

    x: str
    y: str


@dataclass(frozen=True, kw_only=True)
class SetupPreview:
    """The set-up as a small map: the data of its paths."""

    lying: str
    turn: str
    lines: str
    lit: str
    lit_edge: str
    flares: str
    start: str
    beacon: BeaconPlace | None
    beacon_hex: str
    rows: tuple[int, int] | None
    bombers: list[str]


@dataclass(frozen=True, kw_only=True)
class ScenarioDetail:
    """The open scenario; one of a player's own has neither card nor variants."""

    facts: list[tuple[str, str]]
    preview: SetupPreview
    row: ScenarioRow | None = None
    card: ScenarioCard | None = None
    variants: list[VariantLine] = field(default_factory=list)


def cards(choice: ScenarioChoice, pack: Pack[Tables], words: GameText) -> list[ScenarioCard]:
    """Return a card for each scenario of the book."""
    found = [_card(row, choice, pack, words) for row in pack.tables.scenarios.scenarios]
    for before, after in pairwise(found):
        after.at = max(after.at, before.at + APART)
    return found


def _card(row: ScenarioRow, choice: ScenarioChoice, pack: Pack[Tables], words: GameText) -> ScenarioCard:
    whole = merge([row])
    year, month = (int(part) for part in whole.date.split("-")[:2])
    return ScenarioCard(
        id=row.id,
        title=row.title,
        when=month_and_year(year, month),
        year=year,
        at=round(RAIL * ((year - FIRST_YEAR) * 12 + month - 9) / 54) + 14,
        place=str(words.name(whole.place)),
        new=NEW.get(row.id, ""),
        sides=_("%(fighters)s v %(bombers)s")
        % {"fighters": forces(whole.defenders), "bombers": forces(whole.attackers)},
        difficulty=str(words.name(whole.difficulty)),
        dots=[n < DOTS[whole.difficulty] for n in range(3)],
        variants=ngettext("%(n)s variant", "%(n)s variants", len(row.variants)) % {"n": len(row.variants)},
        closed=choice.solo and is_closed(pack, row.id),
        chosen=row.id == choice.scenario,
    )


def forces(rows: Iterable[AttackerForce | DefenderFlight]) -> str:
    """Say the forces of a side: 2 Me110G-4, 1 Ju88C-6."""
    return ", ".join(f"{row.count} {row.type}" for row in rows)


def is_closed(pack: Pack[Tables], name: str) -> bool:
    """Say whether a scenario wants an umpire."""
    try:
        resolve(pack.tables, name, (), True)
    except UnknownScenario:
        return True
    return False


def detail(choice: ScenarioChoice, pack: Pack[Tables], words: GameText) -> ScenarioDetail:
    """Return the open scenario: its variants, and tonight's sky, equipment, aim and place by the chosen one."""
    row = next(one for one in pack.tables.scenarios.scenarios if one.id == choice.scenario)
    offered: list[ScenarioChanges] = [row, *row.variants]
    solo = choice.solo and not is_closed(pack, choice.variant)
    scenario = resolve(pack.tables, choice.variant, (), solo)
    return ScenarioDetail(
        row=row,
        card=_card(row, choice, pack, words),
        variants=[
            VariantLine(
                id=one.id,
                title=one.title,
                changes=changes_of(one, words) if one is not row else forces(merge([row]).defenders),
                closed=choice.solo and is_closed(pack, one.id),
                chosen=one.id == choice.variant,
            )
            for one in offered
        ],
        facts=facts_of(scenario, words),
        preview=preview(scenario, pack),
    )


def changes_of(variant: ScenarioChanges, words: GameText) -> str:
    """Say in a few words what a variant changes."""
    said = []
    for name in SHOWN:
        value = getattr(variant, name)
        if value is None:
            continue
        if name in ("defenders", "attackers"):
            said.append(forces(value))
        elif isinstance(value, str):
            said.append(f"{str(words.label(name)).lower()}: {words.name(value)}")
        else:
            said.append(str(words.label(name)).lower())
    said += [str(words.name(variant.difficulty))] if variant.difficulty and not said else []
    return ", ".join(said[:2]) or _("other conditions")


def facts_of(scenario: Scenario, words: GameText) -> list[tuple[str, str]]:
    """Say what is flown tonight, under what sky, with what, and what wins."""
    rolled = _("rolled")
    sky = ", ".join(
        f"{words.label(name)}: {rolled if value == 'random' else words.name(value)}"
        for name, value in (("moon", scenario.moon), ("visibility", scenario.visibility), ("cloud", scenario.cloud))
    )
    have = [f"{count} {name}" if count > 1 else name for name, count in scenario.search_radar.items()]
    if scenario.searchlights.zones:
        have.append(_("lights in %(zones)s") % {"zones": ", ".join(scenario.searchlights.zones)})
    found = [
        (_("You fly"), forces(scenario.defenders)),
        (_("They come with"), forces(scenario.attackers)),
        (_("Sky"), sky),
        (_("You have"), ", ".join(have) or _("your eyes alone")),
        (_("To win"), aim_of(scenario.victory.win)),
    ]
    if scenario.victory.decisive is not None:
        found.append((_("Decisive"), aim_of(scenario.victory.decisive)))
    return found


def aim_of(aim: Aim) -> str:
    """Say what a level of victory asks for."""
    said = []
    if aim.kills:
        data = {"n": aim.kills, "type": aim.of}
        if aim.of:
            said.append(_("shoot down %(n)s %(type)s") % data)
        else:
            said.append(ngettext("shoot down %(n)s aircraft", "shoot down %(n)s aircraft", aim.kills) % data)
    if aim.hits_on_one:
        said.append(
            ngettext("%(n)s hit on one aircraft", "%(n)s hits on one aircraft", aim.hits_on_one)
            % {"n": aim.hits_on_one}
        )
    if aim.losses_at_most is not None:
        said.append(_("lose %(n)s at most") % {"n": aim.losses_at_most})
    if aim.points_at_most is not None:
        said.append(_("allow them %(n)s points at most") % {"n": aim.points_at_most})
    return ", ".join(said)


def preview(scenario: Scenario, pack: Pack[Tables]) -> SetupPreview:
    """Return the set-up as a small map: lights, flares, where one begins, where the bombers come in. [3.2]

    It draws rows for every fighter; `start_hexes` gives the hexes of one, by its guidance and with the beacon.
    """
    drawn, charts = ground(pack, NIGHT), charts_of(pack)
    grid, night = drawn.grid, charts.map
    left, top, width, height = extent_of(grid)

    def of_zones(letters: Sequence[str]) -> list[str]:
        return [f"{hex_:04}" for letter in letters for hex_ in night.zones.get(letter, ())]

    rows = scenario.setup.rows
    start = [f"{hex_:04}" for hex_ in night.hexes if rows and rows[0] <= hex_ % 100 <= rows[1]]
    beacon = scenario.setup.beacon or scenario.setup.box
    x, y = grid.centre(f"{night.beacon:04}", 20)
    return SetupPreview(
        lying=f"0 0 {height} {width}",
        turn=f"translate({-top} {width + left}) rotate(-90)",
        lines=fill_of(grid, grid),
        lit=fill_of(grid, of_zones(scenario.searchlights.zones)),
        lit_edge=edge_of(grid, of_zones(scenario.searchlights.zones)),
        flares=edge_of(grid, of_zones(scenario.flare_zones)),
        start=edge_of(grid, start),
        beacon=BeaconPlace(f"{x:.0f}", f"{y:.0f}") if beacon else None,
        beacon_hex=f"{night.beacon:04}" if beacon else "",
        rows=rows,
        bombers=[f"{grid.centre(f'{100 * column + 1:04}', 20)[0]:.0f}" for column in (4, 10, 16)],
    )
