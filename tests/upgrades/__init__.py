"""Databases that earlier releases have written: each with a game in every state, opened by today's code.

`2a36ce7/house.sqlite3.xz` was written by that commit (`make.py` says how), and so were the files beside it: a finished
game of each title, a Staffel's year, and a career. A fixture gives a copy, migrated to today; it *is* the database
while a test runs, so such a test does not ask for `db`. Always SQLite, whatever the other tests run on.

What there is, by the name under which it is found (`release.session("solo")`):

- careers, by their pilot: In a fight, Between sorties, In hospital (an NCO), Fallen (shared, of whom *Brought in* is a
  copy from a file), Of the table, Of a guest, Leads and Follows (cooperative), Rival and Other rival (competitive), all
  in the air, and Flown by a bot, whose bot is still at it. They belong to Ruth, Tomasz and a guest; the first two share
  a group.
- nights of Bomber Command, by who set the table: plotting, two (everything optional, in the middle), against-a-bot (in
  the middle), night-over; a table of two's at which a seat is still offered.
- Nightfighter likewise: solo, solo-over, umpired-by-computer, umpired (by a person), year, year-over, staffel.
- `sandbox` forked from In a fight; `imported`, from the file of solo-over.

`13aa620/house.sqlite3.xz` is the second (`make_13aa620.py`), with a session file of two titles and a career's file
beside it. By owner:

- Bomber Command with fog of war: hunting in fog (the German seat is a person's, and has seen the log), raiding (the
  British seat); raid over
- Nightfighter: under a person (whose umpire is asked), watched (a link of kind *umpire* to a game against the computer
  umpire), two intruders (scenario 10), endless (a scenario with more waves than aircraft)
- Interceptor Ace: ace (Egon Mayer with a log), fallen (dead, his game review under way, entered in a season), flying
  (an order pending)
- a group with a season, an API token and a webhook; a chart pack with faults

`4fbbe9a/house.sqlite3.xz` is the newest (`make_4fbbe9a.py`): 1880c14 began the site, 4fbbe9a upgraded it and played on.
By owner:

- Bomber Command: thought (against a bot that thinks, with odds of many orders), thinks (its order to think is pending),
  over (the British review under way), odds-raid and odds-hunt (odds before each order)
- Interceptor Ace: year (reviewed, shared and offered as exercises), short year (its review under way), flying (a
  career), fallen (a career that is over, entered in a season of a group)
- Nightfighter: night over (reviewed), search (with odds of many orders), odds-night, odds-year (a pilot's year)
- as 1880c14 stored them: old thinks, old thought, old over (reviewed by the British side, the German review under
  way), old year (reviewed, shared, offered), old short year (its review under way), old search, old night year

The fixtures `release_2a36ce7`, `release_13aa620` and `release_4fbbe9a` give a copy of each.
"""

import lzma
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections
from django.test import override_settings

from config.database import database
from play.sessions.models import Session
from play.sessions.selectors import session_at
from sorties.interceptor.records.models import InterceptorCareer

FOLDER = Path(__file__).parent
FIRST, SECOND, NEWEST = "2a36ce7", "13aa620", "4fbbe9a"
FILES = ("interceptor-ace", "bomber-command", "nightfighter", "staffel", "career")


class ReleaseDatabase:
    """Rows of the release's database, by name."""

    def career(self, name: str) -> InterceptorCareer:
        """Return a career by its pilot's name."""
        return InterceptorCareer.objects.select_related("session", "owner").get(name=name)

    def session(self, name: str) -> Session:
        """Return a game by its pilot's name, or by the player who set the table."""
        if name == "sandbox":
            return session_at(Session.objects.get(sandbox_of__isnull=False).pk)
        career = InterceptorCareer.objects.filter(name=name).first()
        if career is not None:
            return session_at(career.session_id)
        return session_at(Session.objects.exclude(status="open").get(owner__display_name=name).pk)

    def sessions(self) -> list[Session]:
        """Return every game, in the order in which they were begun."""
        return [session_at(pk) for pk in Session.objects.order_by("created").values_list("pk", flat=True)]

    def file(self, name: str, release: str = FIRST) -> bytes:
        """Return a file as the release wrote it: of a session, or of the career called Fallen."""
        return lzma.decompress((FOLDER / release / f"{name}.json.xz").read_bytes())


@contextmanager
def opened(path: Path) -> Iterator[None]:
    """Let this file be the database for a while."""
    before, settings = connections["default"], connections.settings["default"]
    new = database(f"sqlite:///{path}", pool_size=1, test_folder=path.parent)
    connections.settings["default"] = connections.configure_settings({"default": new})["default"]
    del connections["default"]
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = settings, before
        ContentType.objects.clear_cache()


def migrated(path: Path, release: str = FIRST) -> None:
    """Put there the database of a release, brought to today's tables."""
    path.write_bytes(lzma.decompress((FOLDER / release / "house.sqlite3.xz").read_bytes()))
    with whole(path):
        call_command("migrate", verbosity=0)


def empty(path: Path) -> None:
    """Put there a database of today, in which nothing is but what the migrations lay down."""
    path.unlink(missing_ok=True)
    with whole(path):
        call_command("migrate", verbosity=0)


def club(path: Path) -> None:
    """Put there, into these tables, the club of `manage.py demo`."""
    said = StringIO()
    with whole(path), override_settings(VEIL_BEAT_SECONDS=0.02):
        call_command("demo", stdout=said)
    assert "ruth@example.org" in said.getvalue()


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """Let this file be the database for a while, and leave it whole: nothing of it stays beside it."""
    with opened(path):
        yield
        with connections["default"].cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def copied(path: Path, folder: Path) -> Path:
    """Return a copy for one test to write into."""
    return Path(shutil.copy(path, folder / "house.sqlite3"))
