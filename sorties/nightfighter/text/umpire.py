"""What the rule forces on a person who is umpire, and what it leaves free: said with each of his choices. [5.0]"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

Data = Mapping[str, Any]


def _sweep(facts: Data) -> str:
    """A sweep without contact lies on the side of the nearest attacker; that of GCI in its hex or beside it."""
    if "value" not in facts:
        who, hex_ = next(iter(facts["places"].items()))
        data = {"who": who, "hex": hex_}
        return gettext("Forced: for no. %(who)s in %(hex)s it lies in that hex or next to it. Free: in which.") % data
    if not facts["nearest"]:
        return gettext("Forced: nobody is there to be found, and a sweep is laid all the same. Free: where.")
    away = min(facts["nearest"].values())
    data = {"who": ", ".join(facts["nearest"]), "n": away, "value": facts["value"]}
    forced = ngettext(
        "Forced: no contact, for the nearest (no. %(who)s) is %(n)s hex off and the value is %(value)s; so the sweep "
        "lies next to the counter on that side.",
        "Forced: no contact, for the nearest (no. %(who)s) is %(n)s hexes off and the value is %(value)s; so the sweep "
        "lies next to the counter on that side.",
        away,
    )
    free = gettext("Free: which of these hexes.")
    return f"{forced % data} {free}"


STAKES: Mapping[str, Any] = {
    "umpire.ai-target": _("Forced: the closest in its arc is fixed. Free: which of those equally close."),
    "umpire.colour": _("Forced: the same side is read all night, and the player is not told which. Free: the side."),
    "umpire.delay": _("Forced: where it enters, by the chit. Free: when; two turns late at most."),
    "umpire.displace": _("Forced: nobody holds it any more. Free: whether it stays on its line or slips to one side."),
    "umpire.entry-speed": _("Forced: it enters down its column. Free: how many of its MP it spends."),
    "umpire.gci-target": _("Forced: the nearest is shown. Free: which of those equally near."),
    "umpire.intruder-move": _("Forced: it pursues with all its MP or all but one, or ends on its prey. Free: which."),
    "umpire.intruder-speed": _("Forced: its way. Free: at full speed, or one hex less."),
    "umpire.intruder-target": _("Forced: it hunts the closest fighter. Free: which of those equally close."),
    "umpire.lit-bomber": _(
        "Forced: of those called, the closest to a fighter is fixed. Free: which of those equally close."
    ),
    "umpire.search-marker": _(
        "Forced: the lights of this zone hunt. Free: where in the zone; it need not tell anything."
    ),
    "umpire.slip-away": _("Forced: nothing. Free: to let it slip aside now, by die or where you like, or to wait."),
    "umpire.sweep": _sweep,
}
