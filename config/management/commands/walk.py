"""Show the way of an order through the code, hop by hop."""

import os
import subprocess
import sys
import tempfile

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

HERE = "WALK_HERE"
"""Set in the process that walks: its database is a new one, in a folder that goes with it."""


class Command(BaseCommand):
    """Give orders at tables of a new database, and list the functions that hand each on."""

    help = _(
        "Play a shot, a raid's plot and an umpire's answer in new games and print the path of each order, hop by hop."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how it is printed."""
        parser.add_argument("--no-times", action="store_true", help=_("Leave out the milliseconds."))

    def handle(self, *args: object, **options: object) -> None:
        """Walk in a process of its own, on a database of its own."""
        if HERE not in os.environ:
            sys.exit(walk_apart(["--no-times"] if options["no_times"] else []))
        from tools.walk import EXAMPLES, as_table, walk

        call_command("migrate", verbosity=0)
        for example in EXAMPLES:
            found = walk(example)
            self.stdout.write(
                f"### {found.order.capitalize()}\n\n{as_table(found, with_times=not options['no_times'])}\n"
            )
            if not options["no_times"]:
                shares = ", ".join(f"{name} {share:.1f}" for name, share in found.shares.items())
                self.stdout.write(_("Not traced, in ms: %(shares)s.") % {"shares": shares} + "\n\n")
            for file in found.strangers:
                self.stderr.write(_("Also on the path: %(file)s") % {"file": file})


def walk_apart(arguments: list[str]) -> int:
    """Run the command again where its database is a new one."""
    with tempfile.TemporaryDirectory() as folder:
        apart = {HERE: "1", "VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        # Counting must stay possible here.
        environ = os.environ | apart | {"VEIL_BEAT_SECONDS": "0", "VEIL_HOLD_SECONDS": "0"}
        return subprocess.run([sys.executable, "manage.py", "walk", *arguments], env=environ, check=False).returncode
