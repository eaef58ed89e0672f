"""The British deck, card by card: when each may be played and what it does."""

import pytest

from engine.bomber_command.game import TITLE
from engine.bomber_command.rules.airfields import recovery, scramble
from engine.bomber_command.rules.bombing import fill_cup, mark_target
from engine.bomber_command.rules.cards.play import CardWindow, any_time, open_window, playable
from engine.bomber_command.rules.combat import fighter_attack, flak_attack
from engine.bomber_command.rules.detection import raid_detection
from engine.bomber_command.rules.movement import fighters_move, shown_counters
from engine.bomber_command.state import BRITISH, SEATS, Bombing
from engine.kernel.decks import NEVER, deck
from engine.kernel.dice import ScriptedDice
from engine.kernel.table import RecordingTable
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give, put

LINE = "G6 H6 I6 J5 K5 L4 M4"


def scenario_of(card):
    return "downfall" if CHARTS.cards[card].scenario == "downfall" else "berlin"


def holding(card, **how):
    night = a_night(scenario_of(card), **how)
    give(night, BRITISH, card)
    return night


def uses(night, moment):
    return playable(night, CHARTS, moment, BRITISH)


def played(night, moment, card, use=0):
    answer(lambda table: open_window(night, table, moment, BRITISH), "", f"play:{card}:{use}")
    return moment


ROLLS = [
    ("b01", "infiltration", 0, -2), ("b02", "infiltration", 0, -2), ("b03", "infiltration", 0, -2),
    ("b05", "detection", 0, -2), ("b06", "detection", 0, -2), ("b05", "flak", 1, -2), ("b06", "flak", 1, -2),
    ("b09", "detection", 0, -1), ("b09", "infiltration", 1, -2), ("b11", "detection", 0, -2),
    ("b12", "detection", 0, -3), ("b13", "detection", 0, -3), ("b15", "infiltration", 0, -3),
    ("b24", "defence", 0, 2), ("b25", "defence", 0, 2), ("b26", "defence", 0, 2), ("b27", "defence", 0, 4),
    ("b37", "scramble", 0, 3), ("b42", "infiltration", 1, -2), ("b43", "infiltration", 1, -2),
    ("b46", "marking", 0, -2), ("b47", "marking", 0, -2), ("b50", "marking", 0, -1),
]  # fmt: skip


@pytest.mark.rule("6.2.1")
@pytest.mark.parametrize(("card", "window", "use", "value"), ROLLS)
def test_cards_that_modify_a_roll(card, window, use, value):
    night = holding(card)
    assert (card, use) in uses(night, CardWindow(window))
    moment = played(night, CardWindow(window), card, use)
    assert [(mod.value, mod.reason) for mod in moment.mods] == [(value, f"card:{card}")]
    assert night.decks[BRITISH].discards == [card] and night.hands[BRITISH] == []


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("card", ["b07", "b08", "b10", "b14"])
@pytest.mark.parametrize("window", ["detection", "infiltration"])
def test_cards_that_raise_the_jamming_level(card, window):
    night = holding(card)
    before = night.jamming
    played(night, CardWindow(window), card)
    assert night.jamming == before + 1


@pytest.mark.rule("6.2.3")
def test_vhf_cannot_help_against_jostle():
    night = holding("b14")
    give(night, "german", "g01", "g02", "g11")
    flow = answer(lambda t: open_window(night, t, CardWindow("detection"), BRITISH), "", "play:b14:0", "pass")
    assert "card.cancel" not in flow.kinds(), "two cards of the symbol besides VHF would be wanted"


@pytest.mark.parametrize(("attack", "fits"), [("tame-boar", True), ("gci", True), ("wild-boar", False)])
def test_monica_warns_of_boars_and_gci(attack, fits):
    night = holding("b16")
    moment = CardWindow("attack", unit=put(night, "I-NJG1", "K5"), raid=fly(night, "main", LINE, 4), attack=attack)
    assert bool(uses(night, moment)) is fits
    if fits:
        assert played(night, moment, "b16").mods[0].value == -2


@pytest.mark.parametrize("card", ["b04"])
def test_corona_holds_a_unit_where_it_is(card):
    night = holding(card)
    unit = put(night, "I-NJG1", "I8")
    answer(lambda t: fighters_move(night, t), "", "move:I-NJG1:J6", f"play:{card}:0")
    assert unit.hex == "I8"


def test_spoof_window_force_shows_a_raid_that_is_not():
    night = holding("b17")
    raid = fly(night, "mosquito", "D5 E5 F4", 2)
    done = answer(lambda t: raid_detection(night, t), "detection 1 1", "play:b17:0", "false:G5")
    board = CHARTS.boards["downfall"]
    offered = {option[6:] for option in done.asked[1].options}
    assert "F4" not in offered and all(
        min(board.distance(hex_, root) for root in (*board.entries, "F4")) <= 2 for hex_ in offered
    )
    assert shown_counters(night) == (["G5"], []) and not raid.detected


@pytest.mark.rule("9.7")
@pytest.mark.rule("12.3.1")
@pytest.mark.parametrize("card", ["b18", "b19", "b20", "b21"])
def test_corkscrew_cuts_losses_unless_the_raid_is_laden(card):
    night = holding(card)
    raid, unit = fly(night, "main", LINE, 4, target_at=5), put(night, "I-NJG1", "K5")
    answer(lambda t: fighter_attack(night, t, unit, raid, "tame-boar", "K5"), "combat 4 5", f"play:{card}:0")
    assert raid.losses == 2, "three less one"
    night = holding(card)
    raid, unit = fly(night, "main", LINE, 4, target_at=5, heavy=True), put(night, "I-NJG1", "K5")
    done = answer(lambda t: fighter_attack(night, t, unit, raid, "tame-boar", "K5"), "combat 4 5")
    assert raid.losses == 4 and done.asked == []


@pytest.mark.rule("12.3.1")
@pytest.mark.parametrize("card", ["b22", "b23"])
def test_high_altitude_bombers_are_main_forces_not_heavily_laden(card):
    for kind, heavy, fits in (("main", False, True), ("decoy", False, False), ("main", True, False)):
        for window, use in (("attack", 0), ("flak", 1)):
            night = holding(card)
            raid = fly(night, kind, LINE, 4, target_at=5, heavy=heavy)
            assert ((card, use) in uses(night, CardWindow(window, raid=raid, attack="city-flak"))) is fits


@pytest.mark.parametrize("card", ["b22"])
def test_high_altitude_bombers_meet_less_flak(card):
    night = holding(card)
    raid = fly(night, "main", LINE, 4)
    done = answer(lambda t: flak_attack(night, t, raid, "area-flak", "K5", 0), "combat 4 5", f"play:{card}:1")
    assert done.mods("flak.rolled")[f"card:{card}"] == -2 and raid.losses == 0


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("9.2.2")
@pytest.mark.parametrize(("card", "strength"), [("b28", 1), ("b29", 2), ("b30", 3), ("b31", 3)])
def test_serrate_and_perfectos(card, strength):
    night = holding(card)
    assert answer(lambda t: any_time(night, t, "turn")).asked == [], "units at their airfields cannot be found"
    unit = put(night, "I-NJG1", "K5")
    unit.depleted = False
    done = answer(lambda t: any_time(night, t, "turn"), "combat 1 2", f"play:{card}:0", "hunt:I-NJG1")
    assert unit.depleted and done.mods("british.attack")["strength"] == strength


@pytest.mark.rule("9.2.2")
def test_a_hunter_finds_units_inside_raids():
    night = holding("b28")
    fly(night, "main", LINE, 4)
    unit = put(night, "I-NJG1", "")
    unit.place, unit.raid = "raid", "A"
    night.weather["3.JD"] = "cloud"
    done = answer(lambda t: any_time(night, t, "turn"), "combat 1 2", "play:b28:0", "hunt:I-NJG1")
    assert done.mods("british.attack")["weather"] == 0, "the clearest hex of the raid, which is not named"


@pytest.mark.rule("12.1.1")
@pytest.mark.parametrize("card", ["b32", "b33", "b34"])
def test_weather_changes_a_zone(card):
    night = holding(card)
    night.weather_cup = deck("weather", ["W13"], NEVER)
    night.weather_markers = {"3.JD": "W01"}
    dice = ScriptedDice([("deck/weather", "W13")])
    flow = any_time(night, RecordingTable(dice, CHARTS), "turn")
    assert flow.send(None).options[:3] == ("pass", f"play:{card}:0", f"play:{card}:1")
    assert flow.send(f"play:{card}:0").kind == "card.zone"
    with pytest.raises(StopIteration):
        flow.send("zone:3.JD")
    assert night.weather["3.JD"] == "cloud" and night.weather_cup.pile == ["W01"]


@pytest.mark.rule("7.6.1")
def test_weather_has_two_functions():
    night = holding("b32")
    night.weather_cup = deck("weather", ["W13"], NEVER)
    assert uses(night, CardWindow("any")) == [("b32", 0), ("b32", 1)]
    night.fido = True
    assert uses(night, CardWindow("any")) == [("b32", 0)]


@pytest.mark.parametrize("card", ["b35", "b36"])
def test_accident(card):
    night = holding(card)
    answer(lambda t: scramble(night, t), "landing 3 4 3", "scramble:I-NJG2", "done", f"play:{card}:0")
    assert night.unit("I-NJG2").lost == 3 and night.unit("I-NJG2").depleted


@pytest.mark.rule("9.6.3")
@pytest.mark.parametrize("card", ["b38", "b39"])
def test_trigger_happy_flak_fires_on_the_boar(card):
    night = holding(card)
    raid, unit = fly(night, "main", LINE, 4, target="hannover"), put(night, "I-NJG1", "K5")
    dice = "combat 3 4 5 4"
    answer(lambda t: fighter_attack(night, t, unit, raid, "wild-boar", "K5", "hannover"), dice, f"play:{card}:0")
    assert unit.lost == 2, "nine and Hannover's three"
    night = holding(card)
    raid, unit = fly(night, "main", LINE, 4), put(night, "I-NJG1", "K5")
    assert answer(lambda t: fighter_attack(night, t, unit, raid, "tame-boar", "K5"), "combat 3 4").asked == []


@pytest.mark.parametrize("card", ["b40", "b41"])
def test_diversion_keeps_a_raid_off_the_map(card):
    night = holding(card)
    raid = fly(night, "main", LINE, 4, "A")
    fly(night, "mosquito", "D5 E5 F4", 2, "B")
    done = answer(lambda t: raid_detection(night, t), "detection 6 6", f"play:{card}:0", "withhold:A")
    assert not raid.detected and shown_counters(night) == (["F4"], [])
    told = [event.data.counters for event in done.told("raids.detected")]
    assert told == [["F4"]], "the raid that was kept back was never shown"


@pytest.mark.rule("6.2")
@pytest.mark.rule("8.2")
def test_diversion_and_spoof_are_played_before_a_counter_lies():
    """While he makes up his mind the German board shows nothing, the British one what was found."""
    night = holding("b40")
    fly(night, "main", LINE, 4, "A")
    table = RecordingTable(ScriptedDice([("detection", 6), ("detection", 6)]), CHARTS)
    flow = raid_detection(night, table)
    assert flow.send(None).options == ("pass", "play:b40:0", "hold:b40")
    assert [TITLE.view(night, CHARTS, seat).counters for seat in SEATS] == [["K5"], []]
    assert not [event for event in table.log.events if event.kind == "raids.detected"]
    with pytest.raises(StopIteration):
        flow.send("pass")
    assert TITLE.view(night, CHARTS, "german").counters == ["K5"]


@pytest.mark.rule("8.3")
def test_who_holds_diversion_is_asked_whatever_was_found():
    """The question shows that he has such a card, and nothing of his raids."""
    for roll in ("1 1", "6 6"):
        done = answer(lambda t: raid_detection(holding("b40"), t), f"detection {roll}", "pass")
        assert done.asked[0].options == ("pass",)


def test_by_the_former_reading_counters_came_first():
    """A night begun by rules 1 shows its counters, and shows them anew when one has gone."""
    night = holding("b40", asks_alike=False, cards_before_counters=False)
    fly(night, "main", LINE, 4, "A")
    done = answer(lambda t: raid_detection(night, t), "detection 6 6", "play:b40:0")
    assert [event.data.counters for event in done.told("raids.detected")] == [["K5"], []]
    empty = holding("b40", asks_alike=False, cards_before_counters=False)
    assert answer(lambda t: raid_detection(empty, t), "detection 6 6").asked == []


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("card", ["b42", "b43"])
def test_tight_stream_swamps_the_box(card):
    night = holding(card)
    raid, unit = fly(night, "main", LINE, 4), put(night, "IV-NJG1", "H6", gci=True)
    done = answer(lambda t: fighter_attack(night, t, unit, raid, "gci", "H6"), "", f"play:{card}:0")
    assert done.told("attack.cancelled") and raid.losses == 0
    assert uses(holding(card), CardWindow("attack", attack="tame-boar")) == []


@pytest.mark.parametrize("card", ["b44", "b45"])
def test_fuel_famine_keeps_a_unit_on_the_ground(card):
    night = holding(card)
    night.units = [night.unit("I-NJG2")]
    answer(lambda t: scramble(night, t), "", "scramble:I-NJG2", f"play:{card}:0")
    assert night.unit("I-NJG2").place == "ready"


@pytest.mark.parametrize(("card", "value"), [("b48", 3), ("b49", 3), ("b50", 2)])
def test_cards_that_add_accuracy(card, value):
    night = holding(card)
    use = uses(night, CardWindow("accuracy"))[0][1]
    assert played(night, CardWindow("accuracy"), card, use).accuracy == value


@pytest.mark.rule("10.4.2")
def test_cookies_shift_a_row_up():
    night = holding("b51")
    raid = fly(night, "main", LINE, 6, target="hannover", target_at=4)
    bombing = Bombing("hannover", weather="cloud")
    answer(lambda t: fill_cup(night, t, raid, bombing, 0), "", "he:0", "play:b51:0")
    assert bombing.concentration == 6


@pytest.mark.rule("10.5.4")
def test_offset_marking_asks_for_one_more_fire():
    assert played(holding("b52"), CardWindow("creepback"), "b52").creepback == 1


def marking(method):
    moment = CardWindow("marking")
    moment.method = method
    return moment


@pytest.mark.rule("10.3.2")
@pytest.mark.parametrize(
    ("card", "method", "fits"),
    [("b53", "parramatta", 1), ("b53", "wanganui", 1), ("b53", "newhaven", 0), ("b55", "newhaven", 1),
     ("b55", "wanganui", 0), ("b54", "wanganui", 1), ("b54", "parramatta", 0)],
)  # fmt: skip
def test_cards_bound_to_a_method(card, method, fits):
    assert bool(uses(holding(card), marking(method))) == bool(fits)


@pytest.mark.rule("10.3.2")
def test_gee_h_marks_blindly_by_parramatta():
    night = holding("b54", weather="fog")
    raid = fly(night, "main", LINE, 6, target="leuna", target_at=4)
    bombing = Bombing("leuna", attacks=1, weather="fog", aimpoint="D2", ti="D2", approach="D1", approach_side=1)
    city_map = CHARTS.city_maps["E"]
    done = answer(lambda t: mark_target(night, t, raid, bombing, city_map), "bombing 1 1", "play:b54:0")
    assert bombing.method == "parramatta" and done.mods("marking.rolled") == {"parramatta": 1, "radar:poor": 1}


def test_recovery_is_a_window_for_accidents_only():
    night = holding("b37")
    night.units = [put(night, "I-NJG2", "L6", fuel=0)]
    assert answer(lambda t: recovery(night, t), "landing 3 4", "done").kinds() == ["recovery"]
