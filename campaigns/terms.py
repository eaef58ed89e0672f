"""The words for what stands in the tables of a career: awards, causes, ends, skills, months, levels of victory."""

from datetime import date

from django.utils import formats
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from play.months import month_and_year
from play.titles import words_of

NAMES = words_of("interceptor-ace").names
"""What the table says; the sheet has words of its own only where it says them otherwise."""

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
BEDS = ("wound", "hospital")

STATUS = {
    "repair": _("Aircraft in repair"),
    "wound": _("Wounded"),
    "hospital": _("In hospital"),
    "forced": _("On the way back"),
    "bail-out": _("On the way back"),
    "transfer": _("On the move"),
    "series": _("In training"),
    "award": _("In Berlin"),
    "leave": _("On leave"),
}

LEDGER = {
    "ace": _("Ace"),
    "sorties": _("Sorties flown"),
    "ace-card": _("From the ace card"),
    "flight-school": _("Flight school"),
    "mentioned": _("Mentioned by name"),
    "no-repair": _("New aircraft instead of the repair"),
    "transfer": _("Reassignment to another unit"),
    "crewman": _("Skilled replacement"),
    "recall": _("Crewman called back"),
}

FATES = {
    "": _("in use"),
    "shot-down": _("shot down"),
    "bailed": _("abandoned in the air"),
    "killed": _("lost with its pilot"),
    "crash": _("wrecked in landing"),
    "written-off": _("written off after landing"),
    "handed-on": _("handed on while he was in hospital"),
    "exchanged": _("exchanged for another"),
}

ENDS = {
    "forced": _("forced landing"),
    "bailed": _("bailed out"),
    "shot-down": _("shot down"),
    "killed": _("killed"),
}

LANDINGS = {"rough": _("rough landing"), "crash": _("crash landing"), "killed": _("killed in landing")}

WEATHER = {
    "good": pgettext_lazy("weather at the field", "good"),
    "poor": pgettext_lazy("weather at the field", "poor"),
    "bad": pgettext_lazy("weather at the field", "bad"),
}

DEATHS = {
    "air": _("Killed in the air"),
    "landing": _("Killed in landing"),
    "parachute": _("His parachute did not save him"),
    "tank": _("Killed when a fuel tank exploded"),
    "bomb-bay": _("Killed when the bombs of his target exploded"),
    "attempt": _("Shot after the attempt"),
}

VICTORY = {
    "defeat": _("Defeat"),
    "draw": _("Draw"),
    "marginal": _("Marginal victory"),
    "substantial": _("Substantial victory"),
    "decisive": _("Decisive victory"),
}
BANDS = {
    "defeat": pgettext_lazy("level of victory", "Defeat"),
    "draw": pgettext_lazy("level of victory", "Draw"),
    "marginal": pgettext_lazy("level of victory", "Marginal"),
    "substantial": pgettext_lazy("level of victory", "Substantial"),
    "decisive": pgettext_lazy("level of victory", "Decisive"),
}

ROLES = {"pilot": _("Pilot"), "wingman": _("Wingman"), "gunner": _("Rear gunner")}

BASE_ZONES = {
    "Dutch": _("Dutch bases"),
    "Bremen": _("Bremen bases"),
    "French": _("French bases"),
    "Ruhr": _("Ruhr bases"),
    "Munich": _("Munich bases"),
    "Münster": _("Münster bases"),
    "Frankfurt": _("Frankfurt bases"),
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


def month_name(month: str) -> str:
    """Name a month in full: March 1943."""
    return month_and_year(int(month[:4]), int(month[5:7]))


def month_short(month: str) -> str:
    """Name a month in short: Mar."""
    return formats.date_format(_first_day(month), "M")


def _first_day(month: str) -> date:
    return date(int(month[:4]), int(month[5:7]), 1)


def at_line(month: str, line: int) -> str:
    """Name a line of the log sheet: Mar 5."""
    return gettext("%(month)s %(line)d") % {"month": month_short(month), "line": line}


def skill(name: str) -> str:
    """Name a skill; an expert's with its series."""
    what, _colon, series = name.partition(":")
    if series:
        return gettext("Expert, %(series)s") % {"series": series}
    return str(NAMES.get(what, what))


def award(name: str) -> str:
    """Name an award."""
    return str(LEDGER.get(name) or NAMES.get(name, name))


def ledger_cause(cause: str) -> str:
    """Say why a point came or went: a word of ours, a skill, or the name of a rank or type as it stands."""
    if cause in LEDGER:
        return str(LEDGER[cause])
    return skill(cause)


def shot_down(enemies: list[str]) -> str:
    """List the enemies that fell, each type with its number."""
    counts: dict[str, int] = {}
    for enemy in enemies:
        # A type is not broken at its hyphen.
        name = enemy.replace("-", "\u2011")
        counts[name] = counts.get(name, 0) + 1
    parts = [ngettext("one %(enemy)s", "%(n)d %(enemy)ss", n) % {"n": n, "enemy": enemy} for enemy, n in counts.items()]
    return get_text_list(parts, gettext("and"))


SKILL_NOTES = {
    "landing": _("−1 on the Landing Chart"),
    "navigation": _("a raid not located becomes an Advantaged meeting"),
    "parachute": _("−1 on the Parachute Chart"),
    "reflexes": _("once a sortie: gain a position after initiative, or fire first"),
    "awareness": _("+1 to initiative"),
    "maintenance": _("the first jammed weapon of a sortie fires on"),
    "expert": _("one card redrawn in each sortie, in this series"),
    "leadership": _("the others learn from every third sortie"),
    "precision": _("odd-numbered cards cost no ammunition"),
    "acm": _("one hit fewer from each fire at him"),
    "sixth-sense": _("once a sortie: a destroying card does two hits instead"),
    "gunnery": _("one hit more, when any hit is scored"),
    "aim": _("one more hit where he aimed, against bombers"),
    "cuban-eight": _("once a sortie: avoid one hit, gain a position"),
    "chandelle": _("once a sortie: avoid all damage, gain a position"),
    "immelmann": _("once a sortie: avoid all damage, gain two positions"),
    "split-s": _("once a sortie: avoid one hit and leave the fight"),
}
WINGMAN_NOTES = {
    "gunnery": _("−1 on the wingman’s attacks on bombers"),
    "aim": _("−1 on the wingman’s attacks on bombers"),
}
