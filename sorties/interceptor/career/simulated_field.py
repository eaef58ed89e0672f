"""The field: what became of many simulated pilots who began as this one did, precomputed and kept with its provenance.

`manage.py field` flies the careers by a bot on the charts of a pack and writes the file. A career is compared with
those who began in its unit, and with nobody when its charts are others or it flies by an ace card.
"""

import json
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from django.conf import settings

from sorties.interceptor.models import Career

HOME = Path(settings.BASE_DIR) / "fixtures" / "fields"


@dataclass(frozen=True)
class Field:
    """How a group of simulated pilots fared, line by line of the year."""

    careers: int
    alive: list[float]
    """The share still alive after each line."""
    bombers: dict[str, list[int]]
    """The bombers that the middle, the best quarter and the best tenth reach by each line."""
    scores: list[list[int]]
    """For each line, how many in a hundred had fewer than 1, 2, 3 … bombers."""
    policy: str = ""
    seed: int = 0

    def share_below(self, place: int, bombers: int) -> float:
        """Return the share of the field with fewer bombers by a line."""
        shares = self.scores[min(place, len(self.scores) - 1)]
        if not bombers:
            return 0.0
        return shares[bombers - 1] / 100 if bombers <= len(shares) else 1.0


@cache
def _kept(game: str) -> dict[str, Any]:
    """Return the fields of a game by the hash of the charts by which they were flown, whatever the packs are called."""
    kept = [json.loads(path.read_text(encoding="utf-8")) for path in HOME.glob(f"{game}-*.json")]
    return {field["pack_hash"]: field for field in kept}


def field_for(career: Career) -> Field | None:
    """Return the pilots that a career is compared with."""
    kept = _kept("interceptor-ace").get(career.pack_hash)
    if kept is None or career.ace:
        return None
    group = kept["groups"].get(str(career.unit_line))
    return Field(**group, policy=kept["policy"], seed=kept["seed"]) if group else None


# Making it


def tallied(careers: Sequence[Any], lines: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """Put simulated careers together, line by line; `lines` are all (month, line) of the year."""
    places = {line: place for place, line in enumerate(lines)}
    deaths, totals = [], []
    for career in careers:
        deaths.append(len(lines) if career.alive else places[(career.log[-1].month, career.log[-1].line)])
        totals.append(_bombers_by_line(career, places))
    count = len(careers)
    by_line = [sorted(total[place] for total in totals) for place in range(len(lines))]
    return {
        "careers": count,
        "alive": [round(sum(death > place for death in deaths) / count, 3) for place in range(len(lines))],
        "bombers": {
            name: [row[min(int(share * count), count - 1)] for row in by_line]
            for name, share in (("middle", 0.5), ("quarter", 0.75), ("tenth", 0.9))
        },
        "scores": [_shares(row) for row in by_line],
    }


def _bombers_by_line(career: Any, places: dict[tuple[int, int], int]) -> list[int]:
    won = [0] * len(places)
    for line in career.log:
        won[places[(line.month, line.line)]] = sum(
            fight.is_bomber and fight.credit == "pilot" for fight in line.engagements
        )
    return list(accumulate(won))


def _shares(row: list[int]) -> list[int]:
    """How many in a hundred are below 1, 2, 3 …, up to where all are."""
    return [round(100 * bisect_left(row, bombers) / len(row)) for bombers in range(1, row[-1] + 1)]
