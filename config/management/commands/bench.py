"""Measure what the site promises; print one JSON object a line, alone or beside an earlier commit."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NotRequired, TypedDict

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

ROUNDS = 3
MOST_WORSE = 1.10
"""By this ratio a figure may be worse than before without a line in CHANGELOG."""
CHANGELOG = "CHANGELOG.md"


class Figure(TypedDict):
    """Result of a bench: its value, and its bound."""

    name: str
    value: float
    unit: str
    bound: str | None


class ComparedFigure(Figure):
    """A figure of now beside that of an earlier commit."""

    earlier: float
    ratio: float
    in_changelog: NotRequired[bool]
    ok: NotRequired[bool]


class Command(BaseCommand):
    """Run the benches whose names begin with the prefix."""

    requires_system_checks = ()
    help = _(
        "Measure the benchmarks and print one JSON object per line: name, value, unit, bound, ok. With "
        "--against, measure an earlier commit too and print ratios."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the beginning of the names to run, and what to compare with."""
        parser.add_argument(
            "prefix", nargs="?", default="", help=_("Only measure names that begin with this, such as kernel.")
        )
        parser.add_argument("--against", metavar="REV", help=_("An earlier commit to measure in turn with this one."))
        parser.add_argument("--rounds", type=int, default=ROUNDS, help=_("The number of runs of each measure."))
        parser.add_argument("--names", action="store_true", help=_("Print only the names."))

    def handle(
        self, *args: object, prefix: str, against: str | None, rounds: int, names: bool, **options: object
    ) -> None:
        """Print each figure as soon as it is there; end with an error when one misses its bound."""
        from tests import bench

        if names:
            for name in bench.names(prefix):
                self.stdout.write(name)
            return
        if against:
            bad = self._compare(against, prefix, rounds)
        else:
            bad = sum(not self._print(figure) for figure in bench.run(prefix))
        sys.exit(1 if bad else 0)

    def _print(self, figure: Mapping[str, object]) -> bool:
        """Print a figure; return whether it is within its bound."""
        self.stdout.write(json.dumps(figure, ensure_ascii=False))
        self.stdout.flush()
        return bool(figure["ok"])

    def _compare(self, rev: str, prefix: str, rounds: int) -> int:
        here = Path(settings.BASE_DIR)
        worse = 0
        with tempfile.TemporaryDirectory(prefix="dispersal-bench-") as folder:
            there = Path(folder) / "earlier"
            clone(here, rev, there)
            named = added_to_changelog(here, rev)
            for figure in compared(here, there, prefix, rounds):
                figure["in_changelog"] = figure["name"] in named
                figure["ok"] = figure["ratio"] <= MOST_WORSE or figure["in_changelog"]
                worse += not self._print(figure)
        return worse


def clone(here: Path, rev: str, there: Path) -> None:
    """Check an earlier commit out into a folder of its own, with an environment of its own if its lock differs."""
    for command in (
        ["clone", "--quiet", "--shared", str(here), str(there)],
        ["-C", str(there), "checkout", "--quiet", rev],
    ):
        done = subprocess.run(["git", *command], capture_output=True, text=True)
        if done.returncode:
            raise CommandError(done.stderr.strip())
    locks = ("requirements-dev.lock", "requirements.lock")
    same = all((here / lock).read_bytes() == (there / lock).read_bytes() for lock in locks)
    for folder in (".venv", ".venv-dev") if same else ():
        (there / folder).symlink_to(Path(sys.prefix))


def added_to_changelog(here: Path, rev: str) -> str:
    """Return the lines that CHANGELOG has gained since a commit."""
    command = ["git", "-C", str(here), "diff", "--unified=0", rev, "--", CHANGELOG]
    data = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in data.splitlines() if line.startswith("+"))


def compared(here: Path, there: Path, prefix: str, rounds: int) -> Iterator[ComparedFigure]:
    """Measure both alternately, one group of figures after the other; the best of each counts."""
    groups = sorted({name.partition(".")[0] for name in names(here, prefix)})
    for group in groups:
        start = prefix if prefix.startswith(group) else f"{group}."
        found: tuple[dict[str, list[Figure]], ...] = ({}, {})
        for _round in range(rounds):
            for values, folder in zip(found, (here, there), strict=True):
                for figure in measured(folder, start):
                    if figure["value"] is not None:
                        values.setdefault(figure["name"], []).append(figure)
        now, before = found
        for name in sorted(now.keys() & before.keys()):
            yield ratio_of(now[name], before[name])


def ratio_of(now: list[Figure], before: list[Figure]) -> ComparedFigure:
    """Compare the best of each; a ratio over 1 says that the figure has become worse."""
    more_is_better = (now[0]["bound"] or "").startswith(">=") or now[0]["unit"].startswith("1/")
    best = max if more_is_better else min
    value, earlier = (best(figure["value"] for figure in figures) for figures in (now, before))
    over, under = (earlier, value) if more_is_better else (value, earlier)
    ratio = over / under if under else (1.0 if over == under else float("inf"))
    return ComparedFigure(
        name=now[0]["name"],
        unit=now[0]["unit"],
        bound=now[0]["bound"],
        value=value,
        earlier=earlier,
        ratio=float(f"{ratio:.3g}"),
    )


def names(folder: Path, prefix: str) -> list[str]:
    """Return the names of the figures of a checkout."""
    return _bench(folder, prefix, "--names").split()


def measured(folder: Path, prefix: str) -> list[Figure]:
    """Run the benches of a checkout in a process of its own."""
    return [json.loads(line) for line in _bench(folder, prefix).splitlines() if line.startswith("{")]


def _bench(folder: Path, *arguments: str) -> str:
    environ = {name: value for name, value in os.environ.items() if name not in ("NO_BOOTSTRAP", "VIRTUAL_ENV")}
    command = [sys.executable, str(folder / "manage.py"), "bench", *arguments]
    # It ends with an error when a figure misses its bound, which is no matter here.
    return subprocess.run(command, cwd=folder, env=environ, stdout=subprocess.PIPE, text=True).stdout
