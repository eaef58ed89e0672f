"""Effects of a season's key: every player meets the same events, whatever he did before."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.bomber_command.game import TITLE as BOMBER_COMMAND
from engine.bomber_command.state import Setup as NightSetup
from engine.interceptor.bots.policies import POLICIES
from engine.interceptor.game import TITLE as INTERCEPTOR
from engine.interceptor.state import MONTHS, Options, PilotSetup, Setup
from engine.kernel.dice import ANCHOR_SIGN, DiceCalendar, FairDice
from engine.kernel.events import Event, data_of
from engine.kernel.run import Run
from engine.kernel.title import RandomPolicy
from engine.nightfighter.game import TITLE as NIGHTFIGHTER
from engine.nightfighter.state import Setup as YearSetup
from tests.engine.bomber_command.builders import CHARTS as NIGHT_CHARTS
from tests.engine.interceptor.ground_case import charts
from tests.engine.nightfighter.builders import PACK

BOTS = ("sensible", "careful", "careless", "random")
EARLY = [number for number, row in charts().units.items() if row.start == 0]
"""Where a pilot may begin in the first month, so that two of them have lines in common."""
EVERYTHING = Options(fatigue=True, quality=True, positions=True, manoeuvres=True, attempt=True)


def dice_of(title: Any, seed: int, season: int | None) -> FairDice:
    calendar = DiceCalendar(b"season" + season.to_bytes(26, "big"), title.shared) if season is not None else None
    return FairDice(seed.to_bytes(32, "big"), {"pilot": "a nonce"}, calendar=calendar)


def played(title: Any, pack: Any, setup: Any, dice: FairDice, bots: dict[str, Any], *, again: bool = False) -> Run:
    """Play a game to its end; `run.heard` are all its events. `again` takes it up afresh at every seventh answer."""
    run = Run.begin(title, pack, setup, dice)
    told = list(run.step.events)
    answers = 0
    while not run.over:
        decision = next(iter(run.pending.values()))
        answer = bots[decision.actor].choose(decision, lambda: None)
        told += run.answer(decision.actor, msgspec.to_builtins(answer), decision.key).events
        answers += 1
        if again and answers % 7 == 0 and not run.over:
            kept = FairDice(b"", counters={}, calendar=dice.calendar)
            kept.key = dice.key
            run = Run.resume(title, pack, kept, run.record)
    run.heard = told  # type: ignore[attr-defined]
    return run


def year(seed: int, season: int | None, bot: str, *, again: bool = False, **pilot: Any) -> list[Event]:
    setup = Setup([PilotSetup(**pilot)], options=EVERYTHING)
    bots = {"pilot": POLICIES[bot](charts(), "pilot", seed)}
    return played(INTERCEPTOR, charts(), setup, dice_of(INTERCEPTOR, seed, season), bots, again=again).heard


def met(told: list[Event]) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Give what was met on each line and in each box, by its place in the calendar."""
    month, line = "", 0
    for event in told:
        data = event.data
        if event.kind == "month.begins":
            month, line = data.month, 0
        elif event.kind == "raid.rolled":
            line += 1
            yield (month, line, "raid"), (data.total, data.target, data.zone)
        elif event.kind == "weather.rolled":
            yield (month, line, "weather"), (data.total, data.weather)
        elif event.kind == "interception.rolled":
            box = data.box
            yield (month, line, "interception", box), (data.total,)
        elif event.kind == "target.rolled":
            yield (month, line, "target", box), (data.bomber, data.escort)
        elif event.kind == "random.event":
            yield (month, line, "event", box), tuple(die.face for die in event.dice)


def first_of(told: list[Event]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for place, what in met(told):
        found.setdefault(place, what)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("season", range(40))
def test_two_pilots_of_a_season_meet_the_same_on_every_common_line(season):
    other = BOTS[(season + 1 + season // 4 % 3) % 4]
    mine = first_of(year(2 * season, season, BOTS[season % 4], unit=EARLY[season % len(EARLY)]))
    yours = first_of(year(2 * season + 1, season, other, unit=EARLY[season // 2 % len(EARLY)], track="nco"))
    common = set(mine) & set(yours)
    lines = [place for place in common if place[2] == "raid"]
    assert lines and {place: mine[place] for place in common} == {place: yours[place] for place in common}
    assert all((*place[:2], "weather") in common for place in lines), "the weather comes whoever takes off"


def test_pilots_who_share_no_key_meet_other_raids():
    mine, yours = (first_of(year(seed, None, "careful", unit=EARLY[0])) for seed in (1, 2))
    common = [place for place in set(mine) & set(yours) if place[2] == "raid"]
    assert sum(mine[place] == yours[place] for place in common) < len(common) / 2


def test_a_season_has_every_line_of_a_pilots_year_whether_or_not_he_is_there():
    told = year(12, 3, "careful", unit=EARLY[0])
    reasons = {event.data.reason for event in told if event.kind == "sortie.not-flown"}
    assert reasons & {"hospital", "wound", "repair"}, "he is away at some time"
    found = first_of(told)
    lines = {(MONTHS[month], line + 1) for month in range(len(MONTHS)) for line in range(charts().lines(month))}
    for kind in ("raid", "weather"):
        assert {place[:2] for place in found if place[2] == kind} == lines


def test_a_game_of_a_season_is_taken_up_where_it_stands():
    plain, resumed = year(5, 9, "sensible"), year(5, 9, "sensible", again=True)
    assert [(event.kind, event.data, event.dice) for event in plain] == [
        (event.kind, event.data, event.dice) for event in resumed
    ]
    assert any(ANCHOR_SIGN in die.stream for event in plain for die in event.dice)


# Nightfighter's year -------------------------------------------------------------------------------------------------


def nights(seed: int, season: int, setup: YearSetup) -> dict[tuple[int, str], list[Any]]:
    """Events of each night of a year, by the week and the kind of event."""
    whims = dice_of(NIGHTFIGHTER, seed + 500, None)
    bots = {"player": RandomPolicy(lambda sides: whims.draw("whim", sides))}
    run = played(NIGHTFIGHTER, PACK, setup, dice_of(NIGHTFIGHTER, seed, season), bots)
    found: dict[tuple[int, str], list[Any]] = {}
    week = 0
    for event in run.heard:  # type: ignore[attr-defined]
        if event.kind == "career.week":
            week = event.data.week
        elif event.kind in ("career.calendar", "career.sky", "career.engage-rolled", "career.card", "career.raid"):
            found.setdefault((week, event.kind), []).append(data_of(event.data))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("campaign", ["green", "seasoned", "staffel"])
@pytest.mark.parametrize("season", range(6))
def test_two_nightfighters_of_a_season_have_the_same_nights(season, campaign):
    setup = YearSetup(campaign=campaign, mode="solo")
    mine, yours = (nights(2 * season + place, season, setup) for place in (0, 1))
    common = set(mine) & set(yours)
    assert len({week for week, _kind in common}) > 1
    for place in common:
        if place[1] == "career.raid" and campaign == "staffel":
            continue  # which raid is met depends on the box in which a crew waits; see below
        both = list(zip(mine[place], yours[place], strict=False))
        assert all(one == other for one, other in both), place


@pytest.mark.slow
@pytest.mark.parametrize("season", range(6))
def test_two_staffeln_meet_the_same_raid_behind_the_same_card(season):
    setup = YearSetup(campaign="staffel", mode="solo")
    raids = [
        {
            (week, raid["card"]): raid
            for (week, kind), found in nights(2 * season + place, season, setup).items()
            if kind == "career.raid"
            for raid in found
        }
        for place in (0, 1)
    ]
    common = set(raids[0]) & set(raids[1])
    assert common and all(raids[0][place] == raids[1][place] for place in common)


# Bomber Command's sky ------------------------------------------------------------------------------------------------

SKY = ("weather.rolled", "weather.placed", "visibility.rolled", "twilight.rolled", "moon.rolled", "wind.rolled")
ADVANCED = {"bad_weather": True, "moon": True, "tail_winds": True}


def set_up(seed: int, season: int | None, **setup: Any) -> tuple[list[Any], list[Any]]:
    """Play a night's set-up at random; return its sky, and the rest of what was drawn."""
    whims = dice_of(BOMBER_COMMAND, seed + 500, None)
    anybody = RandomPolicy(lambda sides: whims.draw("whim", sides))
    run = Run.begin(BOMBER_COMMAND, NIGHT_CHARTS, NightSetup(**setup), dice_of(BOMBER_COMMAND, seed, season))
    told = list(run.step.events)
    while run.state.phase == "set-up":
        decision = next(iter(run.pending.values()))
        told += run.answer(decision.actor, anybody.choose(decision), decision.key).events
    sky = [(event.kind, event.data) for event in told if event.kind in SKY]
    rest = [die for event in told if event.kind not in SKY for die in event.dice]
    return sky, rest


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
@pytest.mark.parametrize("season", range(10))
def test_the_nights_of_a_mirrored_match_share_the_sky_alone(season, scenario):
    mine, yours = (set_up(2 * season + place, season, scenario=scenario, **ADVANCED) for place in (0, 1))
    assert mine[0] == yours[0] and len(mine[0]) > 5
    assert mine[1] != yours[1]


def test_nights_that_share_nothing_have_skies_of_their_own():
    assert set_up(1, None, **ADVANCED)[0] != set_up(2, None, **ADVANCED)[0]


def test_only_the_sky_of_the_set_up_is_shared():
    whims = dice_of(BOMBER_COMMAND, 1, None)
    bots = dict.fromkeys(("british", "german"), RandomPolicy(lambda sides: whims.draw("whim", sides)))
    told = played(BOMBER_COMMAND, NIGHT_CHARTS, NightSetup(), dice_of(BOMBER_COMMAND, 1, 1), bots).heard  # type: ignore[attr-defined]
    shared = {die.stream for event in told for die in event.dice if ANCHOR_SIGN in die.stream}
    assert shared == {"weather@sky", "deck/weather@sky"}
