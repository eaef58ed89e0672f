"""Golden careers, one for each way a career can end, replay to the same hash. [5, 7.4, 7.6, 10.7]"""

import pytest

from tests.engine.interceptor.golden import BANDS, BY_RULES_2, DEATHS, FOLDER, PAIRS, ending, mark, replay

GOLDEN_FILES = sorted(FOLDER.glob("*.txt"))


def test_every_ending_is_kept():
    wanted = (
        {f"alive-{band}" for band in BANDS} | {f"killed-{death}" for death in DEATHS} | set(PAIRS) | set(BY_RULES_2)
    )
    assert {path.stem for path in GOLDEN_FILES} == wanted


@pytest.mark.rule("5.1.4")
@pytest.mark.rule("5.2.2")
@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.stem)
def test_a_golden_career_ends_as_it_did(path):
    told, state, story = replay(path)
    assert mark(state) == told["mark"]
    assert story == told["told"], "it ends the same, but tells or asks something else on the way"
    if path.stem not in PAIRS and path.stem not in BY_RULES_2:
        assert ending(state) == path.stem
