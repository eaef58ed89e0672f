"""A side's own hand: what each card does, and whether it can be played now."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from engine.kernel.decisions import parts_of, verb_of
from play.games.boards import BoardScene
from raids.text.cards import card_text

SYMBOLS = {
    "electronic-warfare": gettext_lazy("Electronic"),
    "aircraft": gettext_lazy("Aircraft"),
    "operations": gettext_lazy("Operations"),
    "bombing": gettext_lazy("Bombing"),
}


def hand_of(view: Mapping[str, Any], scene: BoardScene) -> list[dict[str, Any]]:
    """Return the viewer's cards; a board of somebody else has none."""
    playable = {parts_of(o["value"])[1] for o in scene.orders if verb_of(o["value"]) == "play" and o["state"] == "open"}
    found = []
    for name in view.get("hand", ()):
        card = scene.pack.cards[name]
        found.append(
            {
                "id": name,
                "title": card.title,
                "symbol": SYMBOLS[card.symbol],
                "uses": card_text(name, scene.words),
                "is_now": name in playable,
                "is_held": name in view.get("held", ()),
            }
        )
    return found
