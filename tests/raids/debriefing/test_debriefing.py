"""A night from the order that sets it to the morning after: its seats, its secrets, its sums."""

import html
import itertools
import random

import msgspec
import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.groups.services import group_found, group_join
from engine.bomber_command.events import AttackRolled, MinesLaid, MosquitosBombed, TargetDrawn
from engine.kernel.events import Event
from play.charts.selectors import pack_in
from play.charts.services import pack_import
from play.games.titles import pack_of, words_for
from play.journal.models import EventRow
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import known_events, session_at
from play.sessions.services import SeatAssignment, run_of, session_open
from raids.debriefing.page import debriefing_of, figure, sheet_of
from raids.setup.briefing import bands_of, measured
from tests.raids.board.test_map import BACKEND, night
from tests.shared.builders.tables import carried_out, give
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client):
    player = PlayerFactory()
    client.force_login(player, backend=BACKEND)
    return player


def signed(client, **chosen):
    fields = {"f.scenario": "berlin", "side": "british", "opponent": "friend", "strength": "strong"} | chosen
    answer = client.post(reverse("raid_new"), fields)
    return answer, Session.objects.order_by("-created").first()


def seats(session):
    return {seat.name: (seat.player_id, seat.policy) for seat in session.seats_taken.all()}


def test_an_order_seats_a_friend_a_bot_or_both_sides_at_one_screen(client, alice):
    answer, session = signed(client, **{"f.fog_of_war": "on", "f.approach": "on"})
    assert answer.status_code == 302 and session.setup["fog_of_war"] and session.setup["approach"]
    assert seats(session) == {"british": (alice.pk, ""), "german": (None, "")}
    page = client.get(reverse("table", args=[session.pk]))
    assert b"/tables/seat/" in page.content
    _answer, session = signed(client, side="german", opponent="bot", strength="weak", **{"f.scenario": "downfall"})
    assert seats(session) == {"british": (None, "weak"), "german": (alice.pk, "")}
    assert session.setup["scenario"] == "downfall"
    _answer, session = signed(client, side="both", opponent="bot")
    assert seats(session) == {"british": (alice.pk, ""), "german": (alice.pk, "")}


def test_an_order_that_does_not_hold_is_sent_back_with_its_reason_and_all_that_was_chosen(client, alice):
    for wrong in ({"f.variable_north": "on"}, {"f.scenario": "ruhr"}, {"opponent": "bot", "strength": "nobody"}):
        answer, session = signed(client, **{"f.moon": "on"} | wrong)
        text = html.unescape(answer.content.decode())
        assert answer.status_code == 422 and session is None and 'role="alert"' in text
        assert 'id="f.moon" name="f.moon" checked' in text


def test_a_night_is_ordered_by_charts_of_ones_own(client, alice):
    manifest = "{game: bomber_command, name: mine, title: Mine, version: '1', base: standard}"
    thinner = 'star_units: {provenance: "reconstructed: mine", dice: d6, rows: {1-3: true, 4-6: false}}'
    own = pack_import(owner=alice, texts={"pack.yaml": manifest, "tables.yaml": thinner})
    page = client.get(reverse("raid_new")).content.decode()
    assert f'<option value="{own.key}">Mine</option>' in page
    _answer, session = signed(client, pack=own.key)
    assert session.pack_hash == own.hash != pack_in(pack_of("bomber-command", "standard")).hash


def test_a_rule_that_another_opens_is_shown_closed_with_its_reason_until_then(client, alice):
    reason, ticked = "Variable north needs the bombing approach", 'name="f.variable_north" checked'
    page = client.get(reverse("raid_new")).content.decode()
    assert page.count(reason) == 1 and 'name="f.variable_north" aria-disabled="true"' in page
    where, by_script = reverse("raid_new_briefing"), {"HX-Request": "true"}
    shut = client.get(where, {"f.variable_north": "on"}, headers=by_script).content.decode()
    assert reason in shut and ticked not in shut and 'id="order-variable_north" hx-swap-oob="true"' in shut
    opened = client.get(where, {"f.variable_north": "on", "f.approach": "on"}, headers=by_script).content.decode()
    assert reason not in opened and ticked in opened


def test_the_briefing_changes_with_the_order_and_tells_each_side_its_own(client, alice):
    british = client.get(reverse("raid_new_briefing"), {"f.scenario": "berlin", "side": "british"}).content.decode()
    german = client.get(reverse("raid_new_briefing"), {"f.scenario": "downfall", "side": "german"}).content.decode()
    assert "brief-unit" in german and "brief-unit" not in british
    assert "2 × Main Force" in german and "1 × Main Force" in british
    assert client.get(reverse("raid_new")).status_code == 200


def test_the_screen_is_handed_over_by_a_page_that_hides_all(client, alice):
    sitters = {seat: SeatAssignment(player=alice) for seat in ("british", "german")}
    session = session_open(owner=alice, title="bomber-command", setup={"scenario": "downfall"}, sitters=sitters)
    services.session_begin(session=session, player=alice, nonce="a nonce")
    session = carried_out(session)
    rng = random.Random(3)
    while (decision := next(iter(run_of(session).pending.values()))).actor == "british":
        plot = decision.form and decision.form.example(lambda sides: rng.randint(1, sides))
        session = give(session, "british", msgspec.to_builtins(plot) if plot else decision.options[0])
    waiting = client.get(reverse("table", args=[session.pk]) + "?seat=british").content.decode()
    hand = reverse("raid_hand_over", args=[session.pk])
    assert hand in waiting
    page = client.get(hand).content.decode()
    assert "seat=german" in page and "hexmap" not in page
    # Plotted, drawn and dealt secrets are not on it.
    state = run_of(session).state
    assert not any(f">{target}<" in page or target in page for target in state.targets)


@pytest.mark.slow
def test_standing_orders_pass_card_windows_whatever_is_in_the_hand(client):
    session, players = night("downfall")
    client.force_login(players["british"], backend=BACKEND)
    where = reverse("raid_auto_orders", args=[session.pk])
    page = client.get(where).content.decode()
    every = [one.split('"')[0] for one in page.split('name="pass" value="')[1:]]
    assert {"unit-moves", "detection", "any"} & set(every) and "answer" not in every
    client.post(where, {"seat": "british", "pass": [*every, "no such window"]})
    assert session.seats_taken.get(name="british").standing_orders == {"pass": every}
    # The other side cannot give them, and its own are its own.
    client.force_login(players["german"], backend=BACKEND)
    assert client.post(where, {"seat": "british", "pass": []}).status_code == 404
    client.post(where, {"seat": "german", "pass": []})
    assert session.seats_taken.get(name="british").standing_orders == {"pass": every}
    session, rng, asked = session_at(session.pk), random.Random(2), []
    for _order in range(140):
        decision = next(iter(run_of(session).pending.values()))
        asked.append((decision.actor, decision.kind))
        plot = decision.form and decision.form.example(lambda sides: rng.randint(1, sides))
        busy = [one for one in decision.options if one not in ("pass", "done", "play-on")]
        wanted = decision.kind in ("scramble", "fighters.move") and busy and rng.random() < 0.7
        answer = plot or (rng.choice(busy) if wanted else decision.options[0])
        session = give(session, decision.actor, msgspec.to_builtins(answer))
    assert ("british", "card.window") not in asked and ("german", "fighters.move") in asked
    passed = session.journal.filter(seat="british", key__startswith="cards/", answer="pass")
    assert passed.count() > 3


def test_before_the_night_is_over_there_is_no_morning(client):
    session, players = night()
    client.force_login(players["british"], backend=BACKEND)
    answer = client.get(reverse("raid_debriefing", args=[session.pk]))
    assert answer["Location"] == reverse("table", args=[session.pk])
    assert client.post(reverse("raid_rematch", args=[session.pk])).status_code == 302
    assert Session.objects.count() == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "counted", "one", "many"),
    [
        (TargetDrawn(1, "kassel", 1, 3, oil=False), "vp", "1 point.", "2 points."),
        (TargetDrawn(1, "kassel", 1, 3, oil=True), "vp", "1 point.", "2 points."),
        (MosquitosBombed("kassel", 1), "vp", "1 point.", "2 points."),
        (MinesLaid("J2", 0, 0, 1), "vp", "1 point after", "2 points after"),
        (AttackRolled("I-NJG1", "gci", "gci", "", "", 7, 1, 0), "losses", "1 bomber lost.", "2 bombers lost."),
        (AttackRolled("I-NJG1", "gci", "gci", "", "", 7, 1, 1), "losses", "1 bomber lost, disrupted.",
         "0 bombers lost, disrupted."),
    ],
)  # fmt: skip
def test_what_is_counted_is_said_in_the_singular_and_in_the_plural(event, counted, one, many):
    words = words_for("bomber-command", pack_of("bomber-command", "standard"))
    assert one in words.event(Event(event))
    assert many in words.event(Event(msgspec.structs.replace(event, **{counted: int(many[0])})))


@pytest.mark.slow
def test_the_morning_adds_up_and_sets_a_second_night(client, alice):
    sitters = {"british": SeatAssignment(player=alice), "german": SeatAssignment(policy="strong")}
    session = session_open(owner=alice, title="bomber-command", setup={"scenario": "berlin"}, sitters=sitters)
    services.session_begin(session=session, player=alice, nonce="a nonce")
    session, rng = carried_out(session), random.Random(11)
    while session.status == "playing":
        decision = next(one for one in run_of(session).pending.values() if one.actor == "british")
        plot = decision.form and decision.form.example(lambda sides: rng.randint(1, sides))
        busy = [one for one in decision.options if one not in ("pass", "done", "play-on")]
        quiet = decision.kind.startswith("card") or not busy
        answer = decision.options[0] if quiet and not plot else plot or rng.choice(busy)
        session = give(session, "british", msgspec.to_builtins(answer))
    shown, score = debriefing_of(session), run_of(session).state.score
    accounts = {
        side: sum(float(line.points.replace("−", "-")) for line in account)
        for side, account in (("british", shown.account_british), ("german", shown.account_german))
    }
    assert accounts == {"british": score.british, "german": score.german}
    assert sum(row.number for row in shown.bombers) == score.bombers
    assert sum(row.number for row in shown.fighters) == score.nightfighters
    assert [band.is_it for band in shown.bands].count(True) == 1
    met = run_of(session).state
    met.raids = [msgspec.structs.replace(met.raids[0], letter=letter) for letter in "ABC"]
    entries = [raid.entry for raid in sheet_of(met, pack_of("bomber-command", "standard")).raids]
    assert {one.x for one in entries} == {entries[0].x}
    heights = [float(one.y) for one in entries]
    assert [round(low - high, 1) for high, low in itertools.pairwise(heights)] == [10.4, 10.4], "no letter on another"
    mains = [raid.letter for raid in run_of(session).state.raids if raid.kind == "main" and raid.target]
    assert [one.letter for one in shown.twins] == mains
    assert not any(row.people for one in shown.twins for row in one.rows), "a night is no twin of itself"
    page = client.get(reverse("raid_debriefing", args=[session.pk]))
    assert page.status_code == 200 and len(page.content) < 100_000 and b"Similar past routes" in page.content
    over = client.get(reverse("table", args=[session.pk])).content.decode()
    assert reverse("raid_debriefing", args=[session.pk]) in over
    drawn = EventRow.objects.filter(session=session, kind="cards.drawn", data__seat="german").earliest("number")
    place = known_events(session, "british").filter(number__lte=drawn.number).count()
    replayed = client.get(reverse("table_replay", args=[session.pk]), {"seat": "british", "at": place})
    assert b"The German player draws" in replayed.content and b"German player</b>" not in replayed.content
    second = client.post(reverse("raid_rematch", args=[session.pk])).url
    again = Session.objects.exclude(pk=session.pk).get()
    assert str(again.pk) in second and seats(again) == {"british": (None, "strong"), "german": (alice.pk, "")}


def test_points_are_written_as_the_language_has_them():
    assert [figure(points) for points in (38.0, 17.5, -0.5, 0)] == ["38", "17.5", "−0.5", "0"]
    with translation.override("pl"):
        assert [figure(points) for points in (38.0, 17.5, -0.5)] == ["38", "17,5", "−0,5"]


def test_one_of_ones_group_is_seated_without_a_link_and_nobody_else(client, alice):
    fellow, stranger = PlayerFactory(display_name="Fellow"), PlayerFactory()
    assert b'value="group"' not in client.get(reverse("raid_new")).content
    group = group_found(owner=alice, name="Tuesday club")
    group_join(group=group, player=fellow)
    page = html.unescape(client.get(reverse("raid_new")).content.decode())
    assert "Fellow (Tuesday club)" in page
    pace = {"pace.hours": "72", "pace.leave": "7", "pace.weekends": "on", "pace.after": "answer"}
    answer, session = signed(client, opponent="group", fellow=fellow.pk, **pace)
    assert answer.status_code == 302 and seats(session)["german"] == (fellow.pk, "")
    kept = session.pace
    assert (kept.hours, kept.leave, kept.weekends, kept.after) == (72, 7, True, "answer")
    client.force_login(fellow, backend=BACKEND)
    assert "3 days per turn" in client.get(reverse("table", args=[session.pk])).content.decode()
    client.force_login(alice, backend=BACKEND)
    for nobody in ("", stranger.pk, "x"):
        answer, _session = signed(client, opponent="group", fellow=nobody)
        assert answer.status_code == 422
        assert "Choose who of your groups" in html.unescape(answer.content.decode())


def test_the_briefing_shows_nights_measured_by_the_charts_that_are_in_force(client, alice):
    laid = pack_in(pack_of("bomber-command", "standard"))
    assert laid.hash == measured().pack_hash, "measure again: the file’s provenance says how"
    for scenario in ("berlin", "downfall"):
        bands = bands_of(scenario)
        assert sum(one.share for one in bands) == 100 and min(one.share for one in bands) > 0
        page = client.get(reverse("raid_new_briefing"), {"f.scenario": scenario}).content.decode()
        low, middle, high = measured().scenarios[scenario].bombers
        assert f"{low} to {high}, median {middle}" in page


def test_odds_are_agreed_on_where_a_night_is_ordered(client, alice):
    page = html.unescape(client.get(reverse("raid_new")).content.decode())
    assert 'name="odds"' in page and "not offered here" not in page
    for when, aided in (("off", False), ("after", False), ("before", True)):
        _answer, session = signed(client, opponent="bot", strength="weak", odds=when)
        assert (session.odds, session.aided) == (when, aided)
    _answer, session = signed(client, opponent="bot", strength="weak", odds="after", estimate="on")
    assert (session.odds, session.aided) == ("before", True), "the estimate is an aid before an order"
