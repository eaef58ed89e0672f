"""The board of a sortie: head, endurance track, both aircraft with what lies between them, and the mat."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.interceptor.state import KILLED, MONTHS
from play.games.boards import BoardScene
from play.games.text import GameText
from play.pages.geography import EuropeMap, MapPoint, europe_map
from sorties.interceptor.board import aircraft, highlights, last_damage
from sorties.interceptor.board.last_roll import last_roll
from sorties.interceptor.text import names as spoken
from sorties.interceptor.text.orders import signed

LADDER = {0: 470, 1: 572, 2: 674}
LABELS = (("", 0, 39), ("end", -28, -14), ("", 0, -32), ("start", 28, -14), ("", 0, 39))
"""Where the name of a stop stands beside it."""
STOPS = ((470, 288), (500, 168), (572, 120), (644, 168), (674, 288))
SIGHTS = (("port-wing", 902, 306), ("starboard-wing", 902, 130), ("airframe", 916, 218))
"""Where each aim lies on the bomber, and below on a phone's."""
PHONE_SIGHTS = (("port-wing", 252, 98), ("starboard-wing", 138, 98), ("airframe", 195, 84))
ON_DESKTOP, ON_PHONE = (772, 436), (390, 282)
"""How large the board's map is drawn."""
NEAR, ROOM, AT_REST = 1.18, (170, 70), (90, 40)
"""Units of the map to one of the drawing, at least; the room about base and target; where it is without a raid."""
BESIDE, LETTER = 16, 13.5
"""From a place to its name, and what a letter of it takes."""
WINDOW = (620, 480)
LEFTMOST = 160
"""Left of it a name has no room to its left."""
ENGLAND = (255, 165)
"""Where raids set out on the map: East Anglia."""


def ace_board(scene: BoardScene) -> Mapping[str, Any]:
    """Return what the board's template shows of a view: the viewer's own fight, or one that he looks on at."""
    view, charts = scene.view, scene.pack
    careers = [{**one, "name": one["name"] or scene.words.seat(one["seat"])} for one in view["careers"]]
    shown = shown_of(scene, {one["seat"]: one["flight"] or {} for one in careers})
    career = next((one for one in careers if one["seat"] == shown), careers[0])
    data = last_roll(scene, career)
    if not career["plane"]["weapons"]:
        # Before he is posted, and in hospital [9.4], he has no aircraft.
        return {"career": career, "head": head(view, career, charts), "plane": None, "exchange": data}
    flight = career["flight"] or {}
    stage = stage_of(flight)
    context = {
        "career": career,
        "head": head(view, career, charts),
        "exchange": data,
        "plane": aircraft.own(career["plane"], charts).marked_now(last_damage.fresh(data, "theirs")),
        "track": track(view, career, charts),
        "weapons": weapons(career, charts),
        "crew": crew(career, flight),
        "systems": systems(career, charts),
        "comrades": [comrade(one, charts) for one in careers if one is not career and one["plane"]["model"]],
        "stage": stage,
        "map": operations(view, career, charts),
        "speed": charts.models[career["plane"]["model"]].speed,
    }
    if stage == "bombers":
        last = last_damage.fought_last(scene.told, flight["bomber_type"]) if flight["bomber"] is None else None
        context |= {"enemy": enemy_bomber(flight, charts, last), "ladder": ladder(flight, charts)}
    elif stage == "duel":
        context |= {
            "enemy": enemy_fighter(flight, charts, scene.words),
            "dial": dial(flight),
            "position": position(scene.facts, charts) if shown == scene.viewer else None,
        }
    if "enemy" in context:
        context["enemy"].marked_now(last_damage.fresh(data, "ours"))
    return context


def ace_named(setup: Mapping[str, Any]) -> str:
    """Name a table by its pilots."""
    return ", ".join(pilot["name"] for pilot in setup.get("pilots", ()) if pilot.get("name"))


def shown_of(scene: BoardScene, flights: Mapping[str, Mapping[str, Any]]) -> str:
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
    month, line = month_of(view, career), view["line"]
    if is_closed(view, career) and career["log"]:
        # The calendar goes on past his last line.
        raid = career["log"][-1]
        weather, month, line = raid["weather"], raid["month"], raid["line"]
    lines = view["lines"] if MONTHS[month] == view["month"] else charts.lines(month)
    return {
        "name": career["name"],
        "rank": charts.career.ranks[career["track"]][career["rank"]].name,
        "unit": unit.unit if unit else "",
        "base": career["base"],
        "month": str(spoken.MONTH_NAMES[MONTHS[month]]),
        "line": min(line + 1, lines),
        "lines": lines,
        "target": spoken.town(raid.get("target", "")),
        "zone": raid.get("zone", ""),
        "weather": spoken.WEATHER.get(weather, ""),
        "tally": tally(career),
    }


def month_of(view: Mapping[str, Any], career: Mapping[str, Any]) -> int:
    """Return the month that he stands in, as a place in the year: who begins later does not stand in March. [4.2.1]"""
    now = MONTHS.index(view["month"])
    return max(now, career["start"]) if career["stage"] in ("setup", "ready") else now


def is_closed(view: Mapping[str, Any], career: Mapping[str, Any]) -> bool:
    """Say whether his log is closed: he is dead, or the year is over. [5.1]"""
    return not career["flight"] and (not career["alive"] or view["phase"] == "over")


def tally(career: Mapping[str, Any]) -> str:
    """Say his score, with what he has shot down on the sortie under way."""
    won = highlights.victories(career)
    data = {"bombers": sum(won), "fighters": len(won) - sum(won)}
    bombers = ngettext("%(bombers)s bomber", "%(bombers)s bombers", data["bombers"]) % data
    fighters = ngettext("%(fighters)s fighter", "%(fighters)s fighters", data["fighters"]) % data
    return f"{bombers}, {fighters}"


# Endurance ----------------------------------------------------------------------------------------------------------


def track(view: Mapping[str, Any], career: Mapping[str, Any], charts: Any) -> list[dict[str, Any]]:
    """Return the boxes of the Endurance Track with the zones that are met in each. [4.6.3, 6.1]"""
    series = charts.models[career["plane"]["model"]].series
    row = charts.tables.tracks.rows[career["zone"]][series]
    sky = charts.tables.bombs_and_flak
    flight = career["flight"] or {}
    landing = row.boxes + 1
    homewards = flight.get("end") or flight.get("stage") == "landing"
    flown = landing if homewards else flight.get("box", 0) if flight.get("stage") == "box" else 0
    # Who came down elsewhere stands nowhere on it, nor does he whose log is closed.
    now: int | None = flown
    if flight.get("stage") == "down" or is_closed(view, career):
        now, flown = None, flight.get("box", 0) + 1
    state = "here" if now == 0 else "flown" if flight else "ahead"
    boxes = [{"name": _("Take-off"), "about": career["base"], "state": state, "end": True}]
    for number in range(1, row.boxes + 1):
        zones = [zone for zone, entry in row.entry.items() if entry == number]
        boxes.append(
            {
                "name": str(number),
                "about": ", ".join(str(spoken.TARGET_ZONES.get(zone, zone)) for zone in zones),
                "state": "here" if number == now else "flown" if number < flown else "ahead",
                "sign": "bomb" if number <= sky.bombs_until_box else "flak",
            }
        )
    boxes.append({"name": _("Landing"), "about": "", "state": "here" if now == landing else "ahead", "end": True})
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
    # His flight is over when the line is closed; that he was killed is not.
    now = flight.get("pilot_wound", 0) if career["alive"] else KILLED
    people = [
        {
            "who": career["name"],
            "how": wounds[now],
            "hurt": now,
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
        one["skills"] = ", ".join(spoken.skill(name) for name in one["skills"]) or _("no skills yet")
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
        "markers": [str(spoken.MARKERS.get(name, name)) for name in names],
        "escaping": flight.get("escaping", ""),
    }


def comrade(career: Mapping[str, Any], charts: Any) -> dict[str, Any]:
    """Return what is to be seen of the other pilot, once he has an aircraft: its hits, and whom he fights."""
    flight = career["flight"] or {}
    enemy = (flight.get("fighter") or flight.get("bomber") or {}).get("type", "")
    place = spoken.ORIENTATIONS[spoken.PLACES[flight["orientation"]]] if flight.get("fighter") else ""
    return {
        "name": career["name"],
        "plane": aircraft.own(career["plane"], charts),
        "id": f"comrade-{career['seat']}",
        "box": flight.get("box", 0) if flight.get("stage") == "box" else 0,
        "enemy": enemy,
        "place": place,
        "alive": career["alive"],
    }


# Bombers ------------------------------------------------------------------------------------------------------------


def enemy_bomber(
    flight: Mapping[str, Any], charts: Any, last: Mapping[str, Any] | None = None
) -> aircraft.AircraftDrawing:
    """Return the bomber on the chart, or the last that was on it, or a whole one of the type that was met."""
    target = flight["bomber"] or last
    if target is None:
        whole = {"port_wing": 0, "starboard_wing": 0, "airframe": 0, "controls": 0, "engines": [0, 0, 0, 0]}
        target = whole | {"type": flight["bomber_type"], "destroyed": "", "gunners": 0, "bombs": False}
        guard = _("with %(escort)ss") % {"escort": flight["escort"]} if flight["escort"] else _("without escort")
        return aircraft.bomber(target, charts, (guard,))
    boxed = charts.tables.bombers.rows[target["type"]].formation and not flight["loose"]
    if target["destroyed"]:
        return aircraft.bomber(target, charts, (_("shot down"),))
    about = [_("in formation") if boxed else _("out of formation")]
    about.append(_("bombs aboard") if target["bombs"] else _("no bombs aboard"))
    if target["gunners"]:
        about.append(_("gunners hit: %(n)s") % {"n": target["gunners"]})
    return aircraft.bomber(target, charts, tuple(about))


def ladder(flight: Mapping[str, Any], charts: Any) -> dict[str, Any]:
    """Return the three ranges with what each gives to either side. [7.1.7]"""
    bomber = flight["bomber"]
    kind = charts.tables.bombers.rows[bomber["type"] if bomber else flight["bomber_type"]]
    boxed = kind.formation and not flight["loose"]
    here = flight["reach"] if bomber else -1
    rows = []
    labels = (pgettext("range", "Long"), pgettext("range", "Medium"), pgettext("range", "Close"))
    for reach, label in enumerate(labels):
        row = charts.ranges[reach]
        theirs = row.formation if boxed else row.alone
        rows.append(
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
        "rungs": rows,
        "here": LADDER.get(here),
        "pass": flight["pass_number"],
        "aim": flight["aim"] if bomber else "",
        "sights": SIGHTS,
        "phone_sights": PHONE_SIGHTS,
    }


# Fighters -----------------------------------------------------------------------------------------------------------


def enemy_fighter(flight: Mapping[str, Any], charts: Any, words: GameText) -> aircraft.AircraftDrawing:
    """Return the fighter on the chart."""
    enemy = flight["fighter"]
    foe = charts.foes[enemy["type"]]
    fp = sum(value for value, works in zip(foe.guns, enemy["weapons"], strict=True) if works)
    if enemy["destroyed"]:
        return aircraft.fighter(enemy, charts, (_("shot down"),))
    about = (_("speed %(n)s") % {"n": foe.speed}, _("firepower %(n)s") % {"n": fp})
    return aircraft.fighter(enemy, charts, (*about, spoken.quality(enemy["quality"], words)))


def dial(flight: Mapping[str, Any]) -> dict[str, Any]:
    """Return the five stops of the orientation dial. [7.2.2]"""
    turns = ((90, 90), (90, 180), (90, 270), (0, 90), (90, 90))
    stops = []
    for place, name in enumerate(spoken.PLACES):
        (x, y), (anchor, label_x, label_y) = STOPS[place], LABELS[place]
        behind = place == 0
        stops.append(
            {
                "number": place,
                "name": name,
                "label": spoken.ORIENTATIONS[name],
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
    west, raid = europe_map(), view["raid"] or {}
    base, target = west.bases.get(career["base"]), west.targets.get(raid.get("target", ""))
    zone = raid.get("zone", "")
    months = charts.tables.raids.months.values()
    towns = {row.target for month in months for _roll, row in month.rows.rows if row.zone == zone}
    names = (career["base"], spoken.town(raid.get("target", "")))
    return {
        "base": base,
        "base_name": career["base"],
        "window": window(west, [place for place in (base, target) if place]),
        "on_desk": stage(west, base, target, ON_DESKTOP, names),
        "on_phone": stage(west, base, target, ON_PHONE, names),
        "base_left": bool(base and target and LEFTMOST < base.x < target.x),
        "base_above": bool(base and target and base.y < target.y),
        "target": target,
        "target_name": spoken.town(raid.get("target", "")),
        "target_left": bool(base and target and target.x < base.x),
        "zone": spoken.named(spoken.TARGET_ZONES, zone),
        "zone_towns": [west.targets[town] for town in sorted(towns) if town in west.targets],
        "route": f"M{ENGLAND[0]} {ENGLAND[1]}L{target.x} {target.y}" if target else "",
        "way": f"M{base.x} {base.y}L{target.x} {target.y}" if target and base else "",
        "width": west.width,
        "height": west.height,
    }


def stage(
    west: EuropeMap, base: MapPoint | None, target: MapPoint | None, size: tuple[int, int], names: Sequence[str] = ()
) -> str:
    """Return the part of the map that is drawn in a size of the board, with base, target and their names within it."""
    wide, high = size
    if base is None or target is None:
        return f"{AT_REST[0]} {AT_REST[1]} {wide * NEAR:.0f} {high * NEAR:.0f}"
    beside = max([ROOM[0], *(BESIDE + LETTER * len(name) for name in names)])
    scale = max(NEAR, (abs(base.x - target.x) + 2 * beside) / wide, (abs(base.y - target.y) + 2 * ROOM[1]) / high)
    left, top = (base.x + target.x - wide * scale) / 2, (base.y + target.y - high * scale) / 2
    left = min(max(left, 0), max(west.width - wide * scale, 0))
    top = min(max(top, 0), max(west.height - high * scale, 0))
    return f"{left:.0f} {top:.0f} {wide * scale:.0f} {high * scale:.0f}"


def window(west: EuropeMap, places: list[MapPoint]) -> str:
    """Return the part of the map that the mat has room for, with these places in its middle."""
    width, height = WINDOW
    if not places:
        return f"0 0 {width} {height}"
    middle = (sum(place.x for place in places) / len(places), sum(place.y for place in places) / len(places))
    left = min(max(middle[0] - width / 2, 0), west.width - width)
    top = min(max(middle[1] - height / 2, 0), west.height - height)
    return f"{left:.0f} {top:.0f} {width} {height}"
