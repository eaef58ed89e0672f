"""Names in the data of Interceptor Ace: parts, places, skills, awards, months, causes."""

from dataclasses import replace

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.interceptor.charts.compiled import Charts
from play.games.text import GameText, Sentences, localized
from play.utils.months import month_and_year

MONTHS = [*((1943, month) for month in range(3, 13)), (1944, 1), (1944, 2)]

ORIENTATIONS = {
    "tailed": _("Tailed"),
    "disadvantaged": _("Disadvantaged"),
    "head_on": _("Head on"),
    "advantaged": _("Advantaged"),
    "tailing": _("Tailing"),
    "out_of_the_sun": _("Out of the sun"),
}
PLACES = ("tailed", "disadvantaged", "head_on", "advantaged", "tailing")

REACHES = {
    "long": pgettext_lazy("range", "long range"),
    "medium": pgettext_lazy("range", "medium range"),
    "close": pgettext_lazy("range", "close range"),
}

AIMS = {"port-wing": _("port wing"), "starboard-wing": _("starboard wing"), "airframe": _("airframe")}

PARTS = AIMS | {
    "controls": _("controls"),
    "engines": _("engines"),
    "port-engine": _("port engine"),
    "starboard-engine": _("starboard engine"),
    "port-outboard": _("number 1 engine"),
    "port-inboard": _("number 2 engine"),
    "starboard-inboard": _("number 3 engine"),
    "starboard-outboard": _("number 4 engine"),
    "cockpit": _("cockpit"),
    "fuel": _("fuel tank"),
    "bomb-bay": _("bomb bay"),
    "oxygen": _("oxygen"),
    "radio": _("radio"),
    "boost": _("engine boost"),
    "rear-guns": _("rear guns"),
    "rockets": _("rockets"),
    "iff": _("identification set"),
    "minor": _("minor damage"),
    "crew": _("crew"),
    "weapon-1": _("first weapon row"),
    "weapon-2": _("second weapon row"),
    "weapon-3": _("third weapon row"),
}

ONE_ENGINE = {
    "part:port-engine": _("engine"),
    "part:starboard-engine": _("engine"),
    "part:engines": _("engine"),
}
"""Parts of an aircraft with a single engine: port and starboard mean nothing there. [7.4.1]"""

DOOMS = {
    "fire": _("a fire"),
    "explosion": _("an explosion of fuel"),
    "destroyed": _("destroyed outright"),
    "pilots": _("both pilots being hit"),
}

PEOPLE = {
    "pilot": _("pilot"),
    "copilot": _("copilot"),
    "wingman": _("wingman"),
    "gunner": _("rear gunner"),
    "flak": _("flak"),
}

DEFENCES = {
    "jink": _("jink"),
    "immelmann": _("Immelmann"),
    "barrel-roll": _("barrel roll"),
    "tight-turn": _("tight turn"),
    "skid": _("skid"),
    "cuban-eight": _("Cuban eight"),
    "straight-and-level": _("straight and level"),
    "scissors": _("scissors"),
    "chandelle": _("chandelle"),
    "split-s": _("split-S"),
    "stall": _("stall"),
}

QUALITIES = {
    "green": pgettext_lazy("quality of a pilot", "green"),
    "trained": pgettext_lazy("quality of a pilot", "trained"),
    "veteran": pgettext_lazy("quality of a pilot", "veteran"),
    "ace": pgettext_lazy("quality of a pilot", "ace"),
}

SKILLS = {
    "landing": _("Landing"),
    "navigation": _("Navigation"),
    "parachute": _("Parachute"),
    "reflexes": _("Reflexes"),
    "awareness": _("Situational Awareness"),
    "maintenance": _("Weapons Maintenance"),
    "expert": _("Expert"),
    "leadership": _("Leadership"),
    "precision": _("Precision"),
    "acm": _("Air Combat Manoeuvring"),
    "sixth-sense": _("Sixth Sense"),
    "gunnery": _("Gunnery"),
    "aim": _("Aim"),
    "cuban-eight": _("Cuban Eight"),
    "chandelle": _("Chandelle"),
    "immelmann": _("Immelmann"),
    "split-s": _("Split-S"),
}

AWARDS = {
    "ek2": _("Iron Cross 2nd Class"),
    "ek1": _("Iron Cross 1st Class"),
    "ehrenpokal": _("Honour Goblet"),
    "german-cross": _("German Cross in Gold"),
    "knights-cross": _("Knight’s Cross"),
    "oak-leaves": _("Knight’s Cross with Oak Leaves"),
    "swords": _("Knight’s Cross with Oak Leaves and Swords"),
    "diamonds": _("Knight’s Cross with Oak Leaves, Swords and Diamonds"),
    "clasp-bronze": _("Flight Clasp in Bronze"),
    "clasp-silver": _("Flight Clasp in Silver"),
    "clasp-gold": _("Flight Clasp in Gold"),
    "wound-badge": _("Wound Badge in Black"),
    "wound-badge-silver": _("Wound Badge in Silver"),
    "wound-badge-gold": _("Wound Badge in Gold"),
    "ace": _("ace status"),
}

CAUSES = {
    "repair": pgettext_lazy("why a sortie was not flown", "repair"),
    "wound": pgettext_lazy("why a sortie was not flown", "light wound"),
    "hospital": pgettext_lazy("why a sortie was not flown", "hospital"),
    "forced": pgettext_lazy("why a sortie was not flown", "forced landing"),
    "bail-out": pgettext_lazy("why a sortie was not flown", "return after a jump"),
    "transfer": pgettext_lazy("why a sortie was not flown", "reassignment"),
    "series": pgettext_lazy("why a sortie was not flown", "learning a new series"),
    "award": pgettext_lazy("why a sortie was not flown", "journey to Berlin"),
    "leave": pgettext_lazy("why a sortie was not flown", "leave"),
    "range": pgettext_lazy("why a sortie was not flown", "out of range"),
    "stood-down": pgettext_lazy("why a sortie was not flown", "stood down"),
}

LEDGER = {
    "sorties": _("sorties flown"),
    "ace-card": _("the ace card"),
    "flight-school": _("flight school"),
    "mentioned": _("being mentioned by name"),
    "no-repair": _("a new aircraft instead of the repair"),
    "crewman": _("a skilled replacement"),
    "recall": _("a crewman called back"),
}

WOUNDS = {"LW": _("light wound"), "SW": _("serious wound"), "KIA": _("killed")}

WEATHER = {
    "good": pgettext_lazy("weather at the field", "good"),
    "poor": pgettext_lazy("weather at the field", "poor"),
    "bad": pgettext_lazy("weather at the field", "bad"),
}

LEVELS = {
    "defeat": pgettext_lazy("level of victory", "Defeat"),
    "draw": pgettext_lazy("level of victory", "Draw"),
    "marginal": pgettext_lazy("level of victory", "Marginal victory"),
    "substantial": pgettext_lazy("level of victory", "Substantial victory"),
    "decisive": pgettext_lazy("level of victory", "Decisive victory"),
}

TARGET_ZONES = {
    "France": _("France"),
    "Holland": _("Holland"),
    "Ruhr": _("Ruhr"),
    "Bremen": _("Bremen"),
    "Frankfurt": _("Frankfurt"),
    "Berlin": _("Berlin"),
    "Munich": _("Munich"),
}

ZONE_MARKS = {
    "France": pgettext_lazy("target zone, in few letters", "Fra"),
    "Holland": pgettext_lazy("target zone, in few letters", "Hol"),
    "Ruhr": pgettext_lazy("target zone, in few letters", "Ruhr"),
    "Bremen": pgettext_lazy("target zone, in few letters", "Bre"),
    "Frankfurt": pgettext_lazy("target zone, in few letters", "Ffm"),
    "Berlin": pgettext_lazy("target zone, in few letters", "Ber"),
    "Munich": pgettext_lazy("target zone, in few letters", "Mun"),
}
"""Zones on the sheet, whose column fits four letters; no two are alike."""

TOWNS = {
    "Bremen": _("Bremen"),
    "Frankfurt": _("Frankfurt"),
    "Kiel": _("Kiel"),
    "Emden": _("Emden"),
    "Paris": _("Paris"),
    "Antwerp": _("Antwerp"),
    "Regensburg": _("Regensburg"),
    "Hamburg": _("Hamburg"),
    "Brunswick": _("Brunswick"),
    "Leipzig": _("Leipzig"),
    "Hannover": _("Hannover"),
    "Danzig": _("Danzig"),
    "Marienburg": _("Marienburg"),
    "Courtrai": _("Courtrai"),
    "Brussels-Evere": _("Brussels-Evere"),
    "Augsburg": _("Augsburg"),
    "Aachen": _("Aachen"),
    "Anklam": _("Anklam"),
}
"""Targets that have a name of their own in another language."""

BASE_ZONES = {
    "Dutch": _("Dutch bases"),
    "Bremen": _("Bremen bases"),
    "French": _("French bases"),
    "Ruhr": _("Ruhr bases"),
    "Munich": _("Munich bases"),
    "Münster": _("Münster bases"),
    "Frankfurt": _("Frankfurt bases"),
}

HEIGHTS = {
    "low": pgettext_lazy("height", "low"),
    "level": pgettext_lazy("height", "level"),
    "high": pgettext_lazy("height", "high"),
    "climb": pgettext_lazy("height", "climbing"),
    "dive": pgettext_lazy("height", "diving"),
}

EVENTS = {
    "bounced": _("Bounced: enemy fighters are on his tail."),
    "engine-trouble": _("Engine trouble: an engine takes a hit from within."),
    "test-burst-jam": _("The test burst jams a weapon."),
    "radio-dead": _("The radio is dead: the wingman cannot be called."),
    "wingman-turns-back": _("The wingman turns back."),
    "controller-update": _("The controller updates the position: one interception roll may be thrown again."),
    "cloud-bank": _("A cloud bank: once, he evades the escort without a roll. He gets a marker."),
    "straggler": _("A straggler: one damaged bomber, alone."),
    "eyewitness": _("An eyewitness: one crash on the way home is certainly confirmed. He gets a marker."),
    "mine-shells": _("Mine shells: the next attack that hits does more. He gets a marker."),
    "mentioned": _("Mentioned by name: one Prestige Point."),
}

EVENT_NAMES = {
    "bounced": _("Bounced"),
    "engine-trouble": _("Engine trouble"),
    "test-burst-jam": _("A weapon jams at the test burst"),
    "radio-dead": _("Radio dead"),
    "wingman-turns-back": _("The wingman turns back"),
    "controller-update": _("Controller’s update"),
    "cloud-bank": _("Cloud bank"),
    "straggler": _("Straggler"),
    "eyewitness": _("Eyewitness"),
    "mine-shells": _("Mine shells"),
    "mentioned": _("Mentioned in the report"),
}
"""The random events in a word or two, for a list."""

MARKERS = {
    "cloud-bank": _("Cloud bank"),
    "eyewitness": _("Eyewitness"),
    "mine-shells": _("Mine shells"),
    "controller-update": _("Controller’s update"),
    "radio-dead": _("Radio dead"),
}


MEASURES = {
    "survived": _("Share of pilots who survive"),
    "mean_bombers": _("Bombers in a career, mean"),
    "median_bombers": _("Bombers in a career, median"),
    "bands.defeat": _("Share of defeats"),
    "bands.draw": _("Share of draws"),
    "bands.marginal": _("Share of marginal victories"),
    "bands.substantial": _("Share of substantial victories"),
    "bands.decisive": _("Share of decisive victories"),
    "per_sortie.met_bombers": _("Sorties on which bombers are met"),
    "per_sortie.shot_down": _("Sorties on which he is shot down"),
}
"""The figures by which charts are compared."""

MONTH_NAMES = {f"{year}-{month:02}": lazy(month_and_year, str)(year, month) for year, month in MONTHS}

NAMES: Sentences = {
    **PARTS,
    **DOOMS,
    **PEOPLE,
    **DEFENCES,
    **QUALITIES,
    **SKILLS,
    **AWARDS,
    **CAUSES,
    **LEDGER,
    **WOUNDS,
    **ORIENTATIONS,
    **REACHES,
    **MONTH_NAMES,
    **TOWNS,
    **TARGET_ZONES,
}
"""Default meaning of a name; sentences that need another sense look it up themselves."""


def named(table: Sentences, name: str | None) -> str:
    """Return the words for a name from one table; an unknown name stays as it is."""
    return str(name if name is None else table.get(name, name))


def town(name: str) -> str:
    """Say a target as the reader's language has it."""
    return named(TOWNS, name)


def pack_names(charts: Charts) -> Sentences:
    """Return what a pack puts in words itself: its awards, and its own defences and qualities of pilots."""
    tables = charts.tables
    rows = [("award", name, said) for name, said in charts.career.said.items()]
    rows += [("defence", name, row.title) for name, row in tables.defences.rows.items() if row.title]
    rows += [("quality", name, row.title) for name, row in tables.quality.effects.items() if row.title]
    found = {f"{kind}:{name}": localized(said) for kind, name, said in rows}
    return {name: localized(said) for kind, name, said in rows if name not in NAMES} | found


def award(name: str, words: GameText) -> str:
    """Name an award: the charts have the first word."""
    return str(words.names.get(f"award:{name}") or AWARDS.get(name, name))


def part(name: str, words: GameText) -> str:
    """Name a part of the aircraft that the words are for."""
    return str(words.names.get(f"part:{name}") or PARTS.get(name, name))


def with_engines(words: GameText, engines: int) -> GameText:
    """Return the words for what happens to an aircraft with so many engines."""
    known = {name: said for name, said in words.names.items() if name not in ONE_ENGINE}
    return replace(words, names=known | (ONE_ENGINE if engines == 1 else {}))


def of_fighter(words: GameText, enemy: str) -> GameText:
    """Return the words for what happens to an Allied fighter of this type."""
    foe = words.charts.foes.get(enemy) if words.charts is not None else None
    return words if foe is None else with_engines(words, foe.engines)


def defence(name: str, words: GameText) -> str:
    """Name a defensive text of the cards."""
    return str(words.names.get(f"defence:{name}") or DEFENCES.get(name, name))


def quality(name: str, words: GameText) -> str:
    """Name the quality of an enemy pilot."""
    return str(words.names.get(f"quality:{name}") or QUALITIES.get(name, name))


def cause(name: str, words: GameText) -> str:
    """Name the source of a Prestige Point: an award or something else."""
    return str(NAMES[name]) if name in NAMES and name not in AWARDS else award(name, words)


def skill(name: str) -> str:
    """Name a skill; an expert's with its series."""
    what, _colon, series = name.partition(":")
    if series:
        return str(_("Expert, %(series)s")) % {"series": series}
    return str(SKILLS.get(what, what))
