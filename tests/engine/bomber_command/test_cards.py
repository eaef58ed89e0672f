"""Chapter 6: hands, draws, windows and the two ways to cancel a card. What single cards do is proved elsewhere."""

import pytest

from engine.bomber_command.cards import EFFECTS, Moment, draw_phase, live, open_window
from engine.bomber_command.pack import EffectName
from engine.bomber_command.state import BRITISH, GERMAN
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable

from .desk import CHARTS, a_night, answer, give, put


def window(night, moment, *orders, first=GERMAN, dice=""):
    return answer(lambda table: open_window(night, table, moment, first), dice, *orders)


def test_every_effect_of_a_pack_has_its_function():
    assert set(EFFECTS) == set(EffectName.__args__)


@pytest.mark.rule("5.0")
@pytest.mark.rule("6.1")
def test_hands_are_filled_to_five_by_three_at_most():
    night = a_night()
    give(night, BRITISH, "B01", "B02", "B03", "B05")
    give(night, GERMAN, "G01")
    night.held[BRITISH] = ["B01"]
    script = [("deck/british", card) for card in ("B06", "B07", "B18")] + [
        ("deck/german", f"G{n}") for n in (11, 12, 13)
    ]
    table = RecordingTable(ScriptedDice(script), CHARTS)
    flow = draw_phase(night, table)
    hands = flow.send(None).flows
    thrown = {}
    for seat, orders in ((BRITISH, ["discard:B05", "discard:B01", "done"]), (GERMAN, ["done"])):
        hands[seat].send(None)
        with pytest.raises(StopIteration) as ended:
            for order in orders:
                hands[seat].send(order)
        thrown[seat] = ended.value.value
    with pytest.raises(StopIteration):
        flow.send(thrown)
    assert night.hands == {BRITISH: ["B02", "B03", "B06", "B07", "B18"], GERMAN: ["G01", "G11", "G12", "G13"]}
    assert night.decks[BRITISH].discards == ["B05", "B01"] and night.held[BRITISH] == []
    drawn = [event for event in table.log.events if event.kind == "card.drawn"]
    assert {event.to for event in drawn} == {(BRITISH,), (GERMAN,)}, "nobody sees what the other draws"


@pytest.mark.rule("6.1")
def test_no_card_is_drawn_twice():
    night = a_night()
    night.decks[GERMAN].discards, night.decks[GERMAN].pile = night.decks[GERMAN].pile, []
    night.decks[BRITISH].pile = night.decks[BRITISH].pile[:1]
    flow = draw_phase(night, RecordingTable(ScriptedDice([("deck/british", "B01")]), CHARTS))
    flow.send(None)
    with pytest.raises(StopIteration):
        flow.send({BRITISH: [], GERMAN: []})
    assert night.hands == {BRITISH: ["B01"], GERMAN: []}


@pytest.mark.rule("6.2.1")
def test_several_cards_modify_one_roll():
    night = a_night()
    give(night, GERMAN, "G11", "G12")
    give(night, BRITISH, "B11")
    moment = Moment("detection")
    done = window(night, moment, "play:G11:0", "play:B11:0", "play:G12:0")
    assert sum(mod.value for mod in moment.mods) == 2 - 2 + 2
    assert done.kinds() == ["card.window"] * 3 and night.decks[GERMAN].discards == ["G11", "G12"]


@pytest.mark.rule("6.2")
def test_a_window_closes_when_both_pass_in_succession():
    night = a_night()
    give(night, GERMAN, "G11")
    give(night, BRITISH, "B11")
    done = window(night, Moment("detection"), "pass", "pass")
    assert [decision.actor for decision in done.asked] == [GERMAN, BRITISH]
    done = window(night, Moment("detection"), "pass", "play:B11:0", "pass")
    assert [decision.actor for decision in done.asked] == [GERMAN, BRITISH, GERMAN], "a play opens it again"


@pytest.mark.rule("6.2")
def test_only_a_side_that_could_play_is_asked_unless_the_table_asks_always():
    night = a_night()
    give(night, BRITISH, "B46")
    assert not live(night, CHARTS, "detection") and live(night, CHARTS, "marking")
    assert window(night, Moment("detection")).asked == []
    night = a_night(always_ask=True)
    assert live(night, CHARTS, "detection")
    done = window(night, Moment("detection"), "pass", "pass")
    assert [decision.options for decision in done.asked] == [("pass",), ("pass",)]


def test_a_card_on_hold_is_not_asked_for_again_this_turn():
    night = a_night()
    give(night, BRITISH, "B11", "B05")
    done = window(night, Moment("detection"), "hold:B11", "hold:B05")
    assert done.kinds() == ["card.window"] * 2
    assert window(night, Moment("detection")).asked == []
    assert night.hands[BRITISH] == ["B11", "B05"]


@pytest.mark.rule("6.2.2")
@pytest.mark.rule("6.2.4")
def test_a_card_is_cancelled_by_one_that_names_it():
    night = a_night()
    give(night, BRITISH, "B01")
    give(night, GERMAN, "G01")
    moment = Moment("infiltration", unit=put(night, "I-NJG1", "I8"))
    window(night, moment, "pass", "play:B01:0", "cancel:G01", first=GERMAN)
    assert moment.mods == []
    assert night.decks[BRITISH].discards == ["B01"] and night.decks[GERMAN].discards == ["G01"]


@pytest.mark.rule("6.2.4")
def test_a_card_used_one_way_cannot_be_used_the_other():
    night = a_night()
    give(night, BRITISH, "B01")
    give(night, GERMAN, "G01")
    moment = Moment("infiltration", unit=put(night, "I-NJG1", "I8"))
    done = window(night, moment, "play:G01:0", "play:B01:0", first=GERMAN)
    assert sum(mod.value for mod in moment.mods) == 0, "VHF helps, TINSEL hinders, and nobody is left to cancel"
    assert "card.cancel" not in done.kinds()


@pytest.mark.rule("6.2.3")
def test_two_cards_of_the_symbol_cancel_and_nothing_cancels_them():
    night = a_night()
    give(night, GERMAN, "G11")
    give(night, BRITISH, "B01", "B05", "B18")
    moment = Moment("detection")
    done = window(night, moment, "play:G11:0", "cancel:B01:B05", first=GERMAN)
    assert moment.mods == [] and night.hands[BRITISH] == ["B18"]
    assert done.asked[1].options == ("pass", "cancel:B01:B05"), "the third card bears another symbol"
    assert done.kinds() == ["card.window", "card.cancel"], "no chain"


@pytest.mark.rule("6.2.3")
def test_a_pass_leaves_the_card_its_effect():
    night = a_night()
    give(night, GERMAN, "G11")
    give(night, BRITISH, "B01", "B04")
    moment = Moment("detection")
    window(night, moment, "play:G11:0", "pass", first=GERMAN)
    assert [mod.value for mod in moment.mods] == [2] and night.hands[BRITISH] == ["B01", "B04"]


@pytest.mark.rule("8.1")
def test_the_jamming_level_stays_on_its_track():
    night = a_night()
    night.jamming = CHARTS.levels[-1]
    give(night, BRITISH, "B07")
    assert window(night, Moment("detection")).asked == []
    night.jamming -= 1
    window(night, Moment("detection"), "play:B07:0", first=BRITISH)
    assert night.jamming == CHARTS.levels[-1]


@pytest.mark.rule("8.1")
def test_a_marker_is_placed_once():
    night = a_night()
    give(night, GERMAN, "G04", "G05")
    window(night, Moment("detection"), "play:G04:0")
    assert night.naxos
    assert window(night, Moment("detection")).asked == [], "the second copy has no use before a detection roll"
    moment = Moment("infiltration", unit=put(night, "I-NJG1", "I8"))
    done = window(night, moment, "play:G05:1")
    assert done.asked[0].options == ("pass", "play:G05:1", "hold:G05")
