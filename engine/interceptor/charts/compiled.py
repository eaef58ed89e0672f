"""The chart pack of Interceptor Ace: every chart, mat and card as a typed table, and the lookups that play reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.interceptor.charts.career import CareerCharts
from engine.interceptor.charts.check import _target_zones, check
from engine.interceptor.charts.schema import CombatCardRow, FighterType, Model, Tables
from engine.interceptor.state import MONTHS
from engine.kernel.packs.reading import load_pack, pack_names, read_pack
from engine.kernel.packs.schema import (
    Pack,
)

PACKS = Path(__file__).resolve().parents[3] / "fixtures" / "packs" / "interceptor-ace"


# The calendar and the raid -----------------------------------------------------------------------------------------


# Shooting ----------------------------------------------------------------------------------------------------------


# The way home and its results --------------------------------------------------------------------------------------


# The mats ----------------------------------------------------------------------------------------------------------


# Consistency -------------------------------------------------------------------------------------------------------


# Data for play -----------------------------------------------------------------------------------------------------


class Guns(msgspec.Struct, frozen=True, gc=False):
    """A forward weapon row as play reads it."""

    weapon: str
    fp: int
    ammo: int
    jams: bool


class StartingUnit(msgspec.Struct, frozen=True):
    """A line of the starting units as play reads it. [4.1]"""

    unit: str
    base: str
    zone: str
    start: int
    aircraft: tuple[str, ...]
    optional: bool


class Mat(msgspec.Struct, frozen=True):
    """A mat with its series' frame, in one piece."""

    name: str
    series: str
    speed: int
    guns: tuple[Guns, ...]
    boost: str
    rockets: int
    rear_gun: bool
    gunner: bool
    level: int
    start: int
    limited: bool
    port_wing: int
    starboard_wing: int
    airframe: int
    controls: int
    engine: int
    engines: int
    armour: int
    agile: bool
    bf109: bool
    losses: tuple[int, ...]
    fp: int
    """Firepower of all forward weapons. [7.1.6]"""


class Foe(msgspec.Struct, frozen=True):
    """An Allied fighter as play reads it."""

    name: str
    speed: int
    guns: tuple[int, ...]
    port_wing: int
    starboard_wing: int
    airframe: int
    controls: int
    engine: int
    engines: int
    armour: int
    agile: bool
    losses: tuple[int, ...]


class CombatCard(msgspec.Struct, frozen=True):
    """A Combat Card as play reads it; an avoidance of 99 is all damage."""

    number: int
    hits: tuple[int, ...]
    """By firepower from 0 to the last column; GROUP and DESTROYED mean GP and DE."""
    fire: int
    jam: bool
    defence: str
    avoid: int
    improve: int
    agile: int
    ends: bool
    wingman_fp: int
    wingman_avoid: int
    wingman_improve: int


ON_A_FIGHTER = {
    "airframe": "airframe",
    "controls": "controls",
    "port-wing": "port-wing",
    "starboard-wing": "starboard-wing",
    "port-outboard": "port-engine",
    "port-inboard": "port-engine",
    "starboard-inboard": "starboard-engine",
    "starboard-outboard": "starboard-engine",
}
"""Parts of a group damage package on a fighter: no gunner, cockpit or bomb bay of it is hit. [7.4.1]"""

GROUP, DESTROYED = 100, 101
ALL_DAMAGE = 99


def _avoided(avoid: int | str) -> int:
    return ALL_DAMAGE if avoid == "all" else int(avoid)


class Charts:
    """A pack as play reads it: the typed tables, and lookups made once."""

    def __init__(self, pack: Pack[Tables]) -> None:
        tables = pack.tables
        self.name = pack.manifest.name
        self.hash = pack.hash
        self.pack = pack
        self.tables = tables
        self.target_zones = _target_zones(tables)
        self.series = tuple(tables.mats.series)
        self.career = CareerCharts(tables, self.series)
        self.models = {name: self._mat(name, model) for name, model in tables.mats.rows.items()}
        costs = self.career.costs
        self.prices = {
            flown: {
                name: costs.same_series if mat.series == flown else costs.other_series
                for name, mat in self.models.items()
            }
            for flown in self.series
        }
        self.commonest = {series: self._commonest(series) for series in self.series}
        self.units = {
            number: StartingUnit(row.unit, row.base, row.zone, MONTHS.index(row.start), row.aircraft, row.optional)
            for number, row in tables.units.rows.items()
        }
        self.series_at = {
            number: tuple(dict.fromkeys(self.models[model].series for model in line.aircraft))
            for number, line in self.units.items()
        }
        self.foes = {name: self._foe(name, fighter) for name, fighter in tables.fighters.rows.items()}
        self.top_fp = tables.cards.columns[-1]
        self.faces = {str(number): self._face(number, card) for number, card in tables.cards.rows.items()}
        self.card_ids = sorted(self.faces)
        ranges = tables.ranges
        self.ranges = (ranges.long, ranges.medium, ranges.close)
        self.packages = {
            "port-wing": tables.packages.port_wing,
            "starboard-wing": tables.packages.starboard_wing,
            "airframe": tables.packages.airframe,
        }
        on_airframe = tables.packages.airframe
        self.fighter_package = tuple(ON_A_FIGHTER[part] for part in on_airframe if part in ON_A_FIGHTER)
        self.raids = tuple(tables.raids.months[month] for month in MONTHS)
        self.bomber_shares = tuple(tables.bomber_types.months[month] for month in MONTHS)
        self.escorts = tuple(tables.escorts.months[month] for month in MONTHS)
        self.weather_landing: dict[str, int] = {row.weather: row.landing for _, row in tables.weather.rows.rows}
        self._lines = tuple(tables.calendar.raids[month] for month in MONTHS)

    def lines(self, month: int) -> int:
        """Raids of the month. [4.3.3]"""
        return self._lines[month]

    def _commonest(self, series: str) -> str:
        """The type of a series with the highest number on the Replacement Chart."""
        numbers: dict[str, int] = {}
        for column in self.career.replacements:
            numbers.update(column.get(series, ()))
        return max(numbers, key=lambda name: (numbers[name], -self.models[name].level), default="")

    def _mat(self, name: str, model: Model) -> Mat:
        frame, kinds = self.tables.mats.series[model.series], self.tables.weapons.rows
        losses = self.tables.engine_losses
        return Mat(
            name=name,
            series=model.series,
            speed=model.speed,
            guns=tuple(
                Guns(row.weapon, row.fp, -1 if row.ammo is None else row.ammo, kinds[row.weapon].jams)
                for row in model.weapons
            ),
            boost=model.boost or "",
            rockets=model.rockets,
            rear_gun=model.rear_gun is not None,
            gunner=frame.gunner,
            level=model.level,
            start=MONTHS.index(model.start),
            limited=model.limited,
            port_wing=frame.port_wing,
            starboard_wing=frame.starboard_wing,
            airframe=frame.airframe,
            controls=frame.controls,
            engine=frame.engine,
            engines=frame.engines,
            armour=frame.armour,
            agile=frame.agile,
            bf109=model.series == "Bf109",
            losses=losses.radial if frame.armour else losses.engine,
            fp=sum(row.fp for row in model.weapons),
        )

    def _foe(self, name: str, kind: FighterType) -> Foe:
        losses = self.tables.engine_losses
        return Foe(
            name=name,
            speed=kind.speed,
            guns=kind.weapons,
            port_wing=kind.port_wing,
            starboard_wing=kind.starboard_wing,
            airframe=kind.airframe,
            controls=kind.controls,
            engine=kind.engine,
            engines=kind.engines,
            armour=int(kind.radial),
            agile=kind.agile,
            losses=losses.radial if kind.radial else losses.engine,
        )

    def _face(self, number: int, card: CombatCardRow) -> CombatCard:
        columns, cards = self.tables.cards.columns, self.tables.cards
        hits = []
        for fp in range(self.top_fp + 1):
            column = max((place for place, least in enumerate(columns) if least <= fp), default=0)
            result = card.hits[column]
            hits.append(GROUP if result == "GP" else DESTROYED if result == "DE" else int(result))
        text = self.tables.defences.rows[card.defence]
        return CombatCard(
            number=number,
            hits=tuple(hits),
            fire=card.fire,
            jam=card.jam,
            defence=card.defence,
            avoid=_avoided(text.avoid),
            improve=text.improve,
            agile=text.improve if text.agile is None else text.agile,
            ends=text.ends,
            wingman_fp=card.wingman if isinstance(card.wingman, int) else 0,
            wingman_avoid=cards.spoil_avoids if card.wingman == "spoil" else 0,
            wingman_improve=cards.break_improves if card.wingman == "break" else 0,
        )


_compiled: dict[str, Charts] = {}


def load(name: str = "standard", home: Path = PACKS) -> Charts:
    """The pack of that name, read once in a process and again when its files have changed."""
    return compiled(load_pack(home / name, Tables, check=check, home=home))


def read(texts: Mapping[str, str]) -> Charts:
    """Return the charts in the files of a player's own pack, which may extend one of the site's."""
    site = pack_names(PACKS)
    return compiled(read_pack(texts, Tables, check=check, base=lambda name: load(name).pack if name in site else None))


def compiled(pack: Pack[Tables]) -> Charts:
    """The lookups of a pack, made once for each content."""
    charts = _compiled.get(pack.hash)
    if charts is None or charts.pack.manifest != pack.manifest:
        charts = _compiled[pack.hash] = Charts(pack)
    return charts
