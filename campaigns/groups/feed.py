"""Activity of a group in sentences, one from each row of an event, as far as the reader has flown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.accounts.requests import Reader
from campaigns.comments.models import NIGHT, Comment
from campaigns.comments.selectors import comments_in
from campaigns.groups.models import AuditEntry, Group
from campaigns.ladders.score_lines import line_named, log_of, months_of
from campaigns.ladders.spoiler_limit import EVERYTHING, spoiler_limit_of
from campaigns.matches.models import Contender, Match
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry

SHORT, LONG = 12, 100
KNOWN_TO_ALL = (AuditEntry.Kind.JOINED, AuditEntry.Kind.LEFT, AuditEntry.Kind.HANDED, AuditEntry.Kind.ANNOUNCED)


@dataclass(frozen=True)
class FeedItem:
    """A sentence of the feed."""

    at: datetime
    text: str
    rule: str = ""
    address: str = ""
    sealed: bool = False
    """It tells that something happened further on, and nothing of it."""
    notes: Sequence[Comment] = ()
    """Comments on the event."""
    notes_at: str = ""
    """Address of the comment page."""


def feed_of(group: Group, seasons: Sequence[Season], reader: Reader, most: int = SHORT) -> list[FeedItem]:
    """Return what happened, the latest first."""
    horizons = {season.pk: spoiler_limit_of(season, reader) for season in seasons if season.is_duplicate}
    played = [*_lines(seasons, horizons, most), *_entries(seasons, most)] if seasons else []
    mirrored = [season for season in seasons if season.mirrored]
    played += [*_contenders(mirrored, most), *_matches(mirrored, most)] if mirrored else []
    items = [*played, *_audit_items(group, most)]
    return sorted(items, key=lambda item: item.at, reverse=True)[:most]


def _lines(seasons: Sequence[Season], horizons: dict[UUID, int], most: int) -> Iterator[FeedItem]:
    """Give the lines on which something happened; one beyond the reader's own says only that it was flown."""
    of = {season.pk: season for season in seasons}
    ahead = Q(pk=None)
    for pk, line in horizons.items():
        if line < EVERYTHING:
            ahead |= Q(season=pk, line__gt=line)
    rows = ScoreRow.objects.filter(season__in=list(of), line__gt=0, entry__voided=None).select_related("entry__player")
    data = list(rows.filter(Q(gain__gt=0) | Q(hurt=True) | Q(out=True)).exclude(ahead).order_by("-at", "-line")[:most])
    notes = comments_in({row.entry.session_id for row in data}) if data else {}
    for row in data:
        season = of[row.season_id]
        has_lines = log_of(season.title, season.terms) is not None
        under = (row.entry.session_id, row.entry.seat, row.line) if has_lines else (row.entry.session_id, "", NIGHT)
        where = reverse("comments", args=under) if has_lines else reverse("comments_of_game", args=under[::2])
        yield replace(_line_text(season, row), notes=notes.get(under, ()), notes_at=where)
    if any(line < EVERYTHING for line in horizons.values()):
        for row in rows.filter(ahead, head=True).order_by("-at")[:most]:
            name = row.entry.name or str(row.entry.player)
            said = _("%(name)s has flown further in %(season)s. You can read about it after you fly that far.")
            yield FeedItem(row.at, said % {"name": name, "season": of[row.season_id]}, sealed=True)


def _line_text(season: Season, row: ScoreRow) -> FeedItem:
    log, name = log_of(season.title, season.terms), row.entry.name or str(row.entry.player)
    address = reverse("season", args=[season.pk])
    if log is None:
        facts = {"name": row.entry.player, "value": row.value, "season": season}
        return FeedItem(
            row.at, _("%(name)s has finished a game in %(season)s. Result: %(value)d.") % facts, address=address
        )
    text, rule = log.line_text(name, row)
    where = line_named(months_of(season), row.line)
    return FeedItem(row.at, f"{where}: {text}" if where else text, rule, address)


def _entries(seasons: Sequence[Season], most: int) -> Iterator[FeedItem]:
    of = {season.pk: season for season in seasons}
    for entry in SeasonEntry.objects.filter(season__in=list(of)).select_related("player").order_by("-entered")[:most]:
        facts = {"player": entry.player, "season": of[entry.season_id], "reason": entry.why_void}
        address = reverse("season", args=[entry.season_id])
        yield FeedItem(entry.entered, _("%(player)s has entered %(season)s.") % facts, address=address)
        if entry.voided:
            said = _("The entry of %(player)s in %(season)s was disqualified: %(reason)s.")
            yield FeedItem(entry.voided, said % facts, address=address)


def _contenders(seasons: Sequence[Season], most: int) -> Iterator[FeedItem]:
    of = {season.pk: season for season in seasons}
    for one in Contender.objects.filter(season__in=list(of)).select_related("player").order_by("-entered")[:most]:
        facts = {"player": one.player, "season": of[one.season_id]}
        address = reverse("season", args=[one.season_id])
        yield FeedItem(one.entered, _("%(player)s has entered %(season)s.") % facts, address=address)


def _matches(seasons: Sequence[Season], most: int) -> Iterator[FeedItem]:
    """Give the matches that are over; what a match came to nobody knows before its last night has ended."""
    of = {season.pk: season for season in seasons}
    over = Match.objects.filter(Q(finished__isnull=False) | Q(voided__isnull=False), season__in=list(of))
    latest = over.select_related("one__player", "other__player").order_by(Coalesce("voided", "finished").desc())[:most]
    for match in latest:
        address = reverse("match", args=[match.pk])
        facts = {"one": match.one.player, "other": match.other.player, "season": of[match.season_id]}
        if match.finished:
            yield FeedItem(match.finished, _came_to(match, facts), address=address)
        if match.voided:
            said = _("The match of %(one)s and %(other)s in %(season)s does not count: %(reason)s.")
            yield FeedItem(match.voided, said % (facts | {"reason": match.why_void}), address=address)


def _came_to(match: Match, facts: Mapping[str, object]) -> str:
    """Say how a match ended."""
    margin = match.margin or 0
    if match.lost_by_time_id is None and not margin:
        return _("%(one)s and %(other)s have drawn their match in %(season)s.") % facts
    if margin < 0 or match.lost_by_time_id == match.one_id:
        facts = {**facts, "one": facts["other"], "other": facts["one"]}
    if match.lost_by_time_id is not None:
        return _("%(one)s has won the match against %(other)s in %(season)s on time.") % facts
    said = ngettext(
        "%(one)s has won the match against %(other)s in %(season)s by %(n)d point.",
        "%(one)s has won the match against %(other)s in %(season)s by %(n)d points.",
        abs(margin),
    )
    return said % {**facts, "n": abs(margin)}


def _audit_items(group: Group, most: int) -> Iterator[FeedItem]:
    said = {
        AuditEntry.Kind.JOINED: _("%(by)s joined."),
        AuditEntry.Kind.LEFT: _("%(by)s left."),
        AuditEntry.Kind.HANDED: _("%(by)s handed the group over to %(about)s."),
        AuditEntry.Kind.ANNOUNCED: _("%(by)s announced a season."),
    }
    for audit_entry in group.deeds.filter(kind__in=KNOWN_TO_ALL).select_related("by", "about")[:most]:
        nobody = _("Somebody")
        yield FeedItem(
            audit_entry.done,
            said[AuditEntry.Kind(audit_entry.kind)]
            % {"by": audit_entry.by or nobody, "about": audit_entry.about or nobody},
        )
