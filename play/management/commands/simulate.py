"""Plays many games of one title by bots and prints how they went."""

import argparse
import json
import os
import time
from collections.abc import Iterator, Mapping

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.utils.translation import gettext as _

from engine.kernel.packs.faults import PackError
from play.bots import simulation

BAR = 40


class ProgressBar:
    """A progress bar on the error stream; where that is not a terminal, a line for every tenth."""

    def __init__(self, runs: int, stream: OutputWrapper) -> None:
        self.runs, self.stream, self.played, self.tenth = runs, stream, 0, 0

    def __call__(self, count: int) -> None:
        """Note that more games are over."""
        self.played += count
        if self.stream.isatty():
            filled = BAR * self.played // self.runs
            self.stream.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {self.played}/{self.runs}")
            self.stream.write("\n" if self.played == self.runs else "")
        elif self.played * 10 // self.runs > self.tenth:
            self.tenth = self.played * 10 // self.runs
            self.stream.write(f"{self.played}/{self.runs}\n")
        self.stream.flush()


class Command(BaseCommand):
    """Simulate one game; each game adds what can be asked of it."""

    help = _("Let bots play many games on all cores and print the distribution of results.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take a subcommand for each game, with the game's own arguments and those that all share."""
        titles = parser.add_subparsers(dest="game", required=True, metavar="GAME")
        for game in simulation.games():
            sub = titles.add_parser(game)
            sub.add_argument("--seed", type=int, default=1, help=_("the same seed gives the same games"))
            sub.add_argument("--json", action="store_true", help=_("print the report as JSON"))
            sub.add_argument("--celery", action="store_true", help=_("spread the games over all connected workers"))
            sub.add_argument("--processes", type=int, default=os.cpu_count() or 1, help=_("processes to use here"))
            sub.add_argument("--share", type=int, default=0, help=_("games per share (default: by their number)"))
            simulation.simulator(game).add_arguments(sub)

    def handle(
        self, *args: object, game: str, seed: int, celery: bool, processes: int, share: int, **options: object
    ) -> None:
        """Plan, play, put together, print."""
        module = simulation.simulator(game)
        try:
            case, runs = module.plan(options, seed)
        except (ValueError, PackError) as fault:
            raise CommandError(str(fault)) from fault
        if runs < 1 or processes < 1 or share < 0:
            raise CommandError(_("At least one game, one process and one game per share are needed."))
        ranges = simulation.shares(runs, share or min(50, max(1, runs // 40)))
        started = time.monotonic()
        try:
            tally = module.merge(self._played(game, case, ranges, processes, celery, ProgressBar(runs, self.stderr)))
        except PackError as fault:
            raise CommandError(str(fault)) from fault
        report = module.report(case, tally) | {"seconds": round(time.monotonic() - started, 3)}
        if options["json"]:
            self.stdout.write(json.dumps(report, ensure_ascii=False))
        else:
            self._print(report)

    def _played(
        self,
        game: str,
        case: dict[str, object],
        ranges: list[simulation.Share],
        processes: int,
        celery: bool,
        bar: ProgressBar,
    ) -> Iterator[object]:
        if not celery:
            return simulation.on_all_cores(game, case, ranges, processes, bar)
        if not settings.REDIS_URL:
            raise CommandError(_("REDIS_URL is not set, so no workers can be reached."))
        return simulation.on_all_workers(game, case, ranges, bar, self._say_again)

    def _say_again(self, missing: int) -> None:
        self.stderr.write(_("No result for a while: %(count)s shares are sent again.") % {"count": missing})

    def _print(self, report: Mapping[str, object], indent: str = "") -> None:
        width = max((len(key) for key in report), default=0)
        for key, value in report.items():
            if isinstance(value, dict):
                self.stdout.write(f"{indent}{key}")
                self._print(value, indent + "  ")
            else:
                shown = f"{value:.3f}" if isinstance(value, float) else str(value)
                self.stdout.write(f"{indent}{key:<{width}}  {shown}")
