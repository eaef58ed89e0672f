"""The German deck, card by card: when each may be played and what it does."""

import pytest

from engine.bomber_command.rules.airfields import scramble
from engine.bomber_command.rules.bombing import convert
from engine.bomber_command.rules.cards.german import flak_sites, observed
from engine.bomber_command.rules.cards.play import CardWindow, open_window, playable
from engine.bomber_command.rules.combat import fighter_attack
from engine.bomber_command.rules.detection import raid_detection
from engine.bomber_command.rules.encounters import raids_move
from engine.bomber_command.rules.movement import deployment, fighters_move, shown_counters
from engine.bomber_command.rules.tame_boar import tame_boars
from engine.bomber_command.state import GERMAN, Bombing
from tests.engine.bomber_command.builders import CHARTS, a_night, answer, fly, give, put

LINE = "G6 H6 I6 J5 K5 L4 M4"


def holding(card, **how):
    night = a_night("downfall" if CHARTS.cards[card].scenario == "downfall" else "berlin", **how)
    give(night, GERMAN, card)
    return night


def uses(night, moment):
    return playable(night, CHARTS, moment, GERMAN)


def played(night, moment, card, use=0):
    answer(lambda table: open_window(night, table, moment, GERMAN), "", f"play:{card}:{use}")
    return moment


ROLLS = [
    *((card, "infiltration", 0, 2) for card in ("g01", "g02", "g03", "g06", "g07")),
    *((card, "infiltration", 1, 1) for card in ("g04", "g05", "g08", "g09", "g10")),
    *((card, "detection", 0, 2) for card in ("g11", "g12", "g13")), ("g16", "detection", 0, 3),
    *((card, "attack", 0, 2) for card in ("g21", "g22", "g23")), ("g53", "marking", 0, 2),
]  # fmt: skip


@pytest.mark.rule("6.2.1")
@pytest.mark.parametrize(("card", "window", "use", "value"), ROLLS)
def test_cards_that_modify_a_roll(card, window, use, value):
    night = holding(card)
    moment = played(night, CardWindow(window, unit=put(night, "I-NJG1", "K5")), card, use)
    assert [(mod.value, mod.reason) for mod in moment.mods] == [(value, f"card:{card}")]


@pytest.mark.rule("6.2.2")
@pytest.mark.parametrize("card", ["g01", "g02", "g03"])
@pytest.mark.parametrize("tinsel", ["b01", "b02", "b03"])
def test_vhf_cancels_any_tinsel(card, tinsel):
    night = holding(card)
    give(night, "british", tinsel)
    moment = CardWindow("infiltration", unit=put(night, "I-NJG1", "K5"))
    answer(lambda t: open_window(night, t, moment, "british"), "", f"play:{tinsel}:0", f"cancel:{card}")
    assert moment.mods == []


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("card", ["g04", "g05"])
def test_naxos_is_placed_before_a_roll(card):
    night = holding(card)
    fly(night, "main", LINE, 4)
    fly(night, "mosquito", "D5 E5 F4", 2, "B")
    answer(lambda t: raid_detection(night, t), f"detection {night.jamming - 1} 1", f"play:{card}:0")
    assert night.naxos and shown_counters(night)[0] == ["K5"]


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("card", ["g30", "g31"])
def test_beleuchter_is_placed_before_an_infiltration(card):
    night = holding(card)
    assert uses(night, CardWindow("detection")) == []
    played(night, CardWindow("infiltration"), card)
    assert night.beleuchter


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("card", ["g14", "g15", "g17"])
def test_cards_that_lower_the_jamming_level(card):
    night = holding(card)
    before = night.jamming
    played(night, CardWindow("detection"), card)
    assert night.jamming == before - 1


@pytest.mark.parametrize("card", ["g08", "g09", "g10"])
def test_sn2_helps_a_tame_boar(card):
    night = holding(card)
    unit = put(night, "I-NJG1", "K5")
    assert uses(night, CardWindow("attack", unit=unit, attack="tame-boar")) == [(card, 0)]
    assert uses(night, CardWindow("attack", unit=unit, attack="gci")) == []


@pytest.mark.rule("9.7.2")
@pytest.mark.parametrize("card", ["g18", "g19", "g20"])
def test_schraege_musik_strikes_unseen(card):
    night = holding(card)
    raid, unit = fly(night, "main", LINE, 4), put(night, "I-NJG1", "K5")
    done = answer(lambda t: fighter_attack(night, t, unit, raid, "gci", "K5"), "combat 6 1", f"play:{card}:0")
    assert done.mods("attack.rolled")[f"card:{card}"] == 2 and not done.told("defence.rolled")
    assert uses(holding(card), CardWindow("attack", unit=unit, attack="wild-boar")) == []


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("card", ["g24", "g25"])
def test_drop_tanks_fill_up_to_the_endurance(card):
    night = holding(card)
    unit = put(night, "I-NJG1", "I8", fuel=7)
    answer(lambda t: fighters_move(night, t), "", "done", f"play:{card}:0", "fuel:I-NJG1")
    assert unit.fuel == 7


@pytest.mark.parametrize(
    ("card", "unit", "attack", "offered"),
    [
        ("g26", "I-NJG1", "tame-boar", [0, 1]), ("g26", "III-NJG1", "tame-boar", [1]), ("g26", "I-NJG5", "gci", []),
        ("g28", "I-NJG2", "tame-boar", [0]), ("g28", "II-NJG1", "tame-boar", []),
        ("g29", "III-NJG11", "gci", [0]), ("g29", "III-NJG11", "wild-boar", []), ("g29", "I-NJG2", "gci", []),
    ],
)  # fmt: skip
def test_cards_bound_to_aircraft(card, unit, attack, offered):
    night = holding(card)
    assert [use for _, use in uses(night, CardWindow("attack", unit=put(night, unit, "K5"), attack=attack))] == offered


@pytest.mark.rule("9.9.2")
def test_ta_154_makes_any_attack_on_mosquitos_a_hunt():
    night = holding("g27")
    raid, unit = fly(night, "mosquito", LINE, 4), put(night, "I-NJG1", "K5")
    answer(lambda t: fighter_attack(night, t, unit, raid, "tame-boar", "K5"), "combat 4 5", "play:g27:0")
    assert raid.hunts == raid.losses > 0
    night = holding("g27")
    raid = fly(night, "main", LINE, 4)
    assert uses(night, CardWindow("attack", unit=put(night, "I-NJG1", "K5"), raid=raid)) == []


@pytest.mark.rule("9.6.3")
@pytest.mark.parametrize("card", ["g32", "g33"])
@pytest.mark.parametrize(("face", "lost"), [(2, 1), (3, 0)])
def test_wild_boar_dares_its_own_flak(card, face, lost):
    night = holding(card)
    raid, unit = fly(night, "main", LINE, 4, target="hannover"), put(night, "I-JG300", "K5")
    dice = f"combat 3 4 {face}"
    done = answer(lambda t: fighter_attack(night, t, unit, raid, "wild-boar", "K5", "hannover"), dice, f"play:{card}:0")
    assert unit.lost == lost and done.mods("attack.rolled")[f"card:{card}"] == 2


@pytest.mark.rule("9.5.1")
@pytest.mark.parametrize("card", ["g34", "g35"])
def test_early_arrival_gives_a_stacked_unit_a_second_attack(card):
    night = holding(card)
    put(night, "I-JG300", "K5", box="hannover")
    fly(night, "main", "I6 J5 K5 L4", 0, target="hannover", target_at=2)
    orders = ["boar:I-JG300:hannover", f"play:{card}:0"]
    done = answer(lambda t: raids_move(night, t), "combat 1 1 1 2 1 2", *orders)
    assert len(done.told("attack.rolled")) == 2


@pytest.mark.rule("9.6.2")
@pytest.mark.rule("3.6")
@pytest.mark.parametrize("card", ["g36", "g37", "g38"])
def test_straying_bombers_come_under_city_flak_or_searchlights(card):
    night = holding(card)
    raid = fly(night, "main", "H5 I4 J3", 1)
    dice = "detection 6 6, combat 3 4"
    done = answer(lambda t: raid_detection(night, t), dice, f"play:{card}:0", "stray:I4:searchlights")
    assert done.asked[1].options == ("stray:I4:wilhelmshaven", "stray:I4:searchlights")
    assert done.mods("flak.rolled")["flak"] == 0 and raid.damage == 1
    night.stripped = ["wilhelmshaven"]
    give(night, GERMAN, "g36" if card != "g36" else "g37")
    again = "g36" if card != "g36" else "g37"
    answer(lambda t: raid_detection(night, t), dice, f"play:{again}:0")
    assert raid.damage == 2, "only the searchlights are left to fire"


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("card", ["g39", "g40"])
def test_stragglers_meet_every_unit_of_the_line(card):
    night = holding(card)
    put(night, "IV-NJG1", "H5", gci=True)
    put(night, "I-NJG3", "I5", gci=True)
    fly(night, "mosquito", "G5 H5 I6", 0)
    orders = [f"play:{card}:0", "gci:IV-NJG1", "gci:I-NJG3"]
    done = answer(lambda t: raids_move(night, t), "combat 1 2 1 2", *orders)
    assert len(done.told("attack.rolled")) == 2, "the second is of another division"


@pytest.mark.rule("7.1")
def test_running_commentary_sends_a_unit_further():
    night = holding("g41")
    unit = put(night, "I-NJG1", "I8")
    answer(lambda t: fighters_move(night, t), "", "play:g41:0", "hasten:I-NJG1", "move:I-NJG1:L7")
    assert unit.hex == "L7"


@pytest.mark.rule("8.2")
def test_observer_corps_report_a_raid_near_a_city():
    night = holding("g42")
    fly(night, "main", LINE, 4, "A")
    fly(night, "mosquito", "D5 E4 E3", 2, "B")
    assert [raid.letter for raid in observed(night, CHARTS.boards["berlin"], 1)] == ["A"]
    answer(lambda t: raid_detection(night, t), "detection 1 1", "play:g42:0", "show:A")
    assert shown_counters(night) == (["K5"], [])
    empty = holding("g42")
    done = answer(lambda t: raid_detection(empty, t), "detection 1 1", "play:g42:0")
    assert done.told("watch.nothing")


def test_quick_turnround_readies_a_unit():
    night = holding("g43")
    night.units = [night.unit("I-NJG2")]
    night.units[0].place = "rearm"
    answer(lambda t: scramble(night, t), "", "play:g43:0", "done")
    assert night.units[0].place == "ready"


@pytest.mark.rule("9.8.2")
def test_collision_costs_a_detected_stream():
    night = holding("g44")
    raid = fly(night, "main", LINE, 4, detected=True)
    answer(lambda t: tame_boars(night, t), "combat 2", "play:g44:0", "raid:A")
    assert raid.losses == 2


@pytest.mark.rule("8.3")
@pytest.mark.rule("12.5")
@pytest.mark.parametrize(("fog", "streams", "asked"), [(True, 0, 1), (True, 1, 1), (True, 2, 1), (False, 0, 0),
                                                      (False, 1, 1), (False, 2, 1)])  # fmt: skip
def test_whether_the_british_player_is_asked_tells_no_number_of_streams(fog, streams, asked):
    """The question is the same with one stream and two. Under fog of war also with none: a missed card is not shown."""
    night = holding("g44", fog_of_war=fog)
    fly(night, "mosquito", "D4 C4 C3", 1, "D", detected=True)
    for letter, row in list(zip("AB", (LINE, "D6 E6 F5"), strict=True))[:streams]:
        fly(night, "main", row, 2, letter, detected=True)
    orders = ["play:g44:0", *(["raid:A" if streams else "none"] * asked)]
    done = answer(lambda t: tame_boars(night, t), "combat 2", *orders)
    assert [decision.kind for decision in done.asked].count("card.raid") == asked
    assert bool(done.told("card.no-target")) == (streams == 0)
    assert all(event.to == ("british",) for event in done.told("card.no-target")) or not fog


@pytest.mark.rule("9.8.3")
def test_wrong_winds_disrupt_a_stream():
    night = holding("g45")
    fly(night, "mosquito", "D4 C4 C3 C2 C1", 1, "B")
    main = fly(night, "main", "D5 E5 F4 G4 G3", 1, "A")
    decoy = fly(night, "decoy", "D6 E6 F5 F4 F3", 1, "C")
    answer(lambda t: raids_move(night, t), "", "play:g45:0", "raid:C")
    assert (main.disruption, decoy.disruption) == (0, 2)


@pytest.mark.rule("2.3.5")
@pytest.mark.parametrize("card", ["g46", "g47"])
def test_mobile_flak_strengthens_a_city(card):
    night = holding(card)
    board = CHARTS.boards["berlin"]
    assert "berlin" not in flak_sites(night, board) and "peenemuende" not in flak_sites(night, board)
    answer(lambda t: deployment(night, t), "", f"play:{card}:0", "flak:hannover")
    from engine.bomber_command.rules.combat import city_flak

    assert city_flak(night, board, "hannover") == 4


@pytest.mark.rule("10.5.3")
@pytest.mark.parametrize("card", ["g48", "g49", "g50"])
def test_civil_defence(card):
    night = holding(card)
    raid = fly(night, "main", LINE, 6, target="hannover", target_at=4)
    bombing = Bombing("hannover", ti="E5", approach="D5", he={"D5": 1}, incendiary={"D5": 1})
    city_map = CHARTS.city_maps["B"]
    answer(lambda t: convert(night, t, raid, bombing, city_map), "", "fire:mixed-pair:D5:1", f"play:{card}:0")
    assert bombing.fires == {}


@pytest.mark.rule("10.5.2")
@pytest.mark.parametrize(("card", "use", "value"), [("g51", 0, 3), ("g52", 0, 3), ("g54", 1, 2), ("g55", 0, 2)])
def test_cards_that_add_error(card, use, value):
    assert played(holding(card), CardWindow("error"), card, use).error == value


@pytest.mark.rule("10.5.4")
def test_creepback_comes_a_fire_earlier():
    assert played(holding("g54"), CardWindow("creepback"), "g54").creepback == -1
