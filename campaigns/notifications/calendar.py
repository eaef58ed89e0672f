"""A player's calendar as a file that calendars subscribe to: the days of his seasons, and his turns. [RFC 5545]"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from campaigns.notifications.text import site_address
from campaigns.seasons.models import Season
from play.clocks.services import clock_of, time_control_of
from play.games import titles
from play.secrecy import visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import heard_by

LONGEST_LINE = 73
MOST = 100


def calendar_of(player: Player) -> str:
    """Return the file."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dispersal//Calendar//EN", "CALSCALE:GREGORIAN"]
    lines += [f"X-WR-CALNAME:{escaped(str(player))}", *_seasons(player), *_turns(player), "END:VCALENDAR"]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _seasons(player: Player) -> Iterator[str]:
    for season in Season.objects.filter(group__members=player).select_related("group")[:MOST]:
        days = {
            "opens": _("%(season)s opens"),
            "closes": _("%(season)s: last day to enter"),
            "ends": _("%(season)s ends"),
        }
        for name, said in days.items():
            day: date | None = getattr(season, name)
            if day is not None:
                text = f"{season.group}: {said % {'season': season}}"
                address = f"{site_address()}/groups/seasons/{season.pk}/"
                yield from _event(f"season-{season.pk}-{name}", day, text, address, season.made)


def _turns(player: Player) -> Iterator[str]:
    mine = Seat.objects.filter(session=OuterRef("pk"), player=player, policy="")
    others = Seat.objects.filter(session=OuterRef("pk"), policy="").exclude(player=player)
    tables = Session.objects.filter(Exists(mine), Exists(others), status=SessionStatus.PLAYING)
    tables = tables.annotate(heard=heard_by(player)).order_by("-heard", "pk").defer("record", "opening", "replays")
    for session in tables.select_related("pace")[:MOST].prefetch_related("seats_taken"):
        session.table = list(session.table_prefetched)
        asked = {seat for seat, *_rest in session.asked}
        own = [seat for seat in session.table if seat.player_id == player.pk and seat.name in asked]
        for seat in own[:1] if not any(visibility.visible_progress_of(session, seat.name).held for seat in own) else ():
            game = {"game": titles.words_of(session.title).title}
            address, since = f"{site_address()}/tables/{session.pk}/", last_seen_change(session, seat)
            yield from _event(f"turn-{session.pk}", since, _("Your turn: %(game)s") % game, address, since)
            time_control = time_control_of(session)
            if time_control is not None and (due := clock_of(time_control, seat.name).due):
                text, until = _("Your time is running out: %(game)s") % game, datetime.fromtimestamp(int(due), UTC)
                yield from _event(f"clock-{session.pk}", until, text, address, since)


def last_seen_change(session: Session, seat: Seat) -> datetime:
    """Return since when a seat has known what it knows: where something is hidden, not when another did something."""
    return session.changed if not session.worlds else seat.heard or session.created


def _event(uid: str, at: date | datetime, text: str, address: str, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}@dispersal"
    yield f"DTSTAMP:{_moment(stamp)}"
    if isinstance(at, datetime):
        yield f"DTSTART:{_moment(at)}"
        yield f"DTEND:{_moment(at + timedelta(minutes=30))}"
    else:
        yield f"DTSTART;VALUE=DATE:{at:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{at + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escaped(text)}"
    yield f"URL:{address}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Return text as a value of the file."""
    stored = "".join(one if one.isprintable() else " " for one in text)
    return stored.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def folded(line: str) -> str:
    """Fold a line at 75 bytes, never within a letter."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST_LINE:
            parts.append(part)
            part = " "
        part += letter
    return "\r\n".join([*parts, part])
