"""The table's pages and fragments: what they show to whom, what they refuse, and what they cost."""

import json
import random
import re

import msgspec
import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from play.journal.models import JournalEntry
from play.live import notify
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.pages.parts import TablePage
from play.sessions import selectors, services
from play.sessions.models import Seat, Session
from play.sessions.selectors import event_at, events_before, events_of, events_with, session_at, visible
from play.sessions.services import SeatAssignment, session_open
from tests.shared.builders import careers
from tests.shared.builders.tables import GAME, begun, carried_out, give, planned, play, set_table, token
from tests.shared.builders.uploads import result_of
from tests.shared.factories import GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(autouse=True)
def no_worker_to_wait_for(monkeypatch):
    monkeypatch.setattr("play.sessions.views.WAIT_SECONDS", 0)


def at(player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(name, session, **query):
    from urllib.parse import urlencode

    return reverse(name, kwargs={"session": session.pk}) + (f"?{urlencode(query)}" if query else "")


def post(player, name, session, /, htmx=True, **data):
    return at(player).post(address(name, session), data, **(HTMX if htmx else {}))


def test_it_works(alice, bob):
    session = planned(begun(alice, bob))
    page = at(alice).get(address("table", session)).content.decode()
    assert "Which course do you steer?" in page
    assert "Steer north" in page
    assert 'data-key="1"' in page
    assert "Your plan is written: 1, 2, 3 boats." in page


def test_each_fragment_is_its_viewers_own(alice, bob):
    session = play(begun(alice, bob), decisions=8)
    mine = at(alice).get(address("table_changes", session)).content.decode()
    theirs = at(bob).get(address("table_changes", session)).content.decode()
    for page, other in ((mine, "|escort|"), (theirs, "|raider|")):
        hidden = session.told.filter(to=other).count()
        assert hidden and page.count('id="event-') <= session.events_told - hidden
    assert mine != theirs
    assert "Your plan" in mine


def test_a_line_of_the_log_opens_for_those_who_may_know_it(alice, bob):
    session = play(begun(alice, bob), decisions=30)
    fired = next(row for row in reversed(events_of(session, "escort", count=500)) if row.kind == "fired")
    opened = at(bob).get(address("table_line", session, number=fired.rank)).content.decode()
    assert "Chance" in opened and "d6" in opened
    drawn = next(row for row in events_of(session, "raider", count=500) if row.kind == "card.drawn" and row.to)
    assert "card" in at(alice).get(address("table_line", session, number=drawn.rank)).content.decode()
    assert drawn.pk not in [row.pk for row in events_of(session, "escort", count=500)]
    beyond = session.told.filter(visible("escort")).count() + 1
    assert at(bob).get(address("table_line", session, number=beyond)).status_code == 204


def test_an_order_is_given_and_said_to_be(alice, bob):
    session = planned(begun(alice, bob))
    answer = post(alice, "table_order", session, token=token(session, "raider"), answer="north")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'class="prompt in-reach sent"' in page
    assert "every 1s" in page
    session = carried_out(session)
    after = at(alice).get(address("table_changes", session)).content.decode()
    assert "You have nothing to decide now." in after
    assert "Waiting for the escort (Bob)." in after


def test_a_page_read_while_the_order_was_being_carried_out_does_not_ask_again(alice, bob):
    before = planned(begun(alice, bob))
    give(before, "raider", "north")
    last = selectors.last_order(before, "raider")
    # The session was read before the worker committed, the order after.
    prompt = TablePage(before, before.seat("raider")).prompt(last)
    assert prompt.state == "sent"
    assert [order["state"] for order in prompt.questions[0].orders] == ["given", "open"]


def test_without_script_an_order_is_a_plain_form(alice, bob):
    session = planned(begun(alice, bob))
    answer = post(alice, "table_order", session, htmx=False, token=token(session, "raider"), answer="north")
    assert (answer.status_code, answer["Location"]) == (302, address("table", session))


def test_a_closed_order_says_why(alice):
    session = planned(begun(alice))
    session = give(give(session, "raider", "north"), "escort", "south")
    page = at(alice).get(address("table", session, seat="raider")).content.decode()
    assert 'aria-disabled="true"' in page
    assert "There is too little wind to reef." in page


def test_forms_keep_what_was_typed_and_say_what_is_wrong_beside_it(alice, bob):
    session = begun(alice, bob)
    typed = {"f.lanes.0": "4", "f.lanes.1": "-1", "f.lanes.2": "x"}
    answer = post(alice, "table_order", session, token=token(session, "raider"), **typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="4"' in page and 'value="x"' in page
    assert "Enter a number." in page
    typed["f.lanes.2"] = "1"
    page = post(alice, "table_order", session, token=token(session, "raider"), **typed).content.decode()
    assert "A lane cannot hold fewer than no boats." in page
    assert "6 boats are to be shared out; these are 4." in page
    assert session.orders.filter(kind="answer").count() == 0


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        ({"answer": "east"}, 422, "do not allow that order"),
        ({"answer": "north", "seat": "escort"}, 403, "not yours"),
        ({"answer": "north", "token": "round0/course@99"}, 409, "has moved on"),
        ({"answer": "north", "token": "round9/fire@1"}, 409, "has moved on"),
        ({"answer": "north", "token": ""}, 409, "cannot answer this question"),
        ({"answer_json": "{"}, 400, "cannot be read"),
        ({"answer_json": "[" * 200_000}, 400, "cannot be read"),
        ({"answer_json": '"' + "x" * 300_000 + '"'}, 413, "too large"),
        ({"answer_json": "[1]"}, 422, "do not allow that order"),
        ({}, 422, "You chose no order."),
        ({"answer": ""}, 422, "You chose no order."),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_bad_orders_are_refused_with_a_sentence_and_change_nothing(alice, bob, data, status, words, htmx):
    session = planned(begun(alice, bob))
    before = (session.version, bytes(session.record))
    answer = post(alice, "table_order", session, htmx=htmx, **({"token": token(session, "raider")} | data))
    assert answer.status_code == status
    assert words in answer.content.decode()
    session = carried_out(session)
    assert (session.version, bytes(session.record)) == before


def test_strangers_find_no_table(alice, bob):
    session = planned(begun(alice, bob))
    stranger = PlayerFactory()
    for name in ("table", "table_changes", "table_log", "table_replay", "table_dice", "table_export"):
        assert at(stranger).get(address(name, session)).status_code == 404
    assert post(stranger, "table_order", session, token=token(session, "raider"), answer="north").status_code == 404
    assert Order.objects.filter(session=session, status=OrderStatus.PENDING).count() == 0


def test_an_oversized_body_is_refused(alice, bob):
    session = planned(begun(alice, bob))
    answer = post(alice, "table_order", session, token=token(session, "raider"), answer="n" * 6_000_000)
    assert 400 <= answer.status_code < 500
    assert re.search(r"[A-Z][a-z]+ .*\.", answer.content.decode())


def test_what_is_new_since_the_last_look_is_marked(alice, bob):
    session = play(begun(alice, bob), decisions=7)
    Seat.objects.filter(session=session).update(seen=0)
    for _ in range(2):
        first = at(bob).get(address("table", session)).content.decode()
        assert "log-line fresh" in first
    # The page says by itself that it was shown, by the seat's own count of events.
    upto = re.search(r'name="upto" value="([0-9]+)"', first).group(1)
    assert int(upto) == session.told.filter(visible("escort")).count()
    post(bob, "table_seen", session, seat="escort", upto=upto)
    after = at(bob).get(address("table", session)).content.decode()
    assert "log-line fresh" not in after and 'name="upto"' not in after
    Seat.objects.filter(session=session).update(seen=1)
    assert "log-line fresh" in at(bob).get(address("table", session)).content.decode()


def lines_of(answer):
    """The lines of the log in an answer: the number of each, its mark, and whether only its place is there."""
    found = re.findall(r'<li [^>]*data-line="[0-9a-f]+"[^>]*>', answer.content.decode())
    return {
        int(re.search(r'id="event-([0-9]+)"', line)[1]): (
            re.search(r'data-line="([0-9a-f]+)"', line)[1],
            "data-stands" in line,
        )
        for line in found
    }


def test_a_line_that_the_page_has_is_sent_no_more_unless_it_has_changed(alice):
    session = play(planned(begun(alice, bot=True, rounds=60)), decisions=30)
    client = at(alice)
    whole = lines_of(client.get(address("table", session)))
    assert len(whole) > 10 and not any(stands for _mark, stands in whole.values())
    has = {"headers": {"HX-Request": "true", "Lines": " ".join(mark for mark, _stands in whole.values())}}
    fragment = client.get(address("table_changes", session), **has)
    assert lines_of(fragment) == {number: (mark, True) for number, (mark, _stands) in whole.items()}
    # A request without marks, or for a page, gets all of them.
    assert lines_of(client.get(address("table_changes", session), **HTMX)) == whole
    assert lines_of(client.get(address("table", session), **has)) == whole
    older = client.get(address("table_log", session, before=min(whole)), **has)
    assert lines_of(older) and not any(stands for _mark, stands in lines_of(older).values())
    # Parts that an undo changed are drawn again.
    undo = next(number for number in whole)
    entry = session.told.filter(visible("raider")).order_by("number")[undo - 1].entry
    JournalEntry.objects.filter(pk=entry.pk).update(undone_by=entry.seq)
    again = lines_of(client.get(address("table_changes", session), **has))
    changed = {number for number, (mark, _stands) in whole.items() if again[number][0] != mark}
    assert undo in changed and len(changed) < len(whole)
    assert {number for number, (_mark, stands) in again.items() if not stands} == changed


def test_in_another_language_every_line_is_sent(alice):
    session = play(planned(begun(alice, bot=True, rounds=60)), decisions=20)
    client = at(alice)
    marks = " ".join(mark for mark, _stands in lines_of(client.get(address("table", session))).values())
    type(alice).objects.filter(pk=alice.pk).update(language="pl")
    fragment = client.get(address("table_changes", session), headers={"HX-Request": "true", "Lines": marks})
    assert lines_of(fragment) and not any(stands for _mark, stands in lines_of(fragment).values())


def test_a_look_is_noted_for_ones_own_seat_and_never_backwards(alice, bob):
    session = play(begun(alice, bob), decisions=7)
    Seat.objects.filter(session=session).update(seen=4)
    post(alice, "table_seen", session, seat="escort", upto=5)
    post(alice, "table_seen", session, seat="raider", upto=1)
    post(alice, "table_seen", session, seat="raider", upto=10_000)
    assert set(session.seats_taken.values_list("seen", flat=True)) == {4}


def test_undo_in_the_page(alice, bob):
    session = give(planned(begun(alice, bob)), "raider", "north")
    page = at(alice).get(address("table", session)).content.decode()
    assert "This takes back: Steer north." in page
    post(alice, "table_undo", session, version=session.version)
    session = carried_out(session)
    assert "Which course do you steer?" in at(alice).get(address("table_changes", session)).content.decode()
    session = give(give(session, "raider", "north"), "escort", "south")
    page = at(bob).get(address("table", session)).content.decode()
    assert "Hidden information has been revealed since" in page


def test_a_prompt_that_is_still_right_is_not_sent_again(alice, bob):
    session = planned(begun(alice, bob))
    page = at(alice).get(address("table_changes", session)).content.decode()
    again = re.search(r'hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")
    assert at(alice).get(again + f"&shown={session.version}").status_code == 204
    version, session = session.version, give(session, "escort", "north")
    beside = at(alice).get(again + f"&shown={version}")
    assert beside["HX-Reswap"] == "none"
    assert 'id="board"' in beside.content.decode() and 'id="prompt"' not in beside.content.decode()
    assert f'id="shown" name="shown" value="{session.version}"' in beside.content.decode()
    session = give(session, "raider", "south")
    whole = at(alice).get(again + f"&shown={version}")
    assert "HX-Reswap" not in whole
    assert all(f'id="{part}"' in whole.content.decode() for part in ("prompt", "board", "log", "last-roll"))


def test_replay_shows_the_board_as_it_was(alice, bob):
    session = play(begun(alice, bob, rounds=3))
    known = session.told.filter(visible("raider")).count()
    assert known < session.events_told
    page = at(alice).get(address("table_replay", session, at=5)).content.decode()
    assert f"5 of {known}" in page
    first = at(alice).get(address("table_replay", session, at=1)).content.decode()
    last = at(alice).get(address("table_replay", session, at=session.events_told)).content.decode()
    assert "under sail" not in first
    assert first != last
    assert f"{known} of {known}" in last
    for rank in range(1, known + 1):
        assert "escort" not in event_at(session, "raider", rank).to


def test_no_number_tells_that_something_hidden_happened(alice, bob):
    """Each seat counts the events that it may know, without a gap, in the log, in replay and in the export."""
    session = play(begun(alice, bob, rounds=9), decisions=30)
    for player, seat in ((alice, "raider"), (bob, "escort")):
        known = session.told.filter(visible(seat)).count()
        assert known < session.events_told
        ranks = [row.rank for row in events_of(session, seat, count=500)]
        assert ranks == list(range(known, 0, -1))
        older = events_before(session, seat, known - 1, count=3)
        assert [row.rank for row in older] == [known - 2, known - 3, known - 4]
        for row in older:
            assert row.pk in [one.pk for one in events_with(session, seat, row.rank) if one.rank == row.rank]
        page = at(player).get(address("table", session)).content.decode()
        shown = sorted({int(number) for number in re.findall(r'id="event-([0-9]+)"', page)})
        assert max(shown) == known
        told = at(player).get(address("table_export", session)).json()
        assert [event["number"] for event in told["events"]] == list(range(1, known + 1))
        assert {event["seq"] for event in told["events"]} == {0}


def test_a_sandbox_from_the_page(alice):
    session = play(begun(alice), decisions=6)
    answer = at(alice).post(address("table_fork", session), {"at": session.entries_made})
    sandbox = carried_out(Session.objects.get(sandbox_of=session))
    assert answer["Location"] == address("table", sandbox)
    assert "It does not count for standings." in at(alice).get(address("table", sandbox)).content.decode()


def test_dice_are_bound_before_and_open_after(alice, bob):
    session = play(begun(alice, bob, rounds=3), decisions=10)
    page = at(alice).get(address("table_dice", session)).content.decode()
    assert session.commitment in page
    assert bytes(session.seed).hex() not in page
    session = play(session)
    page = at(alice).get(address("table_dice", session)).content.decode()
    assert bytes(session.seed).hex() in page
    assert "a nonce" in page


def test_seeds_and_states_stay_in_the_house_before_the_end(alice, bob):
    session = play(begun(alice, bob), decisions=9)
    secrets = [bytes(session.seed).hex(), 'seed":"' + bytes(session.seed).hex()]
    hidden = session.told.filter(to="|escort|", kind="plan.written")
    assert hidden.exists()
    names = ("table", "table_changes", "table_log", "table_replay", "table_dice", "table_export")
    for name in names:
        body = at(alice).get(address(name, session)).content.decode()
        assert not any(secret in body for secret in secrets), name
    document = json.loads(at(alice).get(address("table_export", session)).content)
    assert (document["complete"], document["entries"], document["seed"]) == (False, [], "")
    assert document["nonces"] == {}
    assert all(event["to"] in ([], ["raider"]) for event in document["events"])


def exported(player, session) -> bytes:
    return at(player).get(address("table_export", session)).content


def take_in(player, data: bytes):
    client = at(player)
    return result_of(client, client.post(reverse("table_import"), {"file": SimpleUploadedFile("session.json", data)}))


def test_a_finished_session_comes_back_whole(alice, bob):
    session = play(begun(alice, bob, rounds=3))
    answer = take_in(bob, exported(bob, session))
    copy = carried_out(Session.objects.exclude(pk=session.pk).get())
    assert answer.url == address("table", copy)
    assert (copy.status, copy.counts, copy.outcome) == ("over", False, session.outcome)
    told = [(row.kind, row.data, row.dice) for row in session.told.all()]
    assert [(row.kind, row.data, row.dice) for row in copy.told.all()] == told
    assert bytes(copy.record) == bytes(session.record)
    assert exported(bob, copy).count(b'"stream"') == exported(bob, session).count(b'"stream"')


def test_a_game_that_was_not_over_goes_on_with_new_dice_if_nothing_in_it_was_hidden(alice):
    session = play(begun(alice), decisions=8)
    document = json.loads(exported(alice, session))
    assert (document["complete"], document["seed"]) == (True, "")
    take_in(alice, json.dumps(document).encode())
    copy = carried_out(Session.objects.exclude(pk=session.pk).get())
    assert copy.journal.latest("seq").digest == session.journal.latest("seq").digest
    assert bytes(copy.seed) != bytes(session.seed)
    assert play(copy).status == "over"


def test_a_game_that_was_not_over_and_had_secrets_is_for_reading(alice):
    session = play(begun(alice, bot=True), decisions=3)
    document = json.loads(exported(alice, session))
    assert (document["complete"], document["entries"]) == (False, [])
    answer = take_in(alice, json.dumps(document).encode())
    assert "You can read it, but not import it." in answer.content.decode()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: b"not json", "This is not a game's file"),
        (lambda text: b"", "This is not a game's file"),
        (lambda text: text.replace(b'"version": 2', b'"version": 3'), "This is not a game's file"),
        (lambda text: text.replace(b'"title": "strait"', b'"title": 5'), "This is not a game's file"),
        (lambda text: text.replace(b'"title": "strait"', b'"title": "chess"'), "changed after its site"),
        (lambda text: text.replace(b'"format"', b'"shape": 1, "format"'), "This is not a game's file"),
        (lambda text: text.replace(b'"title"', b'"title": "strait", "title"', 1), "the field “title” twice"),
        (lambda text: re.sub(rb'"pack_hash": "[0-9a-f]+"', b'"pack_hash": "1"', text), "changed after its site"),
        (lambda text: re.sub(rb'"seed": "[0-9a-f]{4}', b'"seed": "0000', text), "do not match its seed"),
        (lambda text: re.sub(rb'"seed": "[0-9a-f]{4}', b'"seed": "zzzz', text), "This is not a game's file"),
        (lambda text: b"[" * 100_000, "This is not a game's file"),
    ],
)
def test_malformed_files_are_refused_with_a_sentence(alice, bob, spoil, said):
    session = play(begun(alice, bob, rounds=1))
    answer = take_in(alice, spoil(exported(alice, session)))
    assert said in answer.context["problem"]
    assert "notice error" in answer.content.decode()
    assert Session.objects.count() == 1


def test_a_file_too_large_is_refused(alice, monkeypatch):
    monkeypatch.setattr("play.sessions.exports.LARGEST_FILE", 1000)
    assert take_in(alice, b" " * 2000).status_code == 413


def test_a_forged_journal_does_not_begin(alice, bob):
    session = play(begun(alice, bob, rounds=1))
    document = json.loads(exported(alice, session))
    line = next(line for line in document["entries"] if line["answer"] in ("north", "south"))
    line["answer"] = "east"
    refused = take_in(alice, json.dumps(document).encode())
    assert "changed after its site signed it" in refused.content.decode()
    del document["seal"]
    refused = take_in(alice, json.dumps(document).encode())
    assert "does not fit the present rules" in refused.content.decode()
    assert Session.objects.count() == 1


def test_setting_a_table_through_the_pages(alice, bob):
    new = reverse("table_new", kwargs={"game": "strait"})
    games = at(alice).get(reverse("tables")).content.decode()
    assert new in games
    assert reverse("career_new") in games and reverse("table_new", kwargs={"game": "interceptor-ace"}) not in games
    assert "How many rounds are sailed." in at(alice).get(new).content.decode()
    wrong = at(alice).post(new, {"f.rounds": "six", "seat.raider": "me", "seat.escort": "link"})
    assert wrong.status_code == 422
    assert 'value="six"' in wrong.content.decode()
    answer = at(alice).post(new, {"f.rounds": "3", "seat.raider": "me", "seat.escort": "link"})
    session = session_at(Session.objects.get().pk)
    assert answer["Location"] == address("table", session)
    assert session.setup == {"rounds": 3}
    lobby = at(alice).get(address("table", session)).content.decode()
    link = reverse("seat", args=[session.seat("escort").invitation])
    assert link in lobby
    assert session.commitment in lobby
    assert at(bob).get(link).status_code == 200
    at(bob).post(link)
    assert at(PlayerFactory()).get(link).status_code == 404
    assert Client().post(reverse("guest_take_seat", args=[session.seat("escort").invitation])).status_code == 404
    for player in (alice, bob):
        at(player).post(address("table_begin", session), {"nonce": "x", "pledge": session.commitment})
    assert carried_out(session).status == "playing"


def test_a_link_says_who_asks_whom_to_what_and_one_button_seats_a_guest(alice):
    sitters = {"raider": services.SeatAssignment(player=alice), "escort": services.SeatAssignment()}
    session = services.session_open(owner=alice, title=GAME, setup={"rounds": 6}, sitters=sitters)
    link = reverse("seat", args=[session.seat("escort").invitation])
    stranger = Client()
    page = stranger.get(link).content.decode()
    assert "Alice" in page and "The strait" in page and "Take this seat as a guest" in page
    answer = stranger.post(reverse("guest_take_seat", args=[session.seat("escort").invitation]), {"name": "Bea"})
    assert answer["Location"] == address("table", session)
    seated = session_at(session.pk).seat("escort").player
    assert seated.is_guest and seated.display_name.startswith("Bea")
    assert stranger.get(address("table", session)).status_code == 200
    assert Client().get(link).status_code == 404, "the link is void"


def test_a_guest_plays_at_once(db):
    guest = GuestFactory()
    session = planned(begun(guest, bot=True))
    assert at(guest).get(address("table", session)).status_code == 200
    assert "The strait" in at(guest).get(reverse("tables")).content.decode()


# Cost


def test_a_page_costs_at_most_six_queries(alice, bob, django_assert_max_num_queries):
    session = play(begun(alice, bob), decisions=30)
    client = at(bob)
    client.get(address("table", session))
    with django_assert_max_num_queries(6):
        client.get(address("table", session))


@pytest.mark.parametrize(
    ("name", "most"), [("table_changes", 5), ("table_log", 4), ("table_line", 4), ("table_version", 3)]
)
def test_a_fragment_costs_few_queries(alice, bob, name, most, django_assert_max_num_queries):
    session = play(begun(alice, bob), decisions=30)
    client = at(bob)
    client.get(address(name, session))
    with django_assert_max_num_queries(most):
        client.get(address(name, session))


def night(mode):
    owner = PlayerFactory()
    session = session_open(
        owner=owner,
        title="nightfighter",
        setup={"scenario": "4B", "mode": mode},
        sitters={"player": SeatAssignment(player=owner)},
    )
    services.session_begin(session=session, player=owner, nonce="a nonce")
    return carried_out(session)


def night_over_the_reich(scenario):
    owner = PlayerFactory()
    sitters = {seat: SeatAssignment(player=owner) for seat in ("british", "german")}
    session = session_open(owner=owner, title="bomber-command", setup={"scenario": scenario}, sitters=sitters)
    services.session_begin(session=session, player=owner, nonce="a nonce")
    return carried_out(session)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begins", "most"),
    [
        # Rows that depend on a career, or events of earlier turns, are one query more.
        (lambda: careers.begun(PlayerFactory()).session, 6),
        (lambda: night_over_the_reich("berlin"), 6),
        (lambda: night_over_the_reich("downfall"), 6),
        (lambda: night("solo"), 5),
        (lambda: night("blind"), 5),
    ],
    ids=["interceptor-ace", "berlin", "downfall", "night-alone", "night-blind"],
)
def test_a_fragment_of_every_game_costs_few_queries_and_who_asks_is_counted(
    begins, most, django_assert_max_num_queries
):
    session, rng, kinds = begins(), random.Random(3), set()
    for _ in range(80):
        if session.status != "playing":
            break
        decision = next(iter(services.run_of(session).pending.values()))
        if decision.kind not in kinds:
            kinds.add(decision.kind)
            client, where = at(session.owner), f"{address('table_changes', session)}?seat={decision.actor}"
            client.get(where)
            with django_assert_max_num_queries(most):
                assert client.get(where, **HTMX).status_code == 200
        answer = rng.choice(decision.options) if decision.form is None else example_of(decision, rng)
        session = give(session, decision.actor, answer)
    assert len(kinds) >= 3


def example_of(decision, rng):
    return msgspec.to_builtins(decision.form.example(lambda sides: rng.randint(1, sides)))


def test_an_answered_decision_costs_at_most_thirteen_queries(alice, bob, django_assert_max_num_queries):
    session = play(planned(begun(alice, bob)), decisions=6)
    seat, key, seq = session.asked[0]
    run = services.run_of(session)
    option = run.pending[(seat, key)].options[0]
    client = at(alice if seat == "raider" else bob)
    with django_assert_max_num_queries(13):
        client.post(address("table_order", session), {"token": f"{key}@{seq}", "answer": option}, **HTMX)
    order = Order.objects.latest("pk")
    with django_assert_max_num_queries(13):
        carried_out_once(order)
    assert session_at(session.pk).version == session.version + 1


def carried_out_once(order):
    from play.orders import execute

    execute.execute_order(order.pk)


def test_the_nudge_reaches_who_listens(alice, bob):
    session = planned(begun(alice, bob))
    notify.publish(session, 77)
    heard, unheard = Order(pk=77, session=session), Order(pk=78, session=session)
    for _again in range(2):
        assert notify.wait_for(heard, lambda: False, 2.0) is bool(settings.REDIS_URL)
    assert not notify.wait_for(unheard, lambda: False, 0.05)


def test_a_lobby_is_not_a_table(alice, bob):
    session = set_table(alice, bob)
    answer = post(alice, "table_order", session, token="plan.write@1", answer="north")
    assert answer.status_code == 409


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("Expected `int`, got `str` - at `$.pilots[0].unit`", "$.pilots[0].unit"),
        ("Object missing required field `rounds`", "rounds"),
        ("JSON is malformed: invalid character (byte 7)", "character 7"),
        ("Expecting value: line 1 column 1 (char 0)", "character 0"),
        ("entries[0].kind", "entries[0].kind"),
        ("Input data was truncated", "unreadable"),
    ],
)
def test_no_library_s_english_stands_inside_a_sentence(problem, said):
    for code in ("setup", "bad_file"):
        assert OrderRefused(code, {"problem": problem}).sentence.endswith(f": {said}")
    assert "Export the game on its page again" in OrderRefused("bad_file", {"problem": problem}).sentence
