"""The slow tests that run first exist: a renamed test does not lose its place without notice."""

from pathlib import Path

from tests.slow_first import SLOW_FIRST


def test_the_dearest_tests_are_found():
    written = "".join(file.read_text() for file in Path("tests").rglob("test_*.py"))
    assert [name for name in SLOW_FIRST if f"def {name}(" not in written] == []
