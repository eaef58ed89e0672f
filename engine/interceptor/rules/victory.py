"""Victory: the level by bombers shot down, also for the dead, and the measure of a historical ace. [5, 10.2.3]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.events import AceMark, PilotCareerOver
from engine.interceptor.rules.career.awards import kills_of, rank_of
from engine.interceptor.state import MONTHS, SCORED, Career, State
from engine.kernel.events import data_of
from engine.kernel.score import ScorePart, SeatScore, make_score


def level_of(career: Career, charts: Charts) -> str:
    """Return the level of victory: bombers count, fighters do not, and death changes nothing. [5.2, 5.2.1, 5.2.2]"""
    return band_of(career.bombers, charts)


def band_of(bombers: int, charts: Charts) -> str:
    """Return the level that so many bombers are worth. [5.2.1]"""
    return next(band.name for band in reversed(charts.career.victory) if bombers >= band.bombers)


def measure(career: Career, charts: Charts) -> AceMark | None:
    """Set an ace beside the pilot whose card he is: short of his total the career is a defeat. [10.2.3]"""
    return ace_target(career.ace, kills_of(career), charts) if career.ace else None


def ace_target(ace: str, kills: int, charts: Charts) -> AceMark:
    """Return the victories that a card asks for, and whether so many match it. [10.2.3]"""
    total = charts.career.aces[ace].total
    return AceMark(ace=ace, total=total, kills=kills, matched=kills >= total)


def final_level(career: Career, charts: Charts) -> str:
    """Return the final level: an ace who has fewer victories than his model is defeated. [5.2.1, 10.2.3]"""
    against = measure(career, charts)
    return "defeat" if against is not None and not against.matched else level_of(career, charts)


def result(career: Career, charts: Charts) -> PilotCareerOver:
    """Return how one career ended. [5.1.4]"""
    return PilotCareerOver(
        seat=career.seat,
        name=career.name,
        level=final_level(career, charts),
        band=level_of(career, charts),
        bombers=career.bombers,
        fighters=career.fighters,
        alive=career.alive,
        death=career.death,
        attempt=career.attempt,
        flights=career.flights,
        rank=rank_of(career, charts).name,
        awards=[award.name for award in career.awards],
        ace=measure(career, charts),
    )


def outcome(state: State, charts: Charts) -> dict[str, Any] | None:
    """Return how all careers ended, once the game is over; of two who tie nobody has the most. [5.1.4, 10.1.2]"""
    if state.phase != "over":
        return None
    results = {career.seat: data_of(result(career, charts)) for career in state.careers}
    most = max(career.bombers for career in state.careers)
    leaders = [career.seat for career in state.careers if career.bombers == most]
    best = leaders[0] if len(results) > 1 and len(leaders) == 1 else None
    return {"careers": results, "month": state.month, "line": state.line, "most_bombers": best}


def score_of(state: State, charts: Charts, seat: str) -> SeatScore:
    """Return the measure of his career: bombers shot down, and the other figures of the sheet. [5.2]"""
    career = next(one for one in state.careers if one.seat == seat)
    beside = {
        "fighters": career.fighters,
        "sorties": career.flights,
        "prestige": career.points,
        "prestige-level": career.level,
        "alive": int(career.alive),
    }
    against = measure(career, charts)
    if against is not None:
        beside |= {"model": against.total}
    over = not career.alive or state.phase == "over"
    return make_score("bombers", victories(state, career), over=over, level=final_level(career, charts), beside=beside)


def victories(state: State, career: Career) -> Iterator[ScorePart]:
    """Give his bombers by the month in which they fell, after those that an ace card brings. [4.3.2, 10.2]"""
    yield ScorePart("brought", career.start_bombers)
    fallen = Counter(
        MONTHS[line.month]
        for line in career.log
        for fight in line.engagements
        if fight.is_bomber and fight.credit == "pilot" and fight.result in SCORED
    )
    under_way = career.bombers - career.start_bombers - fallen.total()
    if under_way:
        fallen[MONTHS[state.month]] += under_way
    for month in sorted(fallen):
        yield ScorePart(month, fallen[month])
