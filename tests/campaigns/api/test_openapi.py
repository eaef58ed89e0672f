"""The interface is what its description says: requests are made from the document, and every answer is held to it."""

import json
from random import Random
from typing import ClassVar

import pytest
from django.test import Client

from campaigns.api.kinds import AT
from campaigns.api.openapi import GROUP, openapi_document
from campaigns.bots import services as bots
from campaigns.groups import services as groups
from engine.kernel.decisions import Question
from engine.kernel.events import EventData
from play.games.titles import title_of
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_begin, session_open
from tests.campaigns.api.test_api import token_of
from tests.campaigns.seasons.test_duplicate_seasons import announced, begin
from tests.play.bots.test_seat_api import worker
from tests.shared.builders import tables
from tests.shared.factories import PlayerFactory
from tests.shared.json_schema import Misfit, check, filled, made, spoiled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
__all__ = ["worker"]
TRIES = 25
METHODS = ("get", "post", "put", "patch", "delete", "options", "head")


@pytest.fixture
def described():
    answer = Client().get("/api/v1/openapi.json")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/json"
    return answer.json()


def test_components_are_called_as_in_earlier_releases(described):
    names = (
        "Answer Answers Beginning Closed Event Given Group Line Member Night Place Played Problem Question Seat Season"
    )
    # Since events and questions are described kind by kind, there are others, whose names have a point.
    assert {name for name in described["components"]["schemas"] if "." not in name} == set(names.split())
    assert "Schema" not in json.dumps(described)


class LaneTaken(EventData):
    """A boat takes a lane."""

    kind: ClassVar[str] = "lane.taken"

    lane: int
    by: tuple[str, ...] = ()


class LaneQuestion(Question):
    """Which lane?"""

    kind: ClassVar[str] = "lane"

    free: list[int]


def test_events_and_questions_are_described_kind_by_kind(monkeypatch):
    title = title_of("strait")
    monkeypatch.setattr(type(title), "events", {"lane.taken": LaneTaken})
    monkeypatch.setattr(type(title), "questions", {"lane": LaneQuestion})
    parts = openapi_document.__wrapped__()["components"]["schemas"]
    about = {"number": 1, "rule": "", "dice": [], "modifiers": [], "chart": "", "secret": False, "taken_back": False}
    taken = {**about, "kind": "lane.taken", "data": {"lane": 2, "by": ["red"]}}
    check(taken, {"$ref": f"{AT}Event"}, parts)
    check({**taken, "data": {"lane": 2}}, {"$ref": f"{AT}Event"}, parts)
    check({**taken, "kind": "told.no.more", "data": {"sea": None}}, {"$ref": f"{AT}Event"}, parts)
    for wrong in ({}, {"lane": "2"}, {"lane": 2, "sea": 1}):
        with pytest.raises(Misfit):
            check({**taken, "data": wrong}, {"$ref": f"{AT}Event"}, parts)
    assert parts["Data.LaneTaken"]["description"] == "A boat takes a lane."
    assert parts["Question.lane"]["properties"]["facts"] == {"$ref": f"{AT}Data.LaneQuestion"}
    assert parts["Question"]["discriminator"]["mapping"]["lane"] == f"{AT}Question.lane"


@pytest.fixture
def club():
    return groups.group_found(owner=PlayerFactory(display_name="Ruth"), name="Thursday Flight")


@pytest.fixture
def season(club):
    found = announced(club)
    begin(found, club.owner, "Jakob Wieland")
    return found


@pytest.fixture
def seat(club):
    """The token of a program's seat in a current game."""
    bot = bots.bot_make(owner=club.owner, name="Window")
    session = session_open(
        owner=club.owner, title="strait", setup={}, sitters={"raider": SeatAssignment(player=club.owner)}
    )
    token = bots.bot_seat(bot=bot, offered=session.seats_taken.get(name="escort"))
    session_begin(session=session, player=club.owner, nonce="hers")
    return token


def held(answer, asked, described, what):
    """Hold an answer to what the document says of it."""
    assert str(answer.status_code) in asked["responses"], f"{what}: {answer.status_code} is not described"
    assert answer["Content-Type"] == "application/json", what
    schema = asked["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    check(json.loads(answer.content), schema, described["components"]["schemas"], what)
    return answer.status_code


def test_every_answer_to_requests_made_from_the_document_is_as_it_says(described, club, season, seat):
    chance, parts, met = Random(7), described["components"]["schemas"], {}
    tokens = {GROUP: token_of(club), "seat": seat}
    narrow = token_of(club, "seasons")
    client = Client()
    for path, methods in described["paths"].items():
        for method, asked in methods.items():
            (needed,) = (name for one in asked["security"] for name in one)
            for turn in range(TRIES):
                inside = {one["name"]: made(one["schema"], parts, chance) for one in asked["parameters"]}
                inside |= {"season": season.pk} if turn % 2 and "season" in inside else {}
                token = chance.choice([tokens[needed]] * 6 + ["", "dsp_x", narrow, *tokens.values()])
                given = {"headers": {"Authorization": f"Bearer {token}"}} if token else {}
                address = filled(path, inside)
                if "after" in inside:
                    address += f"?after={chance.choice([inside['after'], 'x', '-1', 10**12])}"
                body = asked.get("requestBody")
                if body is not None:
                    brought = made(body["content"]["application/json"]["schema"], parts, chance)
                    brought = spoiled(brought, chance) if turn % 3 else brought
                    given |= {"data": json.dumps(brought), "content_type": "application/json"}
                met.setdefault(path, set()).add(held(getattr(client, method)(address, **given), asked, described, path))
    assert all(200 in codes or "answer" in path for path, codes in met.items()), met
    assert all(401 in codes for codes in met.values()) and met["/api/v1/members"] >= {200, 401, 403}
    assert met["/api/v1/seasons/{season}/ladder"] >= {200, 401, 404} and met["/api/v1/seat/answer"] >= {400, 401}


def test_an_answer_that_the_rules_take_is_as_the_document_says(described, club, seat):
    asked = described["paths"]["/api/v1/seat/answer"]["post"]
    headers = {"Authorization": f"Bearer {seat}"}
    begun = Client().post("/api/v1/seat/begin", '{"number": "its"}', content_type="application/json", headers=headers)
    held(begun, described["paths"]["/api/v1/seat/begin"]["post"], described, "begin")
    question = begun.json()["questions"][0]
    brought = json.dumps({"token": question["token"], "answer": {"lanes": [1, 2, 3]}})
    for status in (200, 409):
        answer = Client().post("/api/v1/seat/answer", brought, content_type="application/json", headers=headers)
        assert held(answer, asked, described, "answer") == status
    table = session_at(begun.json()["table"])
    tables.give(table, "raider", {"lanes": [1, 2, 3]})
    events = Client().get("/api/v1/seat/events", headers=headers)
    assert held(events, described["paths"]["/api/v1/seat/events"]["get"], described, "events") == 200 and events.json()


def test_a_method_that_is_not_described_is_refused(described, club, season, seat):
    headers = {"Authorization": f"Bearer {token_of(club)}"}
    for path, methods in described["paths"].items():
        for method in set(METHODS) - set(methods) - {"head"}:
            answer = getattr(Client(), method)(filled(path, {"season": season.pk}), headers=headers)
            assert answer.status_code == 405, (method, path)


def test_the_check_itself_refuses_what_does_not_fit():
    parts = {"Line": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}
    schema = {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}
    check([{"n": 1}], schema, parts)
    for wrong in ({}, [1], [{}], [{"n": True}], [{"n": "1"}], [{"n": 1, "m": 2}], None):
        with pytest.raises(Misfit):
            check(wrong, schema, parts)
    with pytest.raises(Misfit):
        check(1, {"type": "integer", "multipleOf": 2}, parts)
    with pytest.raises(Misfit):
        check("soon", {"type": "string", "format": "date"}, parts)
