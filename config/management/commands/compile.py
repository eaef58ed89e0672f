"""Compiles the rules, proves that they play as the plain ones do, and puts them where the next start finds them."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.fastpath import compiled_rules
from tools import compiler

BUILDING, LOCK = "building-", "lock"
"""Prefix of a build under way, and the lock file of its process."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let one process build at a time, and delete what a killed one has left; its lock went with it."""
    import fcntl

    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as busy:
            raise CommandError(_("Another process compiles the rules already. Wait until it has finished.")) from busy
        for left in folder.glob(f"{BUILDING}*"):
            shutil.rmtree(left)
        yield


class ProofGames(TypedDict):
    """Output of `tools.proof`: the form of the rules that played, and the result of each game."""

    form: str
    games: dict[str, str]


class Command(BaseCommand):
    """Build the compiled form of the rules, or say which form serves."""

    requires_system_checks = ()
    help = _("Compile the rules with mypyc and a C compiler. The site plays faster after the next start.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what is wanted beside a build."""
        parser.add_argument(
            "--status", action="store_true", help=_("Only print whether compiled or Python rules are in use.")
        )

    def handle(self, *args: object, status: bool, **options: object) -> None:
        """Compile, prove, and put in place; what was there before goes."""
        if status:
            self.stdout.write(f"{compiled_rules.form.name}: {compiled_rules.form.why}")
            return
        if lacks := compiler.missing():
            raise CommandError(lacks)
        folder = compiled_rules.builds_folder()
        folder.mkdir(parents=True, exist_ok=True)
        with alone(folder), tempfile.TemporaryDirectory(prefix=BUILDING, dir=folder) as name:
            built = self.built(Path(name) / "rules")
            self.proved(built)
            self.put(built, folder)

    def built(self, folder: Path) -> Path:
        """Compile the rules in a folder."""
        self.stdout.write(_("Compiling; this takes some minutes …"))
        try:
            return compiler.compile_rules(folder, compiled_rules.ROOT)
        except compiler.CannotCompile as fault:
            raise CommandError(str(fault)) from fault

    def proved(self, built: Path) -> None:
        """Play the same games by both forms, and run the tests of the rules by the compiled one."""
        self.stdout.write(_("Checking that the compiled rules play like the Python rules …"))
        plain, fast = (self.played(form) for form in (compiled_rules.PLAIN, str(built)))
        if plain["form"] == fast["form"]:
            raise CommandError(_("The compiled rules cannot be loaded."))
        if differs := [game for game in plain["games"] if plain["games"][game] != fast["games"].get(game)]:
            raise CommandError(_("The compiled rules play differently: %s") % ", ".join(differs))
        pytest = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", "not slow"]
        pytest.append(str(compiled_rules.ROOT / "tests" / "engine"))
        done = self.run_by(str(built), pytest)
        if done.returncode:
            raise CommandError(_("A test of the rules fails with the compiled rules.") + "\n" + done.stdout[-3000:])

    def played(self, form: str) -> ProofGames:
        """Play the games of the proof by a form."""
        done = self.run_by(form, [sys.executable, "-m", "tools.proof"])
        if done.returncode:
            raise CommandError(done.stderr[-3000:])
        found: ProofGames = json.loads(done.stdout)
        return found

    def run_by(self, form: str, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Run a command with a form of the rules."""
        environ = {**os.environ, compiled_rules.SWITCH: form, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        return subprocess.run(command, env=environ, cwd=compiled_rules.ROOT, capture_output=True, text=True)

    def put(self, built: Path, folder: Path) -> None:
        """Put a build in place, and take away those of other sources."""
        place = folder / str(json.loads((built / compiled_rules.MANIFEST).read_text(encoding="utf-8"))["digest"])
        if place.exists():
            shutil.rmtree(place)
        built.rename(place)
        for other in folder.iterdir():
            if other.is_dir() and other != place and not other.name.startswith(BUILDING):
                shutil.rmtree(other)
        self.stdout.write(_("Done. The compiled rules are used from the next start: %s") % place)
