"""Each side's view: the one place that hides the secrets of a night. [8.3, 12.5]"""

from __future__ import annotations

from copy import copy

from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.charts.map import ENGLAND
from engine.bomber_command.rules.movement import detected_counters, shown_counters
from engine.bomber_command.rules.skies import moon_is_up
from engine.bomber_command.state import BRITISH, DROP, FLYING, SEATS, UNKNOWN, Bombing, Raid, State
from engine.bomber_command.views import KnownNight, NightView, RaidBoxView, RaidView


def view(night: State, charts: Charts, viewer: str) -> NightView:
    """Return the board as a viewer may know it: the table, a side's own hand, to the British player his plot."""
    seen = _table(night, charts, viewer)
    if night.covered and viewer == BRITISH:
        seen.counters, seen.streams = detected_counters(night)
    if viewer in SEATS:
        seen.hand = list(night.hands.get(viewer, ()))
        seen.held = list(night.held.get(viewer, ()))
    if viewer == BRITISH or night.phase == "over":
        _add_plot(seen, night)
    if night.phase == "over":
        seen.score = copy(night.score)
    return seen


def known_state(night: State, charts: Charts, viewer: str) -> KnownNight:
    """Return what a side knows of a moment."""
    seen, score = view(night, charts, viewer), night.score
    known = KnownNight(night.setup, seen, night.intruders, score.nuisance, night.ending)
    if viewer == BRITISH:
        known.raids = night.raids
    return known


def _table(night: State, charts: Charts, viewer: str) -> NightView:
    """Return the public parts of the table."""
    counters, streams = shown_counters(night)
    return NightView(
        scenario=night.scenario,
        phase=night.phase,
        turn=night.turn,
        weather={zone: night.weather[zone] for zone in sorted(night.weather)},
        visibility=night.visibility,
        twilight=night.twilight if night.twilight < UNKNOWN else None,
        moonrise=night.moonrise or None,
        moonset=night.moonset or None,
        moon=moon_is_up(night),
        wind=night.wind,
        bad_weather=night.bad_weather,
        fido=night.fido,
        jamming=night.jamming,
        infiltration=charts.tables.jamming_track.infiltration[night.jamming],
        naxos=night.naxos,
        beleuchter=night.beleuchter,
        stripped=list(night.stripped),
        mobile_flak=list(night.mobile_flak),
        patrols=[copy(patrol) for patrol in night.patrols],
        alerted=night.alerted,
        counters=counters,
        streams=streams,
        tracks=list(night.tracks),
        fought=list(night.fought),
        england=sum(raid.status == FLYING and raid.at >= len(raid.route) for raid in night.raids),
        bombed={raid.target: raid.marker for raid in sorted(night.raids, key=_target_of) if raid.marker},
        mined={hex_: night.mined[hex_] for hex_ in sorted(night.mined)},
        bombings=[_city(bombing) for bombing in night.bombings],
        units=[copy(unit) for unit in night.units],
        fighters_lost=night.score.nightfighters,
        hands={seat: len(night.hands.get(seat, ())) for seat in SEATS},
        decks={seat: len(night.decks[seat]) if seat in night.decks else 0 for seat in SEATS},
        discards={seat: list(night.decks[seat].discards) if seat in night.decks else [] for seat in SEATS},
        boxes=_raid_boxes(night, charts, viewer),
    )


def _target_of(raid: Raid) -> tuple[str, bool]:
    # Of two markers on one city, which only a follow-up brings about, the fresh one is shown.
    return raid.target, raid.marker == DROP


def _city(bombing: Bombing) -> Bombing:
    """Return a city map; both players see it. [10.3]"""
    city = copy(bombing)
    city.he, city.incendiary, city.fires = dict(city.he), dict(city.incendiary), dict(city.fires)
    city.first_he, city.first_incendiary = dict(city.first_he), dict(city.first_incendiary)
    city.first_fires, city.storms = dict(city.first_fires), list(city.storms)
    city.barred_he, city.barred_incendiary = dict(city.barred_he), dict(city.barred_incendiary)
    return city


def _raid_boxes(night: State, charts: Charts, viewer: str) -> list[RaidBoxView]:
    """Return the Raid Boxes and the Loss Track; under fog of war the German player sees neither. [9.8, 12.5]"""
    hidden = night.setup.fog_of_war and viewer != BRITISH and night.phase != "over"
    marks = {} if hidden else {raid.letter: raid for raid in night.raids}
    return [_raid_box(letter, marks.get(letter)) for letter in charts.tables.raid_rules.letters]


def _raid_box(letter: str, raid: Raid | None) -> RaidBoxView:
    """Return what is marked in a Raid Box and on the Loss Track. [9.8]"""
    return RaidBoxView(letter, raid.losses, raid.disruption, raid.damage, raid.hunts) if raid else RaidBoxView(letter)


def _add_plot(seen: NightView, night: State) -> None:
    """Add what only the British player knows before the end. [3.3, 4.0, 8.3]"""
    seen.targets = list(night.targets)
    seen.target_vps = list(night.target_vps)
    seen.oil = list(night.oil)
    seen.follow_up = night.follow_up
    seen.moon_value = night.moon_value
    seen.north = dict(night.north)
    seen.false_counters = list(night.false_counters)
    seen.raids = [_raid(raid) for raid in night.raids]


def _raid(raid: Raid) -> RaidView:
    """Return a raid's plot and its progress; its losses are in its box."""
    out = raid.status == FLYING and raid.at >= len(raid.route)
    return RaidView(
        letter=raid.letter,
        kind=raid.kind,
        target=raid.target,
        turn=raid.turn,
        first=raid.first,
        parent=raid.parent,
        heavy=raid.heavy,
        status=raid.status,
        hex=ENGLAND if out else raid.route[raid.at] if raid.status == FLYING else "",
        target_at=raid.target_at,
        route=list(raid.route),
    )
