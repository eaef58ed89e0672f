"""The controller's estimate: it reads only the German player's events, and its shares come true."""

import inspect

import pytest

from engine.bomber_command.analysis import estimate as estimates
from engine.bomber_command.analysis.estimate import (
    DetectionReport,
    TrackLibrary,
    detection_reports,
    estimate,
    make_tracks,
)
from engine.bomber_command.bots.policies import POLICIES
from engine.bomber_command.events import BombingBegins, DetectionRolled, MosquitosBombed, RaidsDetected, TurnBegins
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import GERMAN, SEATS, Setup
from engine.kernel.dice import FastDice
from engine.kernel.table import RecordingTable
from engine.kernel.title import drive
from tests.engine.bomber_command.builders import CHARTS
from tests.shared.sample_sizes import sample_size

NIGHTS = sample_size("ESTIMATE_NIGHTS", 16, 400)
"""Nights that the calibration is tried on; the figure of docs/calibration.md was measured with 400."""


@pytest.fixture(scope="module")
def berlin():
    return TrackLibrary(CHARTS, "berlin", make_tracks(CHARTS, "berlin"))


@pytest.fixture(scope="module")
def downfall():
    return TrackLibrary(CHARTS, "downfall", make_tracks(CHARTS, "downfall"))


def along(library, city, *, turns, found="clarified"):
    """Events of a Main Force that flies the likeliest route to a city, with nothing else in the sky."""
    track = max(library.tracks[city], key=lambda track: track.weight)
    seen = []
    for turn in range(1, turns + 1):
        hexes = track.stands.get(turn, ())
        seen.append(DetectionReport(turn, found, list(hexes[:1]), list(hexes[1:]) if found == "clarified" else []))
    return seen


def test_nothing_can_reach_a_night():
    """No function of the module takes a state: each takes only the player's events."""
    for _name, function in inspect.getmembers(estimates, inspect.isfunction):
        if function.__module__ == estimates.__name__ and function.__name__ not in ("make_tracks", "_tracks", "_track"):
            assert not {"State", "Table"} & {str(one) for one in function.__annotations__.values()}


def test_what_was_told_is_read_turn_by_turn():
    told = [
        RaidsDetected(["A1"], []),
        TurnBegins(1, twilight=False),
        DetectionRolled(9, 2, "clarified"),
        RaidsDetected(["F8"], ["E8"]),
        TurnBegins(2, twilight=False),
        DetectionRolled(2, 2, "none"),
        MosquitosBombed("emden", 1),
        BombingBegins("kassel", 1, 0),
    ]
    assert detection_reports(told) == [
        DetectionReport(1, "clarified", ["F8"], ["E8"]),
        DetectionReport(2, "none", harassed=["emden"], bombed=["kassel"]),
    ]


@pytest.mark.slow
def test_below_two_sightings_it_says_nothing_that_the_chits_do_not(berlin):
    nothing = estimate(berlin, [])
    assert not nothing.tells
    chits = berlin.draws[0]
    best = sorted(chits.values(), reverse=True)[:5]
    assert [one.share for one in nothing.shares] == pytest.approx(best)
    assert not estimate(berlin, along(berlin, "stuttgart", turns=9)[:1]).tells


@pytest.mark.slow
@pytest.mark.parametrize("city", ["stuttgart", "berlin", "stettin", "muenchen"])
def test_a_stream_on_the_way_to_a_city_makes_it_likelier_turn_by_turn(berlin, city):
    def share(turns):
        found = {one.city: one.share for one in estimate(berlin, along(berlin, city, turns=turns)).shares}
        return found.get(city, 0.0)

    last = max(berlin.tracks[city], key=lambda track: track.weight).bombs
    assert share(last) > berlin.draws[0][city] * 2
    assert share(last) >= share(2) - 0.02


@pytest.mark.slow
def test_where_no_bombs_fell_nobody_was_bound(berlin):
    """The very sightings that speak for a city speak against it once its bombs are overdue."""
    last = max(berlin.tracks["kassel"], key=lambda track: track.weight).bombs
    seen = along(berlin, "kassel", turns=last)
    before = {one.city: one.share for one in estimate(berlin, seen).shares}["kassel"]
    late = [*seen, DetectionReport(last + 1, "none"), DetectionReport(last + 2, "none")]
    after = {one.city: one.share for one in estimate(berlin, late).shares}.get("kassel", 0.0)
    assert after < before / 4


@pytest.mark.slow
def test_a_city_that_is_bombed_is_known_and_mosquitos_speak_against_theirs(berlin, downfall):
    assert estimate(berlin, [DetectionReport(6, bombed=["essen"])]).shares[0] == ("essen", 1.0)
    known = estimate(downfall, [DetectionReport(6, bombed=["leuna"])])
    assert known.tells and known.shares[0] == ("leuna", pytest.approx(1.0)) and known.shares[1].share < 1
    harassed = estimate(berlin, [DetectionReport(4, harassed=["berlin"])])
    assert {one.city: one.share for one in harassed.shares}.get("berlin", 0) < berlin.draws[0]["berlin"]


@pytest.mark.slow
def test_two_main_forces_have_two_targets(downfall):
    """Shares are chances of being one of the two; a second visit to the first city counts once."""
    every = dict(estimates._of_two(downfall, dict.fromkeys(downfall.tracks, 1.0), ()))
    again = downfall.draws[1][""]
    assert sum(every.values()) == pytest.approx(2 - again)


def flown(scenario, seed):
    """Fly one night between strong bots; return the German player's events, and the targets."""
    night = TITLE.start(Setup(scenario), CHARTS)
    bots = {seat: POLICIES["strong"](CHARTS, seat, 2 * seed + at) for at, seat in enumerate(SEATS)}
    table = RecordingTable(FastDice(seed), CHARTS)
    drive(
        TITLE.play(night, table), lambda one: bots[one.actor].choose(one, lambda: TITLE.view(night, CHARTS, one.actor))
    )
    told = [event.data for event in table.log.events if not event.to or GERMAN in event.to]
    return detection_reports(told), night.targets


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_what_is_called_likely_comes_true_about_as_often(scenario, berlin, downfall):
    library = {"berlin": berlin, "downfall": downfall}[scenario]
    said, came, cases = 0.0, 0, 0
    for place in range(NIGHTS):
        seen, targets = flown(scenario, 400_000 + place)
        for turn in range(1, len(seen) + 1):
            found = estimate(library, seen[:turn])
            if found.known:
                break
            if found.tells:
                for one in found.shares:
                    said, came, cases = said + one.share, came + (one.city in targets), cases + 1
    assert cases > NIGHTS
    assert abs(said - came) / cases < 0.06
