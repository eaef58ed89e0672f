"""Odds at a table: their visibility, their input, their cost, and their lack of side effects."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db.models import F
from django.urls import reverse
from msgspec import convert

from engine.analysis import rollouts
from play.journal import store
from play.models import OddsJob
from play.odds import worker
from play.odds.page import in_words, table
from play.odds.poll import MAX_POLLS
from play.odds.services import STALLED_SECONDS, odds_ask, odds_set
from play.odds.worker import OddsRound
from play.orders.refusals import OrderRefused
from play.sessions.forms import NewTableForm
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_open
from play.tasks import reckon
from tests.play.sessions.test_views import HTMX, at
from tests.shared.builders.sorties import asked_kinds, begun, flown_to, given
from tests.shared.factories import PlayerFactory

WORDS = store.titles.words_of("interceptor-ace")
NO_BEST = "no single best order"


@pytest.fixture
def alice(db: Any) -> Any:
    return PlayerFactory(display_name="Alice")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Record the jobs sent to the queue, with their options."""
    found: list[tuple[Any, ...]] = []
    monkeypatch.setattr(reckon, "apply_async", lambda args, **how: found.append((*args, how["expires"])))
    return found


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sortie is worth forty rollouts here."""
    monkeypatch.setattr("engine.interceptor.analysis.prospects.SortieProspects.budget", lambda self, decision: 40)


def in_a_box(alice: Any, when: str = "before") -> tuple[Session, Seat]:
    session = flown_to(begun(alice), lambda decision: decision.kind == "box.order")
    seat = session.table[0]
    if when != "off":
        odds_set(session=session, seat=seat, when=when)
    return session, seat


def reckoned(session: Session, seat: Seat, callbacks: Any) -> OddsJob:
    with callbacks(execute=True):
        forecast = odds_ask(session=session, seat=seat)
    assert forecast is not None
    worker.compute_odds(forecast.pk, forecast.token)
    forecast.refresh_from_db()
    return forecast


def panel_of(session: Session, player: Any) -> str:
    return at(player).get(reverse("table_odds", args=[session.pk]), **HTMX).content.decode()


def test_odds_of_an_open_question_are_reckoned_once(alice, sent, django_capture_on_commit_callbacks):
    session, seat = in_a_box(alice)
    kept = bytes(session.record)
    forecast = reckoned(session, seat, django_capture_on_commit_callbacks)
    assert sent == [(forecast.pk, forecast.token, STALLED_SECONDS)]
    assert forecast.state == "done" and [one["option"] for one in forecast.told["orders"]] == ["search", "go-home"]
    assert sum(one["n"] for one in forecast.told["orders"]) == 40
    after = session_at(session.pk)
    assert (bytes(after.record), after.version, after.entries_made) == (kept, session.version, session.entries_made)
    with django_capture_on_commit_callbacks(execute=True):
        assert odds_ask(session=session, seat=seat).state == "done"
    assert len(sent) == 1


def test_the_panel_says_ranges_and_differences_and_recommends_nothing(alice, sent, django_capture_on_commit_callbacks):
    session, seat = in_a_box(alice)
    reckoned(session, seat, django_capture_on_commit_callbacks)
    page = panel_of(session, alice)
    assert "How such sorties end in simulation" in page and "Search the box" in page
    assert "no difference found" in page and "%" in page
    assert "two passes at bombers" in page
    assert 'hx-get="' not in page, "what is done is asked for no more"


class Panel:
    """The panel as a browser has it: it does what its attributes say, and time goes by as they say."""

    def __init__(self, session: Session, player: Any, callbacks: Any) -> None:
        self.client, self.callbacks = at(player), callbacks
        self.address = reverse("table_odds", args=[session.pk])
        self.html = self.client.get(reverse("table", args=[session.pk])).content.decode()
        self.asked = self.polled = 0
        self.seconds = 0.0

    def attribute(self, name: str) -> str:
        head = self.html.split('id="odds"')[1].split(">")[0]
        return unescape(found[1]) if (found := re.search(f'{name}="([^"]*)"', head)) else ""

    def fields(self) -> dict[str, str]:
        form = self.html.split('id="odds-asks"')[1].split("</form>")[0]
        return dict(re.findall(r'name="(seat|asked)" value="([^"]*)"', form))

    def step(self) -> bool:
        """Do what the panel does next; return whether there is anything."""
        if self.attribute("hx-post"):
            self.post(self.fields())
            return True
        if not self.attribute("hx-get"):
            return False
        delay = float(re.fullmatch(r"load delay:(\d+)ms", self.attribute("hx-trigger"))[1]) / 1000
        self.wait(delay)
        self.html = self.client.get(self.attribute("hx-get"), **HTMX).content.decode()
        self.polled += 1
        return True

    def wait(self, seconds: float) -> None:
        """Let the time go by: what was asked for was asked for so much earlier."""
        self.seconds += seconds
        OddsJob.objects.update(asked=F("asked") - timedelta(seconds=seconds))

    def post(self, fields: dict[str, str]) -> None:
        with self.callbacks(execute=True):
            self.html = self.client.post(self.address, fields, **HTMX).content.decode()
        self.asked += 1


def test_without_a_worker_the_panel_asks_again_less_and_less_often_and_gives_up_with_a_sentence(
    alice, sent, django_capture_on_commit_callbacks
):
    session, _seat = in_a_box(alice)
    panel = Panel(session, alice, django_capture_on_commit_callbacks)
    while panel.step():
        assert panel.polled < 100, "it asks for ever"
    assert (panel.asked, len(sent)) == (3, 3), "each time that its message had expired"
    assert 60 <= panel.seconds < 75 and panel.polled < 50
    assert MAX_POLLS * STALLED_SECONDS == 60
    assert "not finished within a minute" in panel.html and "Try again" in panel.html
    assert "appear in a moment" not in panel.html
    panel.post({"seat": "pilot"})
    assert len(sent) == 4 and panel.attribute("hx-get"), "the button begins anew"


def test_a_worker_that_comes_late_is_asked_again_and_its_bars_are_shown(
    alice, sent, django_capture_on_commit_callbacks
):
    """The first message had expired when it came."""
    session, _seat = in_a_box(alice)
    panel = Panel(session, alice, django_capture_on_commit_callbacks)
    while len(sent) < 2:
        assert panel.step()
    worker.compute_odds(*sent[1][:2])
    assert panel.step() and "Search the box" in panel.html
    assert not panel.step(), "what is done is asked for no more"


def test_a_worker_that_comes_after_the_page_has_given_up_serves_who_tries_again(
    alice, sent, django_capture_on_commit_callbacks
):
    session, _seat = in_a_box(alice)
    panel = Panel(session, alice, django_capture_on_commit_callbacks)
    while panel.step():
        pass
    panel.post({"seat": "pilot"})
    worker.compute_odds(*sent[-1][:2])
    assert panel.step() and "Search the box" in panel.html and "Try again" not in panel.html


def test_bars_of_a_worker_that_died_stay_and_their_end_is_asked_for_again(
    alice, sent, django_capture_on_commit_callbacks
):
    session, seat = in_a_box(alice)
    reckoned(session, seat, django_capture_on_commit_callbacks)
    OddsJob.objects.update(state="running")
    panel = Panel(session, alice, django_capture_on_commit_callbacks)
    panel.step()
    assert "Search the box" in panel.html and panel.attribute("hx-get")
    while len(sent) < 2:
        assert panel.step()
    assert panel.attribute("hx-get") and "Try again" not in panel.html


@pytest.mark.parametrize("typed", ["", "0", "-1", "99", "x", "²", "9" * 5000])
def test_a_count_that_no_page_sends_breaks_nothing(alice, sent, django_capture_on_commit_callbacks, typed):
    session, seat = in_a_box(alice)
    with django_capture_on_commit_callbacks(execute=True):
        odds_ask(session=session, seat=seat)
    address = reverse("table_odds", args=[session.pk])
    assert at(alice).get(address, {"asked": typed}, **HTMX).status_code == 200
    assert at(alice).post(address, {"asked": typed}, **HTMX).status_code == 200


def test_a_table_says_nothing_of_odds_before_they_are_wanted(alice, sent):
    session, seat = in_a_box(alice, "off")
    assert odds_ask(session=session, seat=seat) is None and not sent
    page = at(alice).get(reverse("table", args=[session.pk])).content.decode()
    head = page.split('id="odds"')[1].split(">")[0]
    assert "hx-" not in head and "<details open" not in page.split('id="odds"')[1].split("</section>")[0]
    assert not session_at(session.pk).aided


def test_with_odds_on_the_page_asks_for_them_itself(alice, sent):
    session, _seat = in_a_box(alice)
    page = at(alice).get(reverse("table", args=[session.pk])).content.decode()
    assert f'hx-post="{reverse("table_odds", args=[session.pk])}" hx-trigger="load"' in page
    assert not OddsJob.objects.exists(), "a page that is read writes nothing"


def test_the_next_answer_ends_a_computation(alice, sent, django_capture_on_commit_callbacks, monkeypatch):
    session, seat = in_a_box(alice)
    with django_capture_on_commit_callbacks(execute=True):
        forecast = odds_ask(session=session, seat=seat)
    monkeypatch.setattr(worker, "LOOK_SECONDS", -1)
    flown = 0
    real = rollouts.roll_out

    def fly(*args: Any) -> Any:
        nonlocal flown
        flown += 1
        if flown == 5:
            given(session_at(session.pk), "search")
        return real(*args)

    monkeypatch.setattr(rollouts, "roll_out", fly)
    worker.compute_odds(forecast.pk, forecast.token)
    forecast.refresh_from_db()
    assert forecast.state == "stopped" and flown == 5


def test_a_later_question_takes_the_place_of_an_earlier_one(alice, sent, django_capture_on_commit_callbacks):
    session, seat = in_a_box(alice)
    first = reckoned(session, seat, django_capture_on_commit_callbacks)
    session = given(session, "search")
    while len(run_options(session)) < 2:
        session = given(session, run_options(session)[0])
    with django_capture_on_commit_callbacks(execute=True):
        second = odds_ask(session=session, seat=session.table[0])
    assert OddsJob.objects.count() == 1 and second.token != first.token
    worker.compute_odds(first.pk, first.token)
    second.refresh_from_db()
    assert second.state == "running", "the worker of the earlier one lets it go"


def run_options(session: Session) -> tuple[str, ...]:
    from play.sessions.services import run_of

    return next(iter(run_of(session).pending.values())).options


def test_after_an_order_its_odds_are_those_of_the_question_as_it_stood(alice, sent, django_capture_on_commit_callbacks):
    session, seat = in_a_box(alice)
    before = reckoned(session, seat, django_capture_on_commit_callbacks).told
    odds_set(session=session, seat=seat, when="after")
    session = given(session, "search")
    after = reckoned(session, session.table[0], django_capture_on_commit_callbacks)
    assert after.seq and after.told["kind"] == "box.order"
    assert [one["option"] for one in after.told["orders"]] == [one["option"] for one in before["orders"]]
    assert "Your last order and its alternatives" in panel_of(session, alice)


def test_an_order_that_can_still_be_taken_back_has_no_odds(alice, sent):
    session = flown_to(begun(alice), lambda decision: decision.kind == "setup.skill")
    odds_set(session=session, seat=session.table[0], when="after")
    answered = session.entries_made
    session = given(session, run_options(session)[0])
    entry = worker.last_answer(session, "pilot")
    assert entry is None or entry.seq <= answered or entry.closed_by


def test_before_marks_table_and_result_for_good(alice, sent):
    session, seat = in_a_box(alice)
    odds_set(session=session_at(session.pk), seat=seat, when="off")
    session = given(session_at(session.pk), "search")
    assert session.aided and session.results.get().aided


def test_after_marks_nothing(alice, sent):
    session, _seat = in_a_box(alice, "after")
    session = given(session, "search")
    assert not session.aided and not session.results.get().aided


def test_a_sandbox_with_odds_marks_the_table_that_it_was_forked_from(alice, sent):
    session, _seat = in_a_box(alice, "off")
    sandbox = Session.objects.create(
        title=session.title, setup=session.setup, pack_hash=session.pack_hash, rules="3", owner=alice, status="playing",
        commitment="x", sandbox_of=session,
    )  # fmt: skip
    seat = Seat.objects.create(session=sandbox, name="pilot", place=0, player=alice)
    odds_set(session=session_at(sandbox.pk), seat=seat, when="before")
    assert session_at(session.pk).aided


def test_who_plays_with_others_agrees_before_the_game_begins(alice, sent):
    bob = PlayerFactory(display_name="Bob")
    session = begun(alice, bob, play="competitive")
    with pytest.raises(OrderRefused) as refused:
        odds_set(session=session, seat=session.table[0], when="before")
    assert refused.value.code == "odds_agreed"
    with pytest.raises(OrderRefused):
        odds_set(session=session, seat=session.table[0], when="always")


def test_odds_are_for_the_seat_that_asks_and_for_nobody_else(alice, sent, django_capture_on_commit_callbacks):
    session, seat = in_a_box(alice)
    reckoned(session, seat, django_capture_on_commit_callbacks)
    assert at(PlayerFactory()).get(reverse("table_odds", args=[session.pk]), **HTMX).status_code == 404


def test_the_panel_costs_few_queries(alice, sent, django_capture_on_commit_callbacks, django_assert_max_num_queries):
    session, seat = in_a_box(alice)
    reckoned(session, seat, django_capture_on_commit_callbacks)
    client = at(alice)
    with django_assert_max_num_queries(4):
        client.get(reverse("table_odds", args=[session.pk]), **HTMX)


def test_without_script_the_setting_is_a_form_of_its_own(alice, sent):
    session, _seat = in_a_box(alice, "off")
    answer = at(alice).post(reverse("table_odds_when", args=[session.pk]), {"when": "after"})
    assert answer.status_code == 302 and session_at(session.pk).odds == "after"


def test_without_script_the_page_itself_shows_them(alice, sent, django_capture_on_commit_callbacks):
    session, seat = in_a_box(alice)
    reckoned(session, seat, django_capture_on_commit_callbacks)
    answer = at(alice).post(reverse("table_odds", args=[session.pk]))
    assert "no difference found" in at(alice).get(answer.url.partition("#")[0]).content.decode()


def test_a_tabletop_log_has_no_odds(alice, sent):
    session, _seat = in_a_box(alice)
    run = store.dry_run(session)
    assert worker.prospects_of(session, run.state) is not None
    run.state.dice = "tabletop"
    assert worker.prospects_of(session, run.state) is None


@pytest.mark.parametrize(
    ("figure", "n", "share", "said"),
    [
        ([0.35, 0.301, 0.4, False], 512, True, "between 30% and 40%"),
        ([0.0, 0.0, 0.004, False], 2000, True, "none in 2000"),
        ([1.0, 0.99, 1.0, False], 64, True, "all of 64"),
        ([1 / 12, 1 / 12, 1 / 12, True], 64, True, "exactly 8.3%"),
        ([0.62, 0.618, 0.622, False], 4000, True, "about 62%"),
        ([14.2, 12.91, 15.5, False], 64, False, "between 12.9 and 15.5"),
    ],
)
def test_figures_in_words(figure, n, share, said):
    assert in_words(figure, n, share=share)[1] == said


@pytest.mark.parametrize(
    ("orders", "verdict", "differs"),
    [
        ({"search": {"stands_out": ["home"]}, "go-home": {"behind": ["home"]}}, "best: Search the box", True),
        ({"search": {}, "go-home": {}, "dive": {"behind": ["home"]}}, f"{NO_BEST}; worse than the best: [dive]", True),
        (
            {"search": {}, "go-home": {}} | {name: {"behind": ["home", "dead"]} for name in "abcde"},
            f"{NO_BEST}; worse than the best: [a], [b], [c] and 2 more",
            True,
        ),
        ({"search": {}, "go-home": {"apart": ["home"]}, "dive": {"apart": ["home"]}}, NO_BEST, True),
        ({"search": {}, "go-home": {}}, "no difference found", False),
        ({"search": {"stands_out": ["dead"]}, "go-home": {"behind": ["dead"]}}, "no difference found", False),
        ({"search": None, "go-home": None}, NO_BEST, False),
    ],
)
def test_a_verdict_says_what_is_true_of_its_column(orders, verdict, differs):
    """The last case was stored before orders were compared with the best."""

    def order(option: str, found: dict[str, Any] | None) -> dict[str, Any]:
        figures = {"home": [0.9, 0.88, 0.92, False], "dead": [0.04, 0.03, 0.06, False]}
        names = ("stands_out", "behind", "apart") if found is not None else ("stands_out",)
        marks = {name: (found or {}).get(name, []) for name in names}
        return {"option": option, "n": 500, "figures": figures} | marks

    told = {
        "kind": "box.order",
        "facts": {},
        "measures": [{"name": "home", "share": True, "good": True}, {"name": "dead", "share": True, "good": False}],
        "orders": [order(*one) for one in orders.items()],
    }
    column, other = table(convert(told, OddsRound), WORDS, "interceptor-ace").columns
    assert (column.verdict, column.differs) == (verdict, differs)
    assert (column.marks[-1], other.marks[-1]) == ("100", "10")
    told["orders"].append({"option": "turn", "n": 0, "figures": {}, "stands_out": [], "behind": [], "apart": []})
    column, _other = table(convert(told, OddsRound), WORDS, "interceptor-ace").columns
    assert column.verdict == (f"of the simulated orders: {verdict}" if differs else verdict)


def test_flown_kinds_are_covered(alice, sent):
    session, _seat = in_a_box(alice)
    assert asked_kinds(session) == {"box.order"}


def test_whoever_sets_a_table_for_two_agrees_on_odds_before_it_begins(alice, sent):
    bob = PlayerFactory(display_name="Bob")
    setup = {"pilots": [{"name": "Karl Brandt", "unit": 10}, {"name": "Otto Lindner"}], "play": "competitive"}
    sitters = {"pilot": SeatAssignment(player=alice), "second": SeatAssignment(player=bob)}
    session = session_open(owner=alice, title="interceptor-ace", setup=setup, sitters=sitters)
    address = reverse("table", args=[session.pk])
    assert "When to show odds" in at(alice).get(address).content.decode()
    assert "When to show odds" not in at(bob).get(address).content.decode()
    at(bob).post(reverse("table_odds_when", args=[session.pk]), {"when": "after"})
    assert session_at(session.pk).odds == "off"
    at(alice).post(reverse("table_odds_when", args=[session.pk]), {"when": "after"})
    assert session_at(session.pk).odds == "after"


def test_the_form_of_any_table_asks_when_its_odds_are_shown(alice, sent):
    form = NewTableForm("interceptor-ace", alice)
    typed = {one.name: str(one.value) for one in form.fields} | {seat.name: seat.chosen for seat in form.seats}
    for when, aided in (("after", False), ("before", True), ("off", False), ("always", False)):
        session = NewTableForm("interceptor-ace", alice, {**typed, "odds": when}).save()
        kept = session_at(session.pk)
        assert (kept.odds, kept.aided) == (when if when != "always" else "off", aided)
    assert [one.value for one in form.odds if one.chosen] == ["off"]
    assert [one.value for one in NewTableForm("bomber-command", alice).odds] == ["off", "after", "before"]


def test_the_form_of_a_night_and_of_a_year_asks(alice, sent):
    visitor, address = at(alice), reverse("night_new")
    pages = [
        visitor.get(address, how).content.decode()
        for how in ({"how": "solo"}, {"how": "computer"}, {"how": "computer", "year": "seasoned"})
    ]
    assert ["When to show odds" in page for page in pages] == [True, True, True]
    visitor.post(address, {"how": "computer", "odds": "after"})
    assert Session.objects.get(owner=alice).odds == "after"
