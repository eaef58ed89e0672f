"""The tables of a night, written with the order that ends a turn, and again on demand.

Raids, legs and cities come from the state; moves and combats come from the valid events of the journal. Nothing of a
turn is written before it is over, so the rows depend on the turn alone.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from django.db import models

from engine.bomber_command.analysis.routes import turns_until_detected
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.rules.plotting import Planner, legs_of
from engine.bomber_command.rules.victory import bombing_halves
from engine.bomber_command.state import MOSQUITO, Setup, State
from play.journal.derived_tables import table_name
from play.journal.models import EventRow
from play.journal.projections import OrderEffects, Row, Rows, projection
from play.sessions.models import Session
from raids.records.models import BombedCity, CombatRecord, FlownLeg, FlownRaid, NightRecord, UnitMove

TITLE = "bomber-command"
PARTS: tuple[type[models.Model], ...] = (FlownRaid, FlownLeg, UnitMove, CombatRecord, BombedCity)
MOVES = {
    "unit.scrambled": "scrambled",
    "unit.moved": "moved",
    "unit.reacted": "reacted",
    "unit.stacked": "stacked",
    "unit.gci": "gci",
    "unit.infiltrated": "infiltrated",
    "unit.left-raid": "left-raid",
    "unit.recovering": "landed",
}
GERMAN_ATTACKS = ("attack.rolled", "flak.rolled")
ATTACKS = (*GERMAN_ATTACKS, "british.attack")
SCORES = (
    "band", "british", "german", "targets", "mining", "nuisance", "nightfighters", "bombers", "mosquitos",
)  # fmt: skip
TURN, MARKED, DETECTED = "turn.begins", "raid.marked", "raids.detected"
WireMod = dict[str, int | str] | list[int | str]
"""A modifier as rows of events have it."""
ADVANCED = tuple(field.name for field in msgspec.structs.fields(Setup) if field.type is bool)


def columns(model: type[models.Model], leave: Iterable[str]) -> tuple[str, ...]:
    """Name the columns of a table that the game writes."""
    return tuple(field.attname for field in model._meta.concrete_fields if field.attname not in leave)


HEAD = columns(NightRecord, ("id", "session_id"))
COLUMNS = {model: columns(model, ("id", "night_id")) for model in PARTS}


def stored_nights(session: Session) -> Rows:
    """Return the stored rows of a night, by the name of each row."""
    rows: Rows = {}
    for night in NightRecord.objects.filter(session=session).values("pk", *HEAD):
        pk = night.pop("pk")
        rows["night"] = night
        for model, names in COLUMNS.items():
            for row in model._default_manager.filter(night=pk).values(*names):
                rows[f"{table_name(model)} {row['place']}"] = row
    return rows


def delete_night_rows(session: Session) -> None:
    """Clear the tables of a night."""
    NightRecord.objects.filter(session=session).delete()


@projection(TITLE, stored=stored_nights, wipe=delete_night_rows)
def write_nights(session: Session, progress: OrderEffects) -> None:
    """Write the turns that have ended since the last writing; after an order that was taken back, all of them again."""
    state: State = progress.state
    over = state.phase == "over"
    turns = state.turn if over else state.turn - 1
    row = NightRecord.objects.filter(session=session).first()
    if row is not None and (row.turns, row.over) == (turns, over):
        return
    if row is not None and (row.turns > turns or row.over):
        row.delete()
        row = None
    if row is None:
        rules = [name for name in ADVANCED if getattr(state.setup, name)]
        row = NightRecord.objects.create(session=session, scenario=state.scenario, rules=rules)
    write(row, state, progress.pack, turns, over)


def write(row: NightRecord, state: State, charts: Charts, turns: int, over: bool) -> None:
    """Write the new rows of a night, and those that depend on its state."""
    moves, combats, row.read = turn_events(row, turns, over)
    UnitMove.objects.bulk_create([UnitMove(night=row, **each) for each in moves])
    CombatRecord.objects.bulk_create([CombatRecord(night=row, **each) for each in combats])
    row.turns, row.over = turns, over
    if over:
        for name in SCORES:
            setattr(row, name, getattr(state.score, name))
        row.bombing_halves = state.score.bombing
    row.save()
    _anew(row, FlownRaid, raids(state, charts, over, detections(row) if over else {}))
    _anew(row, FlownLeg, legs(state, charts))
    _anew(row, BombedCity, cities(state, charts) if over else ())


def _anew(row: NightRecord, model: type[models.Model], found: Iterable[Row]) -> None:
    model._default_manager.filter(night=row).delete()
    model._default_manager.bulk_create([model(night=row, **each) for each in found])


def turn_events(row: NightRecord, turns: int, over: bool) -> tuple[list[Row], list[Row], int]:
    """Read the moves and combats of the turns that ended, and the number of the last event of the last of them."""
    standing = EventRow.objects.filter(session=row.session_id, number__gt=row.read, entry__undone_by=None)
    kinds = (TURN, MARKED, *MOVES, *ATTACKS)
    moves: list[Row] = []
    combats: list[Row] = []
    turn, last = row.turns, row.read
    for number, kind, data, mods in (
        standing.filter(kind__in=kinds).order_by("number").values_list("number", "kind", "data", "mods")
    ):
        if kind == TURN:
            if data["turn"] > turns and not over:
                break
            turn = data["turn"]
        elif kind in MOVES:
            moves.append(_move(number, turn, MOVES[kind], data))
        elif kind in ATTACKS:
            combats.append(_combat(number, turn, kind, data, mods))
        elif combats and not combats[-1]["raid"]:
            combats[-1]["raid"] = data["raid"]
        last = number
    return moves, combats, last


def _move(number: int, turn: int, what: str, data: Row) -> Row:
    end = data.get("box") or data.get("raid") or data.get("hex") or data.get("division") or ""
    start = data.get("start") or (data.get("hex", "") if what == "stacked" else "")
    return {"place": number, "turn": turn, "unit": data["unit"], "what": what, "start": start, "end": end}


def _combat(number: int, turn: int, kind: str, data: Row, mods: Iterable[WireMod]) -> Row:
    return {
        "place": number,
        "turn": turn,
        "side": "german" if kind in GERMAN_ATTACKS else "british",
        "attack": data.get("attack") or data.get("by") or "",
        "hex": data.get("hex", ""),
        "city": data.get("city", ""),
        "unit": data.get("unit", ""),
        "raid": "",
        "modifier": sum(_value(mod) for mod in mods),
        "total": data["total"],
        "losses": data["losses"],
        "disruption": data.get("disruption", 0),
        "damage": data.get("damage", 0),
    }


def _value(mod: WireMod) -> int:
    return int(mod["value"] if isinstance(mod, dict) else mod[0])


def detections(row: NightRecord) -> dict[int, set[str]]:
    """Return where counters lay, turn by turn."""
    standing = EventRow.objects.filter(session=row.session_id, entry__undone_by=None, kind__in=(TURN, DETECTED))
    found: dict[int, set[str]] = {}
    turn = 0
    for kind, data in standing.order_by("number").values_list("kind", "data"):
        if kind == TURN:
            turn = data["turn"]
        else:
            found.setdefault(turn, set()).update(data["counters"])
    return found


def raids(state: State, charts: Charts, over: bool, found: Mapping[int, set[str]]) -> Iterator[Row]:
    """Give the raids in the order of the plot; what became of them when the night is over."""
    planner = Planner(state, charts)
    for place, raid in enumerate(state.raids, 1):
        yield {
            "place": place,
            "letter": raid.letter,
            "kind": raid.kind,
            "target": raid.target,
            "parent": raid.parent,
            "turn": raid.turn,
            "hexes": len(raid.route),
            "waypoints": raid.waypoints,
            "heavy": raid.heavy,
            "bombed": over and raid.attacked,
            "losses": raid.losses if over else 0,
            "confirmed": over * (raid.confirmed if raid.kind == MOSQUITO else raid.losses),
            "disruption": raid.disruption if over else 0,
            "damage": raid.damage if over else 0,
            "seen": turns_until_detected(planner, raid, found) if over else None,
        }


def legs(state: State, charts: Charts) -> Iterator[Row]:
    """Give the straight parts of every route, out and home. [4.2.1]"""
    place = 0
    board = charts.boards[state.scenario]
    for raid in state.raids:
        turning = raid.target_at if raid.target_at >= 0 else len(raid.route) - 1
        for way, route in (("out", raid.route[: turning + 1]), ("home", raid.route[turning:])):
            for start, end, hexes in legs_of(board, route):
                place += 1
                yield {
                    "place": place,
                    "letter": raid.letter,
                    "way": way,
                    "start": start,
                    "end": end,
                    "hexes": hexes,
                }


def cities(state: State, charts: Charts) -> Iterator[Row]:
    """Give the city maps."""
    for place, bombing in enumerate(state.bombings, 1):
        yield {
            "place": place,
            "city": bombing.city,
            "attacks": bombing.attacks,
            "aimpoint": bombing.aimpoint,
            "method": bombing.method,
            "weather": bombing.weather,
            "fires": sum(bombing.fires.values()) + sum(bombing.first_fires.values()),
            "firestorms": len(bombing.storms),
            "lost": bombing.lost,
            "halves": bombing_halves(state, charts, bombing),
        }
