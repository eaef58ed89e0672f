"""Provenance of the charts that a game's events were read on, as shown beside each roll."""

from collections.abc import Mapping

from engine.kernel.packs.schema import Charts
from play.charts import selectors
from play.charts.page import ORIGINS
from play.games.registry import game_of
from play.journal import store
from play.sessions.models import Session


def provenance(session: Session, chart: str, seq: int) -> list[Mapping[str, str]]:
    """Say where a chart comes from by which an entry was played; nothing where the pack is not to be had any more."""
    try:
        return sources_of(session.title, store.pack_at(session, seq), chart)
    except store.PackGone:
        return []


def sources_of(title: str, charts: Charts, chart: str) -> list[Mapping[str, str]]:
    """Return the origin of each table that a chart is made of, in words and as the pack has it; each once."""
    content = charts.pack.content
    names = game_of(title).charts.get(chart, (chart.replace("-", "_"),))
    said = dict.fromkeys(content.get(name, {}).get("provenance", "") for name in names)
    return [
        {"origin": str(ORIGINS[selectors.origin_of(text)]), "text": source_text(selectors.named_sources(text, content))}
        for text in said
        if text
    ]


def source_text(text: str) -> str:
    """Return what a provenance says beyond its kind: why a chart was reconstructed, and else all of it."""
    return text.removeprefix("reconstructed: ").removeprefix("source ")
