"""A night on its map: what the page shows is what may be ordered, alone and under the computer umpire."""

import html
import json
import random
import re
from dataclasses import replace

import pytest
from django.urls import reverse

from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.charts.compiled import charts_of
from engine.nightfighter.charts.schema import standard_pack
from engine.nightfighter.questions import FighterStepQuestion
from engine.nightfighter.views import ContactView
from play.games.boards import BoardScene
from play.journal import store
from play.orders.models import Order
from play.sessions import services
from play.sessions.services import SeatAssignment, session_open
from play.utils.percent import as_percent
from sorties.nightfighter.board.contact_areas import area_of
from sorties.nightfighter.board.context import hexes_of, night_board
from sorties.nightfighter.board.flight_paths import flight_paths
from sorties.nightfighter.board.question import stakes
from sorties.nightfighter.board.sensor_range import earlier_contacts
from sorties.nightfighter.text import WORDS
from sorties.nightfighter.text.orders import aircraft_letter
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory

LISTED = re.compile(r'<(?:button class="order[^"]*" name="answer"|option) value="([^"]*)"')
pytestmark = pytest.mark.django_db


def night(mode, scenario="4B"):
    owner = PlayerFactory()
    sitters = {"player": SeatAssignment(player=owner)}
    setup = {"scenario": scenario, "mode": mode}
    session = session_open(owner=owner, title="nightfighter", setup=setup, sitters=sitters)
    services.session_begin(session=session, player=owner, nonce="a nonce")
    return carried_out(session), owner


def asked(session):
    run = services.run_of(session)
    return next(iter(run.pending.values())), run.view("player")


def scene_of(session):
    decision, view = asked(session)
    orders = [{"value": one, "label": one, "state": "open"} for one in decision.options]
    return BoardScene(
        view, WORDS, "player", standard_pack("standard"), decision.kind, orders=orders, question=decision.question
    )


@pytest.mark.parametrize("mode", ["solo", "blind"])
def test_the_page_draws_every_moment_and_offers_the_same_orders_on_the_map_as_in_the_list(client, mode):
    session, owner = night(mode)
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    rng, kinds = random.Random(5), set()
    for _turn in range(60):
        if session.status != "playing":
            break
        decision, view = asked(session)
        scene = scene_of(session)
        drawn = night_board(scene)
        on_map = [v for row in drawn["map"].rows for c in row if c.orders for v in json.loads(c.orders)]
        assert sorted(on_map) == sorted(v for v in decision.options if hexes_of(view)(v))
        if decision.kind not in kinds:
            kinds.add(decision.kind)
            page = client.get(reverse("table", args=[session.pk])).content.decode()
            listed = set(
                map(
                    html.unescape,
                    re.findall(r'<(?:button class="order[^"]*" name="answer"|option) value="([^"]*)"', page),
                )
            )
            assert set(decision.options) <= listed
            assert page.count('role="gridcell"') == 486 and len(page.encode()) < 200_000, len(page)
        session = give(session, "player", rng.choice(decision.options))
    assert "fighter.step" in kinds and ("radar.search" if mode == "solo" else "radar.place") in kinds


def test_the_hexes_of_a_search_are_folded_into_a_list_and_the_pass_stays_a_button(client):
    session, owner = night("blind")
    while asked(session)[0].kind != "radar.place":
        session = give(session, "player", asked(session)[0].options[-1])
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table", args=[session.pk])).content.decode()
    folded = re.search(r'<details class="night-hexes">.*?</details>', page, re.S)[0]
    assert folded.count("<option ") == 486 and "required" not in folded
    assert page.count('value="pass"') == 1 and page.index('value="pass"') > page.index(folded) + len(folded)
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)) | {"token": token}
    answer = client.post(reverse("table_order", args=[session.pk]), hidden, headers={"HX-Request": "true"})
    assert 'class="refusal"' in answer.content.decode() and asked(session)[0].kind == "radar.place"
    client.post(reverse("table_order", args=[session.pk]), hidden | {"answer": ["hex:0905", "pass"]})
    assert Order.objects.filter(session=session).latest("pk").answer == "pass", "the button that is pressed counts"


def test_every_order_says_its_chance_before_the_roll_on_the_button_and_at_its_hex(client):
    session, owner = night("solo")
    while asked(session)[0].kind != "radar.search":
        session = give(session, "player", asked(session)[0].options[-1])
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table", args=[session.pk])).content.decode()
    decision, view = asked(session)
    for option, (of, among) in decision.question.odds.items():
        said = as_percent([of, among])
        button = re.search(rf'<button class="order[^"]*" name="answer" value="{option}".*?</button>', page, re.S)[0]
        assert f"<b>{html.escape(said)}</b> in 100" in button
        cell = re.search(rf'id="hex-{hexes_of(view)(option)[0]}"[^>]*aria-label="([^"]*)"', page)[1]
        assert f"{html.escape(said)} in 100" in cell
    assert [as_percent(one) for one in ([0, 6], [1, 300], [1, 3], [299, 300], [6, 6])] == [
        "0",
        "<1",
        "33",
        ">99",
        "100",
    ]


def test_what_the_umpire_said_stands_with_its_turn_and_is_reckoned_on():
    session, _owner = night("blind")
    rng = random.Random(2)
    while not any(one.contact for one in asked(session)[1].tracks):
        decision, view = asked(session)
        if decision.kind == "radar.place":
            answer = f"hex:{100 * rng.randint(3, 16) + rng.randint(2, 8):04}"
        else:
            answer = "left" if "left" in decision.options else decision.options[0]
        session = give(session, "player", answer)
    drawn = night_board(scene_of(session))
    view = asked(session)[1]
    track = next(one for one in view.tracks if one.contact)
    assert any(one.turn == track.turn and one.sentence.endswith("contact.") for one in drawn["told"])
    found = [hexes for turn, hexes in earlier_contacts(view, standard_pack("standard")) if turn == track.turn]
    rows = {int(hex_[2:]) for hexes in found for hex_ in hexes}
    assert not rows or min(rows) > 6 - 2, "what was told then has flown on since"
    assert any(one.look.startswith("guess") for one in drawn["map"].outlines) or not rows


def test_every_way_that_is_drawn_is_taken_by_the_rules():
    session, _owner = night("blind")
    while asked(session)[0].kind != "fighter.step":
        decision, _view = asked(session)
        session = give(session, "player", decision.options[-1])
    scene = scene_of(session)
    ways = flight_paths(scene, scene.orders)
    assert ways.most == scene.question.most and ways.steps
    place = ways.start
    for order in ("ahead", "left"):
        place = dict(ways.steps[place])[order]
        session = give(session, "player", order)
        question = asked(session)[0].question
        if asked(session)[0].kind != "fighter.step":
            break
        assert place == f"{question.hex}/{('N', 'NE', 'SE', 'S', 'SW', 'NW').index(question.facing)}"


def test_no_way_leads_into_a_gun_belt():
    question = FighterStepQuestion("F1", 0, 4, 2, hex="1020", facing="S", belt=23)
    orders = [{"value": one, "label": one, "state": "open"} for one in ("ahead", "left", "right")]
    scene = BoardScene(None, WORDS, "player", standard_pack("standard"), "fighter.step", question=question)
    ways = flight_paths(scene, orders)
    reached = {int(place.partition("/")[0]) % 100 for steps in ways.steps.values() for _order, place in steps}
    assert max(reached) == 22 and not ways.steps.get("1022/3")
    assert "Row 23 and beyond are the gun belt: it may not enter." in stakes(question)


def contact(uncertainty):
    return ContactView(1, "0915", "S", "", False, False, "", 0, uncertainty)


def test_where_a_bomber_may_be_is_what_the_diagrams_say():
    charts = standard_pack("standard")
    low = area_of(contact("low"), charts)
    wide = area_of(contact("moderate"), charts)
    assert (len(low), len(wide)) == (6, 18)
    grid = charts_of(charts).map.grid
    assert all(grid.distance("0915", one) <= 3 for one in wide)


def at_high(session):
    """Let the hunter play on to a question that offers counters of an aircraft that has several."""
    bot = hunter(standard_pack("standard"), "player", 1)
    for _turn in range(20):
        decision, view = asked(session)
        high = {f"contact:{one.contact}" for one in view.contacts if one.counters > 1}
        if high & set(decision.options):
            return session, decision, view
        session = give(session, "player", bot.choose(decision, lambda seen=view: seen))
    raise AssertionError("no counter was ever searched for")


def test_the_counters_of_one_aircraft_bear_its_letter_on_map_list_and_prompt(client):
    session, owner = night("solo", "1")
    session, decision, view = at_high(session)
    state = services.run_of(session).state
    scene = scene_of(session)
    drawn = night_board(scene)
    for one in view.contacts:
        letter = aircraft_letter(one.craft)
        alike = [b for b in state.bombers if b.craft == one.craft and b.status in ("map", "delayed", "exited")]
        assert one.counters == len(alike)
        (mark,) = (m.mark for m in drawn["map"].marks if m.mark.number == str(one.contact))
        said = f"aircraft {letter}, 1 of {len(alike)} counters" if len(alike) > 1 else f"aircraft {letter}"
        assert mark.word == (letter if len(alike) > 1 else "") and ("craft" in mark.look.split()) is (len(alike) > 1)
        (row,) = (row for row in drawn["contacts"] if row.contact == one.contact)
        assert row.how.endswith(said)
        # The prompt counts all of them, whether or not the question offers them.
        if f"contact:{one.contact}" in decision.options:
            note = WORDS.note(decision.kind, f"contact:{one.contact}", scene.question)
            beside = sorted(b.mark for b in alike if b.status == "map" and b.mark != one.contact)
            assert said in note and ("with " + ", ".join(map(str, beside)) in note) is bool(beside)
    letters = [one.letter for one in drawn["contacts"]]
    assert letters == sorted(letters), "counters of one aircraft stand together"
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table", args=[session.pk])).content.decode()
    assert f'class="craft-mark craft craft-{view.contacts[0].craft % 4}"' in page


@pytest.mark.parametrize(("craft", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (33, "AH"), (52, "BA")])
def test_aircraft_have_letters(craft, letter):
    assert aircraft_letter(craft) == letter


def test_start_hexes_are_lit_where_they_are_most_of_the_map_and_another_hex_says_why(client):
    session, owner = night("solo", "1")
    decision, _view = asked(session)
    assert decision.kind == "setup.hex" and len(decision.options) == 324
    scene = replace(scene_of(session), rule=decision.rule)
    drawn = night_board(scene)["map"]
    assert drawn.anywhere and [one.filled for one in drawn.outlines if one.look == "usable"] == [True]
    assert drawn.why == "F1 may not start in %s: only in the lit hexes [3.2]."
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    token = store.token_of(decision.key, store.questions_of(session)[("player", decision.key)])
    for answer, said in (({"answer": "hex:0505"}, "do not allow that order"), ({}, "You chose no order.")):
        fields = {"seat": "player", "token": token} | answer
        page = client.post(reverse("table_order", args=[session.pk]), fields)
        assert page.status_code == 422 and said in page.content.decode() and "[3.2]" in page.content.decode()


def test_where_the_whole_map_is_open_nothing_is_lit():
    session, _owner = night("blind", "4")
    rng = random.Random(1)
    while (decision := asked(session)[0]).kind != "radar.place":
        session = give(session, "player", rng.choice(decision.options))
    drawn = night_board(scene_of(session))["map"]
    assert drawn.anywhere and not [one for one in drawn.outlines if one.look == "usable"]
