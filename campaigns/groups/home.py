"""Context of a group's home: the reader's obligations, turns, seasons in short, and members online."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from campaigns.accounts.requests import Reader
from campaigns.groups.models import Group, Membership, Role, SharedTable
from campaigns.groups.shared_tables import sessions_followed
from campaigns.ladders.ranking import LadderRow, ranking
from campaigns.ladders.score_lines import SeasonLog, line_named, log_of, months_of
from campaigns.ladders.spoiler_limit import EVERYTHING, spoiler_limit_of
from campaigns.matches.season_page import MatchTableRow, matches_in, rows_of
from campaigns.seasons.models import Season, SeasonEntry, SeasonStart, site_day
from play.clocks.services import clock_of, time_control_of
from play.games import titles
from play.secrecy import visibility
from play.sessions.models import Seat, Session, SessionStatus
from play.sessions.selectors import heard_by
from play.spectators.models import SpectatorLink

IN_SHORT = 3
MOST_SHORTS = 5
FALLEN = 4
MOST_TABLES = 20
HERE = timedelta(minutes=20)
"""Limit of the last visit for a member to be on the field."""


@dataclass(frozen=True)
class ActionItem:
    """One thing that waits for the reader: at most three are shown."""

    caption: str
    head: str
    text: str
    label: str
    address: str


@dataclass
class TableSummary:
    """A table at which members meet."""

    session: Session
    game: str
    players: list[Player]
    turns: list[Player]
    """Players who must answer."""
    since: datetime | None
    mine: bool
    due: datetime | None = None
    is_late: bool = False
    share: int = 0
    """Percentage of the agreed time that has passed."""
    hours: int = 0
    """The pace agreed; none where nobody’s time runs."""
    may_show: bool = False
    """True if the reader plays in it and the group is not informed of it."""
    may_hide: bool = False
    """True if the reader plays in it and a player has shown it to the group."""


@dataclass
class SeasonSummary:
    """A season in short: the first three, and always the reader."""

    season: Season
    game: str
    log: SeasonLog | None
    rungs: list[LadderRow] = field(default_factory=list)
    gap: bool = False
    as_of: str = ""
    open: bool = False
    rows: list[MatchTableRow] = field(default_factory=list)
    """Of matches: who plays in it, the first three and always the reader."""
    matches: tuple[int, int] = (0, 0)
    """Number of finished matches, and of all."""
    fallen: list[LadderRow] = field(default_factory=list)
    """Entries whose year ended in death, the last first."""


def tables_in(group: Group, reader: Reader) -> list[TableSummary]:
    """Return the games that members play with one another: those that the group hears of, and the reader's own.

    First come those of which the reader has heard nothing for longest.
    """
    members = {one.player_id for one in group.memberships.all()}
    data = sessions_followed(group)
    own = Seat.objects.filter(player=reader.pk, policy="").values("session")
    people = Q(seats_taken__policy="", seats_taken__player__isnull=False)
    seats = Prefetch("seats_taken", queryset=Seat.objects.select_related("player").order_by("place"))
    open_to_all = SpectatorLink.objects.filter(session=OuterRef("pk"), kind=SpectatorLink.Kind.OPEN)
    found = (
        Session.objects.filter(Q(pk__in=data.values("pk")) | Q(pk__in=own))
        .filter(status=SessionStatus.PLAYING, counts=True, sandbox_of=None)
        .annotate(
            is_told=Exists(data.filter(pk=OuterRef("pk"))),
            is_shown=Exists(SharedTable.objects.filter(group=group, session=OuterRef("pk"))),
        )
        .annotate(met=Count("seats_taken__player", filter=people & Q(seats_taken__player__in=members), distinct=True))
        .filter(met__gte=2)
        .annotate(watch=Subquery(open_to_all.values("link")[:1]), heard=heard_by(reader.pk))
        .only("pk", "title", "setup", "status", "asked", "worlds", "version", "owner", "pace")
        .select_related("pace")
        .prefetch_related(seats)
        .order_by("heard", "pk")[: MOST_TABLES * 2]
    )
    return [table for one in found if (table := _table(one, members, reader)) is not None][:MOST_TABLES]


def _table(session: Session, members: set[int], reader: Reader) -> TableSummary | None:
    seats = [seat for seat in session.table_prefetched if not seat.policy and seat.player is not None]
    players = _people(seats)
    if any(player.pk not in members for player in players):
        return None
    asked = [seat for seat in seats if seat.name in known_turns(session, seats, reader)]
    turns = _people(asked)
    mine = any(player.pk == reader.pk for player in turns)
    table = TableSummary(session, titles.words_of(session.title).title, players, turns, None, mine)
    if any(player.pk == reader.pk for player in players):
        table.may_show = not session.is_told  # type: ignore[attr-defined]
        table.may_hide = session.is_shown  # type: ignore[attr-defined]
    _clock(table, [seat.name for seat in asked])
    return table


def _people(seats: Iterable[Seat]) -> list[Player]:
    return list({seat.player_id: seat.player for seat in seats if seat.player is not None}.values())


def known_turns(session: Session, seats: Sequence[Seat], reader: Reader) -> set[str]:
    """Return who is to answer, as a reader may know it: where something is hidden no more than his seat is shown.

    Who has no seat there reads what every seat knows.
    """
    asked = {name for name, *_rest in session.asked}
    if not session.worlds:
        return asked
    known = {seat.name: _seen_by(session, seat.name, asked) for seat in seats}
    mine = [known[seat.name] for seat in seats if seat.player_id == reader.pk]
    return set.union(*mine) if mine else set.intersection(*known.values())


def _seen_by(session: Session, seat: str, asked: set[str]) -> set[str]:
    if visibility.visible_progress_of(session, seat).held:
        return set()
    return set(visibility.progress_of(session, seat).waits) | ({seat} & asked)


def _clock(table: TableSummary, asked: Sequence[str]) -> None:
    """Say since when the one who is asked has been waited for, and how long he has."""
    time_control = time_control_of(table.session)
    clocks = [clock for name in asked if time_control and (clock := clock_of(time_control, name)).since]
    if time_control is None or not clocks:
        return
    clock, now = min(clocks, key=lambda one: one.due or one.since), visibility.now()
    table.since = datetime.fromtimestamp(int(clock.since), UTC)
    if clock.due and time_control.paused is None:
        table.hours, table.due = time_control.hours, datetime.fromtimestamp(int(clock.due), UTC)
        table.is_late = clock.due <= now
        table.share = min(100, round(100 * (now - clock.since) / max(1.0, clock.due - clock.since)))


def action_items(tables: Iterable[TableSummary], shorts: Sequence[SeasonSummary], reader: Reader) -> list[ActionItem]:
    """Return the actions that wait for the reader: a table, a line to fly, a season to enter, in this order."""
    return [*_turns(tables, reader), *_flights(shorts, reader), *_doors(shorts)][:IN_SHORT]


def _turns(tables: Iterable[TableSummary], reader: Reader) -> Iterable[ActionItem]:
    for table in tables:
        if table.mine:
            others = ", ".join(str(one) for one in table.players if one.pk != reader.pk)
            yield ActionItem(
                _("Your turn"),
                _("Your turn against %(names)s") % {"names": others},
                table.game,
                _("Go to the game"),
                reverse("table", args=[table.session.pk]),
            )


def _flights(shorts: Sequence[SeasonSummary], reader: Reader) -> Iterable[ActionItem]:
    for short in shorts:
        for row in short.rungs:
            if row.mine and not row.figures.out and not short.season.is_final():
                head = _("Fly on as %(name)s") if row.entry.name else _("Continue your game")
                yield ActionItem(
                    _("When you like"),
                    head % {"name": row.entry.name},
                    f"{short.season} · {short.as_of}" if short.as_of else str(short.season),
                    _("Go to the game"),
                    reverse("table", args=[row.entry.session_id]),
                )


def _doors(shorts: Sequence[SeasonSummary]) -> Iterable[ActionItem]:
    for short in shorts:
        if short.open:
            until = {"date": date_format(short.season.closes, "j E")}
            yield ActionItem(
                _("Open until %(date)s") % until,
                str(short.season),
                short.game,
                _("Enter"),
                reverse("season", args=[short.season.pk]),
            )


def in_order(seasons: Sequence[Season]) -> list[Season]:
    """Return seasons as a group reads them: what runs, then what is over, the latest first."""
    latest = sorted(seasons, key=lambda season: (season.opens, season.made), reverse=True)
    return sorted(latest, key=lambda season: season.is_final())


def season_summaries(seasons: Sequence[Season], reader: Reader, role: Role | None) -> list[SeasonSummary]:
    """Return seasons in short, with names for those who are shown."""
    plays = role in (Role.MODERATOR, Role.MEMBER)
    found = [_matches(season, reader, plays) if season.mirrored else _short(season, reader) for season in seasons]
    named = {row.figures.entry for short in found for row in (*short.rungs, *short.fallen)}
    entries = SeasonEntry.objects.select_related("player").in_bulk(named)
    begun = set(
        SeasonStart.objects.filter(season__in=[one.season for one in found], player=reader.pk).values_list("season")
    )
    mine = SeasonEntry.objects.filter(season__in=[one.season for one in found], player=reader.pk).values_list("season")
    taken = [pk for (pk,) in mine]
    for short in found:
        # One that was deleted this moment is left out.
        short.rungs, short.fallen = (
            [row for row in some if row.figures.entry in entries] for some in (short.rungs, short.fallen)
        )
        for row in (*short.rungs, *short.fallen):
            row.entry = entries[row.figures.entry]
        if not short.season.mirrored:
            used = taken.count(short.season.pk) >= short.season.each or (short.season.pk,) in begun
            short.open = plays and short.season.takes_entries() and not used
    return found


def _short(season: Season, reader: Reader) -> SeasonSummary:
    limit, log = spoiler_limit_of(season, reader), log_of(season.title, season.terms)
    stood = ranking(season, limit)
    first, mine = range(len(stood.figures))[:IN_SHORT], [n for n in stood.mine(reader) if n >= IN_SHORT][:1]
    gap = bool(mine) and mine[0] > IN_SHORT
    short = SeasonSummary(
        season, titles.words_of(season.title).title, log, [stood.row(n) for n in (*first, *mine)], gap
    )
    for row in short.rungs:
        row.mine = row.figures.player == reader.pk
    short.fallen = [stood.row(number) for number in stood.fallen[:IN_SHORT]]
    if limit < EVERYTHING:
        short.as_of = line_named(months_of(season), limit)
    return short


def _matches(season: Season, reader: Reader, plays: bool) -> SeasonSummary:
    contenders = list(season.contenders.select_related("player"))
    matches = list(matches_in(season.matches.all())) if contenders else []
    rows = rows_of(contenders, matches, reader)
    mine = [row for row in rows[IN_SHORT:] if row.mine]
    return SeasonSummary(
        season,
        titles.words_of(season.title).title,
        None,
        gap=bool(mine) and rows.index(mine[0]) > IN_SHORT,
        rows=[*rows[:IN_SHORT], *mine],
        matches=(sum(not match.is_open for match in matches), len(matches)),
        open=plays and season.takes_entries() and not matches and not any(row.mine for row in rows),
    )


def fallen_of(shorts: Sequence[SeasonSummary]) -> list[tuple[SeasonSummary, LadderRow, str]]:
    """Return the roll of honour of the seasons that are shown, with how it ended."""
    return [
        (short, row, short.log.state_text(row.figures.state) if short.log else "")
        for short in shorts
        for row in short.fallen
    ][:FALLEN]


def members_online(members: Sequence[Membership]) -> list[Membership]:
    """Return who is here just now, of those who let it be known."""
    lately = timezone.now() - HERE
    return [one for one in members if one.is_shown and one.player.last_seen >= lately]


def ends_next(seasons: Sequence[Season]) -> Season | None:
    """Return the season that ends next."""
    coming = [season for season in seasons if season.ends and season.ends >= site_day()]
    return min(coming, key=lambda season: season.ends or site_day(), default=None)
