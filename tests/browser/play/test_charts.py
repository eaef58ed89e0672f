"""Charts in a real browser: a pack brought in with a fault, mended on its page, compared, calibrated and stopped."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.charts.models import Calibration, ChartPack
from tests.browser.conftest import PATIENCE, SCREENS, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

SKY = """bad_weather:
  provenance: "reconstructed: a wetter winter"
  dice: d6
  rows: {1: good, 2-6: %s}
"""


def assert_no_fault_on_any_screen(page: Page, faults: Any) -> None:
    """Check a page at once on a desk, and on a phone."""
    for screen in ("desk", "phone"):
        page.set_viewport_size(SCREENS[screen])
        assert faults(page) == [], screen


def test_a_pack_is_brought_in_mended_compared_and_calibrated(
    page: Page, house: str, alice: Any, faults: Any, tmp_path: Path
) -> None:
    """Go through the steps on the phone; check each page on both screens."""
    page.set_viewport_size(SCREENS["phone"])
    sign_in(page, alice, house)
    page.goto("/charts/")
    assert_no_fault_on_any_screen(page, faults)
    page.get_by_role("link", name="Import a chart pack").click()
    expect(page.get_by_label("Files")).to_be_visible()
    assert_no_fault_on_any_screen(page, faults)
    (tmp_path / "sky.yaml").write_text(SKY % "wet")
    page.get_by_label("Files").set_input_files(tmp_path / "sky.yaml")
    page.get_by_label("Game (if").select_option("bomber-command")
    page.get_by_label("Title (if").fill("A wet winter")
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("heading", name="Faults")).to_be_visible()
    expect(page.get_by_text("bad_weather.rows.2-6")).to_be_visible()
    assert_no_fault_on_any_screen(page, faults)
    page.get_by_label("Text of sky.yaml").fill(SKY % "bad")
    page.get_by_role("button", name="Save and check").click()
    expect(page.get_by_text("Checked: no faults.")).to_be_visible()
    expect(page.get_by_role("rowheader", name="rows.2-6", exact=True)).to_be_visible()
    assert_no_fault_on_any_screen(page, faults)
    page.get_by_label("Games", exact=True).select_option("400")
    page.get_by_role("button", name="Let bots play").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Bombers lost, mean")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Let bots play")).to_be_visible(timeout=PATIENCE)
    assert_no_fault_on_any_screen(page, faults)
    run = Calibration.objects.get(pack=ChartPack.objects.get(owner=alice))
    assert run.status == Calibration.Status.STOPPED and 0 < run.played < 400


@pytest.mark.parametrize("game", ["interceptor-ace", "bomber-command", "nightfighter"])
def test_charts_of_the_house_can_be_read(page: Page, house: str, faults: Any, screen: str, game: str) -> None:
    page.goto(f"/charts/{game}/standard/")
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    assert faults(page) == []
    with page.expect_navigation():
        page.get_by_role("table").last.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
