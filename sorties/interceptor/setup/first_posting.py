"""The first unit of a guest who only pressed "Fly now": one of the first month with raids in its reach."""

import random

from campaigns.careers.pilot_names import invented_name
from engine.interceptor.rules.combat.exact_chances import raids_in_reach
from engine.interceptor.state import Setup
from play.charts import selectors
from play.games import titles

ENOUGH = 0.75
"""The share of the first month's raids that he can reach, at least; the farthest-reaching unit where none does."""


def post_the_pilot(setup: Setup) -> None:
    """Give the first pilot of a set-up a name, a unit that is there from the start, and its type.

    What he learns he chooses after his first sortie, when he has seen what it is for.
    """
    pilot = setup.pilots[0]
    pilot.name = invented_name()
    pilot.keeps_points = True
    pilot.unit, pilot.aircraft = random.choice(postings())  # noqa: S311 - a suggestion, no secret


def postings() -> list[tuple[int, str]]:
    """Return the lines of the first month and the type of each from which most raids can be met."""
    charts = titles.pack_of("interceptor-ace", selectors.STANDARD)
    shares = {}
    for line, unit in charts.units.items():
        if unit.start == 0:
            model = unit.aircraft[0]
            chance = raids_in_reach(line, model, 0, charts)
            shares[line, model] = chance.get("in", 0) / chance["of"]
    least = min(ENOUGH, max(shares.values()))
    return [posting for posting, share in shares.items() if share >= least]
