"""Programs that play: they come in by the token of a seat, see what it sees, and are refused as people are."""

import json
import runpy
from pathlib import Path

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.accounts.services import player_leave
from campaigns.api import schemas
from campaigns.bots import services as bots
from campaigns.bots.models import SeatToken
from campaigns.results.models import Result
from engine.nightfighter.state import PLAYER, UMPIRE
from play.bots import seat_api
from play.games import titles
from play.live import notify
from play.orders.models import Order
from play.sessions.models import Seat
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, run_of, session_open
from tests.campaigns.groups.test_groups import come
from tests.play.secrecy.test_visibility import same_dice
from tests.shared.builders import tables
from tests.shared.factories import GuestFactory, PlayerFactory
from tests.sorties.nightfighter.board.test_generic_page import night

pytestmark = pytest.mark.django_db
__all__ = ["same_dice"]
EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "bot.py"


@pytest.fixture(autouse=True)
def worker(monkeypatch):
    """Carries out what is ordered while the door waits for it, as the worker does."""

    def wait_for(order, is_settled, seconds):
        return tables.carried_out(session_at(order.session_id))

    monkeypatch.setattr(notify, "wait_for", wait_for)


@pytest.fixture
def bot(ruth):
    return bots.bot_make(owner=ruth, name="Window")


def ask(path, token="", brought=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    client = Client(enforce_csrf_checks=True)
    if brought is None:
        answer = client.get(f"/api/v1/{path}", headers=headers)
    else:
        body = brought if isinstance(brought, bytes) else json.dumps(brought)
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()


def seated(ruth, bot):
    """Ruth plays the raider of the small game, her program the escort; both have given their numbers."""
    session = session_open(owner=ruth, title="strait", setup={}, sitters={"raider": SeatAssignment(player=ruth)})
    token = bots.bot_seat(bot=bot, offered=Seat.objects.get(session=session, name="escort"))
    tables.services.session_begin(session=session, player=ruth, nonce="hers")
    status, seen = ask("seat", token)
    assert status == 200 and seen["status"] == "open" and not seen["questions"]
    status, seen = ask("seat/begin", token, {"number": "its"})
    assert status == 200 and seen["status"] == "playing"
    return session_at(session.pk), token


def test_a_program_sees_what_its_seat_sees_and_answers_what_it_is_asked(ruth, bot):
    session, token = seated(ruth, bot)
    _status, seen = ask("seat", token)
    (question,) = seen["questions"]
    assert question["kind"] and question["form"] and seen["view"]["plan"] == []
    status, seen = ask("seat/answer", token, {"token": question["token"], "answer": {"lanes": [1, 2, 3]}})
    assert status == 200 and not seen["questions"] and session.nonces["escort"] == "its"
    session = tables.give(session_at(session.pk), "raider", {"lanes": [3, 2, 1]})
    assert ask("seat", token)[1]["view"]["plan"] == [1, 2, 3]
    told = ask("seat/events", token)[1]
    assert [one["number"] for one in told] == list(range(1, len(told) + 1))
    assert ask("seat/events?after=1", token)[1] == told[1:]
    known = {row.kind for row in session.told.all() if not row.to or "|escort|" in row.to}
    assert {one["kind"] for one in told} <= known


def test_a_program_is_refused_as_people_are(ruth, bot):
    _session, token = seated(ruth, bot)
    question = ask("seat", token)[1]["questions"][0]
    for brought, status in (
        ({"token": "no-such@1", "answer": "x"}, 409),
        ({"token": question["token"], "answer": {"lanes": [1]}}, 422),
        ({"token": question["token"], "answer": "\0"}, 422),
        ({"token": question["token"]}, 400),
        ({"token": question["token"], "answer": 1, "more": 2}, 400),
        (b"{", 400),
        (b"\xff", 400),
        (b"[" * 100_000, 400),
        (b'"' + b"x" * 300_000 + b'"', 413),
        ({"token": 7, "answer": "x"}, 400),
    ):
        code, problem = ask("seat/answer", token, brought)
        assert code == status and msgspec.convert(problem, schemas.ProblemSchema).problem, brought
    good = {"token": question["token"], "answer": {"lanes": [1, 2, 3]}}
    assert ask("seat/answer", token, good)[0] == 200 and ask("seat/answer", token, good)[0] == 409
    assert Order.objects.filter(seat="escort", kind="answer").count() == 1


def test_several_answers_are_one_order_and_end_where_nobody_could_know_on(ruth, bot):
    sitters = {"raider": SeatAssignment(player=bot), "escort": SeatAssignment(player=bot)}
    session = session_open(owner=bot, title="passage", setup={}, sitters=sitters)
    token = bots.token_make(bot=bot, session=session, seat="raider")
    status, seen = ask("seat/begin", token, {"number": "its"})
    (question,) = seen["questions"]
    assert status == 200 and (seen["left"], seen["stopped"]) == ([], None)
    several = {"token": question["token"], "answers": [{"answer": one} for one in ("ahead", "sound", "tack", "ahead")]}
    status, seen = ask("seat/answers", token, several)
    order = Order.objects.get(kind="answers")
    assert status == 200 and order.seat == "raider" and order.status == "done"
    assert seen["left"] == [{"key": None, "answer": "tack"}, {"key": None, "answer": "ahead"}]
    assert "die" in seen["stopped"] and not seen["refused"]
    (question,) = seen["questions"]
    first = {"key": question["key"], "answer": question["options"][0]}
    for brought, refused in (
        ({"token": question["token"], "answers": []}, 400),
        ({"token": question["token"], "answers": [{"answer": "x"}]}, 422),
        ({"token": question["token"], "answers": [first | {"key": "another"}]}, 409),
        ({"token": question["token"], "answers": [first] * 101}, 413),
        ({"token": question["token"], "answers": [["a", "b"]]}, 400),
        ({"token": question["token"], "answers": [first | {"more": 1}]}, 400),
        (several, 409),
    ):
        assert ask("seat/answers", token, brought)[0] == refused, brought
    assert Order.objects.filter(kind="answers").count() == 1


def test_a_form_comes_with_an_example_that_the_rules_take_and_that_is_the_same_at_each_look(ruth, bot):
    _session, token = seated(ruth, bot)
    (question,) = ask("seat", token)[1]["questions"]
    assert (
        sum(question["example"]["lanes"]) == 6
        and question["example"] == ask("seat", token)[1]["questions"][0]["example"]
    )
    status, seen = ask("seat/answer", token, {"token": question["token"], "answer": question["example"]})
    assert status == 200 and not seen["refused"] and not seen["questions"]


class Door:
    """The API of the site as the example program calls it, without a server between."""

    def __init__(self, token):
        self.token = token

    def ask(self, path, brought=None):
        status, seen = ask(path, self.token, brought)
        assert status == 200, seen
        return seen


def test_the_example_program_plays_a_game_that_asks_for_a_form(bot):
    example = runpy.run_path(str(EXAMPLE))
    session, token = bots.bot_night(bot=bot, game="strait")
    seen = example["play"](Door(token), 0)
    assert seen["status"] == "over" and session_at(session.pk).status == "over"
    assert not Order.objects.filter(session=session, kind="answer").exclude(status="done").exists()
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 60


def test_the_plot_of_a_night_may_be_its_example(bot):
    _session, token = bots.bot_night(bot=bot, game="bomber-command", seat="british")
    seen = ask("seat/begin", token, {"number": "its"})[1]
    while not any(one["form"] for one in seen["questions"]):
        question = seen["questions"][0]
        seen = ask("seat/answer", token, {"token": question["token"], "answer": question["options"][0]})[1]
    question = next(one for one in seen["questions"] if one["form"])
    status, seen = ask("seat/answer", token, {"token": question["token"], "answer": question["example"]})
    assert status == 200 and not seen["refused"]
    assert question["token"] not in {one["token"] for one in seen["questions"]}


def test_nobody_comes_in_without_the_token_or_by_one_that_is_void(ruth, bot):
    _session, token = seated(ruth, bot)
    kept = SeatToken.objects.get()
    assert token not in str(SeatToken.objects.values()) and kept.used is not None
    for wrong in ("", "dsps_wrong"):
        for path, brought in (
            ("seat", None),
            ("seat/events", None),
            ("seat/answer", {}),
            ("seat/answers", {}),
            ("seat/begin", {}),
        ):
            assert ask(path, wrong, brought)[0] == 401
    page = come(ruth).post(reverse("bots"), {"do": "token", "token": kept.pk}).content.decode()
    fresh = page.partition('id="token"')[2].partition('value="')[2].partition('"')[0]
    assert ask("seat", token)[0] == 401 and ask("seat", fresh)[0] == 200
    eve = come(PlayerFactory())
    assert "dsps_" not in eve.post(reverse("bots"), {"do": "token", "token": kept.pk}, follow=True).content.decode()
    player_leave(player=ruth)
    assert ask("seat", fresh)[0] == 401


@pytest.mark.slow
def test_a_program_is_rated_with_nobody_and_nobody_signs_in_to_it(ruth, bot, client):
    session, token = seated(ruth, bot)
    while (seen := ask("seat", token)[1])["status"] == "playing":
        for question in seen["questions"]:
            answer = question["options"][0] if question["options"] else {"lanes": [1, 2, 3]}
            ask("seat/answer", token, {"token": question["token"], "answer": answer})
        session = session_at(session.pk)
        for (seat, _key), decision in list(run_of(session).pending.items() if session.status == "playing" else ()):
            if seat == "raider":
                session = tables.give(session, seat, decision.options[0] if decision.options else {"lanes": [1, 2, 3]})
    assert seen["status"] == "over" and seen["outcome"] is not None
    assert Result.objects.count() == 2 and not Result.objects.filter(counts=True).exists()
    assert str(bot) == "Window (bot)" and not bot.has_usable_password() and not bot.email
    assert "Window (bot)" in come(ruth).get(reverse("table", args=[session.pk])).content.decode()


@pytest.mark.slow
def test_where_something_is_hidden_a_program_waits_like_a_person(same_dice):
    session, _people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    seat = session.seat(PLAYER)
    Player.objects.filter(pk=seat.player_id).update(is_bot=True, keeper=PlayerFactory())
    token = bots.token_make(bot=seat.player, session=session, seat=PLAYER)
    held = 0
    for _ in range(40):
        session = session_at(session.pk)
        (name, _key), decision = next(iter(run_of(session).pending.items()))
        seen = ask("seat", token)[1]
        assert "umpire" not in seen["view"] and not [one for one in seen["questions"] if one["kind"] == "umpire"]
        if name == UMPIRE:
            held += seen["pending"]
            before = ask("seat", token)[1]
            session = tables.give(session, name, decision.options[0])
            after = ask("seat", token)[1]
            if after["pending"]:
                assert after == before, "what the umpire does moves nothing that the seat counts"
        else:
            session = tables.give(session, name, decision.options[0])
    assert held


def test_a_keeper_has_a_page_for_programs_and_a_table_against_the_house(ruth):
    door_of = reverse("bots")
    assert come(GuestFactory()).get(door_of).status_code == 302
    client = come(ruth)
    client.post(door_of, {"do": "make", "display_name": "Window"})
    bot = Player.objects.get(is_bot=True)
    assert "Window" in client.get(door_of).content.decode()
    for game in titles.names():
        page = client.post(door_of, {"do": "night", "program": bot.pk, "game": game}).content.decode()
        assert "you will not see it again" in page, game
    ours = session_open(owner=ruth, title="strait", setup={}, sitters={"raider": SeatAssignment(player=ruth)})
    link = ours.seats_taken.get(player=None).invitation
    where = f"http://testserver/tables/seat/{link}/"
    assert (
        "you will not see it again"
        in client.post(door_of, {"do": "seat", "program": bot.pk, "link": where}).content.decode()
    )
    again = client.post(door_of, {"do": "seat", "program": bot.pk, "link": where}, follow=True).content.decode()
    assert "does not lead to a free seat" in again
    eve = come(PlayerFactory())
    eve.post(door_of, {"do": "night", "program": bot.pk, "game": "strait"})
    assert SeatToken.objects.filter(bot=bot).count() == len(titles.names()) + 1
    for number in range(6):
        client.post(door_of, {"do": "make", "display_name": f"Number {number}"})
    assert ruth.bots.count() == bots.MOST
    assert seat_api.WAIT_SECONDS > 0
