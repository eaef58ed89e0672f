"""The board of a sortie: head, endurance track, both aircraft with what lies between them, and the mat."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from play.boards import Scene
from play.geography import Chart, Point, chart

from . import ace_aircraft
from .words import ace_names
from .words.ace_orders import signed

LADDER = {0: 470, 1: 572, 2: 674}
LABELS = (("", 0, 39), ("end", -28, -14), ("", 0, -32), ("start", 28, -14), ("", 0, 39))
"""Where the name of a stop stands beside it."""
STOPS = ((470, 288), (500, 168), (572, 120), (644, 168), (674, 288))
SIGHTS = (("port-wing", 902, 306), ("starboard-wing", 902, 130), ("airframe", 916, 218))
"""Where each aim lies on the bomber, and below on a phone's."""
PHONE_SIGHTS = (("port-wing", 252, 98), ("starboard-wing", 138, 98), ("airframe", 195, 84))
WINDOW = (620, 480)
ENGLAND = (255, 165)
"""Where raids set out on the map: East Anglia."""


def ace_board(scene: Scene) -> Mapping[str, Any]:
    """Return what the board's template shows of a view: the viewer's own fight, or one that he looks on at."""
    view, charts = scene.view, scene.pack
    careers = [{**one, "name": one["name"] or scene.words.seat(one["seat"])} for one in view["careers"]]
    shown = shown_of(scene, {one["seat"]: one["flight"] or {} for one in careers})
    career = next((one for one in careers if one["seat"] == shown), careers[0])
    if not career["plane"]["weapons"]:
        # Before he is posted, and in hospital [9.4], he has no aircraft.
        return {"career": career, "head": head(view, career, charts), "plane": None}
    flight = career["flight"] or {}
    stage = stage_of(flight)
    context = {
        "career": career,
        "head": head(view, career, charts),
        "plane": ace_aircraft.own(career["plane"], charts),
        "track": track(view, career, charts),
        "weapons": weapons(career, charts),
        "crew": crew(career, flight),
        "systems": systems(career, charts),
        "comrades": [comrade(one) for one in careers if one is not career],
        "stage": stage,
        "map": operations(view, career, charts),
        "speed": charts.models[career["plane"]["model"]].speed,
    }
    if stage == "bombers":
        context |= {"enemy": enemy_bomber(flight, charts), "ladder": ladder(flight, charts)}
    elif stage == "duel":
        context |= {
            "enemy": enemy_fighter(flight, charts),
            "dial": dial(flight),
            "position": position(scene.facts, charts) if shown == scene.viewer else None,
        }
    return context


def ace_named(setup: Mapping[str, Any]) -> str:
    """Name a table by its pilots."""
    return ", ".join(pilot["name"] for pilot in setup.get("pilots", ()) if pilot.get("name"))


def shown_of(scene: Scene, flights: Mapping[str, Mapping[str, Any]]) -> str:
    """Say whose fight it is: the one asked about, else his own; who only waits looks on while the other fights."""
    other = flights.get(scene.acting, {})
    fights = bool(other.get("fighter") or other.get("bomber"))
    engaged = bool(flights.get(scene.viewer, {}).get("fighter"))
    looks_on = fights and not engaged
    return str(scene.facts.get("of", scene.acting if looks_on else scene.viewer))


def stage_of(flight: Mapping[str, Any]) -> str:
    """Say what the middle and the right of the board show."""
    if flight.get("fighter"):
        return "duel"
    return "bombers" if flight.get("bomber") or (flight.get("bomber_type") and flight.get("stage") == "box") else "map"


# The head -----------------------------------------------------------------------------------------------------------


def head(view: Mapping[str, Any], career: Mapping[str, Any], charts: Any) -> dict[str, Any]:
    """Return who flies, where, on which line of the log, and against what."""
    unit = charts.units.get(career["unit"])
    raid = view["raid"] or {}
    weather = (career["flight"] or {}).get("weather", "")
    return {
        "name": career["name"],
        "rank": charts.career.ranks[career["track"]][career["rank"]].name,
        "unit": unit.unit if unit else "",
        "base": career["base"],
        "month": str(ace_names.MONTH_NAMES[view["month"]]),
        "line": min(view["line"] + 1, view["lines"]),
        "lines": view["lines"],
        "target": raid.get("target", ""),
        "zone": raid.get("zone", ""),
        "weather": ace_names.WEATHER.get(weather, ""),
        "cards": career["deck"],
        "kills": (career["bombers"], career["fighters"]),
    }


# Endurance ----------------------------------------------------------------------------------------------------------


def track(view: Mapping[str, Any], career: Mapping[str, Any], charts: Any) -> list[dict[str, Any]]:
    """Return the boxes of the Endurance Track with the zones that are met in each. [4.6.3, 6.1]"""
    series = charts.models[career["plane"]["model"]].series
    row = charts.tables.tracks.rows[career["zone"]][series]
    sky = charts.tables.bombs_and_flak
    flight = career["flight"] or {}
    now = flight.get("box", 0) if flight.get("stage") == "box" else row.boxes + 1 if flight.get("end") else 0
    boxes = [{"name": _("Take-off"), "about": career["base"], "state": "here" if not now else "flown", "end": True}]
    for number in range(1, row.boxes + 1):
        zones = [zone for zone, entry in row.entry.items() if entry == number]
        boxes.append(
            {
                "name": str(number),
                "about": ", ".join(str(ace_names.TARGET_ZONES[zone]) for zone in zones),
                "state": "here" if number == now else "flown" if number < now else "ahead",
                "sign": "bomb" if number <= sky.bombs_until_box else "flak",
            }
        )
    boxes.append({"name": _("Landing"), "about": "", "state": "here" if now > row.boxes else "ahead", "end": True})
    return boxes


# The mat ------------------------------------------------------------------------------------------------------------


def weapons(career: Mapping[str, Any], charts: Any) -> dict[str, Any]:
    """Return the forward weapons with their ammunition, and what they are worth together. [4.5]"""
    plane, mat = career["plane"], charts.models[career["plane"]["model"]]
    rows = []
    for gun, row in zip(mat.guns, plane["weapons"], strict=True):
        out = row["broken"] or row["jammed"] or not row["ammo"]
        why = _("knocked out") if row["broken"] else _("jammed") if row["jammed"] else "" if row["ammo"] else _("empty")
        rounds = [n < row["ammo"] for n in range(gun.ammo)] if gun.ammo > 0 else []
        rows.append(
            {"name": gun.weapon, "rounds": rounds, "left": row["ammo"], "of": gun.ammo, "fp": gun.fp}
            | {"out": out, "why": why}
        )
    rockets = {"loaded": _("loaded"), "fired": _("fired"), "jettisoned": _("jettisoned"), "damaged": _("damaged")}
    return {
        "rows": rows,
        "fp": sum(row["fp"] for row in rows if not row["out"]),
        "rockets": rockets.get(plane["rockets"], ""),
    }


def crew(career: Mapping[str, Any], flight: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return who flies, how he is, and what he can do."""
    wounds = [_("unhurt"), _("lightly wounded"), _("seriously wounded"), _("killed")]
    people = [
        {
            "who": career["name"],
            "how": wounds[flight.get("pilot_wound", 0)],
            "hurt": flight.get("pilot_wound", 0),
            "skills": career["skills"],
        }
    ]
    wingman = career["wingman"]
    states = {
        "present": _("on his wing"),
        "damaged": _("damaged, gone home"),
        "lost": _("lost"),
        "absent": _("not with him"),
    }
    people.append(
        {
            "who": _("Wingman"),
            "how": states[wingman["status"]],
            "hurt": wingman["status"] != "present",
            "skills": wingman["skills"],
        }
    )
    if career["gunner"]:
        wound = flight.get("gunner_wound", 0)
        people.append(
            {"who": _("Rear gunner"), "how": wounds[wound], "hurt": wound, "skills": career["gunner"]["skills"]}
        )
    for one in people:
        one["skills"] = ", ".join(ace_names.skill(name) for name in one["skills"]) or _("no skills yet")
    return people


def systems(career: Mapping[str, Any], charts: Any) -> dict[str, Any]:
    """Return what else can be knocked out, and the markers in hand."""
    plane, mat = career["plane"], charts.models[career["plane"]["model"]]
    rows = [
        (_("Fuel"), not plane["leak"], _("leaking")),
        (_("Oxygen"), plane["oxygen"], _("out")),
        (_("Radio"), plane["radio"], _("out")),
    ]
    if mat.boost:
        rows.append((str(mat.boost), plane["boost"], _("out")))
    if mat.rear_gun:
        rows.append((_("Rear guns"), plane["rear_guns"], _("out")))
    flight = career["flight"] or {}
    names = [*career["markers"], *flight.get("markers", [])]
    return {
        "rows": rows,
        "hits": plane["hits"],
        "markers": [str(ace_names.MARKERS.get(name, name)) for name in names],
        "escaping": flight.get("escaping", ""),
    }


def comrade(career: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is to be seen of the other pilot."""
    flight = career["flight"] or {}
    enemy = (flight.get("fighter") or flight.get("bomber") or {}).get("type", "")
    place = ace_names.ORIENTATIONS[ace_names.PLACES[flight["orientation"]]] if flight.get("fighter") else ""
    return {"name": career["name"], "model": career["plane"]["model"]} | {
        "hits": career["plane"]["hits"],
        "box": flight.get("box", 0) if flight.get("stage") == "box" else 0,
        "enemy": enemy,
        "place": place,
        "alive": career["alive"],
    }


# Bombers ------------------------------------------------------------------------------------------------------------


def enemy_bomber(flight: Mapping[str, Any], charts: Any) -> ace_aircraft.Drawn:
    """Return the bomber on the chart, or a whole one of the type that was met."""
    target = flight["bomber"]
    if target is None:
        whole = {"port_wing": 0, "starboard_wing": 0, "airframe": 0, "controls": 0, "engines": [0, 0, 0, 0]}
        target = whole | {"type": flight["bomber_type"], "destroyed": "", "gunners": 0, "bombs": False}
        guard = _("with %(escort)ss") % {"escort": flight["escort"]} if flight["escort"] else _("without escort")
        return ace_aircraft.bomber(target, charts, (guard,))
    boxed = charts.tables.bombers.rows[target["type"]].formation and not flight["loose"]
    about = [_("in formation") if boxed else _("out of formation")]
    about.append(_("bombs aboard") if target["bombs"] else _("no bombs aboard"))
    if target["gunners"]:
        about.append(_("gunners hit: %(n)s") % {"n": target["gunners"]})
    return ace_aircraft.bomber(target, charts, tuple(about))


def ladder(flight: Mapping[str, Any], charts: Any) -> dict[str, Any]:
    """Return the three ranges with what each gives to either side. [7.1.7]"""
    bomber = flight["bomber"]
    kind = charts.tables.bombers.rows[bomber["type"] if bomber else flight["bomber_type"]]
    boxed = kind.formation and not flight["loose"]
    here = flight["reach"] if bomber else -1
    rungs = []
    labels = (pgettext("range", "Long"), pgettext("range", "Medium"), pgettext("range", "Close"))
    for reach, label in enumerate(labels):
        row = charts.ranges[reach]
        theirs = row.formation if boxed else row.alone
        rungs.append(
            {
                "label": label,
                "x": LADDER[reach],
                "ours": signed(row.attacker),
                "theirs": signed(theirs),
                "phone_y": 264 - 28 * reach,
                "here": reach == here,
                "flown": 0 <= reach < here,
            }
        )
    return {
        "rungs": rungs,
        "here": LADDER.get(here),
        "pass": flight["pass_number"],
        "aim": flight["aim"] if bomber else "",
        "sights": SIGHTS,
        "phone_sights": PHONE_SIGHTS,
    }


# Fighters -----------------------------------------------------------------------------------------------------------


def enemy_fighter(flight: Mapping[str, Any], charts: Any) -> ace_aircraft.Drawn:
    """Return the fighter on the chart."""
    enemy = flight["fighter"]
    foe = charts.foes[enemy["type"]]
    fp = sum(value for value, works in zip(foe.guns, enemy["weapons"], strict=True) if works)
    about = (_("speed %(n)s") % {"n": foe.speed}, _("firepower %(n)s") % {"n": fp})
    return ace_aircraft.fighter(enemy, charts, (*about, str(ace_names.QUALITIES[enemy["quality"]])))


def dial(flight: Mapping[str, Any]) -> dict[str, Any]:
    """Return the five stops of the orientation dial. [7.2.2]"""
    turns = ((90, 90), (90, 180), (90, 270), (0, 90), (90, 90))
    stops = []
    for place, name in enumerate(ace_names.PLACES):
        (x, y), (anchor, label_x, label_y) = STOPS[place], LABELS[place]
        behind = place == 0
        stops.append(
            {
                "number": place,
                "name": name,
                "label": ace_names.ORIENTATIONS[name],
                "anchor": anchor,
                "label_x": label_x,
                "label_y": label_y,
                "x": x,
                "y": y,
                "here": place == flight["orientation"],
                "own": {"x": 9 if behind else -9, "turn": turns[place][0]},
                "enemy": {"x": -9 if behind else 9, "turn": turns[place][1]},
            }
        )
    here = stops[flight["orientation"]]
    said = (
        _("It sits on his tail."),
        _("It faces him; his guns do not bear."),
        _("Nose to nose."),
        _("His guns bear on it."),
        _("He sits on its tail."),
    )[flight["orientation"]]
    return {"stops": stops, "here": here, "said": said, "round": flight["round"]}


def position(facts: Mapping[str, Any], charts: Any) -> dict[str, Any] | None:
    """Return what the roll for position would be made of, and its chances over all 36 pairs of dice. [7.2.2.7]"""
    if "enemy_speed" not in facts:
        return None
    ours = facts["speed"] + sum(mod[0] for mod in facts["ours"])
    theirs = facts["enemy_speed"] + sum(mod[0] for mod in facts["theirs"])
    shifts = charts.tables.initiative.shifts
    gains = losses = 0
    for mine in range(1, 7):
        for his in range(1, 7):
            apart = ours + mine - theirs - his
            if shifts[abs(apart)]:
                gains, losses = gains + (apart > 0), losses + (apart < 0)
    same = 36 - gains - losses
    return {"ours": ours, "theirs": theirs} | {"gains": gains, "losses": losses, "same": same}


# The map ------------------------------------------------------------------------------------------------------------


def operations(view: Mapping[str, Any], career: Mapping[str, Any], charts: Any) -> dict[str, Any]:
    """Return base, target with the towns of its zone, and the raid's way on the map of western Europe."""
    west, raid = chart(), view["raid"] or {}
    base, target = west.bases.get(career["base"]), west.targets.get(raid.get("target", ""))
    zone = raid.get("zone", "")
    months = charts.tables.raids.months.values()
    towns = {row.target for month in months for _roll, row in month.rows.rows if row.zone == zone}
    return {
        "base": base,
        "base_name": career["base"],
        "window": window(west, [place for place in (base, target) if place]),
        "base_left": bool(base and target and base.x < target.x),
        "base_above": bool(base and target and base.y < target.y),
        "target": target,
        "target_name": raid.get("target", ""),
        "target_left": bool(base and target and target.x < base.x),
        "zone": zone,
        "zone_towns": [west.targets[town] for town in sorted(towns) if town in west.targets],
        "route": f"M{ENGLAND[0]} {ENGLAND[1]}L{target.x} {target.y}" if target else "",
        "way": f"M{base.x} {base.y}L{target.x} {target.y}" if target and base else "",
        "width": west.width,
        "height": west.height,
    }


def window(west: Chart, places: list[Point]) -> str:
    """Return the part of the map that the mat has room for, with these places in its middle."""
    width, height = WINDOW
    if not places:
        return f"0 0 {width} {height}"
    middle = (sum(place.x for place in places) / len(places), sum(place.y for place in places) / len(places))
    left = min(max(middle[0] - width / 2, 0), west.width - width)
    top = min(max(middle[1] - height / 2, 0), west.height - height)
    return f"{left:.0f} {top:.0f} {width} {height}"
