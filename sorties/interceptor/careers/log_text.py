"""Words that only the log sheet uses; all other names are those of `names`."""

from datetime import date

from django.utils import formats
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from play.games.text import GameText
from play.utils.months import month_and_year
from sorties.interceptor.text import WORDS, names

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
    "mentioned": _("Mentioned in the report"),
    "no-repair": _("New aircraft instead of the repair"),
    "transfer": _("Reassignment to another unit"),
    "crewman": _("Skilled replacement"),
    "recall": _("Crewman called back"),
}

FATES = {
    "": _("in use"),
    "shot-down": _("shot down"),
    "bailed": _("abandoned by parachute"),
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

DEATHS = {
    "air": _("Killed in the air"),
    "landing": _("Killed in landing"),
    "parachute": _("His parachute did not save him"),
    "tank": _("Killed when a fuel tank exploded"),
    "bomb-bay": _("Killed when the bombs of his target exploded"),
    "attempt": _("Shot after the attempt"),
}

BANDS = {
    "defeat": pgettext_lazy("level of victory", "Defeat"),
    "draw": pgettext_lazy("level of victory", "Draw"),
    "marginal": pgettext_lazy("level of victory", "Marginal"),
    "substantial": pgettext_lazy("level of victory", "Substantial"),
    "decisive": pgettext_lazy("level of victory", "Decisive"),
}

ROLES = {"pilot": _("Pilot"), "wingman": _("Wingman"), "gunner": _("Rear gunner")}


def month_name(month: str) -> str:
    """Name a month in full: March 1943."""
    return month_and_year(int(month[:4]), int(month[5:7]))


def month_short(month: str) -> str:
    """Name a month in short: Mar."""
    return formats.date_format(_first_day(month), "M")


def _first_day(month: str) -> date:
    return date(int(month[:4]), int(month[5:7]), 1)


def at_line(month: str, line: int) -> str:
    """Name a line of the log sheet: Mar, line 5."""
    return gettext("%(month)s, line %(line)d") % {"month": month_short(month), "line": line}


def award(name: str, words: GameText = WORDS) -> str:
    """Name an award; the words of a career's charts know those that its pack brings."""
    return str(words.names.get(f"award:{name}") or LEDGER.get(name) or words.names.get(name, name))


def ledger_cause(cause: str, words: GameText = WORDS) -> str:
    """Say why a point was won or spent: an award, a phrase, a skill, or the name of a rank or type."""
    said = words.names.get(f"award:{cause}") or LEDGER.get(cause) or names.AWARDS.get(cause)
    return str(said) if said else names.skill(cause)


def shot_down(enemies: list[str]) -> str:
    """List the enemies that fell, each type with its number."""
    counts: dict[str, int] = {}
    for enemy in enemies:
        # A type is not broken at its hyphen.
        name = enemy.replace("-", "\u2011")
        counts[name] = counts.get(name, 0) + 1
    parts = [ngettext("one %(enemy)s", "%(n)d %(enemy)ss", n) % {"n": n, "enemy": enemy} for enemy, n in counts.items()]
    return get_text_list(parts, gettext("and"))
