"""Purposes of the dice, cards and markers of Bomber Command, by the name of their stream."""

from django.utils.translation import gettext_lazy as _

STREAMS = {
    "bombing": _("Bombing"),
    "bombs": _("Bombs drawn"),
    "combat": _("Combat"),
    "detection": _("Detection"),
    "infiltration": _("Infiltration"),
    "landing": _("Landing"),
    "target": _("North of the targets"),
    "units": _("Units set up"),
    "weather": _("Weather"),
    "deck/british": _("British cards"),
    "deck/german": _("German cards"),
    "deck/chits": _("Target chits"),
    "deck/chits-a": _("Target chits, set A"),
    "deck/chits-b": _("Target chits, set B"),
    "deck/england": _("Random choices over England"),
    "deck/weather": _("Weather markers"),
}
