"""Test whether luck-adjusted results depend less on luck: years by each bot, reviewed as the site does.

    python -m tools.luck_adjusted --years 40 --into years.jsonl

Each line is a reviewed year: its result and its curve. A second run, or several processes at once (`--share 0/2`), fly
only the missing years.
"""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import argparse
import json
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, stdev, variance
from typing import Any

import django

django.setup()

from engine.analysis.luck import CurvePoint, luck_adjusted  # noqa: E402
from engine.analysis.reviewed_game import ReviewedGame  # noqa: E402
from engine.interceptor.analysis.entry import ANALYSIS  # noqa: E402
from engine.interceptor.game import TITLE  # noqa: E402
from engine.interceptor.state import PilotSetup, Setup  # noqa: E402
from engine.kernel.dice import FairDice  # noqa: E402
from engine.kernel.run import Run  # noqa: E402
from play.models import GameReview  # noqa: E402
from play.reviews.worker import SHARE_SECONDS, ReviewWork  # noqa: E402

PILOTS = ("careful", "careless", "sensible", "random")
SEAT = "pilot"


def year(bot: str, number: int) -> dict[str, Any]:
    """Have a bot fly a year in the Fw 190, and review it."""
    pack, setup = TITLE.load_pack("standard"), Setup(pilots=[PilotSetup(unit=5)])
    run = Run.begin(TITLE, pack, setup, FairDice(b"luck%d" % number))
    makers = TITLE.policies()
    pilot = makers[bot](pack, SEAT, 1)
    walk = ReviewedGame(
        TITLE, ANALYSIS, SEAT, TITLE.rules, {SEAT: makers[ANALYSIS.prospects.policy](pack, SEAT, 1)}, setup
    )
    walk.begin(run)
    place = 0
    while not run.over:
        (decision,) = run.asked(SEAT)
        place += 1
        walk.answer(run, SEAT, decision.key, pilot.choose(decision), place, joined=False)
    walk.end()
    work = ReviewWork(GameReview(seat=SEAT), walk)
    while not work.is_done:
        work.go_on(time.process_time() + SHARE_SECONDS)
    curve = [[point[2], *(round(part, 2) for part in point[4:])] for point in work.told["curve"]]
    return {"bot": bot, "number": number, "result": walk.result, "curve": curve}


def even(one: dict[str, Any]) -> float:
    """Return what a year that was written down comes to with luck taken off."""
    nodes = [CurvePoint(0, 0.0, 0.0, reached, "", *parts) for reached, *parts in one["curve"]]
    return luck_adjusted(nodes, one["result"])


def ratio(years: Sequence[dict[str, Any]]) -> float:
    """Return by how much the results vary with luck taken off, where they vary by one as they are."""
    return variance(map(even, years)) / variance([one["result"] for one in years])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.luck_adjusted", description=__doc__)
    parser.add_argument("--years", type=int, default=40, help="of each bot")
    parser.add_argument("--bots", nargs="+", choices=PILOTS, default=PILOTS)
    parser.add_argument("--share", default="0/1", help="every nth year from such a one on, where several processes fly")
    parser.add_argument("--into", type=Path, required=True, help="where the years are kept, a line each")
    given = parser.parse_args()
    share, shares = map(int, given.share.split("/"))
    done = {(one["bot"], one["number"]) for one in written(given.into)}
    for number in range(share, given.years, shares):
        for bot in given.bots:
            if (bot, number) not in done:
                line = json.dumps(year(bot, number)) + "\n"
                with given.into.open("a", encoding="utf-8") as file:
                    file.write(line)
    for bot in given.bots:
        years = [one for one in written(given.into) if one["bot"] == bot]
        results, moved = [one["result"] for one in years], [even(one) - one["result"] for one in years]
        error = stdev(moved) / sqrt(len(years))
        print(f"{bot}: {len(years)} years, {mean(results):.1f} bombers, variance {variance(results):.1f};", end=" ")
        print(f"luck taken off moves it by {mean(moved):+.2f} ± {error:.2f}, and it varies {ratio(years):.2f} as much")


def written(path: Path) -> list[dict[str, Any]]:
    """Return the years that are written down."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


if __name__ == "__main__":
    main()
