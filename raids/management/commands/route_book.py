"""Has bots fly nights, and keeps how their Main Forces fared by the way that they flew."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from engine.bomber_command.analysis.routes import PlottedRoute, RouteStats
from engine.bomber_command.game import TITLE
from engine.bomber_command.simulate import Case, flights
from engine.bomber_command.state import Setup
from raids.routes.route_book import HOME

SCENARIOS = ("berlin", "downfall")


class Command(BaseCommand):
    """Make the bots' part of the route book."""

    help = _("Fly nights between bots, and keep how their Main Forces fared by the way that they flew.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say how many, by which seed."""
        parser.add_argument("--nights", type=int, default=300, help=_("nights of each scenario"))
        parser.add_argument("--seed", type=int, default=1943)

    def handle(self, *args: Any, **options: Any) -> None:
        """Fly them."""
        charts = TITLE.load_pack("standard")
        stored: dict[str, Any] = {
            "provenance": "flown between strong bots by manage.py route_book, without advanced rules",
            "seed": options["seed"],
            "pack_hash": charts.hash,
            "scenarios": {},
        }
        for scenario in SCENARIOS:
            case = Case(seed=options["seed"], setup=Setup(scenario))  # type: ignore[arg-type]
            tallies: dict[PlottedRoute, RouteStats] = {}
            for place in range(options["nights"]):
                for flight in flights(case, charts, place):
                    tallies.setdefault(flight.way, RouteStats()).add(flight)
            stored["scenarios"][scenario] = {"nights": options["nights"], "routes": _by_city(tallies)}
            self.stdout.write(f"{scenario}: {len(tallies)}")
        HOME.mkdir(parents=True, exist_ok=True)
        path = HOME / "bomber-command-standard.json"
        path.write_text(json.dumps(stored, separators=(",", ":")) + "\n", encoding="utf-8")


def _by_city(tallies: dict[PlottedRoute, RouteStats]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for way in sorted(tallies):
        tally = tallies[way]
        sums = [getattr(tally, name) for name in tally.__struct_fields__]
        found.setdefault(way.city, []).append([way.entry, way.out, way.home, sums])
    return found
