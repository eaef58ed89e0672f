"""Every roll links to the source of its chart, in all three games."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from play.charts.provenance import sources_of
from play.games import titles
from play.games.registry import registered

HOUSE = ("interceptor-ace", "nightfighter", "bomber-command")


def rules_of(game: str) -> Path:
    """The folder of a game's rules."""
    return Path(str(import_module(type(registered()[game].title).__module__).__file__)).parent


def named(folder: Path) -> Iterator[tuple[str, ast.expr]]:
    """Every chart that the rules give to an event, with where it is given."""
    for file in sorted(folder.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            for keyword in call.keywords if isinstance(call, ast.Call) else ():
                if keyword.arg == "chart":
                    yield f"{file.name}:{keyword.lineno}", keyword.value


def literals(value: ast.expr) -> list[str | None]:
    """Return the names that an argument may represent; None for an argument that the page does not fix."""
    if isinstance(value, ast.IfExp):
        return literals(value.body) + literals(value.orelse)
    return [value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None]


@pytest.mark.parametrize("game", HOUSE)
def test_every_chart_that_an_event_can_name_has_its_source_and_its_name_in_words(game):
    pack = titles.title_of(game).load_pack("standard")
    words = titles.words_of(game)
    charts = [(place, chart) for place, value in named(rules_of(game)) for chart in literals(value)]
    assert len({chart for _place, chart in charts}) >= 9
    for place, chart in charts:
        assert chart, f"{place} names its chart in a way that this walk cannot follow"
        sources = sources_of(game, pack, chart)
        assert sources, f"{place}: nothing is known of {chart}"
        assert all(source["origin"] and source["text"] for source in sources)
        assert words.label(chart) != chart, f"{place}: {chart} has no name"


@pytest.mark.parametrize("game", HOUSE)
def test_every_table_that_a_chart_is_made_of_is_in_the_pack(game):
    pack = titles.title_of(game).load_pack("standard")
    tables = getattr(pack, "tables", pack)
    for names in registered()[game].charts.values():
        assert all(hasattr(tables, name) for name in names)


def test_a_chart_of_two_tables_names_both_sources_and_the_same_source_once():
    pack = titles.title_of("interceptor-ace").load_pack("standard")
    tables = pack.tables
    said = [source["text"] for source in sources_of("interceptor-ace", pack, "b4")]
    second = tables.fighter_crew.provenance.removeprefix("reconstructed: ")
    named = second.replace("source JP2", "“A player's web log, a sortie of August 1943”")
    assert said == [named, tables.severity.provenance] and named != second
    assert (
        tables.bomber_types.provenance == tables.escorts.provenance
        or len(sources_of("interceptor-ace", pack, "a3")) == 2
    )
