"""Whole nights between players who pick at random: no dead end, no runaway, nothing lost, the same again by seed."""

import pytest

from engine.bomber_command.game import TITLE
from engine.bomber_command.state import AIR, CLOSED, GONE, RAID, READY, REARM, Setup
from engine.kernel.dice import FairDice, FastDice, ScriptedDice, ScriptMismatch
from engine.kernel.run import GameRecord, Run
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import drive
from tests.engine.bomber_command.builders import CHARTS, EagerPolicy, play, setups
from tests.shared.sample_sizes import sample_size

NIGHTS = sample_size("NIGHTS", 360, 5_000)


def check_books(night):
    """Every aircraft, bomb, card and marker is where a rule has put it, and nowhere else."""
    assert night.phase == "over" and night.score.band
    for unit in night.units:
        assert unit.place in (READY, REARM, CLOSED, GONE), unit
        assert not (unit.scrambled or unit.homing or unit.gci or unit.intruder or unit.box or unit.raid), unit
        assert unit.depleted or unit.place == GONE or not unit.detachment
    assert sum(unit.lost for unit in night.units) == night.score.nightfighters
    for raid in night.raids:
        assert raid.status == "home" and raid.marker == "" and min(raid.losses, raid.damage, raid.disruption) >= 0
        assert raid.kind != "mosquito" or raid.losses == raid.confirmed
    for bombing in night.bombings:
        counters = (bombing.he, bombing.incendiary, bombing.first_he, bombing.first_incendiary)
        on_map = sum(sum(held.values()) for held in counters)
        assert on_map + bombing.converted + bombing.lost == bombing.dropped
        assert bombing.outside_he == bombing.outside_incendiary == bombing.cup_he == bombing.cup_incendiary == 0
        assert not (bombing.barred_he or bombing.barred_incendiary)
        assert all(number > 0 for held in (*counters, bombing.fires, bombing.first_fires) for number in held.values())
    for seat in ("british", "german"):
        cards = night.hands[seat] + night.decks[seat].pile + night.decks[seat].discards
        assert sorted(cards) == sorted(CHARTS.deck(seat, night.scenario)) and len(night.hands[seat]) <= 5
    assert sorted([*night.weather_cup.pile, *night.weather_markers.values()]) == sorted(
        CHARTS.tables.weather_markers.rows
    )
    crosses = sum(CHARTS.weather[weather].cross for weather in night.weather.values())
    assert crosses <= 2 and CHARTS.levels[0] <= night.jamming <= CHARTS.levels[-1]
    if night.scenario == "berlin":
        assert night.intruders <= 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_nights_end_and_their_books_balance(part):
    for seed in range(part * 60, part * 60 + 60):
        night, _ = play(seed, setups(seed))
        check_books(night)


@pytest.mark.slow
def test_nights_by_the_thousand():
    for seed in range(240, 240 + NIGHTS):
        night, _ = play(seed, setups(seed))
        check_books(night)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_amiss_on_the_way(seed):
    """At every question: units are where they can be, raids are apart, marks make sense."""
    setup = setups(seed)
    night = TITLE.start(setup, CHARTS)
    player = EagerPolicy(seed)
    board = CHARTS.boards[setup.scenario]

    def choose(decision):
        for unit in night.units:
            if unit.place == AIR:
                assert unit.hex in board.near and unit.fuel >= 0 and not unit.raid
                assert not unit.box or unit.box in board.cities_in.get(unit.hex, ()) + board.beacons_in.get(
                    unit.hex, ()
                )
                assert not unit.gci or (unit.hex in board.himmelbett and not unit.homing and not unit.box)
            elif unit.place == RAID:
                assert night.raid(unit.raid).status == "flying" and not (unit.box or unit.hex or unit.gci)
        if night.phase in ("tame-boars", "deploying"):
            heads = [
                raid.route[raid.at] for raid in night.raids if raid.status == "flying" and raid.at < len(raid.route)
            ]
            assert len(heads) == len(set(heads)), "two raids end a turn in the same hex"
        return player.choose(decision)

    drive(TITLE.play(night, Table(FastDice(seed), CHARTS)), choose, 50_000)


def test_the_same_seed_is_the_same_night_to_the_byte():
    for seed in (1, 2, 3, 6):
        one, _ = play(seed, setups(seed))
        two, _ = play(seed, setups(seed), record=True)
        assert snapshot(one) == snapshot(two), "a table that hears plays the same night as a quiet one"


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_a_night_can_be_put_down_and_taken_up_at_any_question(scenario):
    """Every few answers the run is discarded and resumed from its record; the end is that of an unbroken run."""

    def play_on(every):
        player = EagerPolicy(11)
        setup = Setup(scenario=scenario, intruders=True, bad_weather=True)
        run = Run.begin(TITLE, CHARTS, setup, FairDice(b"a night"))
        taken = 0
        while not run.over and taken < 2_000:
            decision = next(iter(run.pending.values()))
            order = player.choose(decision)
            if decision.form is not None:
                import msgspec

                order = msgspec.to_builtins(order)
            run.answer(decision.actor, order, decision.key)
            taken += 1
            if every and taken % every == 0:
                record = decode(encode(run.record))
                run = Run.resume(TITLE, CHARTS, FairDice(b"a night"), record)
        assert run.over
        return snapshot(run.state)

    assert play_on(0) == play_on(7)


def test_a_script_that_does_not_fit_says_so():
    with pytest.raises(ScriptMismatch, match="units"):
        Run.begin(TITLE, CHARTS, Setup(), ScriptedDice([("combat", 3)]))


def test_scripted_dice_and_cards_lay_out_the_night():
    run = Run.begin(TITLE, CHARTS, Setup(), ScriptedDice([*[("units", 4)] * 8, ("deck/chits", "T10")]))
    assert run.view("british").targets == ["brunswick"] and run.view("german").targets is None


def encode(record):
    import msgspec

    return msgspec.msgpack.encode(record)


def decode(raw):
    import msgspec

    return msgspec.msgpack.decode(raw, type=GameRecord)
