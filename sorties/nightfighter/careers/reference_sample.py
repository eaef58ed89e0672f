"""The field of years of nights: a year is compared with those of its kind, one under an umpire with nobody."""

from collections.abc import Iterator
from typing import Literal

from campaigns.careers.reference_sample import (
    ReferenceSample,
    SampleFigures,
    SampleSource,
    aggregated,
    stored_sample,
)
from engine.kernel.packs.schema import Pack
from engine.nightfighter import simulate
from engine.nightfighter.charts.schema import Tables, standard_pack
from engine.nightfighter.state import Setup
from sorties.nightfighter.careers.selectors import TITLE
from sorties.nightfighter.records.models import NightCareer

KINDS: tuple[Literal["green", "seasoned", "staffel"], ...] = ("green", "seasoned", "staffel")


def sample_for(career: NightCareer) -> ReferenceSample | None:
    """Return the years that a year is compared with."""
    return None if career.mode == "blind" else stored_sample(TITLE, career.pack_hash, career.kind)


def groups(*, pack: str, policy: str, seed: int, careers: int) -> Iterator[tuple[str, str, SampleFigures]]:
    """Fly them, kind by kind: kills of pilots, points of a Staffel, week by week."""
    charts = standard_pack(pack)
    for kind in KINDS:
        case = simulate.Case(seed=seed, policy=policy, pack=pack, setup=Setup(campaign=kind, mode="solo"))
        yield kind, kind, aggregated([_flown(case, number, charts) for number in range(careers)])


def _flown(case: simulate.Case, number: int, charts: Pack[Tables]) -> tuple[int, list[int]]:
    """Fly a year; one that ends before May counts as it ended."""
    state, figures = simulate.fly_year(case, number, charts)
    weeks = len(charts.tables.calendar.weeks)
    dead = state.career is not None and state.career.end in ("killed", "nobody-left")
    return (len(figures) - 1 if dead else weeks), figures + [figures[-1]] * (weeks - len(figures))


SAMPLE_SOURCE = SampleSource(
    provenance="simulated by manage.py reference_sample, years flown alone, without optional rules",
    policy="hunter",
    hash_of=lambda pack: standard_pack(pack).hash,
    groups=groups,
)
