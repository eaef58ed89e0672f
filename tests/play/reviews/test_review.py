"""The page that says where a game was lost: after the end, for its player, in shares that can be stopped and lost."""

from itertools import pairwise
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from msgspec import convert

from campaigns.groups.services import group_found
from campaigns.ladders.score_lines import ScoreLine, SeatLines
from campaigns.ladders.score_rows import write_score_rows
from campaigns.seasons.models import SeasonEntry
from engine.interceptor.analysis.review import REVIEW
from play.journal import store
from play.models import GameReview
from play.orders.refusals import OrderRefused
from play.reviews import worker
from play.reviews.page import JudgedDecision, ReviewResult, arithmetic, chart, costly_decision, figure, ticks_of
from play.reviews.services import review_share, review_start, review_stop
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import run_of
from play.tasks import look_back
from tests.campaigns.seasons.test_seasons import announced
from tests.play.sessions.test_views import at
from tests.shared.builders.sorties import begun, given
from tests.shared.factories import PlayerFactory

WORDS = store.titles.words_of("interceptor-ace")


@pytest.fixture
def alice(db: Any) -> Any:
    return PlayerFactory(display_name="Alice")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("years", 1), ("first_rollouts", 4), ("node_rollouts", 2), ("most_rollouts", 64)):
        monkeypatch.setattr(REVIEW, name, value)
    monkeypatch.setattr(look_back, "apply_async", lambda **how: None)


def dead_soon(alice: Any) -> Session:
    """A short year: he jumps and searches until he is dead."""
    for seed in range(1, 40):
        session = begun(alice, seed=seed)
        for _ in range(60):
            pending = list(run_of(session).pending.values())
            if not pending:
                return session
            options = pending[0].options
            bold = [
                one for one in options if one.partition(":")[0] in ("bail-out", "search", "fire", "bombers", "done")
            ]
            session = given(session, (bold or options)[0])
        if session.status == "over":
            return session
    raise AssertionError("nobody died")


def reckoned(session: Session, player: Any) -> GameReview:
    look = review_start(session=session, seat=session.table[0], player=player)
    done: int | None = look.done
    while done is not None:
        done = worker.compute_share(look.pk, done)
    look.refresh_from_db()
    return look


def address(name: str, session: Session) -> str:
    return reverse(name, args=[session.pk])


def test_before_the_end_nothing_is_told(alice):
    session = begun(alice)
    page = at(alice).get(address("table_review", session)).content.decode()
    assert "You can see the review after the game." in page
    with pytest.raises(OrderRefused):
        review_start(session=session, seat=session.table[0], player=alice)


def test_a_finished_year_is_looked_back_on_kept_and_shared_by_choice(alice, monkeypatch):
    session = dead_soon(alice)
    assert address("table_review", session) in at(alice).get(address("table", session)).content.decode()
    career = reverse("career", args=[session.careers.get().pk])
    assert address("table_review", session) in at(alice).get(career).content.decode()
    monkeypatch.setattr(worker, "SHARE_SECONDS", 0)
    look = reckoned(session, alice)
    assert look.state == "done" and look.done == look.of and not look.work
    sums = look.told["account"]
    parts = sums["expected"] + sums["choice"] + sums["dice"] + sums["unknown"]
    assert parts == pytest.approx(sums["result"])
    assert sums["result"] == session.outcome["careers"]["pilot"]["bombers"]
    page = at(alice).get(address("table_review", session)).content.decode()
    assert "±" in page and "Expected result" in page and "Costliest decisions" in page
    assert review_start(session=session, seat=session.table[0], player=alice).pk == look.pk

    stranger = at(PlayerFactory())
    assert stranger.get(address("table_review", session)).status_code == 404
    assert stranger.get(reverse("review", args=[look.link])).status_code == 404
    review_share(session=session, seat=session.table[0], shared=True)
    shown = stranger.get(reverse("review", args=[look.link]))
    assert shown.status_code == 200 and address("table_replay", session) not in shown.content.decode()


@pytest.mark.usefixtures("noon")
def test_luck_taken_off_is_told_on_his_career_and_on_ladders_where_he_shows_it(alice):
    session = dead_soon(alice)
    group = group_found(owner=alice, name="Thursday Flight")
    season = announced(group, session.results.get(), under_way=True)
    entry = SeasonEntry.objects.create(season=season, player=alice, session=session, seat="pilot", name="Georg Amsel")
    write_score_rows([(entry, SeatLines("Georg Amsel", [ScoreLine(1, 2, flown=1, gain=2, out=True)]))], timezone.now())
    look = reckoned(session, alice)
    assert look.evened == pytest.approx(evened_by_hand(look.told), abs=0.002)
    said = figure(look.evened)
    career = session.careers.get()
    career.shared = True
    career.save()

    def pages() -> list[str]:
        found = [at(alice).get(address("table_review", session)), at(alice).get(reverse("career", args=[career.pk]))]
        found += [at(PlayerFactory()).get(reverse("career_shared", args=[career.link]))]
        found += [at(alice).get(reverse(name, args=[season.pk])) for name in ("season", "season_ladder")]
        return [one.content.decode() for one in found]

    own, his, shared, ladder, file = pages()
    assert f"<b>{said}</b>" in own and "without luck" in own
    assert f"Without luck: {said} bombers." in his
    assert "without luck" not in shared and "without luck" not in ladder
    assert file.splitlines()[0].endswith(",evened") and file.splitlines()[1].endswith(",")
    review_share(session=session, seat=session.table[0], shared=True)
    _own, _his, shared, ladder, file = pages()
    assert f"Without luck: {said} bombers." in shared
    assert f'class="evened">{said}<' in ladder and "Only the result decides places" in ladder
    assert file.splitlines()[1].endswith(f",{look.evened}")


def evened_by_hand(told: dict[str, Any]) -> float:
    """Luck is taken off from point to point, by the share that follows from the earlier points."""
    result, reached = told["account"]["result"], 0.0
    for before, after in pairwise(told["curve"]):
        luck = after[4] + after[5] - before[4] - before[5]
        result -= min(1.0, (reached + 0.5) / 2 / max(reached + 1 - before[6], 1e-9)) * luck
        reached = reached if after[2] is None else after[2]
    return result


def test_a_share_that_is_delivered_twice_counts_once_and_a_stopped_one_goes_on_where_it_was(alice, monkeypatch):
    session = dead_soon(alice)
    monkeypatch.setattr(worker, "SHARE_SECONDS", 0)
    look = review_start(session=session, seat=session.table[0], player=alice)
    assert worker.compute_share(look.pk, 0) == 1
    assert worker.compute_share(look.pk, 0) is None
    review_stop(session=session, seat=session.table[0])
    assert worker.compute_share(look.pk, 1) is None
    again = review_start(session=session, seat=session.table[0], player=alice)
    assert again.state == "running" and again.done == 1


def test_the_curve_comes_first(alice, monkeypatch):
    session = dead_soon(alice)
    monkeypatch.setattr(worker, "SHARE_SECONDS", 0)
    look = review_start(session=session, seat=session.table[0], player=alice)
    done: int | None = 0
    while done is not None and not GameReview.objects.get(pk=look.pk).told:
        done = worker.compute_share(look.pk, done)
    look.refresh_from_db()
    assert look.state == "running" and look.told["curve"] and not look.told["whole"]
    page = at(alice).get(address("table_review", session)).content.decode()
    assert "Expected result" in page and "±" not in page and "progress" in page


def test_the_walk_is_the_game_that_was_played(alice):
    session = dead_soon(alice)
    walk = worker.walk_of(session_at(session.pk), "pilot")
    answers = session.journal.filter(kind="answer", undone_by=None).count()
    assert len(walk.steps) == answers
    assert walk.result == session.outcome["careers"]["pilot"]["bombers"]


def summed(told, *how, **splits):
    """The sum of a review's parts."""
    shown = convert(told, ReviewResult)
    return arithmetic(shown, shown.account, *how, **splits)


TOLD = {
    "curve": [
        [0, 14.7, None, "", 0, 0, 0],
        [4, 15.2, 1.0, "1943-03", 0.4, 0.1, 0],
        [9, 12.0, 2.0, "1943-04", -2.0, 0.3, -0.9],
        [10, 3, 3, "", -9.9, -0.9, -0.9],
    ],
    "steps": 10,
    "whole": True,
    "bands": [["marginal", 5.0], ["decisive", 31.0]],
    "account": {"expected": 14.7, "choice": -0.9, "dice": -9.9, "unknown": -0.9, "result": 3, "error": 0.6},
    "differ": 4,
}


def test_the_sum_is_written_with_its_signs_and_with_the_error_of_its_split():
    split = {**TOLD, "account": TOLD["account"] | {"split_error": 0.44}}
    words = store.titles.words_of("bomber-command")
    assert [part.said for part in summed(split, words, splits=True)][2].endswith("±0.4)")
    assert summed(TOLD, words, splits=True)[2].said == "dice and cards", "of one that was kept without it"
    found = [part.value for part in summed(TOLD, words, splits=True)]
    assert found == ["14.7", "−0.9", "−9.9", "−0.9", "3"]


@pytest.mark.parametrize("title", ["interceptor-ace", "nightfighter", "bomber-command"])
def test_where_dice_and_what_could_not_be_known_are_not_told_apart_their_sum_stands_alone(title):
    words = store.titles.words_of(title)
    parts = summed(TOLD | {"account": TOLD["account"] | {"split_error": 0.44}}, words, "green", splits=False)
    assert [part.value for part in parts] == ["14.7", "−0.9", "−10.8", "3"]
    assert "hidden facts" in parts[2].said and "±" not in parts[2].said
    drawn = chart(convert(TOLD, ReviewResult), [9], words, splits=False)
    assert [(strip.kind, strip.end) for strip in drawn.strips] == [("chance", "−10.8"), ("choice", "−0.9")]


def test_the_chart_has_bands_that_fit_months_and_marks():
    drawn = chart(convert(TOLD, ReviewResult), [9], WORDS, splits=True)
    assert [chapter.name for chapter in drawn.chapters] == ["Mar", "Apr"]
    assert [band.value for band in drawn.bands] == ["5"]
    assert drawn.marks[0].x == 720 and len(drawn.strips) == 3
    assert [row.reached for row in drawn.rows] == ["1", "2"]


@pytest.mark.parametrize(
    ("low", "top", "ticks"),
    [
        (0.0, 3.24, [0, 1, 2, 3]),
        (0.0, 1.08, [0, 0.5, 1]),
        (-31.3, 14.0, [-30, -20, -10, 0, 10]),
        (0.0, 0.3, [0, 0.1, 0.2, 0.3]),
        (-0.2, 1.08, [0, 0.5, 1]),
        (0.0, 97.0, [0, 20, 40, 60, 80]),
    ],
)
def test_the_axis_has_a_few_round_figures_whatever_is_counted(low, top, ticks):
    assert ticks_of(low, top) == ticks


def test_the_axis_has_figures_where_there_are_no_levels_and_none_upon_a_level():
    without = chart(convert(TOLD | {"bands": []}, ReviewResult), [9], WORDS, splits=True)
    assert [tick.value for tick in without.ticks] == ["0", "5", "10", "15"]
    drawn = chart(convert(TOLD, ReviewResult), [9], WORDS, splits=True)
    assert [tick.value for tick in drawn.ticks] == ["0", "10", "15"]


def test_a_dear_decision_leads_to_its_moment_and_to_a_fork():
    one = {"step": 9, "place": 31, "kind": "box.order", "facts": {"box": 2, "hits": 1, "fp": 5}, "taken": "search",
           "preferred": "go-home", "gap": -0.7, "error": 0.14, "n": 400}  # fmt: skip
    told = costly_decision(convert(one, JudgedDecision), WORDS, {31: 77}, largest=0.7)
    assert (told.taken, told.preferred) == ("Search the box", "Go home")
    assert (told.cost, told.error, told.rank, told.before) == ("−0.70", "0.14", 77, 30)
