"""Checks of a pack beyond the types of its tables: existing places, cups that last, known card effects."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, get_args

from engine.bomber_command.charts.map import JUTLAND
from engine.kernel.packs.schema import Place, Report

KINDS = ("city-centre", "residential", "industrial", "transport")
LETTERS = {"city-centre": "C", "residential": "R", "industrial": "IO", "transport": "T"}


def check_night(tables: Any, report: Report) -> None:
    """Report names that a night would look for and not find."""
    for scenario in ("berlin", "downfall"):
        _check_map(tables, scenario, report)
        _check_scenario(tables, scenario, report)
    _check_chits(tables, report)
    _check_weather(tables, report)
    _check_city_maps(tables, report)
    _check_values(tables, report)
    _check_columns(tables, report)


def _check_map(tables: Any, scenario: str, report: Report) -> None:
    """Report places that are off the grid, and a side without units."""
    known, table = tables.hexes.rows, f"{scenario}_map"
    chart = getattr(tables, table)
    _known(report, (table, "jutland_link"), chart.jutland_link, known, "a hex of the grid")
    for name, hex_ in chart.occupied.items():
        _known(report, (table, "occupied", name), hex_, known, "a hex of the grid")
    for name, unit in getattr(tables, f"{scenario}_units").rows.items():
        if unit.hex != JUTLAND:
            _known(report, (f"{scenario}_units", "rows", name, "hex"), unit.hex, known, "a hex of the grid or Jutland")
    if tables.other_scores.capital not in chart.cities:
        report(("other_scores", "capital"), f"a city of the {scenario} map", tables.other_scores.capital)


def _check_scenario(tables: Any, scenario: str, report: Report) -> None:
    """Report a scenario that is missing, or whose numbers the other tables do not bear."""
    place: Place = ("scenarios", "rows", scenario)
    row = tables.scenarios.rows.get(scenario)
    if row is None:
        report(place[:2], "both scenarios", f"no {scenario}")
        return
    track = tables.jamming_track.infiltration
    _known(report, (*place, "jamming"), row.jamming, track, "a level of the jamming track")
    letters = len(tables.raid_rules.letters)
    wanted = row.raids.main + row.raids.mosquito + row.raids.decoy + tables.raid_rules.decoy_swaps
    if wanted > letters:
        report((*place, "raids"), f"no more raids than the {letters} letters", str(wanted))
    targets = 1 if scenario == "berlin" else 2
    if row.raids.main != targets:
        report((*place, "raids", "main"), str(targets), str(row.raids.main))
    cities = getattr(tables, f"{scenario}_map").cities.values()
    bare = sum(city.flak == 0 and city.map is not None for city in cities)
    if not 0 <= row.stripped <= bare:
        report((*place, "stripped"), f"0 to {bare}, the cities whose flak may be stripped", str(row.stripped))
    if not 0 <= row.patrols < len(tables.british_fighters.patrols):
        report((*place, "patrols"), "fewer than the Patrols of the chart", str(row.patrols))
    for name in ("stream", "most_intruders", "bomber", "mosquito"):
        if (getattr(row, name) or 0) < 0:
            report((*place, name), "0 or more", str(getattr(row, name)))


def _check_chits(tables: Any, report: Report) -> None:
    """Report cups from which no target may come."""
    if not tables.berlin_chits.rows:
        report(("berlin_chits", "rows"), "a chit at least", "none")
    rows = tables.downfall_chits.rows
    for letter in "AB":
        if not any(chit.set == letter and not chit.follow_up for chit in rows.values()):
            report(("downfall_chits", "rows"), f"a chit of set {letter} with a city", "none")
    for name, chit in rows.items():
        if chit.set == "A" and chit.follow_up:
            report(("downfall_chits", "rows", name, "follow_up"), "false in set A", "true")


def _check_weather(tables: Any, report: Report) -> None:
    """Report weather without values, and a cup that runs out when crosses are rejected."""
    rows = tables.weather_values.rows
    faces = {face for marker in tables.weather_markers.rows.values() for face in (marker.good, marker.bad)}
    for weather in (*_all_weather(), *sorted(faces)):
        _known(report, ("weather_values", "rows"), weather, rows, "every kind of weather", f"no {weather}")
    for face in ("good", "bad"):
        shown = [rows.get(getattr(marker, face)) for marker in tables.weather_markers.rows.values()]
        plain = sum(row is not None and not row.cross for row in shown)
        # A marker for each zone, one to change by a card, and one in hand.
        if plain < 8:
            report(("weather_markers", "rows"), f"8 markers without a cross on the {face} side", str(plain))
    if tables.weather_values.most_crosses < 0:
        report(("weather_values", "most_crosses"), "0 or more", str(tables.weather_values.most_crosses))


def _all_weather() -> tuple[str, ...]:
    from engine.bomber_command.charts.schema import Weather

    return get_args(Weather)


def _check_city_maps(tables: Any, report: Report) -> None:
    """Report city maps that are missing, crooked, or lack a kind of area that is aimed at. [10.1]"""
    for letter in "ABCDE":
        place = ("city_maps", "rows", letter)
        plan = tables.city_maps.rows.get(letter)
        if plan is None:
            report(place[:2], "the maps A to E", f"no {letter}")
            continue
        if len(plan.tops) != len(plan.columns) or len(plan.columns) < 3:
            report((*place, "columns"), "three columns at least, each with its top row", str(len(plan.columns)))
        if any(len(column) < 3 for column in plan.columns):
            report((*place, "columns"), "three areas at least in each column", "fewer")
        areas = "".join(plan.columns)
        if not any(area in "CRIOT" for area in areas):
            report((*place, "columns"), "a built-up area", "fields alone")
        if letter not in _aimed_at(tables):
            continue
        for scenario in ("berlin", "downfall"):
            row = tables.scenarios.rows.get(scenario)
            kinds = row.aimpoints if row else ()
            if kinds and not any(area in LETTERS.get(kind, "") for kind in kinds for area in areas):
                report((*place, "columns"), f"an area that may be an aimpoint in {scenario}", "none")


def _aimed_at(tables: Any) -> set[str]:
    return {city.map for name in ("berlin_map", "downfall_map") for city in getattr(tables, name).cities.values()}


def _check_values(tables: Any, report: Report) -> None:
    """Report numbers that a night cannot use."""
    least = {
        ("track", "turns"): 16, ("raid_rules", "legs"): 4, ("raid_rules", "decoy_legs"): 4,
        ("raid_rules", "follow_up_delay"): 0, ("hands", "dealt"): 1, ("hands", "kept"): 1, ("hands", "largest"): 1,
        ("hands", "drawn"): 0, ("visibility_values", "twilight_after"): 1, ("bombs", "light"): 1,
        ("bombs", "normal"): 1, ("bombs", "heavy"): 1, ("raid_rules", "mosquitos_for_decoy"): 1,
        ("raid_rules", "gardening_swaps"): 0, ("raid_rules", "decoy_swaps"): 0, ("fires", "creepback"): 1,
        ("fires", "least_creepback"): 0, ("defensive_fire", "face"): 1,
    }  # fmt: skip
    most = {
        ("track", "turns"): 40,
        ("raid_rules", "legs"): 8,
        ("raid_rules", "decoy_legs"): 12,
        ("raid_rules", "follow_up_delay"): 8,
        ("defensive_fire", "face"): 6,
    }
    for (table, field), low in least.items():
        value, high = getattr(getattr(tables, table), field), most.get((table, field), 99)
        if not low <= value <= high:
            report((table, field), f"{low} to {high}", str(value))
    if tables.hands.kept > tables.hands.dealt:
        report(("hands", "kept"), "no more than are dealt", str(tables.hands.kept))
    track = sorted(tables.jamming_track.infiltration)
    if not track or track != list(range(track[0], track[-1] + 1)):
        report(("jamming_track", "infiltration"), "levels without a gap", "other levels")
    if not tables.bombs.concentration or min(tables.bombs.concentration) < 0:
        report(("bombs", "concentration"), "rows of 0 or more counters", "other rows")
    letters = tables.raid_rules.letters
    if len(set(letters)) != len(letters) or not all(len(one) == 1 and "A" <= one <= "Z" for one in letters):
        report(("raid_rules", "letters"), "single capital letters, each once", ", ".join(letters))


def _check_columns(tables: Any, report: Report) -> None:
    """Report columns that have no result for a total that modifiers may bring. [7.4.2, 8.2, 9.6, 9.7, 10.3.2]"""
    weathers = ("clear_haze", "broken_cloud_cloud", "heavy_cloud", "fog")
    fields = {
        "combat": ("gci", "tame_boar", "wild_boar_stacked", "wild_boar_late"), "flak": ("rows",),
        "detection": ("rows",), "defensive_fire": ("rows",), "marking": ("drift", "quality"),
        "scramble": weathers, "recovery": weathers,
    }  # fmt: skip
    ends = "ends that are open, such as 3- and 12+, for what modifiers make of the dice"
    for name, columns in fields.items():
        for column in columns:
            if not getattr(getattr(tables, name), column).covers(-99, 99):
                report((name, column), ends, "ends that are not")
    if not tables.bomb_error.disruption.covers(0, 999):
        report(("bomb_error", "disruption"), "a row for every number from 0 on, the last open, such as 31+", "fewer")
    for scenario, row in tables.scenarios.rows.items():
        if not row.bands.covers(-999, 999):
            report(
                ("scenarios", "rows", scenario, "bands"), "ends that are open, such as 0- and 28+", "ends that are not"
            )


# Cards ---------------------------------------------------------------------------------------------------------------


def check_cards(tables: Any, report: Report) -> None:
    """Report cards that name what is not there, effects without what they need, and decks too small to deal."""
    rows = [
        (deck, at, row)
        for deck in ("british_cards", "german_cards")
        for at, row in enumerate(getattr(tables, deck).rows)
    ]
    titles = {row.title for _, _, row in rows}
    for deck, at, row in rows:
        for place, effect in _effects(deck, at, row):
            for field, known, what in (
                ("titles", titles, "the title of a card"),
                ("aircraft", tables.fuel.rows, "an aircraft with fuel"),
            ):
                for number, name in enumerate(getattr(effect, field) or ()):
                    _known(report, (*place, field, number), name, known, what)
            _check_needs(place, effect, report)
    for deck in ("british_cards", "german_cards"):
        for scenario in ("berlin", "downfall"):
            cards = [row for row in getattr(tables, deck).rows if row.scenario in ("all", scenario)]
            held = sum(len(row.ids) for row in cards)
            if held < tables.hands.dealt:
                report((deck, "rows"), f"{tables.hands.dealt} cards at least in {scenario}", str(held))
    if not any(row.symbol == "bombing" and row.scenario != "berlin" for row in tables.british_cards.rows):
        report(("british_cards", "rows"), "a bombing card for Downfall", "none")


def _effects(deck: str, at: int, row: Any) -> Iterator[tuple[Place, Any]]:
    for use_at, use in enumerate(row.uses):
        for effect_at, effect in enumerate(use.does):
            yield (deck, "rows", at, "uses", use_at, "does", effect_at), effect


def _check_needs(place: Place, effect: Any, report: Report) -> None:
    """Report an effect that lacks the part by which it works."""
    name = effect.effect
    if name == "modify" and not effect.roll:
        report((*place, "roll"), "the roll that it modifies", "nothing")
    if name == "marker" and not effect.marker:
        report((*place, "marker"), "naxos, beleuchter or fido", "nothing")
    if name in ("accident", "collision") and effect.sides < 1:
        report((*place, "sides"), "the sides of its die", str(effect.sides))
    if name == "method" and len(effect.methods or ()) != 2:
        report((*place, "methods"), "the method and what it becomes", str(len(effect.methods or ())))
    if name in ("cancel", "proof") and not effect.titles:
        report((*place, "titles"), "titles of cards", "none")


def _known(report: Report, place: Place, name: Any, known: Collection[Any], what: str, got: str = "") -> None:
    if name not in known:
        report(place, what, got or str(name))
