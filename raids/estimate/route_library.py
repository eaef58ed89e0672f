"""Finds the library of ways for a night's charts, and has it made when nobody has asked for it before."""

import zlib
from functools import lru_cache

import msgspec

from engine.bomber_command.analysis.estimate import TargetTrack, TrackLibrary, libraries_of, track_library
from engine.bomber_command.state import GERMAN
from play.charts import pack_store
from play.sessions.models import Session
from raids.estimate.models import RouteLibrary

GAME = "bomber-command"
MOST_IN_MEMORY = 8

Tracks = dict[str, list[TargetTrack]]


def library_for(session: Session) -> TrackLibrary | None:
    """Return the library for a night, None while it is being made."""
    return _known(session.pack_hash, session.setup["scenario"]) or None


def library_make(*, digest: str, scenario: str) -> None:
    """Search the ways of a scenario by the charts of a hash, once."""
    if RouteLibrary.objects.filter(charts=digest, scenario=scenario).exists():
        return
    tracks = track_library(pack_store.compiled_charts(GAME, digest), scenario).tracks  # type: ignore[arg-type]
    content = zlib.compress(msgspec.msgpack.encode(tracks), 9)
    row = RouteLibrary(charts=digest, scenario=scenario, content=content)
    RouteLibrary.objects.bulk_create([row], ignore_conflicts=True)


def library_load(session: Session, seat: str) -> None:
    """Have a library in memory before guesses of the German player are weighed by it, from the database if it is there.

    A process that has none would search for over a second in the middle of his odds.
    """
    digest, scenario = session.pack_hash, session.setup["scenario"]
    libraries = libraries_of(pack_store.compiled_charts(GAME, digest))
    if seat == GERMAN and scenario not in libraries:
        library_make(digest=digest, scenario=scenario)
        libraries[scenario] = _read(digest, scenario)


def _known(digest: str, scenario: str) -> TrackLibrary | None:
    try:
        return _read(digest, scenario)
    except RouteLibrary.DoesNotExist:
        return None


@lru_cache(maxsize=MOST_IN_MEMORY)
def _read(digest: str, scenario: str) -> TrackLibrary:
    row = RouteLibrary.objects.get(charts=digest, scenario=scenario)
    tracks = msgspec.msgpack.decode(zlib.decompress(bytes(row.content)), type=Tracks)
    return TrackLibrary(pack_store.compiled_charts(GAME, digest), scenario, tracks)  # type: ignore[arg-type]
