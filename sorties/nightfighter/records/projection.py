"""The tables of a year of nights, written with the order that moved it, and again on demand.

Most orders fly a night and change no table: they are skipped. The rows depend on the state and on the valid events of
the journal, so writing them again gives the same rows.
"""

import random
from collections.abc import Iterable, Iterator

import msgspec
from django.db import models
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from campaigns.careers.models import NOT_IN_A_FILE, CareerSource
from campaigns.careers.pilot_names import invented_name
from engine.kernel.events import Mod, read_data
from engine.nightfighter import state as rules
from engine.nightfighter.events import EVENTS
from engine.nightfighter.rules.career.tabletop import TABLETOP
from play.journal.derived_tables import TableWriter, columns_of, delete_rows, stored_rows, tables_of
from play.journal.models import EventRow
from play.journal.projections import OrderEffects, Row, Rows, projection
from play.sessions.models import Session
from play.sessions.selectors import visible
from sorties.nightfighter.records import summary_rows
from sorties.nightfighter.records.event_reader import KINDS, WRITES, YearEvent, YearReader
from sorties.nightfighter.records.models import (
    AircraftRecord,
    CrewRecord,
    Decoration,
    Injury,
    Kill,
    NightCareer,
    RaidRecord,
    WeekRecord,
)

TITLE, SEAT = "nightfighter", rules.PLAYER
LEFT = {*NOT_IN_A_FILE, "name", "pack", "pack_hash"} - {"source"}
"""Fields of a career's head that the game does not write."""
CHILDREN = tables_of(Kill, RaidRecord, WeekRecord, Injury, Decoration, AircraftRecord, CrewRecord)
HEAD = columns_of(NightCareer, LEFT)
MARKS = {
    "night": lambda state: nights_completed(state),
    "month": lambda state: state.career.month if state.career is not None else "",
    "year": lambda state: "",
}
"""Moments at which a bot with a lent seat hands it back: after the present or next night, a month, or a year."""


def nights_completed(state: rules.State) -> list[int]:
    """Say how far a year has come: its week, and the raids of that week that are behind a Staffel."""
    if state.career is None:
        return []
    in_air = state.career.stage in ("night", "home")
    drawn = state.staffel.drawn - in_air if state.staffel is not None else 0
    return [state.career.week, drawn]


def careers_of(session: Session) -> models.QuerySet[NightCareer]:
    """Return the career of a year's table, if a person flies it."""
    seat = session.seat(SEAT)
    held = [SEAT] if seat is not None and seat.player_id is not None else []
    return NightCareer.objects.filter(session=session, seat__in=held)


def stored_careers(session: Session) -> Rows:
    """Return the stored rows of a year; a game without a career has none."""
    seat = session.seat(SEAT)
    if campaign_of(session) == "none" or seat is None or seat.player_id is None:
        return {"year": {"campaign": "none"}}
    return stored_rows(careers_of(session), HEAD, CHILDREN)


def delete_career_rows(session: Session) -> None:
    """Delete the rows of a year. Its head stays: name, link and sharing are stored there alone."""
    delete_rows(careers_of(session), CHILDREN)


def campaign_of(session: Session) -> str:
    """Return which campaign a table plays."""
    return str(session.setup.get("campaign", "none"))


@projection(TITLE, stored=stored_careers, wipe=delete_career_rows)
def write_careers(session: Session, progress: OrderEffects) -> None:
    """Write the year of a table."""
    state: rules.State = progress.state
    seat = session.seat(SEAT)
    if state.career is None or seat is None or seat.player_id is None:
        return
    row = NightCareer.objects.filter(session=session, seat=SEAT).first()
    if row is not None and row.digests and progress.events and not any(one.kind in WRITES for one in progress.events):
        return
    if row is None and seat.player is not None:
        row = career_create(session=session, owner=seat.player)
    if row is None:
        return
    if row.pack_hash != session.pack_hash:
        row.pack_hash = session.pack_hash
        row.save(update_fields=["pack_hash"])
    write_career(row=row, year=YearReader(state, progress.pack).read(year_events(session)))


def year_events(session: Session) -> Iterator[YearEvent]:
    """Give the valid events of the year, as far as its pilot may know them."""
    standing = EventRow.objects.filter(visible(SEAT), session=session, entry__undone_by=None, kind__in=KINDS)
    for kind, data, mods in standing.order_by("number").values_list("kind", "data", "mods"):
        yield read_data(EVENTS, kind, data), msgspec.convert(mods, tuple[Mod, ...])


def career_create(*, session: Session, owner: Player, name: str = "") -> NightCareer:
    """Create the career of a year: the one way in which a career at a table of this site begins."""
    kind = campaign_of(session)
    return NightCareer.objects.create(
        session=session,
        owner=owner,
        seat=SEAT,
        kind=kind,
        mode=session.setup.get("mode", "solo"),
        source=source_of(session.setup.get("mode", "")),
        name=name or name_for(kind),
        pack=session.pack,
        pack_hash=session.pack_hash,
    )


def source_of(mode: str) -> str:
    """Return the source of a career's dice, as the set-up of its game says."""
    return CareerSource.TABLETOP if mode == TABLETOP else CareerSource.FAIR


def name_for(kind: str) -> str:
    """Make up a name for a pilot or a Staffel that begins without one."""
    if kind == "staffel":
        return _("%(n)s. Staffel") % {"n": random.randint(1, 12)}  # noqa: S311 - a suggestion, no secret
    return invented_name()


def write_career(*, row: NightCareer, year: YearReader) -> None:
    """Write a year: its rows, and its head."""
    books, kills = TableWriter(row), plain(year.kills)
    books.keep(WeekRecord, plain(year.weeks))
    books.keep(RaidRecord, plain(year.raids))
    raids = books.ids(RaidRecord) if books.has_changed(Kill, kills) else {}
    books.keep(Kill, kills, lambda kill: {"raid_id": raids[kill["raid"]]}, leave="raid")
    books.keep(Injury, plain(year.injuries))
    books.keep(Decoration, plain(year.medals))
    books.keep(AircraftRecord, plain(summary_rows.machines(year)))
    books.keep(CrewRecord, plain(summary_rows.crews(year)))
    setup = year.state.setup
    options = {"options": msgspec.to_builtins(setup.options), "source": source_of(setup.mode)}
    books.close(summary_rows.head(year) | options)


def plain(rows: Iterable[object]) -> list[Row]:
    """Return rows by the names of their columns."""
    return [vars(row) for row in rows]
