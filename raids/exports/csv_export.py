"""Nights, raids and combats as CSV; nothing of a night leaves before it is over."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from campaigns.accounts.models import Player
from campaigns.comments.selectors import comments_cell
from play.sessions.models import Seat, Session
from play.utils import csv_files
from play.utils.csv_columns import Column, CsvFile
from play.utils.csv_form import DEFAULT_FORM, CsvForm
from raids.records.models import CombatRecord, FlownRaid, NightRecord


class NightLine(NamedTuple):
    """A night with who had its seats."""

    night: NightRecord
    session: Session
    seats: dict[str, Seat]


class RaidLine(Protocol):
    """A raid: its night's game, and its plain cells."""

    night__session: UUID
    heavy: bool
    bombed: bool


class CombatLine(Protocol):
    """An attack: its night's game, and its plain cells."""

    night__session: UUID


def who(seat: Seat | None) -> str:
    """Name who had a seat: a player, or a bot by its name."""
    if seat is None:
        return ""
    return str(seat.player) if seat.player is not None else seat.policy


NIGHTS = CsvFile[NightLine](
    "raid-nights",
    _("Bomber Command: nights"),
    Column("night", _("number of the game, the same in the three files"), lambda line: str(line.session.pk)),
    Column(
        "date",
        _("day on which the table was set up"),
        lambda line: line.session.created.date().isoformat(),
        is_date=True,
    ),
    Column("scenario", _("`berlin` or `downfall`; the advanced rules in use, with `; ` between"), "night.scenario"),
    Column("rules", "", lambda line: "; ".join(line.night.rules)),
    Column(
        "british_player",
        _("player of the seat, or name of the bot"),
        lambda line: who(line.seats.get("british")),
    ),
    Column("german_player", "", lambda line: who(line.seats.get("german"))),
    Column("turns", _("turns played"), "night.turns"),
    Column("band", _("result on the Victory Table: `german-major` to `british-major`"), "night.band"),
    Column("british", _("totals of both sides, and their difference"), "night.british"),
    Column("german", "", "night.german"),
    Column("net", "", lambda line: line.night.british - line.night.german),
    Column("bombing_halves", _("half points of the city maps"), "night.bombing_halves"),
    Column("targets", _("points for target chits, for mines and for Mosquitos"), "night.targets"),
    Column("mining", "", "night.mining"),
    Column("nuisance", "", "night.nuisance"),
    Column("nightfighters", _("aircraft lost"), "night.nightfighters"),
    Column("bombers", "", "night.bombers"),
    Column("mosquitos", "", "night.mosquitos"),
    Column("charts", _("hash of the charts in use at the end of the night"), "session.pack_hash"),
    Column(
        "notes",
        _("notes under the night, as in `sorties`"),
        lambda line: comments_cell(line.session.footnotes.all()),
    ),
)
"""A row for each night."""
RAIDS = CsvFile[RaidLine](
    "raid-raids",
    _("Bomber Command: raids"),
    Column("night", _("the night, and the letter of the raid"), lambda row: str(row.night__session)),
    Column("raid", "", "letter"),
    Column("kind", _("`main`, `mosquito`, `gardening` or `decoy`; a city, or the hex of the mines"), "kind"),
    Column("target", "", "target"),
    Column("parent", _("letter of the raid with which an escort set out"), "parent"),
    Column(
        "turn",
        _("turn of entry, length of the route, changes of course on the way out"),
        "turn",
    ),
    Column("hexes", "", "hexes"),
    Column("waypoints", "", "waypoints"),
    Column("heavy", _("1 or 0"), lambda row: int(row.heavy)),
    Column("bombed", "", lambda row: int(row.bombed)),
    Column(
        "losses",
        _("aircraft marked as lost, and losses that count; losses of Mosquitos are confirmed on landing"),
        "losses",
    ),
    Column("confirmed", "", "confirmed"),
    Column("disruption", _("markers at the end"), "disruption"),
    Column("damage", "", "damage"),
    Column("seen", _("turns until a counter first stood in its hex; empty if none did"), "seen"),
)
"""A row for each raid."""
COMBATS = CsvFile[CombatLine](
    "raid-combats",
    _("Bomber Command: combats"),
    Column("night", _("the night, the number of the line in its log, the turn"), lambda row: str(row.night__session)),
    Column("place", "", "place"),
    Column("turn", "", "turn"),
    Column("side", _("side that attacked: `german` or `british`"), "side"),
    Column(
        "attack",
        _(
            "`gci`, `tame-boar`, `wild-boar`, `intruder`, `area-flak`, `city-flak` or `searchlights`; for "
            "the British side the card, `patrol` or `adgb`"
        ),
        "attack",
    ),
    Column("hex", _("place of the attack, and the nightfighter unit in it"), "hex"),
    Column("city", "", "city"),
    Column("unit", "", "unit"),
    Column("raid", _("letter of the raid that was hit; empty if none was"), "raid"),
    Column("modifier", _("all modifiers, and the dice plus modifiers"), "modifier"),
    Column("total", "", "total"),
    Column("losses", _("results of the attack"), "losses"),
    Column("disruption", "", "disruption"),
    Column("damage", "", "damage"),
)
"""A row for each attack."""


def nights_of(player: Player) -> QuerySet[NightRecord]:
    """Return the nights that are over and at which this player had a seat."""
    return NightRecord.objects.filter(over=True, session__seats_taken__player=player).distinct().order_by("pk")


def night_lines(found: QuerySet[NightRecord]) -> Iterator[NightLine]:
    """Give the nights."""
    rows = found.select_related("session").prefetch_related(
        "session__seats_taken__player", "session__footnotes", "session__footnotes__by"
    )
    for night in rows.iterator(chunk_size=200):
        session = night.session
        yield NightLine(night, session, {seat.name: seat for seat in session.seats_taken.all()})


def raid_rows(found: QuerySet[NightRecord]) -> Iterator[RaidLine]:
    """Give the raids of the nights."""
    rows = FlownRaid.objects.filter(night__in=found).order_by("night", "place")
    fields = ("night__session", "heavy", "bombed", *RAIDS.fields())
    return rows.values_list(*fields, named=True).iterator(csv_files.ROWS_AT_ONCE)


def combat_rows(found: QuerySet[NightRecord]) -> Iterator[CombatLine]:
    """Give the attacks of the nights."""
    rows = CombatRecord.objects.filter(night__in=found).order_by("night", "place")
    return rows.values_list("night__session", *COMBATS.fields(), named=True).iterator(csv_files.ROWS_AT_ONCE)


FILES: dict[str, CsvFile[NightLine] | CsvFile[RaidLine] | CsvFile[CombatLine]] = {
    "nights": NIGHTS,
    "raids": RAIDS,
    "combats": COMBATS,
}


def pieces(file: str, player: Player, form: CsvForm = DEFAULT_FORM) -> Iterator[bytes]:
    """Give a file piece by piece."""
    found = nights_of(player)
    if file == "raids":
        return RAIDS.pieces(raid_rows(found), form)
    if file == "combats":
        return COMBATS.pieces(combat_rows(found), form)
    return NIGHTS.pieces(night_lines(found), form)
