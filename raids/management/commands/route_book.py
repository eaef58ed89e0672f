"""Has bots fly nights, and keeps how their Main Forces fared by the way that they flew."""

import json
from argparse import ArgumentParser

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from engine.bomber_command.analysis.routes import PlottedRoute, RouteStats
from engine.bomber_command.game import TITLE
from engine.bomber_command.simulate import Case, flights
from engine.bomber_command.state import Setup
from raids.routes.route_book import HOME, FlownRoutes, RouteBookFile

SCENARIOS = ("berlin", "downfall")


class Command(BaseCommand):
    """Make the bots' part of the route book."""

    help = _("Fly nights between bots and store the losses of their Main Forces by route.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say how many, by which seed."""
        parser.add_argument("--nights", type=int, default=300, help=_("nights of each scenario"))
        parser.add_argument("--seed", type=int, default=1943)

    def handle(self, *args: object, nights: int, seed: int, **options: object) -> None:
        """Fly them."""
        charts = TITLE.load_pack("standard")
        provenance = "flown between strong bots by manage.py route_book, without advanced rules"
        stored = RouteBookFile(provenance, seed, charts.hash, {})
        for scenario in SCENARIOS:
            case = Case(seed=seed, setup=Setup(scenario))  # type: ignore[arg-type]
            tallies: dict[PlottedRoute, RouteStats] = {}
            for place in range(nights):
                for flight in flights(case, charts, place):
                    tallies.setdefault(flight.way, RouteStats()).add(flight)
            stored.scenarios[scenario] = _scenario(nights, tallies)
            self.stdout.write(f"{scenario}: {len(tallies)}")
        HOME.mkdir(parents=True, exist_ok=True)
        path = HOME / "bomber-command-standard.json"
        path.write_text(json.dumps(msgspec.to_builtins(stored), separators=(",", ":")) + "\n", encoding="utf-8")


def _scenario(nights: int, tallies: dict[PlottedRoute, RouteStats]) -> FlownRoutes:
    found = FlownRoutes(nights, {})
    for way in sorted(tallies):
        row = (way.entry, way.out, way.home, msgspec.structs.astuple(tallies[way]))
        found.routes.setdefault(way.city, []).append(row)
    return found
