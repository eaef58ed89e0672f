"""Nights, raids and combats as CSV: columns in docs/csv.md; nothing of a night leaves before it is over."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import F, QuerySet

from campaigns.comments.selectors import comments_cell
from play.utils import csv_files
from raids.records.models import CombatRecord, FlownRaid, NightRecord

Row = list[Any]

NIGHTS = (
    "night", "date", "scenario", "rules", "british_player", "german_player", "turns", "band", "british", "german",
    "net", "bombing_halves", "targets", "mining", "nuisance", "nightfighters", "bombers", "mosquitos", "charts",
    "notes",
)  # fmt: skip
RAIDS = (
    "night", "raid", "kind", "target", "parent", "turn", "hexes", "waypoints", "heavy", "bombed", "losses", "confirmed",
    "disruption", "damage", "seen",
)  # fmt: skip
COMBATS = (
    "night", "place", "turn", "side", "attack", "hex", "city", "unit", "raid", "modifier", "total", "losses",
    "disruption", "damage",
)  # fmt: skip
FILES = {"nights": NIGHTS, "raids": RAIDS, "combats": COMBATS}


def nights_of(player: Any) -> QuerySet[NightRecord]:
    """Return the nights that are over and at which this player had a seat."""
    return NightRecord.objects.filter(over=True, session__seats_taken__player=player).distinct().order_by("pk")


def nights(found: QuerySet[NightRecord]) -> Iterator[Row]:
    """Give a row for each night."""
    rows = found.select_related("session").prefetch_related(
        "session__seats_taken__player", "session__footnotes", "session__footnotes__by"
    )
    for night in rows.iterator(chunk_size=200):
        session = night.session
        seats = {seat.name: seat for seat in session.seats_taken.all()}
        yield [
            str(session.pk), session.created.date().isoformat(), night.scenario, "; ".join(night.rules),
            who(seats.get("british")), who(seats.get("german")), night.turns, night.band, night.british, night.german,
            night.british - night.german, night.bombing_halves, night.targets, night.mining, night.nuisance,
            night.nightfighters, night.bombers, night.mosquitos, session.pack_hash,
            comments_cell(session.footnotes.all()),
        ]  # fmt: skip


def who(seat: Any) -> str:
    """Name who had a seat: a player, or a bot by its name."""
    if seat is None:
        return ""
    return str(seat.player) if seat.player is not None else seat.policy


def raids(found: QuerySet[NightRecord]) -> Iterator[Row]:
    """Give a row for each raid."""
    rows = FlownRaid.objects.filter(night__in=found).order_by("night", "place")
    names = ("letter", "kind", "target", "parent", "turn", "hexes", "waypoints", "heavy", "bombed", "losses",
             "confirmed", "disruption", "damage", "seen")  # fmt: skip
    return _rows(rows, names)


def combats(found: QuerySet[NightRecord]) -> Iterator[Row]:
    """Give a row for each attack."""
    rows = CombatRecord.objects.filter(night__in=found).order_by("night", "place")
    return _rows(rows, COMBATS[1:])


def _rows(rows: QuerySet[Any], names: Iterable[str]) -> Iterator[Row]:
    of = rows.annotate(of=F("night__session"))
    for night, *cells in of.values_list("of", *names).iterator(csv_files.ROWS_AT_ONCE):
        yield [str(night), *(int(cell) if isinstance(cell, bool) else cell for cell in cells)]


ROWS = {"nights": nights, "raids": raids, "combats": combats}


def pieces(file: str, player: Any) -> Iterator[bytes]:
    """Give a file piece by piece."""
    return csv_files.csv_pieces(FILES[file], ROWS[file](nights_of(player)))
