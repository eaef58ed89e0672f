"""Review of a night of two sides: after its end, each side's own, with a curve that also goes below zero."""

import html

import msgspec
import pytest
from django.urls import reverse

from engine.bomber_command.analysis.review import RAID_REVIEW
from play.journal import store
from play.orders.refusals import OrderRefused
from play.reviews import worker
from play.reviews.page import JudgedDecision, ReviewResult, chart, costly_decision, whole
from play.reviews.services import review_start
from play.tasks import look_back
from tests.play.sessions.test_views import at
from tests.raids.records.test_projection import begun, flown
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
WORDS = store.titles.words_of("bomber-command")
FEWER: dict[str, dict[str, int]] = {
    "anew": {"deals": 2},
    "hiding": {"guesses": 1, "truths": 1, "form_rollouts": 2},
    "proof": {"answers": 1, "rollouts": 2, "guesses": 1},
}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("most_rollouts", 2), ("node_rollouts", 1)):
        monkeypatch.setattr(RAID_REVIEW, name, value)
    for part, fewer in FEWER.items():
        monkeypatch.setattr(RAID_REVIEW, part, msgspec.structs.replace(getattr(RAID_REVIEW, part), **fewer))
    monkeypatch.setattr(look_back, "apply_async", lambda **how: None)


def test_a_night_is_looked_back_on_by_its_player_alone(monkeypatch):
    monkeypatch.setattr(worker, "SHARE_SECONDS", 0)
    alice, stranger = PlayerFactory(display_name="Alice"), PlayerFactory()
    session = begun(alice, fog_of_war=True)
    with pytest.raises(OrderRefused):
        review_start(session=session, seat=session.seat("british"), player=alice)
    session = flown(session)
    address = reverse("table_review", args=[session.pk])
    assert address in at(alice).get(reverse("raid_debriefing", args=[session.pk])).content.decode()
    look = review_start(session=session, seat=session.seat("british"), player=alice)
    done, curve_first = look.done, False
    while done is not None:
        done = worker.compute_share(look.pk, done)
        look.refresh_from_db()
        curve_first = curve_first or (look.state == "running" and bool(look.told.get("curve")))
    assert look.state == "done" and look.done == look.of and curve_first
    sums = look.told["account"]
    parts = sums["expected"] + sums["choice"] + sums["dice"] + sums["unknown"]
    assert parts == pytest.approx(sums["result"], abs=1e-9) and sums["result"] == session.outcome["net"]
    assert look.told["differ"] <= look.told["asked"] < look.told["steps"]
    page = html.unescape(at(alice).get(address).content.decode())
    assert "what the other side hid" in page
    assert "exercise of the week" not in page, "what is hidden makes no exercise"
    assert at(stranger).get(address).status_code == 404
    assert at(stranger).get(reverse("review", args=[look.link])).status_code == 404


def test_a_result_below_nothing_has_its_place_on_the_curve():
    told = {
        "curve": [[0, -15.0, None, "", 0, 0, 0], [5, -20.0, -3.0, "4", -5, 0, 0], [9, -40.0, -40.0, "", -25, 0, 0]],
        "steps": 9, "whole": True, "bands": [["german", -9.0], ["german-major", 0.0]],
    }  # fmt: skip
    drawn = chart(msgspec.convert(told, ReviewResult), [5], WORDS, splits=True)
    heights = [float(point.split(",")[1]) for point in drawn.expected.split()]
    assert heights == sorted(heights) and heights[-1] < drawn.high and drawn.zero < heights[0]
    assert [band.value for band in drawn.bands] == ["−9", "0"]
    assert [tick.value for tick in drawn.ticks] == ["−40", "−30", "−20"], "−10 lies upon a level"
    assert drawn.rows[0].reached == "−3" and whole(-40.0) == "−40"


def test_a_plot_and_orders_in_a_row_are_said():
    plot = {"step": 3, "place": 3, "kind": "raids.plot", "facts": {}, "taken": {"raids": []}, "preferred": None,
            "gap": -5.0, "error": 1.0, "n": 24}  # fmt: skip
    told = costly_decision(msgspec.convert(plot, JudgedDecision), WORDS, {}, largest=5.0)
    assert (told.taken, told.preferred) == ("the plot that was flown", "the computer’s plot")
    row = {"kind": "flak.strip", "facts": {}, "taken": "strip:hanau", "preferred": "strip:emden", "others": 2}
    row |= {"more": [{"kind": "flak.strip", "facts": {}, "taken": "strip:emden"}]}
    told = costly_decision(msgspec.convert(plot | row, JudgedDecision), WORDS, {}, largest=5.0)
    assert len(told.more) == 1 and told.others == 2 and told.more[0] != told.taken
