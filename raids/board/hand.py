"""A side's own hand: what each card does, and whether it can be played now."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from engine.kernel.decisions import parts_of, verb_of
from raids.board.scene import RaidScene
from raids.text.cards import card_text

SYMBOLS = {
    "electronic-warfare": gettext_lazy("Electronic"),
    "aircraft": gettext_lazy("Aircraft"),
    "operations": gettext_lazy("Operations"),
    "bombing": gettext_lazy("Bombing"),
}


@dataclass(frozen=True, kw_only=True)
class CardShown:
    """A card of the viewer's hand."""

    id: str
    title: str
    symbol: str
    uses: str
    is_now: bool
    is_held: bool


def hand_of(scene: RaidScene) -> list[CardShown]:
    """Return the viewer's cards; another player's board has none."""
    playable = {parts_of(o["value"])[1] for o in scene.orders if verb_of(o["value"]) == "play" and o["state"] == "open"}
    found = []
    for name in scene.view.hand or ():
        card = scene.pack.cards[name]
        found.append(
            CardShown(
                id=name,
                title=card.title,
                symbol=str(SYMBOLS[card.symbol]),
                uses=card_text(name, scene.words),
                is_now=name in playable,
                is_held=name in (scene.view.held or ()),
            )
        )
    return found
