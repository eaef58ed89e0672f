"""The phase of a turn in which an event happened: the margin of the log. [4.1]"""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from engine.kernel.events import Event
from play.games.text import Sentences

SET_UP, CARDS, FIGHTERS, SCRAMBLE, RAIDS = _("Set-up"), _("Cards"), _("Fighters"), _("Scramble"), _("Raids")
DETECTION, ATTACKS, FLAK, LANDING, BOMBING = _("Detection"), _("Attacks"), _("Flak"), _("Landing"), _("Bombing")

BY_FIRST_WORD: Sentences = {
    "accident": LANDING, "accuracy": BOMBING, "airfield": ATTACKS, "attack": ATTACKS, "boar": ATTACKS,
    "bomb": BOMBING, "bombing": BOMBING, "bombs": BOMBING, "british": ATTACKS, "card": CARDS, "cards": CARDS,
    "collision": ATTACKS, "combat": ATTACKS, "counter": RAIDS, "damage": ATTACKS, "defence": ATTACKS,
    "detection": DETECTION, "error": BOMBING, "fighters": ATTACKS, "fire": BOMBING, "firestorm": BOMBING, "flak": FLAK,
    "fuel": FIGHTERS, "infiltration": ATTACKS, "intruder": ATTACKS, "jamming": DETECTION, "marker": CARDS,
    "marking": BOMBING, "mines": RAIDS, "moon": SET_UP, "mosquitos": RAIDS, "north": BOMBING, "oboe": CARDS,
    "patrol": FIGHTERS, "patrols": SET_UP, "quality": BOMBING, "raid": RAIDS, "raids": RAIDS, "recovery": LANDING,
    "scramble": SCRAMBLE, "target": SET_UP, "twilight": SET_UP, "unit": FIGHTERS, "visibility": SET_UP, 
    "watch": DETECTION, "weather": SET_UP, "wind": SET_UP,
}  # fmt: skip

BY_KIND: Sentences = {
    "flak.moved": CARDS,
    "flak.stripped": SET_UP,
    "raids.alerted": ATTACKS,
    "raids.detected": DETECTION,
    "raids.numbered": SET_UP,
    "raids.plotted": SET_UP,
    "raids.ready": SET_UP,
    "unit.diverted": LANDING,
    "unit.infiltrated": ATTACKS,
    "unit.recovering": LANDING,
    "unit.scrambled": SCRAMBLE,
    "unit.star": SET_UP,
}
"""Phases of the kinds whose first word does not give it."""


def raid_chapter(event: Event, _company: Sequence[Event]) -> tuple[str, str]:
    """Return the phase of an event."""
    return str(BY_KIND.get(event.kind, BY_FIRST_WORD.get(event.kind.partition(".")[0], ""))), ""
