"""The forced and the free part of a person umpire's choices, said with each of them. [5.0]"""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.nightfighter.questions import (
    UmpireAiTargetQuestion,
    UmpireColourQuestion,
    UmpireDelayQuestion,
    UmpireDisplaceQuestion,
    UmpireEntrySpeedQuestion,
    UmpireGciTargetQuestion,
    UmpireIntruderMoveQuestion,
    UmpireIntruderSpeedQuestion,
    UmpireIntruderTargetQuestion,
    UmpireLitBomberQuestion,
    UmpireSearchMarkerQuestion,
    UmpireSlipAwayQuestion,
    UmpireSweepQuestion,
)
from play.games.text import GameText, QuestionSentences, asked


def _sweep(question: UmpireSweepQuestion, words: GameText) -> str:
    """Say where a sweep without contact points: the side of the nearest attacker; that of GCI: its hex or beside it."""
    if question.places:
        who, hex_ = next(iter(question.places.items()))
        data = {"who": who, "hex": hex_}
        return gettext("Forced: no. %(who)s in %(hex)s puts it in that hex or next to it. Free: which one.") % data
    nearest = question.nearest or {}
    if not nearest:
        return gettext("Forced: nobody is there, but you still place a sweep. Free: where.")
    away = min(nearest.values())
    shown = {"who": ", ".join(nearest), "n": away, "value": question.value}
    forced = ngettext(
        "Forced: no contact, for the nearest (no. %(who)s) is %(n)s hex off and the value is %(value)s; so the sweep "
        "lies next to the counter on that side.",
        "Forced: no contact, for the nearest (no. %(who)s) is %(n)s hexes off and the value is %(value)s; so the sweep "
        "lies next to the counter on that side.",
        away,
    )
    free = gettext("Free: which of these hexes.")
    return f"{forced % shown} {free}"


STAKES: QuestionSentences = {
    UmpireAiTargetQuestion: _("Forced: the closest in its arc is fixed. Free: which of those equally close."),
    UmpireColourQuestion: _("Forced: one side all night, secret from the player. Free: which side."),
    UmpireDelayQuestion: _("Forced: where it enters, by the chit. Free: when; two turns late at most."),
    UmpireDisplaceQuestion: _(
        "Forced: nobody holds it any more. Free: whether it stays on its line or slips to one side."
    ),
    UmpireEntrySpeedQuestion: _("Forced: it enters down its column. Free: how many of its MP it spends."),
    UmpireGciTargetQuestion: _("Forced: the nearest is shown. Free: which of those equally near."),
    UmpireIntruderMoveQuestion: _(
        "Forced: it pursues with all its MP or all but one, or ends on its prey. Free: which."
    ),
    UmpireIntruderSpeedQuestion: _("Forced: its way. Free: at full speed, or one hex less."),
    UmpireIntruderTargetQuestion: _("Forced: it hunts the closest fighter. Free: which of those equally close."),
    UmpireLitBomberQuestion: _(
        "Forced: of those rolled, the closest to a fighter is fixed. Free: which of those equally close."
    ),
    UmpireSearchMarkerQuestion: _("Forced: the lights of this zone hunt. Free: where in the zone; it may be a bluff."),
    UmpireSlipAwayQuestion: _("Forced: nothing. Free: to let it slip aside now, by die or where you like, or to wait."),
    **asked(UmpireSweepQuestion, _sweep),
}
