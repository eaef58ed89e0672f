"""Every page with a print style, printed: its pages are counted, and what it says is read."""

import io
import re
from typing import Any

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from raids.plans.services import plan_save
from sorties.interceptor.records.models import InterceptorCareer, SortieRecord
from tests.browser.conftest import sign_in
from tests.browser.raids.test_pages import late_night
from tests.shared.builders import nights
from tests.shared.builders.careers import flown_in_memory, year_in_memory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
PAPER = ("A4", "Letter")
SHEETS = {3: 8, 50: 8, 92: 9}
"""The most sheets of a career, by the lines of its log."""


def printed(page: Page, address: str, paper: str) -> list[str]:
    """Print a page, and return the text of each sheet of paper, with single spaces."""
    page.goto(address)
    page.wait_for_load_state("load")
    reader = PdfReader(io.BytesIO(page.pdf(format=paper)))
    return [re.sub(r"\s+", " ", sheet.extract_text()) for sheet in reader.pages]


def career_of(player: Any, lines: int) -> InterceptorCareer:
    """A career whose log has as many lines, or about as many; a short one begins in the last month."""
    pilot = {"start": "1944-02"} if lines < 8 else {}
    for seed in range(1, 400):
        run, _journal = year_in_memory(seed, **pilot)
        if abs(len(run.state.careers[0].log) - lines) <= 3 * (lines == 50):
            return flown_in_memory(player, seed, **pilot)
    raise LookupError(lines)


def killed_in_the_air(pilot: Any) -> bool:
    """A death that the last page tells with a victory of the sortie."""
    return bool(pilot.death == "air" and pilot.bombers > 1)


@pytest.mark.parametrize("lines", SHEETS)
def test_a_career_is_printed_on_few_sheets_with_a_line_of_its_log_in_a_line(
    page: Page, alice: Any, house: str, lines: int
) -> None:
    career = career_of(alice, lines)
    sign_in(page, alice, house)
    for paper in PAPER:
        sheets = printed(page, f"/careers/{career.pk}/", paper)
        said = " ".join(sheets)
        assert len(sheets) <= SHEETS[lines], paper
        # A word that stands a letter a line, or broken, is not read as one.
        towns = {
            line.target for line in SortieRecord.objects.filter(career=career) if line.target and "-" not in line.target
        }
        assert not [town for town in towns if town not in said]
        assert said.count("not flown: ") == SortieRecord.objects.filter(career=career).exclude(kind="flown").count()
        assert "March 1943" in said and "February 1944" in said and "Ledgers" in said


def test_the_last_page_and_the_debriefing_are_printed(page: Page, alice: Any, house: str) -> None:
    seeds = (seed for seed in range(1, 400) if killed_in_the_air(year_in_memory(seed)[0].state.careers[0]))
    career = flown_in_memory(alice, next(seeds))
    last = SortieRecord.objects.filter(career=career).last()
    assert last is not None
    sign_in(page, alice, house)
    for paper in PAPER:
        (sheet,) = printed(page, f"/careers/{career.pk}/end/", paper)
        assert f"the raid on {last.target}" in sheet and "Killed in the air" in sheet
        sheets = printed(page, f"/careers/{career.pk}/debriefing/", paper)
        assert len(sheets) <= 3
        assert f"Not home from {last.target}" in " ".join(sheets) and "What happened" in " ".join(sheets)


def test_a_night_its_plan_and_the_morning_after_are_printed(
    page: Page, alice: Any, bob: Any, house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = late_night(alice, bob, monkeypatch, turn=99)
    plan = plan_save(owner=alice, name="Feint", scenario="berlin", plot={"raids": []})
    year = nights.begun(alice)
    sign_in(page, alice, house)
    addresses = {
        f"/tables/{over.pk}/": ("Visibility", 6),
        f"/raids/plans/{plan.pk}/": ("Feint", 2),
        f"/raids/tables/{over.pk}/debriefing/": ("The night on one sheet", 4),
        f"/nights/careers/{year.pk}/": (str(year), 5),
    }
    for address, (says, most) in addresses.items():
        for paper in PAPER:
            sheets = printed(page, address, paper)
            assert says in " ".join(sheets), (address, paper)
            assert len(sheets) <= most, (address, paper, len(sheets))
