"""Tests that a change can affect."""

import pytest
from django.conf import settings

from tools.changed_tests import ReachableFiles, changed_files, select_tests

ROOT = settings.BASE_DIR


@pytest.fixture(scope="module")
def reachable():
    """Return the files that each file leads to: all of them are read for one change as for many."""
    return ReachableFiles(ROOT)


@pytest.mark.parametrize(
    ("changed", "touched", "untouched"),
    [
        pytest.param(
            "engine/nightfighter/rules/flak.py",
            "tests/engine/nightfighter/rules",
            "tests/engine/bomber_command",
            id="a rule touches its game",
        ),
        pytest.param(
            "engine/kernel/table.py", "tests/engine/bomber_command", "tests/shared", id="the kernel, all games"
        ),
        pytest.param(
            "templates/raids/board/board.html",
            "tests/browser/raids/test_whole_nights.py",
            "tests/engine/nightfighter/rules",
            id="a template, the pages that show it",
        ),
        pytest.param(
            "docs/reference/csv.md", "tests/project/test_csv_columns.py", "tests/engine", id="a document, its check"
        ),
        pytest.param(
            "campaigns/ladders/ladder.py",
            "tests/campaigns/ladders/test_ranking.py",
            "tests/engine/interceptor",
            id="a module, whatever imports it",
        ),
    ],
)
def test_a_change_touches_what_leads_to_it(reachable, changed, touched, untouched):
    found = select_tests(ROOT, {changed}, reachable)
    assert any(test.startswith(touched) for test in found)
    assert not any(test.startswith(untouched) for test in found)


def test_a_change_of_the_set_up_touches_all():
    assert select_tests(ROOT, {"pyproject.toml", "docs/reference/csv.md"}) == ["tests"]


def test_no_change_touches_nothing():
    assert select_tests(ROOT, set()) == []


def test_a_view_is_reached_by_its_address(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "play/sessions").mkdir(parents=True)
    (tmp_path / "play/sessions/views.py").write_text("")
    (tmp_path / "tests/test_page.py").write_text("def test_page(client):\n    client.get('/tables/')\n")
    assert select_tests(tmp_path, {"play/sessions/views.py"}) == ["tests/test_page.py"]


def test_a_new_file_is_a_change():
    new = ROOT / "tests/project/a_new_file.txt"
    new.write_text("")
    try:
        assert "tests/project/a_new_file.txt" in changed_files(ROOT, "HEAD")
    finally:
        new.unlink()
