"""The charts by which each part of a career was flown: a game may be moved to newer ones within the year."""

from contextlib import suppress

from engine.interceptor.charts.compiled import Charts
from play.charts import pack_store
from play.charts.pack_store import PackGone
from sorties.interceptor.records.models import InterceptorCareer

TITLE = "interceptor-ace"


class ChartsOfLog:
    """The charts by which each line of a log was flown; what is not of a line is read by those of today."""

    def __init__(self, pack: Charts, row: InterceptorCareer | None = None) -> None:
        self.now = pack
        self.before = [] if row is None else charts_known(row)

    @property
    def first(self) -> Charts:
        """The charts with which he began."""
        return self.before[0][1] if self.before else self.now

    def at(self, place: int) -> Charts:
        """Return the charts of a line by its place in the log, from 1."""
        return next((pack for last, pack in self.before if place <= last), self.now)


def charts_known(row: InterceptorCareer) -> list[tuple[int, Charts]]:
    """Return the charts by which a career was flown before it was moved, each with the last line of its log by them."""
    found = []
    for last, digest in row.charts_before:
        with suppress(PackGone):
            found.append((last, pack_store.compiled_charts(TITLE, digest, row.pack)))
    return found
