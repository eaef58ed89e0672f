"""Score of a seat at any moment of every game: its parts add up, nothing changes, the end is the outcome."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.bomber_command.game import TITLE as BOMBER_COMMAND
from engine.interceptor.game import TITLE as INTERCEPTOR
from engine.kernel.dice import FastDice
from engine.kernel.score import ScorePart, SeatScore, make_score, visible_score
from engine.kernel.snapshot import snapshot
from engine.kernel.table import Table
from engine.kernel.title import RandomPolicy, drive
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.scenarios import scenario_ids
from engine.nightfighter.charts.schema import Aim
from engine.nightfighter.game import TITLE as NIGHTFIGHTER
from engine.nightfighter.rules.context import scenario_of
from engine.nightfighter.rules.victory import goal_of, reached, staffel_level
from engine.nightfighter.state import AttackerCounter, Setup, State
from tests.engine.bomber_command.builders import setups
from tests.engine.interceptor.test_playouts import setup_of
from tests.engine.interceptor.test_tabletop_years import SETUP as TABLETOP
from tests.engine.nightfighter.builders import PACK
from tests.shared.games.smallgame import TITLE as STRAIT
from tests.shared.games.smallgame import Setup as Crossing

CHARTS = charts_of(PACK)
SCENARIOS = scenario_ids(PACK.tables)
ALONE = [name for name in SCENARIOS if not name.startswith(("9", "10"))]
YEARS = [{"campaign": kind, "mode": "solo"} for kind in ("green", "seasoned", "staffel")]
NIGHTS = [{"scenario": name} for name in SCENARIOS] + [{"scenario": name, "mode": "solo"} for name in ALONE]


def played(title: Any, setup: Any, seed: int, bot: str = "") -> tuple[Any, Callable[[str], SeatScore]]:
    """Play a game, by a bot or at random, with a check of each question; return its end and the scores of its seats."""
    pack = title.load_pack("standard")
    state, whim = title.start(setup, pack), FastDice(seed + 7)
    chance = RandomPolicy(lambda sides: whim.draw("whim", sides))
    seats = {seat: title.policies()[bot](pack, seat, seed) if bot else chance for seat in title.seats(setup)}
    asked = 0

    def choose(decision: Any) -> Any:
        nonlocal asked
        asked += 1
        check(title, state, pack, setup)
        return seats[decision.actor].choose(decision, lambda: title.view(state, pack, decision.actor))

    drive(title.play(state, Table(FastDice(seed), pack)), choose, 20_000)
    check(title, state, pack, setup)
    assert asked
    return title.outcome(state, pack), lambda seat: title.standing(state, pack, seat)


def check(title: Any, state: Any, pack: Any, setup: Any) -> None:
    """Assert the properties that hold at any moment."""
    before = snapshot(state)
    for seat in title.seats(setup):
        found = title.standing(state, pack, seat)
        if found is None:
            continue
        assert found.value == sum(part.value for part in found.parts)
        assert len({part.name for part in found.parts}) == len(found.parts)
        assert found.measure
        if title.outcome(state, pack) is not None:
            assert found.over and found.known_to("a stranger") == found
    assert snapshot(state) == before


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("bot", ["", "sensible"])
@pytest.mark.parametrize("seed", range(8))
def test_a_career_stands_as_it_ends(seed: int, bot: str) -> None:
    outcome, stands = played(INTERCEPTOR, setup_of(seed), seed, bot)
    for seat, told in outcome["careers"].items():
        found = stands(seat)
        assert (found.measure, found.value, found.level) == ("bombers", told["bombers"], told["level"])
        assert (found.beside["fighters"], found.beside["sorties"]) == (told["fighters"], told["flights"])


@pytest.mark.rule("4.3.2")
def test_a_career_of_the_real_table_stands_as_it_ends() -> None:
    outcome, stands = played(INTERCEPTOR, TABLETOP, 3)
    assert stands("pilot").value == outcome["careers"]["pilot"]["bombers"]


@pytest.mark.slow
@pytest.mark.rule("11.2")
@pytest.mark.parametrize("bot", ["", "strong"])
@pytest.mark.parametrize("seed", range(8))
def test_a_night_of_both_sides_stands_as_it_ends(seed: int, bot: str) -> None:
    outcome, stands = played(BOMBER_COMMAND, setups(seed), seed, bot)
    british, german = stands("british"), stands("german")
    assert (british.value, german.value) == (outcome["net"], -outcome["net"])
    assert british.level == german.level == outcome["band"]
    losses = {part.name: part.value for part in german.parts}
    assert losses.get("bombers", 0) + losses.get("mosquitos", 0) == outcome["german"]


@pytest.mark.slow
@pytest.mark.rule("4.1")
@pytest.mark.parametrize("wanted", NIGHTS, ids=lambda wanted: "-".join(wanted.values()))
def test_a_night_of_one_fighter_stands_as_it_ends(wanted: dict[str, Any]) -> None:
    setup = Setup(**wanted)
    aim = scenario_of(setup, CHARTS).victory.win
    outcome, stands = played(NIGHTFIGHTER, setup, 5, "hunter")
    found = stands("player")
    assert found.level == outcome["result"]
    if aim.points_at_most is not None:
        assert (found.measure, found.value) == ("points-against", -outcome["points"])
    else:
        counted = sum(part.value for part in found.parts if part.name == aim.of) if aim.of else outcome["kills"]
        assert (found.measure, found.value) == ("kills", counted)
    assert (found.beside["losses"], found.beside["turn"]) == (outcome["losses"], outcome["turns"])


@pytest.mark.slow
@pytest.mark.rule("10.2")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("wanted", YEARS, ids=lambda wanted: wanted["campaign"])
def test_a_year_stands_as_it_ends(wanted: dict[str, Any], seed: int) -> None:
    outcome, stands = played(NIGHTFIGHTER, Setup(**wanted), seed, "hunter")
    found = stands("player")
    assert found.level == outcome["result"]
    assert found.value == outcome[found.measure]
    assert found.measure == ("kills" if wanted["campaign"] == "seasoned" else "points")


def test_an_umpire_has_nothing_to_win() -> None:
    setup = Setup(umpire="person")
    assert "umpire" in NIGHTFIGHTER.seats(setup)
    assert NIGHTFIGHTER.standing(State(setup), PACK, "umpire") is None


def test_the_small_game_stands_as_it_ends() -> None:
    outcome, stands = played(STRAIT, Crossing(), 4)
    assert {seat: stands(seat).value for seat in outcome["score"]} == outcome["score"]


# Who may know


HIDDEN = make_score(
    "points", [ScorePart("open", 3), ScorePart("secret", 2, ("one",))], over=False, level="win", beside={"x": 1}
)


def test_what_is_hidden_is_known_to_nobody_else_while_the_game_runs() -> None:
    assert HIDDEN.known_to("one") == HIDDEN
    for viewer in ("other", ""):
        shown = HIDDEN.known_to(viewer)
        assert (shown.value, shown.level, shown.beside) == (None, "", {})
        assert shown.parts == (ScorePart("open", 3),)
    assert visible_score(HIDDEN, ["other", "one"]) == HIDDEN


def test_a_hidden_part_is_named_even_when_it_is_nothing() -> None:
    """An absent part would reveal as much as its amount."""
    nothing = make_score("points", [ScorePart("open", 0), ScorePart("secret", 0, ("one",))], over=False)
    assert [part.name for part in nothing.parts] == ["secret"]
    assert nothing.known_to("other").value is None


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("seat", ["british", "german"])
def test_the_german_does_not_know_the_british_points(seat: str) -> None:
    charts = BOMBER_COMMAND.load_pack("standard")
    night = BOMBER_COMMAND.start(setups(1), charts)
    night.targets, night.target_vps = ["berlin"], [9]
    shown = BOMBER_COMMAND.standing(night, charts, seat).known_to("german")
    assert shown.value is None and shown.level == ""
    assert {part.name for part in shown.parts}.isdisjoint({"targets", "bombers", "mosquitos"})
    assert BOMBER_COMMAND.standing(night, charts, seat).known_to("british").value is not None


# Levels


def fallen(*types: str, hits: int = 9) -> State:
    """A night in which these were shot down."""
    bombers = [
        AttackerCounter(kind, 1, place, "bomber", status="destroyed", hits=hits) for place, kind in enumerate(types)
    ]
    return State(Setup(), bombers=bombers)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(
    ("aim", "done"),
    [
        (Aim(kills=1), True),
        (Aim(kills=2), False),
        (Aim(kills=1, of="Ju88C-6"), False),
        (Aim(hits_on_one=9), True),
        (Aim(hits_on_one=10), False),
        (Aim(points_at_most=5), True),
        (None, False),
    ],
)
def test_what_a_level_asks_for(aim: Aim | None, done: bool) -> None:
    assert reached(fallen("Halifax II"), aim, at_end=True) is done


def test_nothing_is_reached_on_a_bare_table() -> None:
    assert not reached(State(Setup()), Aim(hits_on_one=1), at_end=True)


@pytest.mark.rule("S campaign")
def test_the_levels_of_a_year() -> None:
    tables = NIGHTFIGHTER.load_pack("standard").tables
    rules, book = tables.campaign, tables.staffel
    state = NIGHTFIGHTER.start(Setup(campaign="staffel", mode="solo"), PACK)
    pilot, staffel = state.career, state.staffel
    pilot.points = rules.points_to_win
    assert goal_of(pilot, rules, green=True) == "victory"
    pilot.points, pilot.medals = 0, [rules.minor_medal]
    assert goal_of(pilot, rules, green=True) == "minor-victory"
    for kills, level in ((rules.experte_from, "victory"), (rules.minor_from, "minor-victory"), (0, "defeat")):
        pilot.kills = kills
        assert goal_of(pilot, rules, green=False) == level
    for points, level in ((book.decisive, "decisive"), (book.win, "win"), (book.draw, "draw"), (-99, "defeat")):
        staffel.points = points
        assert staffel_level(staffel, book) == level
