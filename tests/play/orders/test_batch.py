"""Several answers in one order: applied one by one, stored as one, ended at an unknown fact, taken back as one."""

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from play.games.boards import GameBoard
from play.journal import store
from play.journal.models import JournalEntry
from play.journal.projections import OrderEffects, projection
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.pages.parts import TablePage
from play.sessions import exports, services
from play.sessions.models import Session
from play.sessions.selectors import last_order, session_at
from tests.shared.builders.tables import begun, carried_out, give, planned, token
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
PLAN = {"lanes": [1, 2, 3]}


@pytest.fixture(autouse=True)
def no_worker_to_wait_for(monkeypatch):
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)


def passage(alice, bob=None, bot="") -> Session:
    """A passage under way: Alice is the raider, the escort is Bob's, a bot's, or hers too."""
    escort = services.SeatAssignment(policy=bot) if bot else services.SeatAssignment(player=bob or alice)
    sitters = {"raider": services.SeatAssignment(player=alice), "escort": escort}
    session = services.session_open(owner=alice, title="passage", setup={}, sitters=sitters)
    for player in {seat.player for seat in session.table if seat.player}:
        services.session_begin(session=session, player=player, nonce="a nonce")
    return carried_out(session)


def order_of(session, *answers, seat="raider", keys=None) -> Order:
    """Give several answers, and leave them to be carried out."""
    items = [[key, answer] for key, answer in zip(keys or [None] * len(answers), answers, strict=True)]
    return services.answers_give(session=session, seat=session.seat(seat), token=token(session, seat), answers=items)


def sailed(session, *answers, **kwargs) -> tuple[Session, Order]:
    """Give several answers and have them carried out."""
    order = order_of(session, *answers, **kwargs)
    session = carried_out(session)
    order.refresh_from_db()
    return session, order


def refusal_of(give_order, *args, **kwargs):
    with pytest.raises(OrderRefused) as caught:
        give_order(*args, **kwargs)
    assert caught.value.sentence
    return caught.value


def legs(session) -> list[str]:
    return store.resume(session).state.legs


def at(player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def post(player, name, session, **data):
    address = reverse(name, kwargs={"session": session.pk})
    return at(player).post(address, data, HTTP_HX_REQUEST="true")


def test_it_works(alice):
    before = passage(alice)
    session, order = sailed(before, "ahead", "tack", "ahead", "tack")
    assert legs(session) == ["ahead", "tack", "ahead", "tack"]
    assert (order.status, order.code, session.version) == (OrderStatus.DONE, "", before.version + 1)
    lines = session.journal.filter(kind="answer").order_by("seq")
    assert [(line.key, line.answer, line.joined) for line in lines] == [
        ("leg0", "ahead", False),
        ("leg1", "tack", True),
        ("leg2", "ahead", True),
        ("leg3", "tack", True),
    ]
    assert session.told.count() == 4


def test_it_is_what_the_same_answers_one_by_one_would_be(alice):
    answers = ["ahead", "wreck", "take", "stow", PLAN, "ahead", "ahead"]
    together, _order = sailed(passage(alice), *answers)
    alone = passage(alice)
    for answer in answers:
        alone = give(alone, "raider", answer)
    assert store.resume(together).digest() == store.resume(alone).digest()
    told = [list(each.told.values_list("number", "kind", "data")) for each in (together, alone)]
    assert told[0] == told[1]


def test_one_undo_takes_all_of_them_back(alice):
    session = give(passage(alice), "raider", "tack")
    session, _order = sailed(session, "ahead", "tack", "ahead")
    note = TablePage(session, session.seat("raider")).undo().note
    assert "3 orders" in note
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    session = carried_out(session)
    assert legs(session) == ["tack"]
    assert session.journal.filter(undone_by=session.entries_made).count() == 3
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    assert legs(carried_out(session)) == []


def test_an_undo_of_two_orders_of_several_takes_one_at_a_time(alice):
    session, _order = sailed(passage(alice), "ahead", "ahead")
    session, _order = sailed(session, "tack", "ahead")
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    assert legs(carried_out(session)) == ["ahead", "ahead"]


def test_a_long_order_stays_one_however_long_the_journal_is(alice):
    """A seam inside it does not become the checkpoint only because many answers came before."""
    session = passage(alice)
    for _ in range(3):
        session, _order = sailed(session, *["ahead"] * services.MOST_ANSWERS)
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    assert len(legs(carried_out(session))) == 2 * services.MOST_ANSWERS


@pytest.mark.parametrize(("leg", "reason"), [("sound", "die"), ("spy", "reveal")])
def test_it_ends_where_undo_closes_and_gives_the_rest_back(alice, leg, reason):
    session, order = sailed(passage(alice), "ahead", leg, "tack", "ahead")
    assert legs(session) == ["ahead", leg]
    assert (order.status, order.code) == (OrderStatus.DONE, "stopped")
    assert order.facts == {"left": [[None, "tack"], [None, "ahead"]], "taken": 2, "reason": reason}
    undo = TablePage(session, session.seat("raider")).undo()
    assert undo.closed


def test_a_die_at_the_last_of_them_leaves_nothing_over(alice):
    session, order = sailed(passage(alice), "ahead", "sound")
    assert (order.code, order.facts) == ("", {})
    assert legs(session) == ["ahead", "sound"]


def test_it_ends_where_something_else_is_asked(alice):
    session, order = sailed(passage(alice), "ahead", "wreck", "ahead")
    assert (order.code, order.facts["reason"], order.facts["left"]) == ("stopped", "otherwise", [[None, "ahead"]])
    session = give(session, "raider", "leave")
    session, order = sailed(session, "ahead", "wreck", "ahead", keys=["leg2", "leg3", "leg4"])
    assert (order.facts["reason"], order.facts["left"]) == ("otherwise", [["leg4", "ahead"]])


def test_a_person_who_is_to_answer_first_ends_it(alice, bob):
    session, order = sailed(passage(alice, bob), "ahead", "signal", "tack")
    assert (order.code, order.facts["reason"]) == ("stopped", "others")
    assert {seat for seat, _key in store.questions_of(session)} == {"escort"}
    prompt = TablePage(session, session.seat("raider")).prompt(last_order(session, "raider"))
    assert (prompt.state, prompt.left.token) == ("waiting", "")
    session = give(session, "escort", "allow")
    prompt = TablePage(session, session.seat("raider")).prompt(last_order(session, "raider"))
    assert prompt.left.token == token(session, "raider")


def test_a_bot_answers_in_between_and_it_goes_on(alice):
    session, order = sailed(passage(alice, bot="last"), "ahead", "signal", "tack", "signal", "ahead")
    assert (order.code, legs(session)) == ("", ["ahead", "signal", "tack", "signal", "ahead"])
    seats = list(session.journal.filter(kind="answer").values_list("seat", "joined"))
    assert seats == [
        ("raider", False),
        ("raider", True),
        ("escort", False),
        ("raider", True),
        ("raider", True),
        ("escort", False),
        ("raider", True),
    ]
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    assert legs(carried_out(session)) == []


def test_what_a_bot_closes_in_between_ends_it(alice):
    session, order = sailed(passage(alice, bot="first"), "ahead", "signal", "tack", "ahead")
    assert (order.facts["reason"], order.facts["left"]) == ("changed", [[None, "tack"], [None, "ahead"]])
    assert legs(session) == ["ahead", "signal"]


def test_bots_with_too_much_to_do_end_it_and_go_on_by_an_order_of_their_own(alice, monkeypatch):
    monkeypatch.setattr(execute, "BOT_ANSWERS", 1)
    session, order = sailed(passage(alice, bot="last"), "signal", "signal", "ahead")
    assert (order.facts["reason"], order.facts["taken"]) == ("others", 2)
    assert {seat for seat, _key in store.questions_of(carried_out(session))} == {"raider"}


def test_the_end_of_the_game_ends_it(alice):
    session, order = sailed(passage(alice), "ahead", "haven", "ahead")
    assert (session.status, order.facts["reason"]) == ("over", "over")
    page = at(alice).get(reverse("table", kwargs={"session": session.pk})).content.decode()
    assert "One order was not carried out." in page


def test_what_was_never_open_is_refused_as_a_whole(alice):
    session = passage(alice)
    refusal = refusal_of(order_of, session, "ahead", "tack", "tack", "ahead")
    assert (refusal.code, refusal.status, refusal.facts["number"]) == ("not_offered_in_turn", 422, 3)
    assert refusal.facts["left"] == [["leg0", "ahead"], [None, "tack"], [None, "tack"], [None, "ahead"]]
    assert not Order.objects.filter(session=session, kind="answers").exists()
    assert refusal_of(order_of, session, "west", "ahead").code == "not_offered"
    assert refusal_of(order_of, session, "ahead", "ahead", keys=["leg1", "leg2"]).code == "not_asked"
    assert refusal_of(order_of, session, "stow", {"lanes": [9, 9, 9]}).facts["number"] == 2


def test_even_a_row_that_came_past_the_door_is_not_carried_out(alice):
    session = passage(alice)
    asked = token(session, "raider")
    items = [["leg0", "ahead"], [None, "tack"], [None, "tack"]]
    forged = Order.objects.create(session=session, kind="answers", seat="raider", key="leg0", token=asked, answer=items)
    session = carried_out(session)
    forged.refresh_from_db()
    assert (forged.status, forged.code, legs(session)) == (OrderStatus.REFUSED, "not_offered_in_turn", [])
    prompt = TablePage(session, session.seat("raider")).prompt(last_order(session, "raider"))
    assert prompt.refusal.startswith("The rules do not allow order 3 ")
    # The question is free for a better answer.
    assert legs(sailed(session, "ahead", "tack")[0]) == ["ahead", "tack"]


JUNK = [
    ("[]", 400),
    ("{}", 400),
    ('"ahead"', 400),
    ("[[", 400),
    ('["ahead", "tack"]', 400),
    ('[["ahead"]]', 400),
    ('[[null, "ahead", "tack"]]', 400),
    ('[[7, "ahead"]]', 400),
    ('[[["leg0"], "ahead"]]', 400),
    ("[[null, null]]", 422),
    ("[[null, 1e999]]", 400),
    ("[[null, NaN]]", 400),
    ('[[null, "sound"], [null, "\\u0000"]]', 400),
    ('[[null, "sound"], [null, "\\ud800"]]', 400),
    ('[[null, "sound"], ["\\u0000", "ahead"]]', 400),
    ('[[null, "sound"], [null, 36893488147419103232]]', 400),
    ('[[null, "sound"], [null, {"\\u0000": 1}]]', 400),
    (f'[[null, "sound"], [null, {"[" * 50}{"]" * 50}]]', 400),
    (f'[[null, "sound"], ["{"k" * 201}", "ahead"]]', 400),
    ("[" * 200_000, 400),
    ("9" * 6000, 400),
    (json.dumps([[None, "ahead"]] * 10_000), 413),
    (json.dumps([[None, "ahead"]] * 101), 413),
    (json.dumps([[None, "x" * 300_000]]), 413),
    (json.dumps([["leg0", "ahead"], ["leg1", "west"]]), 422),
    (json.dumps([["leg9", "ahead"]]), 409),
]


@pytest.mark.parametrize(("text", "status"), JUNK)
def test_forged_lists_are_refused_and_change_nothing(alice, text, status):
    session = passage(alice)
    answer = post(alice, "table_order", session, token=token(session, "raider"), answers_json=text)
    assert answer.status_code == status
    assert "Nothing was changed." in answer.content.decode() or "None was carried out." in answer.content.decode()
    assert session_at(session.pk).version == session.version
    assert not Order.objects.filter(session=session, kind="answers").exists()


def test_a_list_for_another_seat_is_refused(alice, bob):
    session = passage(alice, bob)
    asked = token(session, "raider")
    items = json.dumps([[None, "ahead"], [None, "tack"]])
    assert post(bob, "table_order", session, token=asked, answers_json=items).status_code == 409
    assert post(bob, "table_order", session, token=asked, answers_json=items, seat="raider").status_code == 403
    assert post(PlayerFactory(), "table_order", session, token=asked, answers_json=items).status_code == 404
    assert session_at(session.pk).version == session.version


def test_two_tabs_and_a_second_delivery_apply_it_once(alice):
    session = passage(alice)
    order = order_of(session, "ahead", "tack")
    assert refusal_of(order_of, session, "tack", "ahead").code == "already_given"
    one = {"seat": session.seat("raider"), "token": token(session, "raider"), "answer": "tack"}
    assert refusal_of(services.answer_give, session=session, **one).code == "already_given"
    for _ in range(4):
        execute.execute_order(order.pk)
    session = session_at(session.pk)
    assert (legs(session), session.entries_made) == (["ahead", "tack"], 3)


def test_all_of_it_stands_or_falls_in_one_transaction(alice, monkeypatch):
    from play.journal import projections

    session = passage(alice)
    monkeypatch.setattr(projections, "_registered", {})
    seen = []

    @projection("passage")
    def keep(session: Session, progress: OrderEffects) -> None:
        seen.append([event.data.leg for event in progress.events])
        if len(seen) == 1:
            raise ValueError("the projection is faulty")

    session, order = sailed(session, "ahead", "tack", "ahead")
    assert (order.status, session.journal.count()) == (OrderStatus.FAILED, 1)
    session, order = sailed(session, "ahead", "tack", "ahead")
    assert (order.status, session.journal.count()) == (OrderStatus.DONE, 4)
    assert seen == [["ahead", "tack", "ahead"]] * 2


def test_the_page_says_what_was_not_reached_and_gives_the_rest(alice):
    session = passage(alice)
    items = json.dumps([[None, "sound"], [None, "tack"], [None, "ahead"]])
    post(alice, "table_order", session, token=token(session, "raider"), answers_json=items)
    session = carried_out(session)
    page = at(alice).get(reverse("table", kwargs={"session": session.pk})).content.decode()
    assert "2 orders were not carried out. A die was rolled first. Look at the result." in page
    form = re.search(r'<form class="left".*?</form>', page, re.DOTALL)[0]
    data = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    left = json.loads(html.unescape(data["answers_json"]))
    assert left == [[None, "tack"], [None, "ahead"]]
    post(alice, "table_order", session, token=data["token"], answers_json=json.dumps(left))
    session = carried_out(session)
    assert legs(session) == ["sound", "tack", "ahead"]
    page = at(alice).get(reverse("table", kwargs={"session": session.pk})).content.decode()
    assert "not carried out" not in page


def test_without_script_orders_of_one_name_are_a_list(alice):
    session = passage(alice)
    address = reverse("table_order", kwargs={"session": session.pk})
    data = {"token": token(session, "raider"), "answers": ["ahead", "tack", "ahead"]}
    assert at(alice).post(address, data).status_code == 302
    assert legs(carried_out(session)) == ["ahead", "tack", "ahead"]


def test_a_board_is_given_what_was_not_carried_out(alice, monkeypatch):
    seen = []
    board = GameBoard(question="play/_list.html", ask=lambda scene, orders: seen.append(scene.left) or {})
    monkeypatch.setattr("play.pages.parts.board_of", lambda title: board)
    session, _order = sailed(passage(alice), "sound", "tack")
    TablePage(session, session.seat("raider")).prompt(last_order(session, "raider"))
    assert seen == [[[None, "tack"]]]
    items = json.dumps([[None, "ahead"], [None, "tack"], [None, "tack"]])
    answer = post(alice, "table_order", session, token=token(session, "raider"), answers_json=items)
    assert answer.status_code == 422
    assert [answer for _key, answer in seen[-1]] == ["ahead", "tack", "tack"]


def test_sandboxes_and_files_keep_what_was_given_as_one(alice):
    session, _order = sailed(passage(alice), "ahead", "tack", "ahead")
    sandbox = carried_out(services.sandbox_fork(session=session, player=alice, at=session.entries_made))
    file = SimpleUploadedFile("passage.json", exports.session_file(session, alice))
    brought = carried_out(exports.import_session(file, alice))
    for again in (sandbox, brought):
        joined = list(JournalEntry.objects.filter(session=again, kind="answer").values_list("answer", "joined"))
        assert joined == [("ahead", False), ("tack", True), ("ahead", True)]
        services.undo_give(session=again, seat=again.seat("raider"), version=again.version)
        assert legs(carried_out(again)) == []


def test_a_sandbox_of_a_moment_inside_holds_what_came_before(alice):
    session, _order = sailed(passage(alice), "ahead", "tack", "ahead")
    sandbox = carried_out(services.sandbox_fork(session=session, player=alice, at=session.entries_made - 1))
    assert legs(sandbox) == ["ahead", "tack"]


def test_the_replay_shows_every_step(alice):
    session, _order = sailed(passage(alice), "ahead", "tack", "ahead")
    rows = session.told.select_related("entry").order_by("number")
    assert [store.state_after(session, row).legs for row in rows] == [
        ["ahead"],
        ["ahead", "tack"],
        ["ahead", "tack", "ahead"],
    ]


def test_a_plot_may_stand_in_a_list(alice, bob):
    """The first question of the strait is a form, and the other side is asked beside it."""
    session = begun(alice, bob)
    session, order = sailed(session, PLAN, "north")
    assert (order.code, order.facts["reason"]) == ("stopped", "others")
    assert planned(session).journal.filter(answer=PLAN).count() == 2


def test_a_file_of_before_is_still_read(alice):
    session, _order = sailed(passage(alice), "ahead", "tack")
    document = json.loads(exports.session_file(session, alice))
    for line in document["entries"]:
        del line["joined"]
    del document["seal"]  # files of that time had none
    old = SimpleUploadedFile("passage.json", json.dumps(document).encode())
    again = carried_out(exports.import_session(old, alice))
    assert legs(again) == ["ahead", "tack"]
