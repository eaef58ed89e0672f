"""Queries for chart packs: the site's, a player's, and their differences."""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.html import escape
from django.utils.translation import gettext as _

from engine.kernel.packs.faults import PackError, PackFault
from engine.kernel.packs.files import decode_pack, dump_pack
from engine.kernel.packs.schema import Charts, Pack
from play.charts import pack_files, sharing
from play.charts.models import ChartPack
from play.games import titles
from play.utils.plain_data import Json
from play.utils.players import Player, Visitor

OWN = "own-"
STANDARD = "standard"
MOST_LINES = 400
"""Lines of a comparison that a page shows."""
MAX_SHARED = 100
"""Packs that others share which a page lists."""
MOST_ROWS = 1_000
"""Rows of a table that a page shows."""
MOST_SIGNS, LONGEST_CELL = 400_000, 1_000
"""Characters of charts that a page shows, and of one cell."""


PackContent = Mapping[str, dict[str, Any]]
"""The tables of a pack as plain data."""
PlayerOrNumber = Visitor | int | None


class NoSuchPack(LookupError):
    """There is no pack of that name, or not for this player."""


# Finding packs


def games() -> list[str]:
    """Name the games that can be played by a pack of one's own."""
    return [name for name in titles.names() if titles.title_of(name).read_pack is not None]


def pack_reader(game: str) -> Callable[[Mapping[str, str]], Charts]:
    """Return what reads the files of a player's own pack."""
    read = titles.title_of(game).read_pack
    if read is None:
        raise NoSuchPack(game)
    return read


def pack_in(charts: Charts) -> Pack[Any]:
    """Return the pack of charts as the rules read them."""
    return charts.pack


def site_pack_names(game: str) -> tuple[str, ...]:
    """Name the packs of the site."""
    return titles.title_of(game).pack_names()


def charts_named(game: str, name: str, player: PlayerOrNumber = None) -> Any:
    """Return charts by the name in a new game's form: the site's, the player's own, or shared with him."""
    if not is_own(name):
        return titles.pack_of(game, name)
    own = _open_to(player).filter(pk=_number(name), game=game).first()
    if own is None or not own.hash or not own.content:
        raise NoSuchPack(name)
    return charts_of(own)


def _open_to(player: PlayerOrNumber) -> QuerySet[ChartPack]:
    """Return the packs by which a player may play: his own, and those that others share with him."""
    number = player if player is None or isinstance(player, int) else player.pk
    if number is None:
        return ChartPack.objects.none()
    return ChartPack.objects.filter(Q(owner=number) | Q(pk__in=sharing.provider().shared_packs(number).values("pk")))


def _number(name: str) -> UUID:
    digits = name.removeprefix(OWN)
    if not re.fullmatch("[0-9a-f]{32}", digits):
        raise NoSuchPack(name)
    return UUID(digits)


def is_own(name: str) -> bool:
    """Say whether a pack of that name is a player's own."""
    return name.startswith(OWN)


def hash_named(game: str, name: str, player: PlayerOrNumber = None) -> str:
    """Return the hash of the charts that `charts_named` would lay out, without reading a player's; nothing if none."""
    if not is_own(name):
        return str(pack_in(titles.pack_of(game, name)).hash)
    own = _open_to(player).filter(pk=_number(name), game=game)
    return own.values_list("hash", flat=True).first() or ""


def charts_of(own: ChartPack) -> Charts:
    """Return the charts of a player's pack as the check has stored them, or raise `PackError` with its faults.

    Its files are read by the check alone, in the child of a worker (`play.charts.uploads`).
    """
    if not own.hash or not own.content:
        raise PackError(list(faults_of(own)))
    game = titles.title_of(own.game)
    return game.lay_out(decode_pack(zlib.decompress(bytes(own.content)), game.Tables, own.hash))


def faults_of(own: ChartPack) -> tuple[PackFault, ...]:
    """Return the stored faults of a player's pack."""
    return msgspec.convert(own.faults, tuple[PackFault, ...])


def choices(game: str, player: Visitor | None) -> list[tuple[str, str]]:
    """Return the packs by which this player may begin a game, each by its name and its title."""
    found = [(name, title_of(game, name)) for name in site_pack_names(game)]
    if player is None or not player.is_authenticated or game not in games():
        return found
    mine = ChartPack.objects.filter(owner=player, game=game).exclude(hash="").defer("texts", "content", "faults")
    shared_packs = (
        sharing.provider().shared_packs(player.pk).filter(game=game).defer("texts", "content", "faults")[:MAX_SHARED]
    )
    shared = _("%(title)s, shared by %(owner)s")
    return [
        *found,
        *((own.key, own.title) for own in mine),
        *((own.key, shared % {"title": own.title, "owner": own.owner}) for own in shared_packs),
    ]


def title_of(game: str, name: str) -> str:
    """Name a pack of the site; an unreadable one is called by its folder."""
    if name == STANDARD:
        return _("Standard charts (reconstructed where the rulebook has none)")
    try:
        return str(pack_in(titles.pack_of(game, name)).manifest.title)
    except PackError:
        return name


def own_at(pack: UUID) -> ChartPack:
    """Return a player's pack by its number."""
    found = ChartPack.objects.select_related("owner", "calibration").filter(pk=pack).first()
    if found is None:
        raise Http404
    return found


@dataclass(frozen=True)
class PackRead:
    """A player's pack for its owner or readers; one table of it, or the whole."""

    own: ChartPack
    table: str = ""
    link: str = ""
    """The link by which it is read, if it is by that."""

    def readable_by(self, player: Player) -> bool:
        """Say whether a player may read it."""
        return self.own.belongs_to(player) or sharing.provider().shared_packs(player.pk).filter(pk=self.own.pk).exists()


def read_at(pack: UUID, table: str = "") -> PackRead:
    """Return a player's pack by its number, to be read."""
    return PackRead(own_at(pack), table)


def read_by_link(link: str, table: str = "") -> PackRead:
    """Return a pack that its owner shares by a link."""
    found = ChartPack.objects.select_related("owner").filter(link=link, shared=True).exclude(hash="").first()
    if found is None:
        raise Http404
    return PackRead(found, table, link)


def site_pack_at(game: str, pack: str) -> Pack[Any]:
    """Return a pack of the site, or raise 404."""
    if game not in games() or pack not in site_pack_names(game):
        raise Http404
    return pack_in(titles.pack_of(game, pack))


# Reading packs


@dataclass
class Rows:
    """A part of a table that is listed row by row."""

    name: str
    columns: list[str]
    rows: list[tuple[str, list[str], str]] = field(default_factory=list)
    """Key, cells and provenance of each."""
    of: int = 0
    """Number of rows, shown or not."""


@dataclass
class TableShown:
    """A table of a pack as a page shows it."""

    name: str
    provenance: str
    count: int
    plain: list[tuple[str, str]] = field(default_factory=list)
    parts: list[Rows] = field(default_factory=list)


ORIGINS = ("rule", "source", "printed", "reconstructed")


def origin_of(provenance: str) -> str:
    """Name the kind of a provenance; a ruling is this site's interpretation of a rule."""
    word = re.split(r"[ :]", provenance, maxsplit=1)[0].rstrip("s")
    return "rule" if word == "ruling" else word


def named_sources(provenance: str, content: PackContent) -> str:
    """Return a provenance with each source named as the pack's own list has it, without its address."""
    rows = (content.get("sources") or {}).get("rows") or {}
    for key, said in rows.items():
        title = str(said).partition(", http")[0]
        provenance = re.sub(rf"(\bsource )?\b{re.escape(str(key))}\b", f"“{title}”", provenance)
    return provenance


def entries_of(table: Mapping[str, Json]) -> Iterator[tuple[str, Json, dict[str, Json] | None]]:
    """Give every entry of a table: its path, what it holds, and itself where it is a row with names."""
    for name, held in table.items():
        if name == "provenance":
            continue
        if isinstance(held, dict) and held:
            for key, inner in held.items():
                yield f"{name}.{key}", inner, inner if isinstance(inner, dict) else None
        elif isinstance(held, list) and any(isinstance(inner, dict) for inner in held):
            for place, inner in enumerate(held):
                yield f"{name}[{place}]", inner, inner if isinstance(inner, dict) else None
        else:
            yield name, held, None


def shares(content: PackContent) -> list[tuple[str, int, int]]:
    """Return how many entries come from where, and their share in per cent."""
    counts = dict.fromkeys(ORIGINS, 0)
    for table in content.values():
        for _path, _held, row in entries_of(table):
            said = row.get("provenance") if row else None
            origin = origin_of(said if isinstance(said, str) else table["provenance"])
            counts[origin] = counts.get(origin, 0) + 1
    whole = max(1, sum(counts.values()))
    return [(origin, count, round(100 * count / whole)) for origin, count in counts.items()]


def tables_of(content: PackContent) -> list[TableShown]:
    """Return the tables of a pack with the number of their entries."""
    return [
        TableShown(name, _short(named_sources(table["provenance"], content)), sum(1 for _entry in entries_of(table)))
        for name, table in sorted(content.items())
    ]


class RowBudget:
    """Number of rows of a pack that one page may still show."""

    def __init__(self, rows: int) -> None:
        self.rows, self.signs = rows, MOST_SIGNS

    def allows(self, *cells: str) -> bool:
        """Take a row of cells from what is left; say whether it fitted."""
        self.rows -= 1
        self.signs -= sum(len(escape(cell)) for cell in cells)
        return self.rows >= 0 and self.signs >= 0


def table_at(content: PackContent, name: str) -> TableShown:
    """Return one table as far as a page shows it, or say that there is no such page."""
    table = content.get(name)
    if table is None:
        raise Http404
    budget = RowBudget(MOST_ROWS)
    said = _short(named_sources(table["provenance"], content))
    shown = TableShown(name, said, sum(1 for _entry in entries_of(table)))
    for part, held in table.items():
        if isinstance(held, dict) and held:
            shown.parts.append(_rows(part, {str(key): inner for key, inner in held.items()}, content, budget))
        elif isinstance(held, list) and any(isinstance(inner, dict) for inner in held):
            rows = {str(place): inner for place, inner in enumerate(held)}
            shown.parts.append(_rows(part, rows, content, budget))
        elif part != "provenance":
            shown.plain.append((part, _cell_shown(held)))
    return shown


def _rows(name: str, held: Mapping[str, Json], content: PackContent, budget: RowBudget) -> Rows:
    columns = list(dict.fromkeys(key for row in held.values() if isinstance(row, dict) for key in row))
    columns = [str(key) for key in columns if key != "provenance"]
    wide = len(columns) <= 12 and all(isinstance(row, dict) for row in held.values())
    found = Rows(name, [_short(column) for column in columns] if wide else [""], of=len(held))
    for key, row in held.items():
        said = _short(named_sources(str(row.get("provenance", "")), content)) if isinstance(row, dict) else ""
        if wide and isinstance(row, dict):
            by_name = {str(name): value for name, value in row.items()}
            cells = [_cell_shown(by_name.get(column, "")) for column in columns]
        else:
            plain = row
            if said and isinstance(row, dict):
                plain = {name: value for name, value in row.items() if name != "provenance"}
            cells = [_cell_shown(plain)]
        if not budget.allows(_short(key), *cells, said):
            break
        found.rows.append((_short(key), cells, said))
    return found


def _cell_shown(value: Json) -> str:
    return _short(cell(value))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"


def cell(value: Json) -> str:
    """Write a value of a table into one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {cell(held)}" for key, held in value.items())
    if isinstance(value, list):
        return ", ".join(f"({cell(held)})" if isinstance(held, (dict, list)) else cell(held) for held in value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "–" if value is None else str(value)


# Comparing packs


@dataclass
class PackDifference:
    """A table in which two packs differ, entry by entry: path, the standard's and this pack's."""

    table: str
    lines: list[tuple[str, str, str]]
    more: int = 0


class _Absent:
    """Placeholder for an entry that one of two packs lacks."""


_ABSENT = _Absent()


def differences(content: PackContent, standard: PackContent) -> list[PackDifference]:
    """Compare a pack with the standard one, table by table and row by row."""
    found, budget = [], RowBudget(MOST_LINES)
    for table in sorted({*content, *standard}):
        lines = list(_differing("", standard.get(table), content.get(table)))
        if lines:
            shown = list(takewhile(lambda line: budget.allows(*line), lines))
            found.append(PackDifference(table, shown, len(lines) - len(shown)))
    return found


def _differing(path: str, before: Json | _Absent, after: Json | _Absent) -> Iterator[tuple[str, str, str]]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from _differing(
                f"{path}.{key}" if path else str(key), before.get(key, _ABSENT), after.get(key, _ABSENT)
            )
    elif isinstance(before, list) and isinstance(after, list) and _are_rows(before, after):
        for place in range(max(len(before), len(after))):
            pair = [side[place] if place < len(side) else _ABSENT for side in (before, after)]
            yield from _differing(f"{path}[{place}]", *pair)
    else:
        yield _short(path), _side(before), _side(after)


def _side(value: Json | _Absent) -> str:
    return "" if isinstance(value, _Absent) else _cell_shown(value)


def _are_rows(*sides: list[Json]) -> bool:
    return any(isinstance(one, dict) for side in sides for one in side)


# Taking packs out


def site_pack_archive(game: str, name: str) -> bytes:
    """Return a pack of the site as an archive, one file for each table."""
    pack = site_pack_at(game, name)
    return pack_files.zipped(dump_pack(pack, name=pack.manifest.name, title=pack.manifest.title))
