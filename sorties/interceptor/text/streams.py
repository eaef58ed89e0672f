"""Purposes of the dice and cards of Interceptor Ace, by the name of their stream."""

from django.utils.translation import gettext_lazy as _

STREAMS = {
    "unit": _("First unit"),
    "raid": _("Raids"),
    "weather": _("Weather"),
    "intercept": _("Interception"),
    "flak": _("Bombs and flak"),
    "target": _("Bombers and escorts met"),
    "jam": _("Jammed weapons"),
    "position": _("Position of an attack"),
    "wingman": _("Wingman’s attacks"),
    "attempt": _("Berlin"),
    "initiative": _("Initiative"),
    "combat": _("Combat"),
    "landing": _("Landing"),
    "parachute": _("Parachute"),
    "wound": _("Wounds"),
    "home": _("On their way home"),
    "repair": _("Repair"),
    "award": _("Awards"),
    "promotion": _("Promotion"),
    "event": _("Random events"),
    "r1": _("Aircraft on offer"),
    "deck/combat": _("Combat Cards"),
    "deck/combat-pilot": _("Combat Cards"),
    "deck/combat-second": _("Combat Cards"),
}
