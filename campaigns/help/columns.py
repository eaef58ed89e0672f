"""The CSV files of the site and the sentences about their columns, for the page *What the columns mean*."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from campaigns.games import campaign_games
from campaigns.groups.finished_games import FINISHED_GAMES
from campaigns.seasons.csv_export import LADDER, LINES
from play.utils.csv_columns import CsvFile


@dataclass(frozen=True)
class FileHelp:
    """A file with its columns, in the language of the reader."""

    name: str
    title: str
    columns: list[tuple[list[str], SafeString]]


def csv_files() -> Iterator[CsvFile[Any]]:
    """Give every CSV file that players download: those of each game, then those of seasons and groups."""
    for game in campaign_games():
        yield from game.csv_files
    yield from (LADDER, LINES, FINISHED_GAMES)


def files_described() -> list[FileHelp]:
    """Describe the columns of every CSV file."""
    return [
        FileHelp(
            name=one.name,
            title=gettext(one.title),
            columns=[(names, with_code(gettext(doc))) for names, doc in one.described()],
        )
        for one in csv_files()
    ]


def with_code(sentence: str) -> SafeString:
    """Turn text between backticks into code; names of columns and values are the same in every language."""
    parts = enumerate(sentence.split("`"))
    return format_html_join(
        "", "{}", ((format_html('<code translate="no">{}</code>', part) if at % 2 else part,) for at, part in parts)
    )
