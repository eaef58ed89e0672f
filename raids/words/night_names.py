"""What Bomber Command's engine names: weather, places, attacks, cards and units."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.bomber_command.pack import load_charts

TERMS: Mapping[str, Any] = {
    "berlin-scenario": _("Berlin"),
    "downfall": _("Downfall"),
    "England": _("England"),
    "Jutland": _("Jutland"),
    "countryside": _("the countryside"),
    "clear": _("clear skies"),
    "haze": _("haze"),
    "broken-cloud": _("broken cloud"),
    "cloud": _("cloud"),
    "heavy-cloud": _("heavy cloud"),
    "fog": _("fog"),
    "good": _("good"),
    "moderate": _("moderate"),
    "poor": _("poor"),
    "main": _("Main Force"),
    "mosquito": _("Mosquito raid"),
    "gardening": _("Gardening raid"),
    "decoy": _("Decoy raid"),
    "tame-boar": _("Tame Boar attack"),
    "gci": _("GCI attack"),
    "wild-boar": _("Wild Boar attack"),
    "intruder": _("intruder attack"),
    "area-flak": _("area flak"),
    "city-flak": _("city flak"),
    "searchlights": _("searchlights"),
    "newhaven": _("Newhaven"),
    "parramatta": _("Parramatta"),
    "wanganui": _("Wanganui"),
    "he": _("HE"),
    "incendiary": _("incendiary"),
    "naxos": _("Naxos"),
    "beleuchter": _("Beleuchter"),
    "fido": _("FIDO"),
    "moonrise": _("moonrise"),
    "moonset": _("moonset"),
    "none": _("nothing"),
    "touched": _("only raids with nightfighters inside"),
    "detected": _("all raids"),
    "clarified": _("all raids and a clear air picture"),
    "scramble": _("taking off"),
    "recovery": _("landing"),
    "accident": _("accident"),
    "patrol": _("Patrol"),
    "adgb": _("Air Defence of Great Britain"),
    "own-flak": _("their own flak"),
    "defensive-fire": _("the bombers’ guns"),
    "ti": _("Target Indicator area"),
    "rest": _("the other areas"),
    "centre-pair": _("two counters in the centre"),
    "centre-three": _("two incendiaries and an HE in the centre"),
    "mixed-pair": _("an HE and an incendiary"),
    "incendiary-pair": _("two incendiaries"),
    "works-three": _("three counters with an HE"),
    "german-major": _("German major victory"),
    "draw": _("draw"),
    "british-major": _("British major victory"),
    "any": _("at any time"),
    "detection": _("before the detection roll"),
    "after-detection": _("once the raids are found"),
    "infiltration": _("before an infiltration roll"),
    "attack": _("before an attack"),
    "after-attack": _("after an attack"),
    "flak": _("before flak fires"),
    "defence": _("before defensive fire"),
    "fighters-move": _("as the fighters move"),
    "unit-moves": _("as a unit moves"),
    "fighters-moved": _("once the fighters have moved"),
    "scramble-start": _("before the scramble"),
    "unit-scrambles": _("as a unit scrambles"),
    "raids-moved": _("once the raids have moved"),
    "tame-boar-end": _("after the Tame Boars"),
    "deployment": _("before the deployment"),
    "marking": _("before the marking roll"),
    "placement": _("before the bombs fall"),
    "error": _("as the error is counted"),
    "accuracy": _("as the accuracy is counted"),
    "conversion": _("as a fire starts"),
    "creepback": _("as creepback is checked"),
}


def _of_the_pack() -> dict[str, Any]:
    charts = load_charts("standard")
    found: dict[str, Any] = {card.id: card.title for card in charts.cards.values()}
    for board in charts.boards.values():
        for rows in (board.units, board.cities, board.beacons, board.chart.airfields):
            found.update({name: row.name for name, row in rows.items()})
    return found


NAMES: Mapping[str, Any] = {**_of_the_pack(), **TERMS}
