"""Flies simulated careers from every unit and keeps how they fared, for careers to be compared with."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from engine.interceptor import simulate
from engine.interceptor.pack import load
from engine.interceptor.state import MONTHS, PilotSetup, Setup
from sorties.interceptor.career import simulated_field


class Command(BaseCommand):
    """Make the field of a chart pack."""

    help = _("Fly simulated careers from every unit, and keep how they fared line by line.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say how many, by which bot, on which charts."""
        parser.add_argument("--careers", type=int, default=300, help=_("careers from each unit"))
        parser.add_argument("--policy", default="sensible")
        parser.add_argument("--pack", default="standard")
        parser.add_argument("--seed", type=int, default=1943)

    def handle(self, *args: Any, **options: Any) -> None:
        """Fly them, unit by unit, officers and NCOs in turn."""
        charts = load(options["pack"])
        lines = [(month, line) for month in range(len(MONTHS)) for line in range(charts.lines(month))]
        groups = {}
        for unit in charts.units:
            cases = [
                simulate.Case(
                    seed=options["seed"] * 100 + unit,
                    policy=options["policy"],
                    pack=options["pack"],
                    setup=Setup(pilots=[PilotSetup(unit=unit, track=track)]),
                )
                for track in ("officer", "nco")
            ]
            flown = [
                simulate.fly_career(cases[place % 2], charts, place).careers[0] for place in range(options["careers"])
            ]
            groups[str(unit)] = simulated_field.tallied(flown, lines)
            self.stdout.write(f"{charts.units[unit].unit}: {groups[str(unit)]['alive'][-1]:.0%}")
        kept = {
            "provenance": "simulated by manage.py field, officers and NCOs in turn, without optional rules",
            "policy": options["policy"],
            "seed": options["seed"],
            "pack": options["pack"],
            "pack_hash": charts.hash,
            "groups": groups,
        }
        simulated_field.HOME.mkdir(parents=True, exist_ok=True)
        path = simulated_field.HOME / f"interceptor-ace-{options['pack']}.json"
        path.write_text(json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
