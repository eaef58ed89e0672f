"""Simulated careers: the same on every machine, and inside the bands of calibration. [5.2.1]"""

import json
from collections import Counter
from functools import cache

import pytest

from engine.interceptor import simulate
from tests.shared.sample_sizes import sample_size

PLAIN = {
    "start": "",
    "policy": "sensible",
    "orders": "{}",
    "month": "",
    "track": "officer",
    "ace": "",
    "option": [],
    "pack": "standard",
    "careers": 10,
}


def case(**options) -> dict:
    return simulate.plan(PLAIN | options, 7)[0]


def flown(careers: int, **options) -> dict:
    read = case(**options)
    return simulate.report(read, simulate.share(read, 0, careers))


def test_shares_put_together_are_the_whole():
    read = case()
    whole = simulate.share(read, 0, 12)
    parts = [simulate.share(read, first, 4) for first in (8, 0, 4)]
    assert simulate.report(read, simulate.merge(parts)) == simulate.report(read, simulate.merge([whole]))
    assert simulate.share(read, 4, 4) == simulate.share(read, 4, 4)


def test_a_tally_and_a_case_travel_as_json():
    read = case(start="5/Fw190A-4", option=["fatigue"], orders='{"passes": 1}')
    assert json.loads(json.dumps(read)) == read
    tally = simulate.share(read, 0, 3)
    assert json.loads(json.dumps(tally)) == tally


def test_the_report_has_what_is_asked_of_it():
    report = flown(20)
    assert {"careers", "survived", "median_bombers", "bands", "by_month", "causes_of_loss", "awards", "sorties"} <= set(
        report
    )
    assert report["careers"] == 20
    assert sum(report["bands"].values()) == pytest.approx(1)
    assert report["survived"] + sum(report["causes_of_loss"].values()) == pytest.approx(1)
    assert sum(month["killed"] for month in report["by_month"].values()) == pytest.approx(1 - report["survived"])


@pytest.mark.parametrize(
    "options",
    [
        {"start": "99"},
        {"start": "x"},
        {"start": "5/Me410A"},
        {"month": "1945-01"},
        {"ace": "Nobody"},
        {"orders": "{"},
        {"orders": '{"passes": 0}'},
        {"orders": '{"colour": 1}'},
    ],
)
def test_a_case_that_cannot_be_flown_is_refused(options):
    with pytest.raises(ValueError, match=r"\w"):
        simulate.plan(PLAIN | options, 1)


def test_quantiles():
    counts = {"0": 2, "5": 1, "10": 1}
    assert simulate.median(counts) == 0
    assert simulate.spread(counts) == {"p10": 0, "p25": 0, "median": 0, "p75": 5, "p90": 10, "most": 10, "mean": 3.75}


CAREERS = sample_size("YARDSTICK", 300, 500)
"""Careers of each case that the bands speak of."""
CASES = {
    "random": {},
    "Fw190": {"start": "5"},
    "Bf109": {"start": "18"},
    "careless": {"policy": "careless"},
    "careful": {"policy": "careful"},
    "twin": {"start": "20"},
}


@cache
def yardstick(name: str) -> dict:
    """Fly the careers of a case, once for each process that asks for it."""
    return flown(min(CAREERS, 300) if name in ("careless", "twin") else CAREERS, **CASES[name])


@pytest.mark.slow
def test_how_many_live_through_the_year():
    for name in ("random", "Fw190", "Bf109"):
        assert 0.12 <= yardstick(name)["survived"] <= 0.30, name


@pytest.mark.slow
def test_how_many_bombers_fall():
    assert 8 <= yardstick("Fw190")["median_bombers"] <= 15
    assert 4 <= yardstick("Bf109")["median_bombers"] <= 9
    assert 0.05 <= yardstick("random")["bands"]["decisive"] <= 0.16


@pytest.mark.slow
def test_how_often_bombers_are_met():
    for name, low in (("random", 0.85), ("Fw190", 0.85), ("Bf109", 0.80)):
        assert low <= yardstick(name)["per_sortie"]["met_bombers"] <= 0.98, name


@pytest.mark.slow
def test_the_careless_die_and_the_careful_live():
    middle = yardstick("random")["survived"]
    assert yardstick("careless")["survived"] < middle - 0.08
    assert yardstick("careful")["survived"] > middle + 0.03


@pytest.mark.slow
def test_losses_rise_as_escorts_come():
    """Aircraft lost to a sortie flown: spring without escorts, autumn with them. [7.2.1]"""
    by_month = yardstick("Fw190")["by_month"]
    spring = [by_month[month]["shot_down"] for month in ("1943-03", "1943-04")]
    autumn = [by_month[month]["shot_down"] for month in ("1943-08", "1943-09")]
    assert sum(autumn) > 1.5 * sum(spring)


@pytest.mark.slow
def test_a_twin_may_live():
    assert yardstick("twin")["survived"] > 0.10


def test_his_gunner_is_what_a_twin_lives_by():
    """The rear gunner drives off or shoots down a part of those who come from behind. [7.2.2.4]"""
    credits = Counter()
    read = simulate.msgspec.convert(case(start="20"), simulate.Case)
    charts = simulate.load("standard")
    for place in range(150):
        for line in simulate.fly_career(read, charts, place).careers[0].log:
            credits.update(fight.credit for fight in line.engagements if not fight.is_bomber)
    assert credits["gunner"] > 10
