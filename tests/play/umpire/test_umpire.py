"""The umpire's desk: it offers what the engine takes, says what is read of it, and shows the other's very page."""

import html
import random
import re

import pytest
from django.urls import reverse

from engine.kernel.decisions import read_answer
from engine.nightfighter.state import PLAYER, UMPIRE
from play.journal import store
from play.orders.models import Order
from play.secrecy import visibility
from play.sessions import services
from play.sessions.selectors import session_at
from play.umpire.models import Remark
from play.umpire.page import UmpirePage, choices, player_decided_for, umpire_page_of
from tests.play.secrecy.test_visibility import CHANGING, one_moment, same_dice
from tests.shared.builders.tables import carried_out, give
from tests.sorties.nightfighter.board.test_generic_page import night

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["one_moment", "same_dice"]
BUTTON = re.compile(r'<button class="order[^"]*" name="answer" value="([^"]+)"')


def to_the_umpire(session, rng, least=0):
    """Play at random up to a question to the umpire, `least` answers on."""
    for count in range(400):
        run = services.run_of(session)
        if run.asked(UMPIRE) and count >= least:
            return session, run.asked(UMPIRE)[0]
        (seat, _key), decision = next(iter(run.pending.items()))
        session = give(session, seat, rng.choice(decision.options))
    raise AssertionError("no umpire was asked")


@pytest.mark.parametrize("scenario", ["4B", "9"])
def test_over_random_nights_the_desk_offers_what_the_engine_takes_and_says_what_will_be_read(scenario, same_dice):
    session, people = night(PLAYER, UMPIRE, scenario=scenario, umpire="person")
    rng, read, kinds = random.Random(scenario), 0, set()
    for step in range(45):
        run = services.run_of(session)
        if not run.pending:
            break
        (seat, _key), decision = next(iter(run.pending.items()))
        order = rng.choice(decision.options)
        if seat == UMPIRE:
            keeper, words = session.seat(UMPIRE), store.words_of(session)
            orders = [{"value": option, "label": option, "state": "open"} for option in decision.options]
            shown = choices(session, decision, session.seat(PLAYER), words, orders)
            assert [row.value for row in shown.rows] == list(decision.options)
            for row in shown.rows:
                read_answer(decision, row.value)
            for n in range(len(shown.computers)):
                # Nothing where that computer would never have come into this position.
                assert sum(row.advised[n][1] for row in shown.rows) in (0, *range(97, 104))
            if step % 5 == 0:
                page = html.unescape(people[UMPIRE].page(session, "table_changes"))
                assert set(BUTTON.findall(page)) == set(decision.options)
            kinds.add(decision.kind)
            assert words.at_stake(decision).startswith("Forced: ") and " Free: " in words.at_stake(decision)
            before = session.told.count()
            promised = next(row.reads for row in shown.rows if row.value == order) or []
            assert umpire_page_of(session, keeper, words).reader.name == PLAYER
        session = give(session, seat, order)
        if seat == UMPIRE:
            told = session.told.filter(number__gt=before, to="")
            assert promised == [str(words.event(store.as_event(session, row))) for row in told][: len(promised)]
            read += len(promised)
    assert read and len(kinds) > 1


def bare(text):
    """Return a page without the tokens of its forms and without its address."""
    return re.sub(r"\s+", " ", CHANGING.sub("", text))


def part(text, name):
    return bare(re.search(rf'<section id="{name}".*?</section>', text, re.S)[0])


def test_the_umpire_looks_at_the_very_page_that_the_player_has(same_dice, one_moment):
    session, people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    session, _decision = to_the_umpire(session, random.Random(2), least=25)
    shown = people[UMPIRE].client.get(reverse("table_player_view", args=[session.pk]))
    assert shown["X-Frame-Options"] == "SAMEORIGIN" and "frame-ancestors 'self'" in shown["Content-Security-Policy"]
    theirs, mine = (
        shown.content.decode(),
        people[PLAYER].client.get(reverse("table", args=[session.pk])).content.decode(),
    )
    before, page = theirs.split("hx-disable", 1)
    assert "hx-get" in page and before.count("hx-get") == 1, "the whole page asks again, none of its parts"
    assert "inert" in theirs and part(theirs, "prompt") == part(mine, "prompt")
    for mark in ("<svg", 'class="hexmap', "The umpire"):
        assert (mark in theirs) == (mark in mine)
    board = [re.findall(r"<use [^>]*>|<text[^>]*>[^<]*", part(text, "board")) for text in (theirs, mine)]
    assert board[0] == board[1] and len(board[0]) > 400
    again = people[UMPIRE].client.get(
        reverse("table_player_view", args=[session.pk]),
        {"have": html.unescape(re.search(r"have=([^\"&]+)", theirs)[1])},
    )
    assert again.status_code == 204
    desk = people[UMPIRE].page(session)
    assert "<iframe" in desk and "waits" in desk and "contact truth" in desk
    assert people[PLAYER].client.get(reverse("table_player_view", args=[session.pk])).status_code == 302
    assert "<iframe" not in mine and "contact truth" not in mine


@pytest.mark.parametrize(("waits", "said"), [(0, "0 s"), (59, "59 s"), (60, "1:00"), (259, "4:19")])
def test_a_desk_says_how_long_she_waits_as_its_clock_goes_on_to(waits, said):
    assert UmpirePage(None, "", "", 0.0, waits, (), 0).waiting_text == said


def test_a_line_of_colour_is_read_as_unofficial_and_counted_as_any_news(same_dice):
    session, people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    before = visibility.version_of(session, PLAYER)
    where = reverse("table_remark", args=[session.pk])
    sent = {"seat": UMPIRE, "text": "  Cloud from  the west. " + "x" * 200}
    assert people[UMPIRE].client.post(where, sent, HTTP_HX_REQUEST="true").status_code == 200
    assert len(Remark.objects.get().text) == 140
    page = people[PLAYER].page(session)
    assert "Cloud from the west." in page and "unofficial" in page
    assert visibility.version_of(session_at(session.pk), PLAYER) == before + 1
    for seat, text in ((PLAYER, "no umpire"), (UMPIRE, " ")):
        data = {"seat": seat, "text": text}
        assert people[seat].client.post(where, data, HTTP_HX_REQUEST="true").status_code == 422
    assert Remark.objects.count() == 1


def test_the_computer_takes_an_open_choice_over_at_the_umpires_wish_or_as_both_have_agreed(same_dice, monkeypatch):
    session, people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    session, _decision = to_the_umpire(session, random.Random(5), least=20)
    where = reverse("table_computer", args=[session.pk])
    made = session.entries_made
    assert people[UMPIRE].client.post(where, {"seat": UMPIRE}, HTTP_HX_REQUEST="true").status_code == 200
    session = carried_out(session)
    assert session.entries_made == made + 1 and session.journal.latest("seq").seat == UMPIRE
    session, _decision = to_the_umpire(session, random.Random(6), least=3)
    last = Order.objects.filter(session=session, seat=PLAYER).latest("pk").given.timestamp()
    asks = lambda: people[PLAYER].client.post(where, {"seat": PLAYER}, HTTP_HX_REQUEST="true").status_code  # noqa: E731
    assert asks() == 409, "nothing is agreed"
    away = reverse("table_absence", args=[session.pk])
    people[UMPIRE].client.post(away, {"seat": UMPIRE, "away": "600"}, HTTP_HX_REQUEST="true")
    assert people[UMPIRE].client.post(away, {"away": "7"}, HTTP_HX_REQUEST="true").status_code == 422
    monkeypatch.setattr(visibility, "now", lambda: last + 599)
    assert asks() == 409 and "as agreed" not in people[PLAYER].page(session)
    monkeypatch.setattr(visibility, "now", lambda: last + 601)
    made = session.entries_made
    assert "as agreed" in people[PLAYER].page(session) and asks() == 200
    assert carried_out(session).entries_made == made + 1


def test_who_keeps_nothing_has_no_desk():
    session, people = night(PLAYER, scenario="4B", mode="solo")
    assert player_decided_for(session, session.seat(PLAYER)) is None
    assert people[PLAYER].client.get(reverse("table_player_view", args=[session.pk])).status_code == 302
