"""The drawings on the map of a night: zones, areas, beams, arcs, counters, searches, and the viewer's own notes."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.kernel.decisions import Question
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.map import hex_name
from engine.nightfighter.questions import NamesZone
from engine.nightfighter.views import ContactView, InterceptionView, NightFighterView
from play.charts.selectors import pack_in
from play.pages.hexmap import Beam, HexMark, HexOutline, PathSteps, reachable_hexes
from play.sessions.board_notes import BoardNote
from sorties.nightfighter.board.contact_areas import area_of
from sorties.nightfighter.board.map_layer import NightCharts, night_map
from sorties.nightfighter.board.sensor_range import earlier_contacts, lamps, radar_arc, sight
from sorties.nightfighter.text.orders import aircraft_letter

ZONE_CORNER = (-4.0, -6.0)
"""Offset of a zone's letter towards the zone's corner, away from the other marks in the hex."""
SHORT = 4
"""Letters up to which a radar's name is written in its hex; of a longer one the first two are."""
HUES = 4
"""Hues that distinguish aircraft, besides their letters; a fifth aircraft has the first hue again."""
HEADINGS = ("N", "NE", "SE", "S", "SW", "NW")


def marks_of(view: InterceptionView, pack: NightCharts, asked: str, notes: Sequence[BoardNote] = ()) -> list[HexMark]:
    """List the marks in hexes, from the bottom up."""
    return [
        *_zone_marks(pack),
        *_lamp_marks(view, pack),
        *_search_marks(view),
        *_contact_marks(view),
        *truth_marks(view),
        *_fighter_marks(view, asked),
        *(HexMark(one["place"], "slip", "night-slip", number=one["letter"]) for one in notes),
    ]


def outlines_of(
    view: InterceptionView,
    pack: NightCharts,
    ways: PathSteps | None,
    own: NightFighterView | None,
    question: Question | None,
) -> list[HexOutline]:
    """List the edges around hexes that belong together, from the bottom up."""
    lit, zones = view.searchlights.zones, night_map(pack).zones
    found = [HexOutline(_names(zones[one]), "zone-lit", filled=True) for one in lit if one in zones]
    found += [HexOutline(_names(zones[one]), "zone-flare") for one in view.searchlights.flares if one in zones]
    if isinstance(question, NamesZone) and question.zone in zones:
        found.append(HexOutline(_names(zones[question.zone]), "zone-asked"))
    found += _guesses(view, pack)
    for level in ("high", "moderate", "low"):
        for one in view.contacts:
            if one.certainty == level:
                found.append(HexOutline(area_of(one, pack), f"area {level}{hue_of(one)}", filled=True))
    for fighter in view.fighters:
        if fighter.hex and fighter.status == "map":
            found.append(HexOutline(radar_arc(fighter, view, pack), "arc", filled=True))
    if own is not None:
        held = any(one.lit for one in view.contacts)
        found.append(HexOutline(sight(own, view, pack, lit=held), "sight lit" if held else "sight"))
    found += [HexOutline([one.hex], "searched found" if one.contact else "searched") for one in view.searches]
    if ways is not None:
        found.append(HexOutline(reachable_hexes(ways), "reach", filled=True))
    return [one for one in found if one.hexes]


def _guesses(view: InterceptionView, pack: NightCharts) -> list[HexOutline]:
    """Draw the present places of earlier contacts: each a shade, those of one age within one edge."""
    shades, edges = [], dict[str, set[str]]()
    for turn, hexes in earlier_contacts(view, pack):
        shades.append(HexOutline(hexes, "guessed", filled=True))
        edges.setdefault("guess now" if turn == view.turn else "guess", set()).update(hexes)
    return shades + [HexOutline(hexes, look) for look, hexes in edges.items()]


def beams_of(view: InterceptionView, pack: NightCharts) -> list[Beam]:
    """List the lights that hold a bomber, those that hunt, and the bearings that the umpire gave. [13.1.2, 14.2]"""
    charts, found = charts_of(pack_in(pack)), []
    held = [(one.lit, one.hex, "beam-held", 1.0) for one in view.contacts if one.lit]
    hunting = [(one.zone, one.hex, "beam-hunting", 1.25) for one in view.markers]
    for zone, hex_, look, far in held + hunting:
        for lamp in lamps(charts.map.zones.get(zone, ()), int(hex_), charts):
            found.append(Beam(hex_name(lamp), hex_, look, 0.11, far))
    for one in view.searches:
        if not one.contact:
            found += [Beam(one.hex, hex_, "bearing", 0.16, 5.0) for hex_ in one.sweeps if hex_ != one.hex]
    return found


def _zone_marks(pack: NightCharts) -> list[HexMark]:
    """The letter of each zone, in a corner of it."""
    zones = night_map(pack).zones.items()
    return [HexMark(f"{min(hexes):04}", "zone-letter", number=letter, off=ZONE_CORNER) for letter, hexes in zones]


def _lamp_marks(view: InterceptionView, pack: NightCharts) -> list[HexMark]:
    """Draw the lights that hold a bomber."""
    charts = charts_of(pack_in(pack))
    held = [(one.lit, one.hex) for one in view.contacts if one.lit]
    held += [(one.zone, one.hex) for one in view.markers]
    return [
        HexMark(hex_name(one), "lamp", "night-lamp")
        for zone, hex_ in held
        for one in lamps(charts.map.zones.get(zone, ()), int(hex_), charts)
    ]


def _contact_marks(view: InterceptionView) -> list[HexMark]:
    own = {one.hex for one in view.fighters}
    return [
        HexMark(
            one.hex,
            f"contact {one.certainty}{' lit' if one.lit else ''}{hue_of(one)}",
            "night-bomber",
            heading_of(one.facing),
            str(one.contact),
            word=aircraft_letter(one.craft) if one.craft is not None and one.counters > 1 else "",
            frame="night-glow" if one.lit else "night-frame",
            off=(7, 7) if one.hex in own else (0, 0),
        )
        for one in view.contacts
    ]


def hue_of(contact: ContactView) -> str:
    """Return the class of the hue that the counters of one aircraft share, where it has several of them. [S5.4]"""
    return f" craft craft-{contact.craft % HUES}" if contact.craft is not None and contact.counters > 1 else ""


def truth_marks(view: InterceptionView) -> list[HexMark]:
    """Draw the attackers for a viewer who may know them: unseen ones, and the umpire's name of each."""
    marks = []
    for one in view.umpire.bombers if view.umpire is not None else ():
        word = _("no. %(bomber)s") % {"bomber": one.bomber}
        if one.status == "map" and one.contact:
            marks.append(HexMark(one.hex, "contact truth", word=word))
        elif one.status == "map":
            marks.append(HexMark(one.hex, "contact truth", "night-bomber", heading_of(one.facing), word=word))
    return marks


def _fighter_marks(view: InterceptionView, asked: str) -> list[HexMark]:
    """Draw the fighters; those in one hex are side by side under one label. [9.2]"""
    on_map = [one for one in view.fighters if one.hex and one.status in ("map", "waiting")]
    met = {one.hex for one in view.contacts}
    marks = []
    for one in on_map:
        here = [other for other in on_map if other.hex == one.hex]
        names = one.type if len(on_map) == 1 else ", ".join(other.name for other in here)
        place = 12 * here.index(one) - (7 if one.hex in met or len(here) > 1 else 0)
        marks.append(
            HexMark(
                one.hex,
                f"fighter{' now' if one.name == asked else ''}{' waits' if one.status == 'waiting' else ''}",
                "night-fighter",
                heading_of(one.facing),
                word=names if one is here[0] else "",
                frame="night-ring",
                off=(place, place),
            )
        )
    return marks


def _search_marks(view: InterceptionView) -> list[HexMark]:
    """The search counters of this turn, the sweeps that the umpire laid, and the tracks of earlier turns. [13.1]"""
    marks = [
        HexMark(one.hex, f"track{' found' if one.contact else ''}", word=_("T%(turn)s") % {"turn": one.turn})
        for one in view.tracks
        if view.mode != "solo"
    ]
    own = {one.hex for one in view.fighters}
    taken = own | {one.hex for one in view.contacts}
    for one in view.searches:
        look = f"search{' found' if one.contact else ''}{' under' if one.hex in taken else ''}"
        name = one.radar if len(one.radar) <= SHORT else one.radar[:2]
        # Where a fighter's own name is shown, the hex's sentence says which radar it is.
        marks.append(HexMark(one.hex, look, word="" if one.hex in own else name))
        marks += [HexMark(hex_, "sweep", "night-sweep") for hex_ in one.sweeps]
    return marks + [HexMark(one.hex, "hunting", "night-sweep", word=one.zone) for one in view.markers]


def heading_of(facing: str) -> int:
    """Return degrees clockwise from the top of the map."""
    return 60 * HEADINGS.index(facing)


def _names(hexes: Sequence[int]) -> list[str]:
    return [hex_name(hex_) for hex_ in hexes]
