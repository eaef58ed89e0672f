"""The value of a night or a year: the levels of victory, and the player's standing. [4.1, 10.2, S campaign]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.kernel.score import ScorePart, SeatScore, make_score
from engine.nightfighter.charts.compiled import Charts
from engine.nightfighter.charts.schema import Aim, CampaignTable, StaffelTable, Victory
from engine.nightfighter.rules.context import scenario_for
from engine.nightfighter.state import UMPIRE, PilotCareer, Staffel, State


def kills_for(state: State, aim: Aim) -> int:
    """Count the attackers shot down that an aim asks for. [4.1]"""
    return len([b for b in state.bombers if b.status == "destroyed" and aim.of in ("", b.type)])


def reached(state: State, aim: Aim | None, *, at_end: bool) -> bool:
    """Say whether what a level of victory asks for is done. [4.1]"""
    if aim is None or (aim.points_at_most is not None and (not at_end or state.points > aim.points_at_most)):
        return False
    losses = sum(f.status == "lost" for f in state.fighters)
    return (
        kills_for(state, aim) >= aim.kills
        and (not aim.hits_on_one or max((b.hits for b in state.bombers), default=0) >= aim.hits_on_one)
        and (aim.losses_at_most is None or losses <= aim.losses_at_most)
    )


def level_of(state: State, victory: Victory) -> str:
    """Return the night's level if it ends now; a player who broke the rules has lost it. [4.1, 17.4.2]"""
    if state.lost_by_rule:
        return "loss"
    if reached(state, victory.decisive, at_end=True):
        return "decisive"
    return "win" if reached(state, victory.win, at_end=True) else "loss"


def goal_of(career: PilotCareer, rules: CampaignTable, *, green: bool) -> str:
    """Return what a pilot's year is if it ends now: victory, minor victory or defeat. [S, pilot campaign]"""
    if not green and career.kills < rules.seasoned_from:
        return "defeat"
    if career.points >= rules.points_to_win if green else career.kills >= rules.experte_from:
        return "victory"
    minor = rules.minor_medal in career.medals if green else career.kills >= rules.minor_from
    return "minor-victory" if minor else "defeat"


def staffel_level(staffel: Staffel, book: StaffelTable) -> str:
    """Return what a Staffel's year is by its points. [S, campaign]"""
    levels = (("decisive", book.decisive), ("win", book.win), ("draw", book.draw))
    return next((name for name, points in levels if staffel.points >= points), "defeat")


# Standings ---------------------------------------------------------------------------------------------------------


def seat_score(state: State, charts: Charts, seat: str) -> SeatScore | None:
    """Return the player's standing; an umpire cannot win. [1.2, 4.1]"""
    if seat == UMPIRE:
        return None
    if state.career is None:
        return night_score(state, charts)
    if state.staffel is not None:
        return staffel_score(state.career, state.staffel, charts.tables.staffel)
    return year_score(state.career, charts, green=state.setup.campaign == "green")


def night_score(state: State, charts: Charts) -> SeatScore:
    """Return what was shot down of what is asked for, or what the ships have suffered. [4.1, 26.0]

    Where hits are asked for, the level waits for the end: the player does not see all that he has done. [17.4.4]
    """
    victory = scenario_for(state, charts).victory
    over = state.phase == "over"
    by_hits = any(aim is not None and aim.hits_on_one for aim in (victory.win, victory.decisive))
    level = "" if by_hits and not over else level_of(state, victory)
    beside = {
        "losses": sum(f.status == "lost" for f in state.fighters),
        "turn": state.turn,
        "most-hits": max((b.shown_hits for b in state.bombers), default=0),
    }
    if victory.win.points_at_most is not None:
        return make_score(
            "points-against", [ScorePart("torpedoes", -state.points)], over=over, level=level, beside=beside
        )
    fallen = Counter(b.type for b in state.bombers if b.status == "destroyed" and victory.win.of in ("", b.type))
    parts = (ScorePart(kind, fallen[kind]) for kind in sorted(fallen))
    return make_score("kills", parts, over=over, level=level, beside=beside)


def year_score(career: PilotCareer, charts: Charts, *, green: bool) -> SeatScore:
    """Return a pilot's year: a green one is measured by points, a seasoned one by kills. [10.2, S pilot campaign]"""
    rules = charts.tables.campaign
    over = career.stage == "over"
    level = career.result or goal_of(career, rules, green=green)
    measured, posted = (career.points, 0) if green else (career.kills, rules.seasoned_from)
    parts = [ScorePart("brought", posted), *by_month(career, charts, green=green)]
    parts.append(ScorePart("crew-lost", measured - sum(part.value for part in parts)))
    beside = {"kills": career.kills, "points": career.points, "medals": len(career.medals), "week": career.week}
    return make_score("points" if green else "kills", parts, over=over, level=level, beside=beside)


def by_month(career: PilotCareer, charts: Charts, *, green: bool) -> Iterator[ScorePart]:
    """Give what the weeks of each month brought. [10.2]"""
    posted: Counter[str] = Counter()
    for week in career.log:
        posted[charts.tables.calendar.weeks[week.week - 1].month] += week.points if green else week.kills
    for month in sorted(posted):
        yield ScorePart(month, posted[month])


def staffel_score(career: PilotCareer, staffel: Staffel, book: StaffelTable) -> SeatScore:
    """Return a Staffel's year by its points, those for lost aircraft apart. [S, campaign]"""
    lost = staffel.losses * book.aircraft_lost
    parts = [ScorePart("patrols", staffel.points - lost), ScorePart("aircraft-lost", lost)]
    beside = {"kills": staffel.kills, "losses": staffel.losses, "crews": len(staffel.crews), "week": career.week}
    over = career.stage == "over"
    return make_score("points", parts, over=over, level=career.result or staffel_level(staffel, book), beside=beside)
