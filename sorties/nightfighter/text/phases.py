"""The phase of a turn in which an event happened: the margin of the log. [4.0]"""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from engine.kernel.events import Event
from play.games.text import Sentence, Sentences

SET_UP, BOMBERS, FIGHTERS, FLAK = _("Set-up"), _("Bombers"), _("Fighters"), _("Flak")
RADAR, AI, LIGHTS, TALLY, COMBAT = _("Radar"), _("AI radar"), _("Searchlights"), _("Tally"), _("Combat")
HOME, STAFFEL = _("At the field"), _("Staffel")

BY_FIRST_WORD: Sentences = {
    "ai": AI, "bomber": BOMBERS, "bombers": BOMBERS, "career": HOME, "chit": BOMBERS, "combat": COMBAT,
    "contrail": TALLY, "corkscrew": COMBAT, "counter": BOMBERS, "counters": BOMBERS, "destruction": COMBAT,
    "fighter": FIGHTERS, "flak": FLAK, "flares": FIGHTERS, "intruder": BOMBERS, "log": HOME, "phantom": RADAR,
    "radar": RADAR, "reaction": COMBAT, "response": COMBAT, "searchlight": LIGHTS, "serrate": AI, "sky": SET_UP,
    "staffel": STAFFEL, "tally": TALLY, "torpedo": BOMBERS, "v1": BOMBERS, "variant": SET_UP, "wave": BOMBERS,
}  # fmt: skip

BY_KIND: Sentences = {
    "bomber.corkscrewed": COMBAT,
    "bomber.destroyed": COMBAT,
    "bomber.fired": COMBAT,
    "bomber.unarmed": COMBAT,
    "counters.picked": SET_UP,
    "fighter.avoided": COMBAT,
    "fighter.collided": COMBAT,
    "fighter.corkscrewed": COMBAT,
    "fighter.evaded": COMBAT,
    "fighter.fired-at": COMBAT,
    "fighter.fired-back": COMBAT,
    "fighter.music": SET_UP,
    "fighter.placed": SET_UP,
    "fighter.ready": SET_UP,
    "fighter.reaction-rolled": COMBAT,
    "fighter.response-rolled": COMBAT,
    "fighter.waits": SET_UP,
    "intruder.attacked": COMBAT,
    "intruder.attacks": COMBAT,
    "intruder.destroyed": COMBAT,
    "searchlight.handed-off": BOMBERS,
    "searchlight.lost": BOMBERS,
}
"""Phases of the kinds whose first word does not give it."""

ANYWHERE = frozenset({"contact", "counter.low", "counter.revealed", "counter.shifted", "dice", "location", "umpire"})
"""Events of several phases, by their kind or first word."""


def night_chapter(event: Event, company: Sequence[Event]) -> tuple[str, str]:
    """Return the phase of an event; for one that happens in several phases, the phase of the event before it."""
    if not _is_anywhere(event):
        return str(_phase(event)), ""
    before = company[: company.index(event)] if event in company else ()
    return next((str(_phase(one)) for one in reversed(before) if not _is_anywhere(one)), ""), ""


def _is_anywhere(event: Event) -> bool:
    return event.kind in ANYWHERE or event.kind.partition(".")[0] in ANYWHERE


def _phase(event: Event) -> Sentence:
    """Return the phase of an event by itself; nothing for one between two phases, such as a new turn."""
    return BY_KIND.get(event.kind, BY_FIRST_WORD.get(event.kind.partition(".")[0], ""))
