"""Measures what the house promises and prints one JSON object a line."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _


class Command(BaseCommand):
    """Run the benches whose names begin with the prefix."""

    requires_system_checks = ()
    help = _("Prints one JSON object a line: name, value, unit, bound, ok.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the beginning of the names to run."""
        parser.add_argument("prefix", nargs="?", default="", help=_("Only what begins with this, such as kernel."))

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each figure as soon as it is there; end with an error when one misses its bound."""
        from tests import bench

        missed = 0
        for figure in bench.run(options["prefix"]):
            self.stdout.write(json.dumps(figure, ensure_ascii=False))
            self.stdout.flush()
            missed += not figure["ok"]
        sys.exit(1 if missed else 0)
