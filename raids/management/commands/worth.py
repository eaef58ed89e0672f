"""Has commanders fly nights to their ends, and keeps what each feature of a night is worth by them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from engine.bomber_command.title import TITLE
from engine.bomber_command.weights import HOME, Weights, fitted

NIGHTS = {"berlin": 2200, "downfall": 1600}


class Command(BaseCommand):
    """Make the weights by which a look back on a night values what is left of it."""

    help = _("Fly nights between bots, and fit what is left of a night to what it shows.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say how many, by which seed, and where to."""
        parser.add_argument("--nights", type=int, default=0, help=_("nights of each scenario"))
        parser.add_argument("--seed", type=int, default=1943)
        parser.add_argument("--to", type=Path, default=HOME)

    def handle(self, *args: Any, **options: Any) -> None:
        """Fly them."""
        charts, seed = TITLE.load_pack("standard"), options["seed"]
        nights = {scenario: options["nights"] or usual for scenario, usual in NIGHTS.items()}
        provenance = "flown between strong commanders, some careless at first, by manage.py worth"
        scenarios = {scenario: fitted(TITLE, charts, scenario, count, seed) for scenario, count in nights.items()}
        kept = msgspec.json.encode(Weights(provenance, seed, charts.hash, nights, scenarios))
        options["to"].write_bytes(msgspec.json.format(kept, indent=1) + b"\n")
