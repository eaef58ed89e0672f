"""The end of a night and who has won it. [11.0]"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.events import RaidNightOver, RaidUncovered
from engine.bomber_command.state import BRITISH, MAIN, MOSQUITO, Bombing, NightScore, State
from engine.kernel.score import ScorePart, SeatScore, make_score
from engine.kernel.table import Table


def bombing_halves(night: State, charts: Charts, bombing: Bombing) -> int:
    """Count a city map's half points: counters that did not burn, fires, the aimpoint's fires. [11.1.1, 11.1.2]"""
    scores = charts.scenarios[night.scenario].bombing_halves
    row = charts.boards[night.scenario].cities[bombing.city]
    assert row.map is not None  # noqa: S101 - only cities with a map are bombed by Main Forces
    city_map = charts.city_maps[row.map]
    total = 0
    for area in city_map.built:
        times = scores.works_times if city_map.kind[area] in ("industrial", "transport") else 1
        counters = sum(
            held.get(area, 0) for held in (bombing.he, bombing.incendiary, bombing.first_he, bombing.first_incendiary)
        )
        fires = bombing.fires.get(area, 0) + bombing.first_fires.get(area, 0)
        worth = scores.aimpoint_fire if area == bombing.aimpoint else scores.fire
        total += times * (scores.counter * counters + worth * fires)
    return total


def count_score(night: State, charts: Charts) -> NightScore:
    """Total both sides' points of the present night. [11.1, 11.2]"""
    score, row = msgspec.structs.replace(night.score), charts.scenarios[night.scenario]
    score.bombing = sum(bombing_halves(night, charts, bombing) for bombing in night.bombings)
    bombed = {raid.target for raid in night.raids if raid.kind == MAIN and raid.attacked}
    # The bonus of a chit is for bombing its target.
    score.targets = sum(vp for city, vp in zip(night.targets, night.target_vps, strict=True) if city in bombed)
    score.mosquitos = sum(raid.confirmed for raid in night.raids if raid.kind == MOSQUITO)
    score.bombers = sum(raid.losses for raid in night.raids if raid.kind != MOSQUITO)
    score.german = score.bombers * row.bomber + score.mosquitos * row.mosquito
    halves = score.bombing + score.nightfighters * charts.tables.other_scores.nightfighter_halves
    # Fractions of the British total are dropped once, before the German total is taken off.
    score.british = score.targets + score.mining + score.nuisance + halves // 2
    score.band = row.bands[score.british - score.german]
    return score


def settle_score(night: State, table: Table) -> None:
    """Reveal the losses, total the points and name the winner. [11.1, 11.2, 12.5]"""
    score = night.score = count_score(night, table.pack)
    if table.hears:
        table.reveal("losses")
        for raid in night.raids:
            table.tell(RaidUncovered(raid.letter, raid.kind, raid.target, raid.losses), "11.1")
        over = RaidNightOver(
            british=score.british, german=score.german, net=score.british - score.german, band=score.band,
            bombing_halves=score.bombing, fighter_halves=score.nightfighters, targets=score.targets,
            mining=score.mining, nuisance=score.nuisance, bombers=score.bombers, mosquitos=score.mosquitos,
            nightfighters=score.nightfighters,
        )  # fmt: skip
        table.tell(over, "11.2", chart="scenarios")


def seat_score(night: State, charts: Charts, seat: str) -> SeatScore:
    """Return the net points as a side has them: its own less the other's. [11.1, 11.2]"""
    over = night.phase == "over"
    score = count_score(night, charts)
    sign = 1 if seat == BRITISH else -1
    parts = [ScorePart(part.name, sign * part.value, part.to) for part in points(score, charts, night.scenario)]
    return make_score("net-points", parts, over=over, level=score.band)


def points(score: NightScore, charts: Charts, scenario: str) -> Iterator[ScorePart]:
    """Give what both sides have scored, the German points as losses of the British. [11.1]

    City maps, mined hexes and fallen fighters lie open. What the chits are worth and which raids the losses belong to
    is the British player's to know until the end. [3.3, 8.3, 12.5]
    """
    row, halves = charts.scenarios[scenario], charts.tables.other_scores.nightfighter_halves
    fighters = score.nightfighters * halves
    yield ScorePart("bombing", score.bombing / 2)
    yield ScorePart("mining", score.mining)
    yield ScorePart("nuisance", score.nuisance)
    yield ScorePart("nightfighters", fighters / 2)
    yield ScorePart("fraction", -((score.bombing + fighters) % 2) / 2)
    yield ScorePart("targets", score.targets, (BRITISH,))
    yield ScorePart("bombers", -score.bombers * row.bomber, (BRITISH,))
    yield ScorePart("mosquitos", -score.mosquitos * row.mosquito, (BRITISH,))
