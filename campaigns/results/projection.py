"""Write the result of every seat of a game, in the transaction that moved it; and again in a rebuild."""

import hashlib
import json

import msgspec
from django.utils import timezone

from campaigns.results.models import Result, ResultSource
from engine.kernel.score import SeatScore
from engine.kernel.title import Title
from play.journal import store
from play.journal.projections import OrderEffects, Rows, projection
from play.sessions.models import Seat, Session
from play.utils.plain_data import Json
from play.utils.sql_cache import ID_HERE, CachedQuery

LEFT = ("id", "session", "changed")
FIELDS = tuple(field.attname for field in Result._meta.concrete_fields if field.name not in LEFT)


def stored_results(session: Session) -> Rows:
    """Return the rows of results of a game."""
    return {f"result of {row['seat']}": row for row in Result.objects.filter(session=session).values(*FIELDS)}


def delete_results(session: Session) -> None:
    """Clear the table of a game."""
    Result.objects.filter(session=session).delete()


_results = CachedQuery(lambda session: Result.objects.filter(session_id=session), ID_HERE)


@projection(stored=stored_results, wipe=delete_results)
def write_results(session: Session, progress: OrderEffects) -> None:
    """Write the result of each seat; unchanged rows are left alone."""
    found = {row.seat: row for row in _results(session.pk)}
    fresh = [fields for seat in session.table if (fields := result_of(session, seat, progress)) is not None]
    for fields in fresh:
        row = found.pop(str(fields["seat"]), None)
        if row is None:
            Result.objects.create(session=session, changed=timezone.now(), **fields)
        elif any(getattr(row, name) != value for name, value in fields.items()):
            Result.objects.filter(pk=row.pk).update(changed=timezone.now(), **fields)


def result_of(session: Session, seat: Seat, progress: OrderEffects) -> dict[str, object] | None:
    """Return the row of a seat; none for a seat without a score."""
    game = store.title_of(session)
    standing = game.standing(progress.state, progress.pack, seat.name)
    if standing is None:
        return None
    terms = stored_terms(game, store.setup_of(session))
    return {
        "seat": seat.name,
        "player_id": None if seat.policy else seat.player_id,
        "title": session.title,
        "pack_hash": session.pack_hash,
        "options": terms,
        # A game begun with other charts would be compared with games played with these from start to end.
        "options_hash": hash_of(terms | charts_before(session)),
        "source": source_of(session, terms),
        # An imported log was not played here: it goes on as a career, and no longer counts.
        # Where a program had a seat, nobody's game is measured with those of people.
        "counts": session.counts and session.replays is None and not any(map(is_program, session.table)),
        "aided": session.aided,
        **measured(standing),
    }


def is_program(seat: Seat) -> bool:
    """Say whether a program plays a seat by its own account."""
    return seat.player is not None and seat.player.is_bot


def charts_before(session: Session) -> dict[str, Json]:
    """Return by which charts it was played before, as terms of its own; nothing if they were always these."""
    return {"charts": [before for _moved, before in session.charts_before]} if session.charts_before else {}


def measured(standing: SeatScore) -> dict[str, Json]:
    """Return a standing as the table has it."""
    return {
        "measure": standing.measure,
        "value": standing.value,
        "level": standing.level,
        "parts": as_stored(standing.parts),
        "beside": as_stored(standing.beside),
        "hidden": not standing.over and any(part.to for part in standing.parts),
        "finished": standing.over,
    }


def as_stored(data: object) -> Json:
    """Return data as it comes back from the database."""
    stored: Json = msgspec.json.decode(msgspec.json.encode(data))
    return stored


def stored_terms(game: Title, setup: object) -> dict[str, Json]:
    """Return the terms of a set-up as they come back from the database."""
    stored: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(game.terms(setup)))
    return stored


def hash_of(terms: dict[str, Json]) -> str:
    """Name terms so that equal ones have the same name."""
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()[:16]


def source_of(session: Session, terms: dict[str, Json]) -> str:
    """Name the source of the game's dice."""
    if session.sandbox_of_id is not None:
        return ResultSource.SANDBOX
    if session.replays is not None:
        return ResultSource.IMPORTED
    return ResultSource.TABLETOP if terms.get("dice") == "tabletop" else ResultSource.FAIR
