"""The exercise of the week: chosen from what was offered, without names, by three errors; one's answer first."""

import datetime
import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from msgspec import convert

from campaigns.groups.services import group_found
from play.exercises.page import words_of
from play.exercises.selection import CostlyAnswer, exercise_choose, is_clear, is_named, names_of, offered, week_of
from play.exercises.services import exercise_answer, review_offer
from play.journal import store
from play.models import Exercise, ExerciseAnswer, GameReview
from play.odds.page import table
from play.odds.worker import OddsRound
from play.orders.refusals import OrderRefused
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import run_of
from play.tasks import choose_exercise
from tests.campaigns.seasons.test_duplicate_seasons import announced
from tests.play.sessions.test_views import at
from tests.shared.builders.sorties import begun, flown_to, given
from tests.shared.factories import PlayerFactory

MONDAY = datetime.date(2026, 11, 16)


@pytest.fixture
def alice(db: Any) -> Any:
    return PlayerFactory(display_name="Alice Quartermain")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.interceptor.analysis.prospects.SortieProspects.budget", lambda self, decision: 24)


def looked_back(
    alice: Any, *, gap: float = -0.9, offered: bool = True, n: int = 200, others: Sequence[dict[str, Any]] = ()
) -> tuple[Session, GameReview]:
    """A game in which he went home from a full box, and what was found of that afterwards."""
    session = flown_to(begun(alice), lambda decision: decision.kind == "box.order")
    session = given(session, "go-home")
    place = session.journal.filter(kind="answer", answer="go-home").get().seq
    dear = {"step": 1, "place": place, "taken": "go-home", "preferred": "search", "gap": gap, "error": 0.2}
    dear |= {"kind": "box.order", "facts": {}, "n": n}
    told = {"dearest": [*others, dear]}
    fields = {"seat": "pilot", "player": alice, "state": "done", "told": told, "offered": offered}
    return session, GameReview.objects.create(session=session, **fields)


def test_a_week_is_named_as_the_calendar_has_it():
    assert week_of(MONDAY) == "2026-W47" and week_of(datetime.date(2027, 1, 1)) == "2026-W53"


@pytest.mark.slow
def test_the_clearest_offered_moment_is_chosen_once_a_week_and_no_moment_twice(alice):
    _session, look = looked_back(alice)
    found = exercise_choose(MONDAY)
    assert found is not None and (found.week, found.look) == ("2026-W47", look)
    assert found.moment["options"] == ["search", "go-home"]
    assert [one["option"] for one in found.moment["told"]["orders"]] == ["search", "go-home"]
    assert exercise_choose(MONDAY + datetime.timedelta(days=3)) is None
    assert exercise_choose(MONDAY + datetime.timedelta(days=7)) is None, "it was taken already"
    assert Exercise.objects.count() == 1


def test_the_beat_chooses_for_the_week_that_it_is(noon, alice):
    looked_back(alice)
    choose_exercise()
    assert Exercise.objects.get().week == week_of(timezone.now().date())


@pytest.mark.parametrize(("gap", "offered"), [(-0.59, True), (0.9, True), (-0.9, False)])
def test_nothing_is_chosen_that_is_not_offered_or_within_three_errors(alice, gap, offered):
    looked_back(alice, gap=gap, offered=offered)
    assert exercise_choose(MONDAY) is None and not Exercise.objects.exists()
    assert is_clear(CostlyAnswer(place=1, gap=gap, error=0.2)) is (gap == -0.9)


def test_of_clear_moments_the_dearest_comes_first_however_sure_a_trifle_is(alice):
    trifle = {"step": 0, "place": 1, "gap": -0.1, "error": 0.01}
    unsure = {"step": 0, "place": 2, "gap": -4.0, "error": 2.0}
    _session, look = looked_back(alice, gap=-0.7, others=(trifle, unsure))
    assert [dear.gap for _look, dear in offered()] == [-0.7, -0.1]
    found = exercise_choose(MONDAY)
    assert found is not None and found.place == look.told["dearest"][2]["place"]


def test_the_table_below_the_figure_shows_a_difference_too_or_the_moment_is_not_taken(alice):
    looked_back(alice, n=2)
    assert exercise_choose(MONDAY) is None, "two rollouts of each order show none"
    GameReview.objects.all().delete()
    Session.objects.all().delete()
    looked_back(alice)
    found = exercise_choose(MONDAY)
    assert found is not None and {one["n"] for one in found.moment["told"]["orders"]} == {200}
    columns = table(convert(found.moment["told"], OddsRound), words_of(found), found.title).columns
    better = [column.verdict for column in columns if column.differs]
    assert "best: Search the box" in better, "what the look back would have done is best in some measure"


@pytest.mark.usefixtures("noon")
def test_nothing_is_taken_from_a_duplicate_season_while_others_have_it_before_them(alice):
    session, _look = looked_back(alice)
    season = announced(group_found(owner=alice, name="Thursday Flight"))
    Session.objects.filter(pk=session.pk).update(calendar=season.calendar_id)
    assert exercise_choose(MONDAY) is None
    Session.objects.filter(pk=session.pk).update(calendar=None)
    assert exercise_choose(MONDAY) is not None


def test_no_name_is_in_what_is_kept(alice):
    session, _look = looked_back(alice)
    found = exercise_choose(MONDAY)
    names = names_of(session_at(session.pk), run_of(session))
    pilot = run_of(session).state.careers[0].name
    assert alice.display_name.casefold() in names and pilot.casefold() in names
    assert found is not None and not is_named(found.moment, names)
    assert is_named({"line": [f"of {pilot.upper()}"]}, names)
    assert str(session.pk) not in json.dumps(found.moment)


def test_ones_answer_comes_first_and_stands_beside_the_field_and_the_rollouts(alice):
    session, _look = looked_back(alice)
    exercise_choose(MONDAY)
    address = reverse("exercise_week", args=["2026-W47"])
    bob, carol = PlayerFactory(), PlayerFactory()
    before = at(bob).get(address).content.decode()
    assert "What would you do?" in before and "Search the box" in before
    assert "Simulated results" not in before and "Alice" not in before and str(session.pk) not in before
    at(bob).post(reverse("exercise_answer", args=["2026-W47"]), {"option": "search"})
    at(carol).post(reverse("exercise_answer", args=["2026-W47"]), {"option": "go-home"})
    after = at(bob).get(address).content.decode()
    assert "You among 2 who answered" in after and "Simulated results" in after
    assert "the computer" in after and "+0.90 ± 0.20" in after and "%" in after
    at(bob).post(reverse("exercise_answer", args=["2026-W47"]), {"option": "go-home"})
    assert ExerciseAnswer.objects.get(player=bob).option == "search", "it is said once"


def test_whoever_is_not_signed_in_reads_the_moment_and_is_asked_in_to_answer(client, alice):
    assert "There is no exercise yet" in client.get(reverse("exercise")).content.decode()
    looked_back(alice)
    exercise_choose(MONDAY)
    page = client.get(reverse("exercise")).content.decode()
    assert "continue as a guest" in page and "Simulated results" not in page
    assert client.post(reverse("exercise_answer", args=["2026-W47"]), {"option": "search"}).status_code == 302
    assert not ExerciseAnswer.objects.exists()
    assert reverse("exercise") in client.get(reverse("home")).content.decode()
    assert client.get(reverse("exercise_week", args=["2026-W01"])).status_code == 404


def test_an_order_that_was_not_open_is_refused(alice):
    looked_back(alice)
    found = exercise_choose(MONDAY)
    assert found is not None
    with pytest.raises(OrderRefused):
        exercise_answer(exercise=found, player=alice, option="bail-out")
    answer = at(alice).post(reverse("exercise_answer", args=[found.week]), {"option": "bail-out"}, follow=True)
    assert "do not allow that order" in answer.content.decode() and not ExerciseAnswer.objects.exists()


def test_the_offer_is_the_players_and_goes_with_what_came_of_it(alice):
    session, look = looked_back(alice, offered=False)
    address = reverse("table_review_offer", args=[session.pk])
    assert at(PlayerFactory()).post(address, {"offered": "yes"}).status_code == 404
    at(alice).post(address, {"offered": "yes", "seat": "pilot"})
    look.refresh_from_db()
    assert look.offered and exercise_choose(MONDAY) is not None
    review_offer(session=session, seat=session.table[0], offered=False)
    assert not Exercise.objects.exists()


def test_the_page_costs_few_queries(alice, django_assert_max_num_queries):
    looked_back(alice)
    found = exercise_choose(MONDAY)
    exercise_answer(exercise=found, player=alice, option="search")
    client = at(alice)
    with django_assert_max_num_queries(6):
        assert "Simulated results" in client.get(reverse("exercise")).content.decode()


def test_its_words_are_those_of_its_charts(alice):
    looked_back(alice)
    found = exercise_choose(MONDAY)
    assert found is not None and found.charts == store.charts_at(found.look.session, found.place)
