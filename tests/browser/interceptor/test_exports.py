"""Exports in a real browser: a month logged on phone and desk; a career exported, deleted and imported."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.journal import store
from play.sessions.selectors import session_at
from sorties.interceptor.records.models import InterceptorCareer, SortieRecord
from sorties.interceptor.tabletop.log_line import TabletopLine
from tests.browser.conftest import PATIENCE, fits, settled, sign_in
from tests.shared.builders.careers import begun, fly, seed_for
from tests.shared.builders.tables import give
from tests.shared.sample_sizes import sample_size

pytestmark = pytest.mark.django_db(transaction=True)
BY_HAND = sample_size("LINES_BY_HAND", 3, 8)
"""Lines of a month that are entered on the page; the service enters the others."""


def begin_books(page: Page) -> None:
    page.goto("/careers/new/")
    page.get_by_label("Name of the pilot").fill("Paul Merz")
    page.get_by_label("Unit and base").select_option("6")
    page.get_by_label("Your own, on the table").check(force=True)
    page.get_by_role("button", name="Fly", exact=True).click()
    expect(page.locator("button[name=answer][value=done], #prompt, #line").first).to_be_visible()
    page.wait_for_load_state("load")


def to_the_line(page: Page, career: InterceptorCareer) -> None:
    """Answer what is asked between two lines with done, and come to the form."""
    form, done = page.locator("#line"), page.locator("button[name=answer][value=done]")
    orders = page.locator("#prompt.open button.order:not([aria-disabled])")
    # A page that waits for a line to be written goes on by itself: it is not left before.
    expect(page.locator("#given")).to_have_count(0, timeout=PATIENCE)
    for _question in range(12):
        page.goto(f"/careers/{career.pk}/line/")
        expect(form.or_(done).or_(orders).first).to_be_visible(timeout=PATIENCE)
        if form.count():
            return
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            (done if done.count() else orders).last.click()
    raise LookupError("no line is asked for")


def enter(page: Page, number: int) -> None:
    """Press the button, and wait for the next page."""
    with page.expect_navigation():
        page.get_by_role("button", name=f"Enter line {number}").click()


def entered_by_service(career: InterceptorCareer) -> None:
    """Enter the next line beside the page, and answer what is asked before it."""
    session = settled(session_at(career.session_id))
    while not (decision := store.resume(session).asked("pilot")[0]).form:
        session = give(session, "pilot", decision.options[-1])
    line = TabletopLine.next_of(career)
    assert line is not None
    draft = line.blank()
    draft.target = "Lorient"
    line.enter(line.token, draft)
    settled(session)


def test_a_month_is_kept_from_the_table_goes_out_is_wiped_and_comes_in(
    page: Page,
    alice: Any,
    house: str,
    screen: str,
    faults: Any,
    tmp_path: Path,
) -> None:
    sign_in(page, alice, house)
    begin_books(page)
    career = InterceptorCareer.objects.get(name="Paul Merz")
    to_the_line(page, career)
    assert faults(page) == []
    assert fits(page)
    page.get_by_label("Target of the raid").select_option("Lorient")
    page.get_by_role("button", name="B-17", exact=True).click()
    turn = page.locator("#met .turn")
    expect(turn).to_contain_text("met")
    turn.click()
    expect(turn).to_contain_text("damaged")
    turn.click()
    expect(turn).to_contain_text("shot down")
    expect(page.locator("#does")).to_contain_text("0 → 1")
    page.get_by_label("Rough", exact=True).check()
    enter(page, 1)
    expect(page.locator(".enter-bar")).to_contain_text("1 problem to correct")
    expect(turn).to_contain_text("shot down")
    page.get_by_label("Safe", exact=True).check()
    expect(page.locator("#does")).to_contain_text("Iron Cross")
    enter(page, 1)
    expect(page.locator("main")).to_contain_text("recorded")
    to_the_line(page, career)
    page.goto(f"/tables/{career.session_id}/")
    page.get_by_role("link", name="Enter a tabletop sortie").click()
    expect(page.get_by_role("button", name="Enter line 2")).to_be_visible()
    for number in range(2, BY_HAND + 1):
        to_the_line(page, career)
        page.get_by_label("Target of the raid").select_option("Lorient")
        enter(page, number)
    for _number in range(BY_HAND, 8):
        entered_by_service(career)
    to_the_line(page, career)
    assert SortieRecord.objects.filter(career=career, month="1943-03", kind="flown").count() == 8
    page.goto(f"/careers/{career.pk}/line/correct/")
    page.get_by_role("button", name="B-17", exact=True).click()
    expect(page.locator("#met .turn")).to_contain_text("met")
    page.get_by_label("Hits on his aircraft").fill("1")
    enter(page, 8)
    to_the_line(page, career)
    page.goto(f"/careers/{career.pk}/line/history/")
    expect(page.locator("main")).to_contain_text("current")
    kept = list(SortieRecord.objects.filter(career=career).values_list("month", "line", "target", "hits", "bombers"))
    page.goto("/exports/")
    with page.expect_download() as log:
        page.get_by_role("link", name="Log lines").click()
    file = tmp_path / "log.csv"
    log.value.save_as(file)
    career.session.delete()  # type: ignore[union-attr]
    career.delete()
    page.get_by_label("CSV file").set_input_files(file)
    page.get_by_role("button", name="Check file").click()
    expect(page.locator("main")).to_contain_text("all of them follow the rules")
    assert faults(page) == []
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Paul Merz")
    back = InterceptorCareer.objects.get()
    to_the_line(page, back)
    assert list(back.sorties.values_list("month", "line", "target", "hits", "bombers")) == kept


def test_a_half_filled_line_is_kept_on_the_device(
    page: Page,
    alice: Any,
    house: str,
    screen: str,
    faults: Any,
) -> None:
    sign_in(page, alice, house)
    begin_books(page)
    career = InterceptorCareer.objects.get(name="Paul Merz")
    to_the_line(page, career)
    target, hits, kept = (
        page.get_by_label("Target of the raid"),
        page.get_by_label("Hits on his aircraft"),
        page.locator("#draft"),
    )
    expect(kept).to_be_empty()
    target.select_option("Lorient")
    page.get_by_role("button", name="B-17", exact=True).click()
    expect(page.locator("#met .turn")).to_contain_text("met")
    page.get_by_label("Serious", exact=True).check()
    wound = page.get_by_label("Sorties lost to a wound")
    expect(wound).to_be_visible()
    wound.fill("2 13")
    expect(kept).to_contain_text("Draft stored on this device")
    assert faults(page) == []
    page.reload()
    expect(page.locator("#met .turn")).to_contain_text("met")
    expect(target).to_have_value("Lorient")
    expect(wound).to_have_value("2 13")
    enter(page, 1)
    expect(page.locator("#wrong-wound")).to_be_visible()
    page.get_by_role("link", name="1 problem to correct").click()
    expect(wound).to_be_focused()
    wound.fill("2 3")
    page.context.set_offline(True)
    page.get_by_role("button", name="One hit more").click()
    expect(kept).to_contain_text("No connection")
    page.get_by_role("button", name="Enter line 1").click()
    expect(kept).to_contain_text("No connection")
    page.context.set_offline(False)
    expect(kept).to_contain_text("Draft stored on this device")
    enter(page, 1)
    expect(page.locator("main")).to_contain_text("recorded")
    to_the_line(page, career)
    assert SortieRecord.objects.filter(career=career, cause="hospital").count() == 5
    expect(kept).to_be_empty()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Enter line 1")).to_be_visible(timeout=PATIENCE)
    expect(wound).to_have_value("2 3")
    assert not SortieRecord.objects.filter(career=career).exists()
    hits.fill("2")
    page.get_by_role("button", name="Delete the draft").click()
    expect(hits).to_have_value("0")


def test_a_career_goes_out_is_wiped_and_comes_in(
    page: Page,
    alice: Any,
    house: str,
    screen: str,
    faults: Any,
    tmp_path: Path,
) -> None:
    career = fly(begun(alice, seed_for(lambda one: one.alive and one.bombers > 5)))
    lines, kills = SortieRecord.objects.filter(career=career).count(), career.kills
    sign_in(page, alice, house)
    page.goto("/exports/")
    assert faults(page) == []
    with page.expect_download() as log:
        page.get_by_role("link", name="Log lines").click()
    assert len(log.value.path().read_text("utf-8-sig").splitlines()) == lines + 1
    file = tmp_path / "career.json"
    file.write_bytes(page.request.get(f"{house}/careers/{career.pk}/career.json").body())
    career.session.delete()  # type: ignore[union-attr]
    career.delete()
    page.goto("/exports/")
    page.get_by_label("JSON file").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(str(career))
    back = InterceptorCareer.objects.get()
    assert (back.kills, back.sorties.count()) == (kills, lines)
