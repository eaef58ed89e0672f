"""A night over the Reich on its map: what the page shows is what may be ordered, and no more than the viewer knows."""

import html
import json
import random

import pytest
from django.urls import reverse

from play.games.boards import BoardScene
from play.games.titles import pack_of
from play.journal import store
from play.pages.parts import TablePage
from play.sessions import services
from play.sessions.services import SeatAssignment, session_open
from raids.board.context import raid_board
from raids.board.map_layer import city_of
from raids.board.question import IN_ONE_GO, raid_question
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory

BACKEND = "django.contrib.auth.backends.ModelBackend"
pytestmark = pytest.mark.django_db


def night(scenario="berlin", **setup):
    british, german = PlayerFactory(), PlayerFactory()
    sitters = {"british": SeatAssignment(player=british), "german": SeatAssignment(player=german)}
    session = session_open(owner=british, title="bomber-command", setup={"scenario": scenario} | setup, sitters=sitters)
    for player in (british, german):
        services.session_begin(session=session, player=player, nonce="a nonce")
    return carried_out(session), {"british": british, "german": german}


def asked(session):
    return next(iter(services.run_of(session).pending.values()))


def answer_to(decision, rng):
    if decision.form is not None:
        import msgspec

        return msgspec.to_builtins(decision.form.example(lambda sides: rng.randint(1, sides)))
    # A night goes on faster when fighters are in the air and few cards are played.
    busy = [one for one in decision.options if not one.startswith(("done", "pass", "play-on"))]
    return rng.choice(busy) if busy and rng.random() < 0.5 else rng.choice(decision.options)


def scene_of(session, decision):
    run = services.run_of(session)
    words, pack = store.words_of(session), store.pack_of(session)
    asked = decision.question
    orders = [{"value": o, "label": words.order(decision.kind, o, asked), "state": "open"} for o in decision.options]
    view = run.view(decision.actor)
    return BoardScene(view, words, decision.actor, pack, decision.kind, orders=orders, question=asked)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_every_moment_of_a_night_is_drawn_and_its_orders_stand_on_the_map_as_in_the_list(
    client, scenario, django_assert_max_num_queries
):
    session, players = night(scenario)
    rng, kinds = random.Random(7), set()
    for at in range(260):
        if session.status != "playing":
            break
        decision = asked(session)
        scene = scene_of(session, decision)
        drawn = raid_board(scene)
        on_map = [v for row in drawn["map"].rows for c in row if c.orders for v in json.loads(c.orders)]
        assert set(on_map) <= set(decision.options)
        if decision.kind in IN_ONE_GO:
            rows = raid_question(scene, list(scene.orders))["rows"]
            listed = {order["value"] for row in rows for order in row.orders}
            assert listed == set(decision.options) - {"done"}
        if decision.kind not in kinds or at % 40 == 0:
            kinds.add(decision.kind)
            client.force_login(players[decision.actor], backend=BACKEND)
            page = client.get(reverse("table", args=[session.pk]))
            text = html.unescape(page.content.decode())
            assert page.status_code == 200
            assert all(f'value="{o}"' in text for o in decision.options if not decision.form)
            assert len(page.content) < 250_000
            where = reverse("table_changes", args=[session.pk]) + f"?seat={decision.actor}"
            with django_assert_max_num_queries(8):
                assert client.get(where, HTTP_HX_REQUEST="true").status_code == 200
            if decision.actor == "german":
                # No line of a raid, no target in its frame, no card of the other hand.
                assert 'class="route' not in text and "city target" not in text
                assert not any(f"{card}:" in text for card in services.run_of(session).state.hands.get("british", ()))
        session = give(session, decision.actor, answer_to(decision, rng))
    assert {"raids.plot", "fighters.move", "scramble"} <= kinds


def test_what_was_found_on_earlier_turns_is_not_forgotten(client):
    session, players = night()
    rng, found = random.Random(11), {}
    while session.status == "playing":
        run = services.run_of(session)
        decision = asked(session)
        if run.state.turn > 3 and found and decision.actor == "german":
            break
        answer = "done" if "done" in decision.options else answer_to(decision, rng)
        session = give(session, decision.actor, answer)
        turn = 0
        found = {}
        rows = session.told.filter(kind__in=("turn.begins", "raids.detected"), entry__undone_by=None).order_by("number")
        for _kind, data in rows.values_list("kind", "data"):
            turn = data.get("turn", turn)
            for hex_ in (*data.get("counters", ()), *data.get("streams", ())):
                found.setdefault(hex_, set()).add(turn)
    now = services.run_of(session).state.turn
    page = TablePage(session, session.seat("german"), private=True)
    shown = {one.hex: set(one.turns) for one in page.board().drawn["over"].sightings}
    board = store.pack_of(session).boards[session.setup["scenario"]]
    earlier = {hex_: {turn for turn in turns if turn < now} for hex_, turns in found.items() if hex_ in board.grid}
    assert shown == {hex_: turns for hex_, turns in earlier.items() if turns} and shown
    client.force_login(players["german"], backend=BACKEND)
    text = html.unescape(client.get(reverse("table", args=[session.pk]), {"seat": "german"}).content.decode())
    assert f"found here on turn {min(shown[next(iter(shown))])}" in text and 'class="sighting' in text


def test_a_city_map_names_each_of_its_areas():
    plans = pack_of("bomber-command", "standard").city_maps
    for plan in plans.values():
        assert set(plan.grid) <= {one.word for one in city_of(plan).words}
