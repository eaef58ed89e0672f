"""The text of a card: its uses in words, made from the pack that the rules read."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.bomber_command.charts.schema import CardEffect, CardUse
from engine.bomber_command.questions import CardCancelQuestion
from engine.kernel.decisions import Question
from play.games.text import GameText, QuestionSentences, Sentences, asked

ROLLS: Sentences = {
    "detection": _("%(value)s to the detection roll"),
    "infiltration": _("%(value)s to an infiltration roll"),
    "attack": _("%(value)s to a nightfighter’s attack"),
    "flak": _("%(value)s to an attack by flak"),
    "defence": _("%(value)s to defensive fire"),
    "scramble": _("%(value)s to the losses on taking off"),
    "marking": _("%(value)s to the marking roll"),
}

EFFECTS: Sentences = {
    "accident": _("a unit taking off or landing loses one to %(sides)s more fighters; on take-off it is also depleted"),
    "accuracy": _("%(value)s to accuracy"),
    "cancel": _("cancels %(titles)s as it is played"),
    "cancel-attack": _("the attack is not made"),
    "collision": _("a detected Main Force or Decoy loses one to %(sides)s bombers"),
    "concentration": _("the concentration shifts by rows: %(value)s, a minus being up"),
    "creepback": _("%(value)s to the number of fires that cause creepback"),
    "disrupt": _("a Main Force or Decoy gets disruption: %(value)s"),
    "error": _("%(value)s to error"),
    "extra-hex": _("a unit may fly farther this turn, in hexes: %(value)s"),
    "false-counter": _("a false counter is placed near a Mosquito raid or an entry, in hexes: %(reach)s"),
    "fewer-losses": _("bombers lost to this attack: %(less)s"),
    "fighter-attack": _("a nightfighter unit is depleted, then attacked with strength %(plain)s"),
    "flak-on-unit": _("the flak over the target fires at the Wild Boar that has just attacked"),
    "flak-risk": _("then a die: up to %(plain)s costs the unit a fighter"),
    "freeze": _("the unit stays where it is and burns fuel all the same"),
    "fuel": _("a unit in the air gets fuel back: %(value)s, up to full tanks"),
    "ground": _("the unit does not take off this turn"),
    "hunting": _("the attack is Mosquito Hunting"),
    "jamming": _("the jamming level moves: %(value)s"),
    "marker": _("the marker comes into play: %(marker)s"),
    "method": _("marking by %(to)s instead of %(from)s"),
    "mobile-flak": _("a city’s flak grows: %(value)s"),
    "modify": _("%(value)s"),
    "no-defence": _("the bombers do not fire back"),
    "prevent-conversion": _("the fire does not start; its counters stay where they fell"),
    "proof": _("%(titles)s cannot cancel it"),
    "rearm": _("a unit that rearms is ready at once"),
    "reveal": _("an unseen raid near a city or an airfield is shown, in hexes: %(reach)s"),
    "second-attack": _("a unit stacked over the target attacks once more"),
    "stragglers": _("every unit on the Himmelbett may attack here, in hexes: %(reach)s"),
    "straying": _("in a hex of your choice a city’s flak, or the searchlights, fire at each raid on the map"),
    "weather": _("a new weather marker for a zone"),
    "withhold": _("a detected raid stays off the map this turn"),
}


def signed(value: int) -> str:
    """Write a modifier with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}"


def only_for(effect: CardEffect, words: GameText) -> str:
    """Say what an effect is confined to, "" where to nothing."""
    engines = {"SE": gettext("single-engined"), "TE": gettext("twin-engined")}.get(effect.engines or "", "")
    methods = words.name(effect.methods or ()) if effect.effect == "modify" else ""
    limits = [words.name(each or ()) for each in (effect.attacks, effect.raids, effect.aircraft, effect.divisions)]
    limits += [methods, engines, gettext("no heavy load on its way out") if effect.not_heavy else ""]
    found = [limit for limit in limits if limit]
    return gettext(" (only: %(limits)s)") % {"limits": "; ".join(found)} if found else ""


def effect_text(effect: CardEffect, words: GameText) -> str:
    """Say one effect."""
    methods = [words.name(method) for method in effect.methods or ()] + ["", ""]
    facts = {
        "value": signed(effect.value), "plain": effect.value, "less": signed(-effect.value), "sides": effect.sides,
        "reach": effect.reach, "marker": words.name(effect.marker), "titles": ", ".join(effect.titles or ()),
        "from": methods[0], "to": methods[1],
    }  # fmt: skip
    sentence = ROLLS[effect.roll] if effect.effect == "modify" else EFFECTS[effect.effect]
    return str(sentence) % facts + only_for(effect, words)


def use_text(use: CardUse, words: GameText) -> str:
    """Say what one use of a card does."""
    text = "; ".join(effect_text(effect, words) for effect in use.does)
    return text[:1].upper() + text[1:] + "."


def card_text(card: str, words: GameText) -> str:
    """Say all uses of a card, each with the moment for it."""
    said = []
    for use in words.charts.cards[card].uses:
        when = words.name(list(use.when)) if use.when != ["answer"] else ""
        said.append(f"{use_text(use, words)} ({when})" if when else use_text(use, words))
    return gettext(" Or: ").join(said)


def note(arguments: list[str], question: Question, words: GameText) -> str:
    """Say the effect of the announced use, or of the card that is held or discarded."""
    card, *use = arguments
    return use_text(words.charts.cards[card].uses[int(use[0])], words) if use else card_text(card, words)


def stakes(question: CardCancelQuestion, words: GameText) -> str:
    """Say what a card does that may be cancelled."""
    return card_text(question.card, words)


NOTES: Sentences = {"play": note, "discard": note, "put-back": note, "take": note}
STAKES: QuestionSentences = asked(CardCancelQuestion, stakes)
