"""Nights that bots fly for statistics: with any umpire, and by a custom scenario. [3.2, 5.0]"""

import re
from argparse import ArgumentParser
from pathlib import Path

import pytest

from engine.nightfighter.simulate import add_arguments, plan, report, share

EXAMPLE = re.search(r"```yaml\n(.*?)```", Path("docs/scenarios.md").read_text(encoding="utf-8"), re.DOTALL)


def planned(*words):
    parser = ArgumentParser()
    add_arguments(parser)
    return plan(vars(parser.parse_args(words)), 3)


@pytest.mark.parametrize("umpire", ["computer", "person"])
def test_the_umpire_may_be_a_seat_of_its_own(umpire):
    case, games = planned("--games", "2", "--umpire", umpire)
    tally = share(case, 0, games)
    assert case["setup"]["umpire"] == umpire and report(case, tally)["games"] == 2


def test_a_scenario_of_ones_own_is_flown(tmp_path):
    file = tmp_path / "harbour.yaml"
    file.write_text(EXAMPLE[1], encoding="utf-8")
    case, games = planned("--own", str(file), "--games", "1")
    assert "harbour" in case["setup"]["own"] and share(case, 0, games)["games"] == 1


def test_a_file_that_is_not_there_or_no_scenario_is_told(tmp_path):
    with pytest.raises(ValueError, match="cannot be read"):
        planned("--own", str(tmp_path / "none.yaml"))
    (tmp_path / "odd.yaml").write_text("own: [1", encoding="utf-8")
    with pytest.raises(ValueError, match="cannot be played"):
        planned("--own", str(tmp_path / "odd.yaml"))
