"""The words of Nightfighter: all that its engine names, put together."""

from collections.abc import Mapping

import msgspec
from django.utils.translation import gettext_lazy as _

from engine.nightfighter.views import GameEnd
from play.games.text import GameText
from sorties.nightfighter.text import events, forms, names, odds, orders, umpire
from sorties.nightfighter.text.streams import STREAMS


def _ended(outcome: Mapping[str, object]) -> str:
    over = msgspec.convert(outcome, GameEnd)
    if over.end:
        return events.year_over(over.result, over.end, over.kills)
    return events.night_over(over.result, over.kills, over.losses)


WORDS = GameText(
    game="nightfighter",
    title=_("Nightfighter"),
    about=_("One interception in the dark: a bomber stream, radar, searchlights, and your night fighter."),
    seats={"player": _("Player"), "umpire": _("Umpire")},
    bots={"hunter": _("A hunter who thinks where they may be"), "random": _("Any order, at random")},
    events=events.EVENTS,
    questions=orders.QUESTIONS,
    orders=orders.ORDERS,
    notes=orders.NOTES,
    spoken=orders.SPOKEN,
    reasons=orders.REASONS,
    stakes=umpire.STAKES,
    faults=forms.FAULTS,
    names={**names.PLACES, **names.NAMES, **names.MEDALS},
    brought=names.pack_names,
    measures=names.MEASURES,
    streams=STREAMS,
    labels={**forms.LABELS, **odds.LABELS},
    helps=forms.HELPS,
    outcome=_ended,
)
