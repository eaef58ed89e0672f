"""The page about the rules as a library: its examples run unchanged."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "concepts" / "rules-library.md"


@pytest.mark.slow
def test_the_examples_of_the_page_run(capsys):
    names: dict = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        exec(block, names)
    assert "setup.skill" in capsys.readouterr().out
    assert names["TITLE"].outcome(names["state"], names["charts"]) is not None
