"""Context of a season's page."""

from dataclasses import dataclass

from campaigns.accounts.requests import Reader
from campaigns.groups.models import Role
from campaigns.groups.selectors import role_in
from campaigns.ladders.ladder import Ladder, LadderQuery, LadderRow, ahead_of, ladder_of
from campaigns.ladders.race_chart import RaceChart, race_of
from campaigns.ladders.score_lines import line_named, months_of
from campaigns.ladders.spoiler_limit import EVERYTHING
from campaigns.results.models import Result
from campaigns.seasons import selectors
from campaigns.seasons.forms import terms_text
from campaigns.seasons.models import Season
from play.charts import pack_store
from play.games import titles
from play.games.text import GameText

Band = tuple[str, list[LadderRow]]
"""A level of the rulebook, and its rows."""


@dataclass(frozen=True, kw_only=True)
class SeasonPage:
    """Context of a season's page for a reader."""

    season: Season
    words: GameText
    told: str
    """Its terms in short."""
    ladder: Ladder
    lined: bool
    """True if the game has lines."""
    bands: list[Band]
    race: RaceChart | None
    as_of: str
    ahead: list[str]
    """Players who have flown the reader's next line."""
    fallen: list[tuple[LadderRow, str]]
    balance: str
    opened_key: str
    final: bool
    left: int
    """Number of games that the reader may still enter."""
    fitting: list[tuple[Result, str]]
    keeps: bool
    reads: Role | None


def season_page(season: Season, reader: Reader, asked: LadderQuery) -> SeasonPage:
    """Return what the page shows."""
    words, role = titles.words_of(season.title), role_in(season.group, reader)
    ladder = ladder_of(season, reader, asked)
    months, rows = list(months_of(season)), _scale_marks(season, ladder)
    entries = [row.entry for row in ladder.mine]
    voided = [entry for entry in ladder.void if entry.player_id == reader.pk]
    left = selectors.entries_left(season, [*entries, *voided], reader, role)
    fitting = selectors.fitting(season, reader) if left else []
    return SeasonPage(
        season=season,
        words=words,
        told=terms_text(season),
        ladder=ladder,
        lined=ladder.log is not None,
        bands=bands(ladder, rows) if ladder.asked.whole else [("", ladder.rungs)],
        race=race_of(ladder, months, [level for level, _name in rows]),
        as_of=line_named(months, ladder.limit) if ladder.limit < EVERYTHING else "",
        ahead=[entry.name or str(entry.player) for entry in ahead_of(season, ladder.limit)],
        fallen=[(row, line_named(months, row.figures.line)) for row in ladder.fallen],
        balance=ladder.log.balance(ladder.totals) if ladder.log else "",
        opened_key=bytes(season.calendar.key).hex() if season.calendar and season.calendar.opened else "",
        final=season.is_final(),
        left=left,
        fitting=[(one, words.seat(one.seat)) for one in fitting],
        keeps=role == Role.MODERATOR,
        reads=role,
    )


def _scale_marks(season: Season, ladder: Ladder) -> list[tuple[int, str]]:
    """Return the levels by the charts of the season; none if they are not stored here."""
    if ladder.log is None:
        return []
    try:
        return list(ladder.log.scale_marks(pack_store.compiled_charts(season.title, season.pack_hash, season.pack)))
    except pack_store.PackGone:
        return []


def bands(ladder: Ladder, rows: list[tuple[int, str]]) -> list[Band]:
    """Part the rows by the levels of the book; a page of rows knows those that it has."""
    found: list[Band] = []
    for row in ladder.rungs:
        name = "" if row.place is None else _level(rows, row.figures.value)
        if not found or found[-1][0] != name:
            found.append((name, []))
        found[-1][1].append(row)
    return found


def _level(rows: list[tuple[int, str]], value: int) -> str:
    for place in range(len(rows) - 1, -1, -1):
        least, name = rows[place]
        if value >= least:
            most = rows[place + 1][0] - 1 if place + 1 < len(rows) else None
            between = f"{least}–{most}" if least >= 0 else f"{least} … {most}".replace("-", "−")
            return f"{name} {between}" if most is not None else f"{name} {least}+"
    return ""
