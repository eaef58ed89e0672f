"""Cards: hands and decks, the windows in which a card may be played, and the two ways to cancel one. [6.0]

The pack lists a card's uses: the windows in which it may be announced, and its effects. An effect is a function,
registered here for both decks and in `british` and `german` for one. A rule that comes to a moment in which cards may
be
played makes a `CardWindow` and opens its window:

    if live(night, charts, "detection"):
        yield from open_window(night, table, moment, first=GERMAN)

Effects change the moment (add a modifier, cancel the attack) or the night; the rule then reads the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET, UnsetType

from engine.bomber_command.charts.compiled import Charts, DeckCard
from engine.bomber_command.charts.schema import CardEffect, CardUse
from engine.bomber_command.events import (
    CardCancelled,
    CardDrawn,
    CardPlayed,
    CardsDiscarded,
    CardsDrawn,
    JammingMoved,
    MarkerPlaced,
)
from engine.bomber_command.questions import CardCancelQuestion, CardWindowQuestion, DiscardQuestion, RollModifier
from engine.bomber_command.state import BRITISH, GERMAN, OTHER, SEATS, FighterUnit, Raid, State, homeward
from engine.kernel.decisions import Flow, about, parts_of
from engine.kernel.decks import NEVER, Deck, deck
from engine.kernel.events import Mod, sum_of_mods
from engine.kernel.table import Table

if TYPE_CHECKING:
    from engine.bomber_command.rules.encounters import Encounter

PASS = "pass"  # noqa: S105 - an order, not a password


class OpenFacts(NamedTuple):
    """Facts of a window that both sides know; fields that do not apply are empty."""

    window: str
    unit: str
    attack: str
    hex: str
    city: str
    losses: int
    area: str
    recipe: str
    modifier: int | UnsetType


class CardWindow:
    """The subject of a window, and the effects of cards on it so far."""

    __slots__ = (
        "accuracy", "area", "attack", "base", "cancelled", "city", "column", "creepback", "declared", "error",
        "extra_hexes", "frozen", "hex", "hunting", "losses", "method", "mods", "no_defence", "prevented", "raid",
        "recipe", "risks", "rows", "stragglers", "unit", "window",
    )  # fmt: skip

    def __init__(
        self,
        window: str,
        *,
        unit: FighterUnit | None = None,
        raid: Raid | None = None,
        attack: str = "",
        hex_: str = "",
        city: str = "",
        mods: list[Mod] | None = None,
    ) -> None:
        self.window = window
        self.unit = unit
        self.raid = raid
        self.attack = attack
        """The kind of attack: tame-boar, gci, wild-boar, intruder, area-flak, city-flak, searchlights."""
        self.hex = hex_
        self.city = city
        self.mods: list[Mod] = [] if mods is None else mods
        self.base: list[Mod] = []
        """What modifies the roll besides cards, where the rule adds it only afterwards."""
        self.column = ""
        """The column of the Combat Table in which the attack will be read."""
        self.cancelled = False
        self.no_defence = False
        self.hunting = False
        self.losses = 0
        self.frozen = False
        self.extra_hexes: dict[str, int] = {}
        self.declared: list[Encounter] = []
        self.stragglers = 0
        self.risks: list[CardEffect] = []
        self.method = ""
        self.rows = 0
        self.error = 0
        self.accuracy = 0
        self.creepback = 0
        self.area = ""
        self.recipe = ""
        self.prevented = False

    def facts(self) -> OpenFacts:
        """Return what both sides know of it: no raid's letter, nor the hex of a fight inside one. [8.3, 9.4.4]"""
        unit = "" if self.unit is None else self.unit.id
        hex_ = "" if self.attack == "tame-boar" else self.hex
        modifier = sum_of_mods(self.mods) if self.mods else UNSET
        return OpenFacts(self.window, unit, self.attack, hex_, self.city, self.losses, self.area, self.recipe, modifier)


class CardPlay(NamedTuple):
    """A card being played: by whom, which of its uses, in which moment."""

    seat: str
    card: DeckCard
    use: CardUse
    moment: CardWindow


Fits = Callable[[State, Charts, CardWindow, CardEffect], bool]
Apply = Callable[[State, Table, CardPlay, CardEffect], Flow[None] | None]
"""Effect of a card: a flow where it asks something, otherwise done at once."""


class _EffectRule(NamedTuple):
    fits: Fits
    apply: Apply
    seems: Fits


EFFECTS: dict[str, _EffectRule] = {}


def always(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    """Say that a use may be announced in any case."""
    return True


def effect(name: str, fits: Fits = always, seems: Fits | None = None) -> Callable[[Apply], Apply]:
    """Register what an effect does, when its use may be announced at all, and when it may for all that both sides know.

    Who has such a card is asked whenever it seems fit, so that being asked tells nothing of the plot. [8.3]
    """

    def register(apply: Apply) -> Apply:
        EFFECTS[name] = _EffectRule(fits, apply, seems or fits)
        return apply

    return register


# Hands and decks -----------------------------------------------------------------------------------------------------


def make_deck(night: State, charts: Charts, seat: str) -> Deck:
    """Return a side's deck with the cards of the scenario; it is never shuffled again. [3.7, 6.0, 6.1]"""
    return deck(seat, charts.deck(seat, night.scenario), NEVER)


def draw_card(night: State, table: Table, seat: str) -> None:
    """Draw a card into a hand, unseen by the other side. [6.1]"""
    card = table.draw(night.decks[seat])
    night.hands[seat].append(card)
    if table.hears:
        table.tell(CardDrawn(seat, card, table.pack.cards[card].title), "6.1", to=(seat,))


def draw_phase(night: State, table: Table) -> Flow[None]:
    """Both sides discard what they like, unseen until both have chosen, then draw. [5.0, 6.1]"""
    hands = table.pack.tables.hands
    thrown = yield table.parallel({seat: partial(_discards, night, seat) for seat in SEATS})
    for seat in SEATS:
        night.held[seat] = []
        for card in thrown[seat]:
            night.hands[seat].remove(card)
            night.decks[seat].discard(card)
        if table.hears and thrown[seat]:
            table.reveal("discards")
            table.tell(CardsDiscarded(seat, list(thrown[seat])), "6.1")
    for seat in SEATS:
        wanted = min(hands.drawn, hands.largest - len(night.hands[seat]), len(night.decks[seat]))
        for _ in range(wanted):
            draw_card(night, table, seat)
        if table.hears and wanted > 0:
            table.tell(CardsDrawn(seat, wanted, len(night.decks[seat])), "6.1")


def _discards(night: State, seat: str, table: Table) -> Flow[list[str]]:
    thrown: list[str] = []
    while len(thrown) < len(night.hands[seat]):
        left = [card for card in night.hands[seat] if card not in thrown]
        order = yield table.ask(seat, DiscardQuestion, ("done", *(f"discard:{c}" for c in left)), "discard", "6.1")
        if order == "done":
            break
        thrown.append(about(order))
    return thrown


# Windows -------------------------------------------------------------------------------------------------------------


def live(night: State, charts: Charts, window: str) -> bool:
    """Say whether anybody need be asked: a card in hand has a use for the window, or the table asks always."""
    if night.setup.always_ask:
        return True
    useful = charts.cards_for.get(window)
    if useful is None:
        return False
    return not all([useful.isdisjoint(hand) for hand in night.hands.values()])


def playable(night: State, charts: Charts, moment: CardWindow, seat: str) -> list[tuple[str, int]]:
    """List the cards and uses that a side may announce now. [6.2]"""
    found: list[tuple[str, int]] = []
    window = moment.window
    useful = charts.cards_for.get(window)
    if useful is None:
        return found
    held = night.held.get(seat, ())
    for name in night.hands[seat]:
        if name in useful and name not in held:
            for number, use in enumerate(charts.cards[name].uses):
                if window in use.when and all(EFFECTS[e.effect].fits(night, charts, moment, e) for e in use.does):
                    found.append((name, number))
    return found


def seems_playable(night: State, charts: Charts, moment: CardWindow, seat: str) -> bool:
    """Say whether, for all that both sides know, a side has a card to play; only the British hide a plot. [8.3]"""
    if not night.setup.asks_alike or seat == GERMAN:
        return False
    held = night.held.get(seat, ())
    return any(
        moment.window in use.when and all(EFFECTS[e.effect].seems(night, charts, moment, e) for e in use.does)
        for name in night.hands[seat]
        if name not in held
        for use in charts.cards[name].uses
    )


def open_window(
    night: State, table: Table, moment: CardWindow, first: str = GERMAN, *, alone: bool = False
) -> Flow[None]:
    """Let both sides play cards in turn, first the one whose roll it is, until both pass in succession. [6.2]

    One side alone plays in the moment that is its own.
    """
    seat, passes, most = first, 0, 1 if alone else 2
    while passes < most:
        uses = playable(night, table.pack, moment, seat)
        order = PASS
        if uses or night.setup.always_ask or seems_playable(night, table.pack, moment, seat):
            plays = tuple(f"play:{card}:{number}" for card, number in uses)
            holds = tuple(f"hold:{card}" for card in dict.fromkeys(card for card, _ in uses))
            make, key = partial(window_question, moment, seat), f"cards/{moment.window}"
            order = yield table.ask(seat, CardWindowQuestion, (PASS, *plays, *holds), key, "6.2", make)
        if order == PASS:
            passes += 1
            seat = seat if alone else OTHER[seat]
        elif order.startswith("hold:"):
            # The card stays in hand and is not asked for again before the next Draw Cards Phase.
            night.held.setdefault(seat, []).append(about(order))
        else:
            _, name, number = parts_of(order)
            card = table.pack.cards[name]
            yield from play_card(night, table, CardPlay(seat, card, card.uses[int(number)], moment))
            passes = 0
            seat = seat if alone else OTHER[seat]


def window_question(moment: CardWindow, seat: str) -> CardWindowQuestion:
    """Return what a side knows of a window; which raid it is the British player sees. [8.3]"""
    raid = moment.raid if seat == BRITISH else None
    letter, kind = ("", "") if raid is None else (raid.letter, raid.kind)
    ahead = open_modifiers(moment.base)
    return CardWindowQuestion(*moment.facts(), moment.column, ahead, letter, kind)


def open_modifiers(mods: Iterable[Mod]) -> list[RollModifier]:
    """Return the modifiers of a roll to come, as a question has them."""
    return [RollModifier(mod.reason, mod.value, mod.rule) for mod in mods]


def any_time(night: State, table: Table, where: str) -> Flow[None]:
    """Open the window for cards that may be played at any time. [6.2]"""
    if live(night, table.pack, "any"):
        yield from open_window(night, table, CardWindow("any", attack=where), BRITISH)


def play_card(night: State, table: Table, play: CardPlay) -> Flow[None]:
    """Announce a card and its use; unless it is cancelled, carry it out. [6.2, 6.2.4]"""
    seat, card = play.seat, play.card
    night.hands[seat].remove(card.id)
    night.decks[seat].discard(card.id)
    if table.hears:
        use = card.uses.index(play.use)
        table.reveal("card")
        table.tell(CardPlayed(seat, card.id, card.title, use, *play.moment.facts()), "6.2")
    if (yield from _cancelled(night, table, play)):
        return
    for one in play.use.does:
        asks = EFFECTS[one.effect].apply(night, table, play, one)
        if asks is not None:
            yield from asks


def _cancelled(night: State, table: Table, play: CardPlay) -> Flow[bool]:
    """Let the other side cancel a card, by one that names it or by two of its symbol. [6.2.2, 6.2.3]"""
    seat = OTHER[play.seat]
    options = cancels(night, table.pack, play, seat)
    if not options and not night.setup.always_ask:
        return False
    order = yield table.ask(
        seat, CardCancelQuestion(play.card.id, play.card.title), (PASS, *options), "cards/cancel", "6.2.3"
    )
    if order == PASS:
        return False
    spent = parts_of(order)[1:]
    for name in spent:
        night.hands[seat].remove(name)
        night.decks[seat].discard(name)
    if table.hears:
        table.reveal("card")
        rule = "6.2.2" if len(spent) == 1 else "6.2.3"
        table.tell(CardCancelled(seat=seat, card=play.card.id, title=play.card.title, by=spent), rule)
    return True


def cancels(night: State, charts: Charts, play: CardPlay, seat: str) -> tuple[str, ...]:
    """List the ways in which a side can cancel a card just played. [6.2.2, 6.2.3]"""
    proof = {title for one in play.use.does if one.effect == "proof" for title in one.titles or ()}
    hand = [charts.cards[name] for name in night.hands[seat]]
    named = tuple(
        f"cancel:{card.id}"
        for card in hand
        if any(e.effect == "cancel" and play.card.title in (e.titles or ()) for use in card.uses for e in use.does)
    )
    same = [card.id for card in hand if card.symbol == play.card.symbol and card.title not in proof]
    return named + tuple(f"cancel:{one}:{two}" for one, two in combinations(same, 2))


# Effects of both decks -----------------------------------------------------------------------------------------------


def raid_bars(night: State, raid: Raid | None, effect_: CardEffect) -> bool:
    """Say whether a heavy load keeps the raid from this help: it does until all of it is on the way home. [12.3.1]"""
    return effect_.not_heavy and raid is not None and raid.heavy and not homeward(night, raid)


def _modifies(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    raid = moment.raid
    if effect.raids is not None and (raid is None or raid.kind not in effect.raids):
        return False
    return _seems_to_modify(night, charts, moment, effect) and not raid_bars(night, raid, effect)


def _seems_to_modify(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    if effect.roll != moment.window:
        return False
    unit = moment.unit
    if effect.attacks is not None and moment.attack not in effect.attacks:
        return False
    if effect.methods is not None and moment.method not in effect.methods:
        return False
    if unit is not None:
        row = charts.boards[night.scenario].units[unit.id]
        if effect.aircraft is not None and row.aircraft not in effect.aircraft:
            return False
        if effect.divisions is not None and row.division not in effect.divisions:
            return False
        if effect.engines is not None and row.engines != effect.engines:
            return False
    return True


@effect("modify", _modifies, _seems_to_modify)
def modify(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Add the card's value to the roll; modifiers of several cards add up. [6.2.1]"""
    play.moment.mods.append(Mod(effect.value, f"card:{play.card.id}", "6.2.1"))


def _can_move_jamming(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return charts.levels[0] <= night.jamming + effect.value <= charts.levels[-1]


@effect("jamming", _can_move_jamming)
def move_jamming(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Move the Jamming Level marker, within its track. [8.1]"""
    levels = table.pack.levels
    night.jamming = max(levels[0], min(levels[-1], night.jamming + effect.value))
    table.tell(JammingMoved(effect.value, night.jamming), "8.1")


def _marker_is_off(night: State, charts: Charts, moment: CardWindow, effect: CardEffect) -> bool:
    return not getattr(night, effect.marker)


@effect("marker", _marker_is_off)
def place_marker(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Place the Naxos, Beleuchter or FIDO marker. [7.6.1, 8.1]"""
    setattr(night, effect.marker, True)
    table.tell(MarkerPlaced(effect.marker), "7.6.1" if effect.marker == "fido" else "8.1")


@effect("proof")
def withstand(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Cards of the titles named cannot help to cancel this one: `cancels` looks it up. [6.2.3]"""


@effect("cancel", lambda night, charts, moment, effect: False)
def answer(night: State, table: Table, play: CardPlay, effect: CardEffect) -> None:
    """Cancel the cards named: offered at once after such a card is played, never on its own. [6.2.2]"""
