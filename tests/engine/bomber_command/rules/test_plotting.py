"""Chapter 4: what a plot may be, and the name of everything that is wrong with one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bomber_command.rules.plots import Leg, Plot, RaidPlot
from engine.bomber_command.rules.plotting import Planner, fewest_legs, legs_of, target_turn
from engine.kernel.dice import FastDice
from tests.engine.bomber_command.builders import CHARTS, a_night, legs, plotted

BERLIN = CHARTS.boards["berlin"]


def bremen():
    night = a_night()
    night.targets = ["bremen"]
    return night


def main(**changes):
    """A Main Force E to Bremen as in the rulebook's example: on the map on turn 1, over I5, home by C7."""
    plan = dict(letter="E", kind="main", target="bremen", entry="D6", turn=1, first=1)
    plan |= dict(out=legs("E7 J4"), home=legs("D7 C7"))
    return RaidPlot(**{**plan, **changes})


def raid_of(night, *raids):
    found, faults = Planner(night, CHARTS).judge(Plot(list(raids)))
    assert not faults
    return found


@pytest.mark.rule("4.2.1")
@pytest.mark.parametrize("goals", [("J4",), tuple(sorted(BERLIN.exits))])
def test_the_fewest_legs_are_one_more_than_from_the_best_end_of_a_leg(goals):
    to_go = BERLIN.legs_to(goals)
    assert {hex_ for hex_, legs_ in to_go.items() if not legs_} == set(goals)
    for hex_, fewest in to_go.items():
        assert not fewest or fewest == 1 + min(to_go.get(end, 99) for end in BERLIN.legs(hex_))


@pytest.mark.rule("4.2.1")
def test_a_leg_follows_a_column_or_either_side_of_a_row():
    assert BERLIN.legs("K5")["K8"] == (("K6", "K7", "K8"),)
    assert set(BERLIN.legs("E5")["G5"]) == {("F4", "G5"), ("F5", "G5")}
    assert BERLIN.legs("E7")["J4"] == (("F6", "G6", "H5", "I5", "J4"),)
    assert "K9" not in BERLIN.legs("E5")


@pytest.mark.rule("4.2.1")
@pytest.mark.parametrize(
    ("route", "legs_"),
    [("K5 K6", [("K5", "K6", 1)]),
     ("K5 K6 K7 J7", [("K5", "K7", 2), ("K7", "J7", 1)]),
     ("E5 F5 G5 G6", [("E5", "G5", 2), ("G5", "G6", 1)])],
)  # fmt: skip
def test_a_leg_may_be_one_hex_long_and_the_last_may_too(route, legs_):
    assert legs_of(BERLIN, route.split()) == legs_
    assert fewest_legs(BERLIN, route.split()) == len(legs_)


@pytest.mark.rule("3.5.2")
@pytest.mark.rule("4.2")
def test_the_books_example_takes_the_turns_it_says():
    night = bremen()
    (raid,) = raid_of(night, main())
    assert raid.route[0] == "D6" and raid.route[raid.target_at] == "J4"
    turns = dict(Planner(night, CHARTS).stands(raid))
    assert turns[1] == ["D6"], "it enters with one hex"
    assert target_turn(raid) == 4
    assert turns[7][0] == "D7" and turns[8] == ["C7", "D7"], (
        "its counter is home on turn 8, its stream still on the map"
    )


@pytest.mark.rule("9.8.3")
def test_waypoints_on_the_way_out_count_without_the_target():
    (raid,) = raid_of(bremen(), main())
    assert raid.waypoints == 1


FAULTS = [
    ("4.2", dict(entry="H8"), ("raids[0].entry", "entry")),
    ("4.2", dict(home=legs("K4")), ("raids[0].home", "exit")),
    ("4.2.1", dict(out=legs("K9 J4")), ("raids[0].out[0]", "leg-off-grain")),
    ("4.2.1", dict(out=legs("E7 G7")), ("raids[0].out[1]", "leg-ambiguous")),
    ("4.2.1", dict(out=legs("E7 F6 G6 I5 J4")), ("raids[0].out", "legs")),
    ("4.2.1", dict(home=legs("I5 H5 G6 E7 D7")), ("raids[0].home", "legs")),
    ("4.2.2", dict(turn=0), ("raids[0].turn", "turn")),
    ("4.2.2", dict(first=3), ("raids[0].first", "first-move")),
    ("4.1", dict(letter="I"), ("raids[0].letter", "letter")),
    ("4.3", dict(kind="fleet"), ("raids[0].kind", "kind")),
    ("4.3.1", dict(target="hamburg"), ("raids[0].target", "not-the-target")),
    ("4.2.1", dict(out=legs("E7 I5"), home=legs("D7")), ("raids[0].out", "misses-target")),
    ("10.2", dict(out=legs("E7 K4 J4")), ("raids[0].out", "target-crossed-early")),
    ("12.3.1", dict(heavy=True), ("raids[0].heavy", "no-heavy-load")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "change", "fault"), FAULTS, ids=[f"{f[2][1]}-{i}" for i, f in enumerate(FAULTS)])
@pytest.mark.rule("4.2")
@pytest.mark.rule("4.2.2")
@pytest.mark.rule("4.1")
@pytest.mark.rule("4.3.1")
@pytest.mark.rule("10.2")
def test_each_fault_has_its_name(rule, change, fault):
    night = bremen()
    found = [(f.field, f.code, f.rule) for f in Planner(night, CHARTS).faults(Plot([main(**change)]))]
    assert (*fault, rule) in found


@pytest.mark.rule("4.0")
@pytest.mark.rule("3.5.1")
def test_main_forces_are_not_optional_and_others_are_limited():
    night = bremen()
    assert plotted(night) == [("raids", "main-forces")]
    mosquito = dict(kind="mosquito", entry="E8", out=legs("I6/F8"), home=legs("E8"), target="muenster")
    four = [RaidPlot(letter=letter, turn=turn, **mosquito) for turn, letter in enumerate("ABCD", 1)]
    assert ("raids", "too-many-raids") in plotted(night, main(), *four)


@pytest.mark.rule("3.5.1")
def test_swaps():
    night = bremen()

    def codes(*kinds):
        drafts = [RaidPlot(letter=letter, kind=kind) for letter, kind in zip("ABCDFGH", kinds, strict=False)]
        return {code for field, code in plotted(night, main(), *drafts) if field == "raids"}

    assert codes("gardening", "gardening", "mosquito") == set()
    assert codes("gardening", "gardening", "gardening") == {"too-much-gardening"}
    assert codes("decoy", "mosquito") == set()
    assert codes("decoy", "mosquito", "mosquito") == {"too-many-raids"}
    assert codes("decoy", "decoy") == {"too-many-decoys", "too-many-raids"}


@pytest.mark.rule("4.3.2")
@pytest.mark.rule("4.3.3")
def test_no_two_raids_share_a_target():
    night = bremen()
    nuisance = RaidPlot("B", "mosquito", "bremen", "D6", 4, 2, legs("E7 J4"), legs("D7 C7"))
    assert ("raids[1].target", "target-taken") in plotted(night, main(), nuisance)
    one = RaidPlot("B", "gardening", "H3", "D5", 2, 2, legs("E5 H3"), legs("G4 C6"))
    two = RaidPlot("C", "gardening", "H3", "D5", 6, 2, legs("E5 H3"), legs("G4 C6"))
    assert ("raids[2].target", "target-taken") in plotted(night, main(), one, two)
    assert ("raids[1].target", "not-a-mine-hex") in plotted(night, main(), RaidPlot(
        "B", "gardening", "K9", "D5", 2, 2, legs("E5 H3"), legs("G4 C6")))  # fmt: skip
    occupied = RaidPlot("B", "mosquito", "amsterdam", "E8", 1, 2, legs("G7"), legs("E8"))
    assert ("raids[1].target", "not-a-city") in plotted(night, main(), occupied)


@pytest.mark.rule("4.3.3")
def test_gardeners_stop_in_their_mine_hex():
    night = bremen()
    _, raid = raid_of(night, main(), RaidPlot("F", "gardening", "H3", "D5", 2, 2, legs("E5 H3"), legs("G4 C6")))
    stands = dict(Planner(night, CHARTS).stands(raid))
    assert ["H3"] in stands.values() and target_turn(raid) == 4


@pytest.mark.rule("4.3.4")
def test_decoys_keep_away_from_cities_and_airfields():
    night = bremen()
    near = RaidPlot("D", "decoy", "", "D5", 1, 2, legs("E5 I3 E5 C6"), [])
    codes = [(f.code, (f.facts or {}).get("hex")) for f in Planner(night, CHARTS).faults(Plot([main(turn=3), near]))]
    assert ("decoy-barred", "I3") in codes
    far = RaidPlot("D", "decoy", "", "D4", 1, 2, legs("F3 C5 C6"), [])
    assert plotted(night, main(turn=3), far) == []


@pytest.mark.rule("4.4")
def test_raids_may_not_end_a_turn_together_nor_on_a_stream():
    night = bremen()
    along = RaidPlot("B", "mosquito", "wilhelmshaven", "D6", 1, 1, legs("E7 I5 I4"), legs("D6 C6"))
    found = Planner(night, CHARTS).faults(Plot([main(), along]))
    assert found[0].code == "raids-meet" and found[0].facts["turn"] == 1 and found[0].facts["hex"] == "D6"
    later = RaidPlot("B", "mosquito", "wilhelmshaven", "D6", 2, 1, legs("E7 I5 I4"), legs("D6 C6"))
    assert ("raids[1]", "raids-meet") in plotted(night, main(), later), "the stream is as long as two hexes"


@pytest.mark.rule("4.4.1")
def test_escorts_break_out_on_the_way():
    night = bremen()
    route = raid_of(night, main())[0].route
    split = route.index("I5") + 1
    escort = RaidPlot("B", "mosquito", "wilhelmshaven", parent="E", split=split, out=legs("I4"), home=legs("D6 C6"))
    parent, raid = raid_of(night, main(), escort)
    assert raid.route[:split] == parent.route[:split] and raid.appears == split - 1
    assert target_turn(raid) == target_turn(parent) == 4, "all bombs fall on turn 4"
    turns = dict(Planner(night, CHARTS).stands(raid))
    assert min(turns) == 4, "before that it is part of its parent"


@pytest.mark.rule("4.4.1")
def test_what_escorts_may_not_do():
    night = bremen()
    route = raid_of(night, main())[0].route
    last = route.index("H5") + 1

    def codes(**changes):
        plan = dict(letter="B", kind="mosquito", target="wilhelmshaven", parent="E", split=route.index("I5") + 1)
        plan |= dict(out=legs("I4"), home=legs("D6 C6"))
        return {code for _, code in plotted(night, main(), RaidPlot(**{**plan, **changes}))}

    assert codes() == set()
    assert codes(split=last, out=legs("I5 I4")) == {"split-last"}, "its parent ends turn 3 there"
    assert codes(split=last, leaving=True, out=legs("I5 I4")) == set()
    assert codes(split=99) == {"split"}
    assert codes(parent="G") == {"escort-parent"}
    assert codes(kind="gardening") == {"escort-kind"}
    back = dict(split=route.index("J4") + 1, leaving=True, target="bremen", out=legs("J5 J4"), home=legs("D7"))
    assert "bombs-at-split" in codes(**back)


@pytest.mark.rule("4.5.2")
@pytest.mark.rule("10.6")
def test_the_second_raid_of_a_follow_up_comes_four_turns_later():
    night = a_night("downfall")
    night.targets, night.oil, night.follow_up = ["essen", "essen"], [False, False], True

    draw = FastDice(3)
    plan = Planner(night, CHARTS).example(lambda sides: draw.draw("x", sides))
    first, second = plan.raids[0], plan.raids[1]
    assert second.turn >= first.turn + 4
    second.turn = first.turn + 3
    assert "follow-up-early" in {code for _, code in plotted(night, *plan.raids)}


@pytest.mark.rule("12.3.2")
def test_long_flightpaths_carry_light_loads():
    night = a_night(bomb_loads=True)
    night.targets = ["berlin"]
    draw = FastDice(1)
    for _ in range(20):
        plot = Planner(night, CHARTS).example(lambda sides: draw.draw("x", sides))
        raid = Planner(night, CHARTS).judge(plot)[0][0]
        assert raid.light == (len(raid.route) >= 20)


@pytest.mark.rule("12.3.2")
def test_the_southern_entries_count_five_more():
    night = a_night("downfall", bomb_loads=True)
    night.targets, night.oil = ["koeln-wesseling", "kassel"], [False, False]
    draw = FastDice(5)
    seen = set()
    for _ in range(60):
        plot = Planner(night, CHARTS).example(lambda sides: draw.draw("x", sides))
        for raid in Planner(night, CHARTS).judge(plot)[0]:
            if raid.kind == "main":
                southern = raid.route[0] in ("G9", "H9", "H10", "I11")
                seen.add(southern)
                assert raid.light == (len(raid.route) + 5 * southern >= 20)
    assert seen == {True, False}


@given(seed=st.integers(0, 10_000), scenario=st.sampled_from(["berlin", "downfall"]), follow_up=st.booleans())
@settings(max_examples=60)
@pytest.mark.rule("4.2.1")
def test_made_plots_are_faultless_and_drawn_by_the_grain(seed, scenario, follow_up):
    night = a_night(scenario)
    if scenario == "downfall":
        night.targets, night.oil = (["leuna", "leuna"] if follow_up else ["leuna", "kassel"]), [False, False]
        night.follow_up = follow_up
    planner = Planner(night, CHARTS)
    dice = FastDice(seed)
    plot = planner.example(lambda sides: dice.draw("x", sides))
    raids, faults = planner.judge(plot)
    assert faults == []
    for raid in raids:
        pairs = zip(raid.route, raid.route[1:], strict=False)
        assert all(two in planner.board.grid.adjacent(one) for one, two in pairs)
        if raid.kind != "decoy":
            assert fewest_legs(planner.board, raid.route[: raid.target_at + 1]) <= 4


@pytest.mark.rule("4.2.1")
def test_next_waypoints_lead_on_to_the_target_and_home():
    night = bremen()
    planner = Planner(night, CHARTS)
    draft = RaidPlot("A", "main", "bremen")
    assert {offer.to for offer in planner.next_waypoints(draft)} == set(BERLIN.entries)
    draft.entry = "D6"
    dice = FastDice(4)
    while not draft.home or draft.home[-1].to not in BERLIN.exits:
        offers = planner.next_waypoints(draft)
        assert offers
        offer = offers[dice.draw("x", len(offers)) - 1]
        reached = draft.out and draft.out[-1].to == "J4"
        (draft.home if reached else draft.out).append(Leg(offer.to, offer.via))
    assert plotted(night, draft) == []


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.2")
@pytest.mark.parametrize("bomb_loads", [False, True])
def test_without_bomb_loads_no_load_is_light(bomb_loads):
    night = a_night(bomb_loads=bomb_loads)
    night.targets = ["berlin"]
    draw, raids = FastDice(1), []
    while not any(raid.kind == "main" and len(raid.route) >= 20 for raid in raids):
        plot = Planner(night, CHARTS).example(lambda sides: draw.draw("x", sides))
        raids = Planner(night, CHARTS).judge(plot)[0]
    assert any(raid.light for raid in raids) is bomb_loads
    assert not any(raid.light for raid in raids if raid.kind != "main")


@pytest.mark.rule("4.1")
@pytest.mark.rule("4.3.4")
def test_a_decoy_has_no_target_anywhere_on_its_way():
    night = bremen()
    far = RaidPlot("D", "decoy", "", "D4", 1, 2, legs("F3 C5 C6"), [])
    first, decoy = raid_of(night, main(turn=3), far)
    assert (decoy.target, decoy.target_at) == ("", -1)
    assert first.route[first.target_at] == BERLIN.cities["bremen"].hex
