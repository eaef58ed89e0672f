"""The replay: each lane shows of every moment exactly the live view of its seat, beside the truth."""

import html
import json
import random
import re

import pytest
from django.urls import reverse

from engine.nightfighter.state import PLAYER, UMPIRE
from play.journal import store
from play.orders import execute
from play.orders.execute import GameChange
from play.orders.models import Order, OrderKind
from play.replay.options import ReplayEvent
from play.replay.timeline import TRUTH_LANE, ReplayTimeline, prefix_ids
from play.secrecy import visibility
from play.sessions import selectors, services
from play.sessions.models import Seat
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_begin, session_open
from sorties.nightfighter.replay import REPLAY as NIGHT_FILM
from tests.play.secrecy.test_visibility import same_dice
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory
from tests.shared.sample_sizes import sample_size
from tests.sorties.nightfighter.board.test_generic_page import night

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["same_dice"]
NIGHTS = sample_size("FILM_NIGHTS", 20, 200)
SETUPS = (
    ("nightfighter", {"scenario": "4B"}),
    ("nightfighter", {"scenario": "1A", "mode": "solo"}),
    ("bomber-command", {"scenario": "berlin", "fog_of_war": True}),
    ("nightfighter", {"scenario": "8A", "umpire": "person"}),
)


def heard(row):
    """Return the bytes of all input of a log line."""
    return [json.dumps([row.kind, row.rule, row.data, row.dice, row.mods, row.chart], sort_keys=True)]


class Watched(GameChange):
    """A move with the view and the events of every seat at its end."""

    live: list = []

    def keep(self, line, step=None, answered=None):
        super().keep(line, step, answered)
        for seat in self.session.table:
            own = [row for row in self.rows if row.entry is line and (not row.to or f"|{seat.name}|" in row.to)]
            told = [one for row in own for one in heard(row)]
            self.live.append(
                (line.seq, seat.name, visibility.view_hash(store.json_data(self.run.view(seat.name))), told)
            )


def watched(title, setup, seed, monkeypatch, least=10_000):
    """Let bots play a night in a few orders; return it, and what each seat saw live."""
    monkeypatch.setattr("play.utils.tokens.new_seed", lambda: bytes([seed % 256]) * 32)
    monkeypatch.setattr(execute, "GameChange", Watched)
    monkeypatch.setattr(execute, "BOT_SECONDS", 600.0)
    monkeypatch.setattr(execute, "BOT_ANSWERS", least)
    monkeypatch.setattr(Watched, "live", [])
    owner = PlayerFactory()
    seats = store.titles.title_of(title).seats(store.parse_setup(setup, store.titles.title_of(title).Setup, "9"))
    session = session_open(
        owner=owner, title=title, setup=setup, sitters={name: SeatAssignment(player=owner) for name in seats}
    )
    session_begin(session=session, player=owner, nonce="a nonce")
    session = carried_out(session)
    bots = {"nightfighter": "hunter", "bomber-command": "weak"}
    Seat.objects.filter(session=session).update(policy=bots[title])
    order = Order.objects.create(session=session, kind=OrderKind.GO_ON, token="on")
    execute.execute_order(order.pk)
    # The bots' seats are people's again, who look at the film.
    Seat.objects.filter(session=session).update(policy="")
    return session_at(session.pk), Watched.live


def compared(session, live):
    """Compare every rest of every lane with the film; return how many moments that were."""
    reels, count = {seat.name: ReplayTimeline(session, seat) for seat in session.table}, 0
    rows = {row.number: row for row in session.told.select_related("entry").order_by("number")}
    last = {rows[one.number].entry.seq: rows[one.number] for reel in reels.values() for one in reel.moments}
    for seq, name, mark, _told in live:
        if seq in last:
            view = store.json_data(reels[name].view(name, last[seq], at_rest=True))
            assert visibility.view_hash(view) == mark
            count += 1
    for name, reel in reels.items():
        film = [one for moment in reel.moments if moment.is_shown(name) for one in heard(rows[moment.number])]
        assert film == [one for _seq, seat, _mark, told in live if seat == name for one in told]
    return count


@pytest.mark.parametrize(("title", "setup"), SETUPS, ids=lambda one: one if isinstance(one, str) else "-")
def test_a_lane_of_the_film_is_what_its_seat_saw_live(title, setup, monkeypatch):
    session, live = watched(title, setup, 3, monkeypatch)
    assert session.status == "over" and compared(session, live) > 40


@pytest.mark.slow
def test_lanes_of_many_nights_are_what_their_seats_saw_live(monkeypatch):
    for seed in range(NIGHTS):
        title, setup = SETUPS[seed % len(SETUPS)]
        session, live = watched(title, setup, 10 + seed, monkeypatch)
        assert session.status == "over" and compared(session, live) > 20
        session.delete()


def test_the_page_shows_truth_and_lane_by_address_and_says_what_a_side_was_not_told(client, monkeypatch):
    session, _live = watched(*SETUPS[0], 3, monkeypatch)
    client.force_login(session.table[0].player, backend="django.contrib.auth.backends.ModelBackend")
    where = reverse("table_replay_lanes", args=[session.pk])
    reel = ReplayTimeline(session, session.table[0])
    secret = next(place for place, one in enumerate(reel.moments, 1) if not one.is_shown(PLAYER) and one.turn > 3)
    page = html.unescape(client.get(where, {"at": secret, "lane": PLAYER, "beside": TRUTH_LANE}).content.decode())
    assert "What Player knew" in page and "The whole truth" in page
    assert re.search(r'class="film-unknown" data-film-line>Not known to Player until', page)
    assert page.count("contact truth") and f"at={secret}&" in page.replace("&amp;", "&") + "&"
    lane, beside = page.split('aria-labelledby="film-lane-2"')
    assert "contact truth" not in lane and "contact truth" in beside
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert len(page.encode()) < 400_000
    alone = client.get(where, {"at": secret, "lane": TRUTH_LANE, "beside": "none"}, headers={"HX-Request": "true"})
    assert alone.content.decode().count('class="film-lane"') == 1
    for odd in ("0", "999999", "x", "-1"):
        assert client.get(where, {"at": odd, "lane": "nobody"}).status_code == 200


def test_before_the_end_there_is_ones_own_lane_since_one_last_looked(same_dice):
    session, people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    rng = random.Random(4)
    for _ in range(30):
        run = services.run_of(session)
        (seat, _key), decision = next(iter(run.pending.items()))
        session = give(session, seat, rng.choice(decision.options))
    answer = people[PLAYER].client.get(
        reverse("table_replay_lanes", args=[session.pk]), {"lane": UMPIRE, "beside": TRUTH_LANE}
    )
    page = html.unescape(answer.content.decode())
    assert "Since you last looked" in page and "The whole truth" not in page and "contact truth" not in page
    reel = ReplayTimeline(session, session.seat(PLAYER))
    known = selectors.known_events(session, PLAYER).count()
    assert reel.lanes == [PLAYER] and len(reel.moments) == known < session.events_told
    assert all(moment.is_shown(PLAYER) for moment in reel.moments)


def test_ids_are_renamed_and_nothing_else():
    text = (
        '<p id="a" aria-labelledby="a b"><use href="#a"/><use href="#b"/><a href="/a">a</a><i fill="url(#a)"></i></p>'
    )
    wanted = text.replace('id="a"', 'id="x-a"').replace('="a b', '="x-a b').replace("#a", "#x-a")
    assert prefix_ids(text, "x-") == wanted


def test_every_line_that_a_side_was_not_told_says_when_it_learnt_of_it(client, monkeypatch):
    session, _live = watched("bomber-command", {"scenario": "berlin"}, 3, monkeypatch)
    reel = ReplayTimeline(session, session.seat("german"))
    moved, said = {}, {"turn": 0, "soon": 0, "over": 0, "never": 0}
    for place, event in enumerate(reel.events, 1):
        if reel.moments[place - 1].is_shown("german"):
            continue
        when = reel.learned("german", place)
        said[when.when] += 1
        moved.setdefault(event.kind, set()).add(when.when)
        if when.when == "turn" and event.kind == "raid.moved":
            assert when.turn > event.turn
    assert moved["raid.moved"] > {"soon"} and "over" in moved["raids.plotted"]
    assert said["turn"] and said["soon"] and said["over"], said
    # What he learns later in the turn stands in what he is told later in the turn.
    place = next(
        place
        for place, event in enumerate(reel.events, 1)
        if event.kind == "raid.moved" and reel.learned("german", place).when == "soon"
    )
    hidden = reel.events[place - 1]
    later = [one for one in reel.events[place:] if one.turn == hidden.turn and not one.to]
    assert any(hidden.data["hex"] in json.dumps(one.data) for one in later)


def of_a_night(*told):
    """Events of a night of Nightfighter: kind, turn, text, and whether the player received it."""
    events = [
        ReplayEvent(n, "" if seen else "|umpire|", turn, kind, data) for n, (kind, turn, data, seen) in enumerate(told)
    ]
    return events[0], [(event, not event.to) for event in events[1:]]


def test_a_player_learns_of_a_bomber_where_it_is_found_before_it_has_flown_on():
    entered, later = of_a_night(
        ("bomber.entered", 2, {"bomber": 1, "hex": "1303"}, False),
        ("searchlight.searched", 2, {"hex": "1303", "fixed": False}, True),
        ("radar.searched", 2, {"hex": "1303", "contact": True, "same_hex": False}, True),
        ("intruder.moved", 2, {"bomber": 1, "hex": "1404"}, False),
        ("tally.gained", 2, {"hex": "1303"}, True),
        ("searchlight.searched", 2, {"hex": "1404", "fixed": True}, True),
        ("bombers.moved", 3, {"contacts": []}, True),
        ("tally.gained", 3, {"hex": "1404"}, True),
        ("night.over", 8, {}, True),
    )
    assert NIGHT_FILM.learned(entered, later).number == 5
    # Once bombers have moved nothing says where this one is; the end does.
    assert NIGHT_FILM.learned(entered, later[5:]).kind == "night.over"
    chit, later = of_a_night(("chit.pulled", 1, {"columns": [1]}, False), ("tally.gained", 1, {"hex": "1303"}, True))
    assert NIGHT_FILM.learned(chit, later) is None


def test_what_the_umpire_alone_knew_lies_open_when_the_night_is_over(monkeypatch):
    session, _live = watched(*SETUPS[0], 3, monkeypatch)
    reel = ReplayTimeline(session, session.seat(PLAYER))
    hidden = [place for place, one in enumerate(reel.moments, 1) if not one.is_shown(PLAYER)]
    said = {reel.learned(PLAYER, place).when for place in hidden}
    assert len(hidden) > 10 and "over" in said and "never" not in said


def test_the_clock_of_a_night_shows_each_raid_from_its_entry_to_its_landing(client, monkeypatch):
    session, _live = watched("bomber-command", {"scenario": "berlin"}, 3, monkeypatch)
    reel = ReplayTimeline(session, session.seat("british"))
    clock = reel.clock().drawn
    flown = {one.data["raid"] for one in reel.events if one.kind == "raid.moved"}
    assert {raid.letter for raid in clock["raids"]} == flown
    assert len(clock["found"]) == sum(one.kind == "detection.rolled" for one in reel.events)
    lost = sum(one.data["losses"] for one in reel.events if one.kind == "fighters.lost")
    assert sum(bar.n for bar in clock["bars"] if not bar.up) == lost
    client.force_login(session.table[0].player, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table_replay_lanes", args=[session.pk]), {"at": 300}).content.decode()
    assert 'class="night-clock' in page and len(page.encode()) < 250_000
