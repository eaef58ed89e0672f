"""Detection: what the German player gets to see of the raids. [8.0]"""

from __future__ import annotations

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.events import DetectionRolled, RaidsDetected
from engine.bomber_command.questions import StreamQuestion
from engine.bomber_command.rules.cards.play import CardWindow, any_time, live, open_window
from engine.bomber_command.rules.movement import shown_counters
from engine.bomber_command.state import BRITISH, DECOY, GERMAN, MAIN, RAID, Raid, State, occupied, stream_length
from engine.kernel.decisions import Flow
from engine.kernel.events import Mod
from engine.kernel.table import Table


def raid_detection(night: State, table: Table) -> Flow[None]:
    """Roll against the jamming level and place counters. [8.2]"""
    charts: Charts = table.pack
    mods: list[Mod] = []
    if live(night, charts, "detection"):
        yield from open_window(night, table, CardWindow("detection", mods=mods), GERMAN)
    total = table.roll("detection", 6) + table.roll("detection", 6) + sum(mod.value for mod in mods)
    found = charts.tables.detection.rows[total - night.jamming]
    if table.hears:
        table.tell(DetectionRolled(total, night.jamming, found), "8.2", mods=mods, chart="detection")
    detect(night, found)
    night.covered = night.setup.cards_before_counters
    if night.covered and live(night, charts, "after-detection"):
        yield from open_window(night, table, CardWindow("after-detection"), BRITISH, alone=True)
    yield from place_streams(night, table)
    covered, night.covered = night.covered, False
    shown = shown_counters(night)
    if table.hears:
        tell_counters(night, table)
    if live(night, charts, "after-detection"):
        yield from open_window(
            night, table, CardWindow("after-detection"), GERMAN if covered else BRITISH, alone=covered
        )
    if table.hears and shown_counters(night) != shown:
        tell_counters(night, table)
    yield from any_time(night, table, "detection")


def tell_counters(night: State, table: Table) -> None:
    """Send the hexes of the counters on the map. [8.2, 8.2.1]"""
    counters, streams = shown_counters(night)
    table.reveal("raids")
    table.tell(RaidsDetected(counters, streams), "8.2")


def detect(night: State, found: str) -> None:
    """Mark the raids that a detection finds, and whether the air picture is clarified. [8.2]"""
    for raid in night.raids:
        if not occupied(raid, stream_length(night, raid)):
            continue
        if found == "touched":
            raid.detected = infiltrated(night, raid) or (night.naxos and raid.kind in (MAIN, DECOY))
        elif found != "none":
            raid.detected = True
            raid.clarified = raid.kind in (MAIN, DECOY) and (found == "clarified" or night.naxos)


def infiltrated(night: State, raid: Raid) -> bool:
    """Say whether nightfighters are inside a raid. [8.2]"""
    return any(unit.place == RAID and unit.raid == raid.letter for unit in night.units)


def place_streams(night: State, table: Table) -> Flow[None]:
    """In Downfall the British player lays a stream counter under the raid or one hex behind it. [7.2.3, 8.2.1]"""
    if night.stream:
        return
    for raid in night.raids:
        if not (raid.clarified and raid.at < len(raid.route)):
            continue
        free = raid.at > 0 and may_stretch(night, raid)
        if free or night.setup.asks_alike:
            question = StreamQuestion(raid.letter, raid.route[raid.at], raid.route[raid.at - 1] if free else "")
            options = ("together", "behind") if free else ("together",)
            order = yield table.ask(BRITISH, question, options, "detection/stream", "7.2.3")
            raid.stretched = order == "behind"


def may_stretch(night: State, raid: Raid) -> bool:
    """Say whether the hex behind a raid is free of other raids. [4.4, 7.2.3]"""
    behind = raid.route[raid.at - 1]
    return all(behind not in occupied(other, stream_length(night, other)) for other in night.raids if other is not raid)
