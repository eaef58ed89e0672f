"""The field of Interceptor Ace: a career is compared with those who began in its unit, an ace's with nobody."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from campaigns.careers.reference_sample import ReferenceSample, SampleFigures, SampleSource, stored_sample
from campaigns.careers.reference_sample import aggregated as put_together
from engine.interceptor import simulate
from engine.interceptor.charts.compiled import load
from engine.interceptor.state import MONTHS, Career, PilotSetup, Setup
from sorties.interceptor.records.models import InterceptorCareer


def sample_for(career: InterceptorCareer) -> ReferenceSample | None:
    """Return the pilots that a career is compared with."""
    return None if career.ace else stored_sample("interceptor-ace", career.pack_hash, str(career.unit_line))


# Making it


def groups(*, pack: str, policy: str, seed: int, careers: int) -> Iterator[tuple[str, str, SampleFigures]]:
    """Fly them, unit by unit, officers and NCOs in turn."""
    charts = load(pack)
    lines = [(month, line) for month in range(len(MONTHS)) for line in range(charts.lines(month))]
    for unit in charts.units:
        setups = [Setup(pilots=[PilotSetup(unit=unit, track=track)]) for track in ("officer", "nco")]
        cases = [simulate.Case(seed=seed * 100 + unit, policy=policy, pack=pack, setup=setup) for setup in setups]
        flown = [simulate.fly_career(cases[place % 2], charts, place).careers[0] for place in range(careers)]
        yield str(unit), charts.units[unit].unit, aggregated(flown, lines)


def aggregated(careers: Sequence[Career], lines: Sequence[tuple[int, int]]) -> SampleFigures:
    """Put simulated careers together, line by line; `lines` are all (month, line) of the year."""
    places = {line: place for place, line in enumerate(lines)}
    return put_together([(_death(career, places), _bombers_by_line(career, places)) for career in careers])


def _death(career: Career, places: dict[tuple[int, int], int]) -> int:
    return len(places) if career.alive else places[(career.log[-1].month, career.log[-1].line)]


def _bombers_by_line(career: Career, places: dict[tuple[int, int], int]) -> list[int]:
    won = [0] * len(places)
    for line in career.log:
        won[places[(line.month, line.line)]] = sum(
            fight.is_bomber and fight.credit == "pilot" for fight in line.engagements
        )
    return list(accumulate(won))


SAMPLE_SOURCE = SampleSource(
    provenance="simulated by manage.py reference_sample, officers and NCOs in turn, without optional rules",
    policy="sensible",
    hash_of=lambda pack: load(pack).hash,
    groups=groups,
)
