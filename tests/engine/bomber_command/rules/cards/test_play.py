"""Chapter 6: hands, draws, windows and the two ways to cancel a card. What single cards do is proved elsewhere."""

import pytest

from engine.bomber_command.charts.schema import EffectName
from engine.bomber_command.rules.cards.play import EFFECTS, CardWindow, draw_phase, live, open_window
from engine.bomber_command.state import BRITISH, GERMAN
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, give, put


def window(night, moment, *orders, first=GERMAN, dice=""):
    return answer(lambda table: open_window(night, table, moment, first), dice, *orders)


def test_every_effect_of_a_pack_has_its_function():
    assert set(EFFECTS) == set(EffectName.__args__)


@pytest.mark.rule("5.0")
@pytest.mark.rule("6.1")
def test_hands_are_filled_to_five_by_three_at_most():
    night = a_night()
    give(night, BRITISH, "b01", "b02", "b03", "b05")
    give(night, GERMAN, "g01")
    night.held[BRITISH] = ["b01"]
    script = [("deck/british", card) for card in ("b06", "b07", "b18")] + [
        ("deck/german", f"g{n}") for n in (11, 12, 13)
    ]
    table = RecordingTable(ScriptedDice(script), CHARTS)
    flow = draw_phase(night, table)
    hands = flow.send(None).flows
    thrown = {}
    for seat, orders in ((BRITISH, ["discard:b05", "discard:b01", "done"]), (GERMAN, ["done"])):
        hands[seat].send(None)
        with pytest.raises(StopIteration) as ended:
            for order in orders:
                hands[seat].send(order)
        thrown[seat] = ended.value.value
    with pytest.raises(StopIteration):
        flow.send(thrown)
    assert night.hands == {BRITISH: ["b02", "b03", "b06", "b07", "b18"], GERMAN: ["g01", "g11", "g12", "g13"]}
    assert night.decks[BRITISH].discards == ["b05", "b01"] and night.held[BRITISH] == []
    drawn = [event for event in table.log.events if event.kind == "card.drawn"]
    assert {event.to for event in drawn} == {(BRITISH,), (GERMAN,)}, "nobody sees what the other draws"


@pytest.mark.rule("6.1")
def test_no_card_is_drawn_twice():
    night = a_night()
    night.decks[GERMAN].discards, night.decks[GERMAN].pile = night.decks[GERMAN].pile, []
    night.decks[BRITISH].pile = night.decks[BRITISH].pile[:1]
    flow = draw_phase(night, RecordingTable(ScriptedDice([("deck/british", "b01")]), CHARTS))
    flow.send(None)
    with pytest.raises(StopIteration):
        flow.send({BRITISH: [], GERMAN: []})
    assert night.hands == {BRITISH: ["b01"], GERMAN: []}


@pytest.mark.rule("6.2.1")
def test_several_cards_modify_one_roll():
    night = a_night()
    give(night, GERMAN, "g11", "g12")
    give(night, BRITISH, "b11")
    moment = CardWindow("detection")
    done = window(night, moment, "play:g11:0", "play:b11:0", "play:g12:0")
    assert sum(mod.value for mod in moment.mods) == 2 - 2 + 2
    assert done.kinds() == ["card.window"] * 3 and night.decks[GERMAN].discards == ["g11", "g12"]


@pytest.mark.rule("6.2")
def test_a_window_closes_when_both_pass_in_succession():
    night = a_night()
    give(night, GERMAN, "g11")
    give(night, BRITISH, "b11")
    done = window(night, CardWindow("detection"), "pass", "pass")
    assert [decision.actor for decision in done.asked] == [GERMAN, BRITISH]
    done = window(night, CardWindow("detection"), "pass", "play:b11:0", "pass")
    assert [decision.actor for decision in done.asked] == [GERMAN, BRITISH, GERMAN], "a play opens it again"


@pytest.mark.rule("6.2")
def test_only_a_side_that_could_play_is_asked_unless_the_table_asks_always():
    night = a_night()
    give(night, BRITISH, "b46")
    assert not live(night, CHARTS, "detection") and live(night, CHARTS, "marking")
    assert window(night, CardWindow("detection")).asked == []
    night = a_night(always_ask=True)
    assert live(night, CHARTS, "detection")
    done = window(night, CardWindow("detection"), "pass", "pass")
    assert [decision.options for decision in done.asked] == [("pass",), ("pass",)]


def test_a_card_on_hold_is_not_asked_for_again_this_turn():
    night = a_night()
    give(night, BRITISH, "b11", "b05")
    done = window(night, CardWindow("detection"), "hold:b11", "hold:b05")
    assert done.kinds() == ["card.window"] * 2
    assert window(night, CardWindow("detection")).asked == []
    assert night.hands[BRITISH] == ["b11", "b05"]


@pytest.mark.rule("6.2.2")
@pytest.mark.rule("6.2.4")
def test_a_card_is_cancelled_by_one_that_names_it():
    night = a_night()
    give(night, BRITISH, "b01")
    give(night, GERMAN, "g01")
    moment = CardWindow("infiltration", unit=put(night, "I-NJG1", "I8"))
    window(night, moment, "pass", "play:b01:0", "cancel:g01", first=GERMAN)
    assert moment.mods == []
    assert night.decks[BRITISH].discards == ["b01"] and night.decks[GERMAN].discards == ["g01"]


@pytest.mark.rule("6.2.4")
def test_a_card_used_one_way_cannot_be_used_the_other():
    night = a_night()
    give(night, BRITISH, "b01")
    give(night, GERMAN, "g01")
    moment = CardWindow("infiltration", unit=put(night, "I-NJG1", "I8"))
    done = window(night, moment, "play:g01:0", "play:b01:0", first=GERMAN)
    assert sum(mod.value for mod in moment.mods) == 0, "VHF helps, TINSEL hinders, and nobody is left to cancel"
    assert "card.cancel" not in done.kinds()


@pytest.mark.rule("6.2.3")
def test_two_cards_of_the_symbol_cancel_and_nothing_cancels_them():
    night = a_night()
    give(night, GERMAN, "g11")
    give(night, BRITISH, "b01", "b05", "b18")
    moment = CardWindow("detection")
    done = window(night, moment, "play:g11:0", "cancel:b01:b05", first=GERMAN)
    assert moment.mods == [] and night.hands[BRITISH] == ["b18"]
    assert done.asked[1].options == ("pass", "cancel:b01:b05"), "the third card bears another symbol"
    assert done.kinds() == ["card.window", "card.cancel"], "no chain"


@pytest.mark.rule("6.2.3")
def test_a_pass_leaves_the_card_its_effect():
    night = a_night()
    give(night, GERMAN, "g11")
    give(night, BRITISH, "b01", "b04")
    moment = CardWindow("detection")
    window(night, moment, "play:g11:0", "pass", first=GERMAN)
    assert [mod.value for mod in moment.mods] == [2] and night.hands[BRITISH] == ["b01", "b04"]


@pytest.mark.rule("8.1")
def test_the_jamming_level_stays_on_its_track():
    night = a_night()
    night.jamming = CHARTS.levels[-1]
    give(night, BRITISH, "b07")
    assert window(night, CardWindow("detection")).asked == []
    night.jamming -= 1
    window(night, CardWindow("detection"), "play:b07:0", first=BRITISH)
    assert night.jamming == CHARTS.levels[-1]


@pytest.mark.rule("8.1")
def test_a_marker_is_placed_once():
    night = a_night()
    give(night, GERMAN, "g04", "g05")
    window(night, CardWindow("detection"), "play:g04:0")
    assert night.naxos
    assert window(night, CardWindow("detection")).asked == [], "the second copy has no use before a detection roll"
    moment = CardWindow("infiltration", unit=put(night, "I-NJG1", "I8"))
    done = window(night, moment, "play:g05:1")
    assert done.asked[0].options == ("pass", "play:g05:1", "hold:g05")
