"""The sortie table against the rules' own numbers: ladder, ledgers, odds, dial, damage, ways on."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from engine.interceptor.game import TITLE
from engine.interceptor.questions import (
    DefenceChances,
    DuelChances,
    FighterRound,
    LedgerRow,
    RivalBomberCard,
    RivalFighterCard,
)
from engine.interceptor.state import AlliedFighter, Setup, SortieFlight, TargetBomber
from play.games import titles
from play.games.boards import BoardScene
from play.pages.geography import europe_map
from play.pages.parts import TablePage
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import latest_events, session_at
from play.sessions.services import run_of
from sorties.interceptor.board import context as ace_board
from sorties.interceptor.board import question as ace_question
from sorties.interceptor.board.aircraft import AircraftPart, bomber
from sorties.interceptor.board.next_pages import next_pages
from sorties.interceptor.records.models import InterceptorCareer
from tests.shared.builders.sorties import begun, flown_to, given
from tests.shared.factories import PlayerFactory

CHARTS = titles.pack_of("interceptor-ace", "standard")
WORDS = titles.words_of("interceptor-ace")


TARGET = TargetBomber("B-17", port_wing=1)


def flight(*, loose: bool = False) -> SortieFlight:
    """A flight at medium range of a B-17 in formation."""
    return SortieFlight(bomber=TARGET, reach=1, loose=loose, pass_number=1)


# The ladder of ranges -----------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.7")
def test_the_ladder_has_what_each_range_gives_to_either_side() -> None:
    rungs = ace_board.ladder(flight(), CHARTS).steps
    assert [(rung.ours, rung.theirs) for rung in rungs] == [("−1", "±0"), ("±0", "+1"), ("+1", "+2")]
    assert [(rung.flown, rung.here) for rung in rungs] == [(True, False), (False, True), (False, False)]


@pytest.mark.rule("7.1.7")
def test_out_of_formation_the_guns_of_the_box_are_missing() -> None:
    loose = [rung.theirs for rung in ace_board.ladder(flight(loose=True), CHARTS).steps]
    assert loose == [ace_board.signed(row.alone) for row in CHARTS.ranges]
    assert loose != [ace_board.signed(row.formation) for row in CHARTS.ranges]


# Ledgers and odds ---------------------------------------------------------------------------------------------------


def test_a_ledger_adds_up_and_says_when_nothing_counts() -> None:
    one = ace_question.ledger(
        WORDS, "yours", "You", [LedgerRow(1, "close", "7.1.7"), LedgerRow(-1, "small-target", "7.1.7")]
    )
    assert one.sum == "±0"
    assert [value for _what, _rule, value in one.rows] == ["+1", "−1"]
    none = ace_question.ledger(WORDS, "yours", "You", [])
    assert (none.sum, len(none.rows)) == ("±0", 1)


@pytest.mark.rule("7.2.2.7")
def test_a_sum_for_position_begins_with_the_speed() -> None:
    one = ace_question.ledger(
        WORDS, "yours", "You", [LedgerRow(2, "agile", "7.2.2.8"), LedgerRow(1, "boost", "7.2.2.9")], 21
    )
    assert one.sum == "24"
    assert one.rows[0][1:] == ("7.2.2.7", "21")


def counted(deck: Any) -> dict[str, int]:
    """Return the numbers of cards by value, as the bars show them."""
    return {result: int(count) for result, count in re.findall(r"(\w+): (\d+);", deck.bars.said)}


def test_the_bars_count_the_cards_that_are_left() -> None:
    cards = {"0": 10, "1": 5, "GP": 1, "DE": 2, "of": 18}
    drawn = ace_question.deck(cards, "Your hits", "ours", 2)
    assert counted(drawn) == {"0": 10, "1": 5, "GP": 1, "DE": 2}
    assert re.findall(r'22" height="(\d+)"', drawn.bars.drawn) == ["30", "15", "3", "6"]
    assert (drawn.cards, drawn.jam) == (18, 2)


@pytest.mark.rule("7.2.2.7")
@pytest.mark.parametrize(
    ("ours", "theirs", "gains", "same", "losses"), [(21, 21, 10, 16, 10), (22, 21, 15, 15, 6), (30, 21, 36, 0, 0)]
)
def test_the_chances_for_position_are_counted_over_all_pairs_of_dice(
    ours: int, theirs: int, gains: int, same: int, losses: int
) -> None:
    drawn = ace_board.position(duel(speed=ours, enemy_speed=theirs), CHARTS)
    assert drawn == ace_board.PositionRoll(ours, theirs, gains, losses, same)


def duel(**more: Any) -> FighterRound:
    """A round with a fighter that nothing is added to."""
    chance = {"of": 1}
    chances = DuelChances(chance, chance, DefenceChances(chance, chance), chance, chance, chance)
    asked = FighterRound(
        *("P-47", 2, 0, False, 12, 0, (0, 0, 0, 0), 0, "", False, ()),
        quality="trained",
        target=(0, 0, 0, 0),
        leaving=False,
        enemy_fp=6,
        cards={"jam": 0},
        enemy_cards={"jam": 0},
        speed=21,
        enemy_speed=21,
        ours=[],
        theirs=[],
        disengage=2,
        chances=chances,
        manoeuvres={},
    )
    return replace(asked, **more)


# The orders ---------------------------------------------------------------------------------------------------------


def order(value: str, state: str = "open") -> dict[str, Any]:
    return {"value": value, "label": value, "note": "", "state": state, "reason": "why"}


def test_shots_stand_in_rows_with_running_numbers_and_a_closed_row_keeps_its_reason() -> None:
    orders = [order("fire:port-wing"), order("fire:airframe"), order("burst:airframe"), order("rockets", "closed")]
    rows = ace_question.shots(orders, {"port-wing": "3 to go"})
    assert [row.verb for row in rows] == ["fire", "burst", "rockets"]
    assert [aim.number for row in rows for aim in row.aims] == [1, 2, 3]
    assert rows[0].aims[0].left == "3 to go"
    assert rows[1].aims[0].left == ""
    assert (rows[2].aims, rows[2].closed["reason"]) == ([], "why")


@pytest.mark.rule("7.1.6")
def test_an_aim_says_how_many_hits_it_still_takes() -> None:
    view = TITLE.view(TITLE.start(Setup(), CHARTS), CHARTS, "pilot")
    view.careers[0].flight = flight()
    left = ace_question.left_of(BoardScene(view, WORDS, "pilot", CHARTS))
    assert left == {"port-wing": "3 to go", "airframe": "5 to go", "starboard-wing": "4 to go"}


@pytest.mark.rule("7.2.2.2")
@pytest.mark.parametrize(
    ("where", "agile", "turn", "stop"),
    [(0, False, "tight-turn", 1), (0, True, "tight-turn", 2), (2, False, "barrel-roll", 2), (1, False, "defend", None)],
)
def test_the_dial_knows_where_a_manoeuvre_leads(where: int, agile: bool, turn: str, stop: int | None) -> None:
    assert ace_question.turned(turn, duel(orientation=where, agile=agile), CHARTS) == stop


# Damage -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "level"), [(0, "sound"), (1, "light"), (2, "half"), (3, "dense"), (4, "lost"), (5, "lost")]
)
def test_a_part_is_hatched_by_what_it_has_left(hits: int, level: str) -> None:
    part = AircraftPart("port_wing", "Port wing", hits, 4)
    assert part.level == level
    assert [last for _x, _marked, last, _new in part.boxes] == [False, False, False, True]
    assert sum(marked for _x, marked, _last, _new in part.boxes) == min(hits, 4)


def test_a_bomber_is_said_in_one_sentence() -> None:
    drawn = bomber(TARGET, CHARTS, ("in formation",))
    assert drawn.sentence == "B-17. Port wing: 1 of 4 hits."
    assert drawn.levels["port_wing"] == "light"


def test_each_part_is_led_to_from_its_name_and_has_its_boxes_on_a_phone() -> None:
    drawn = bomber(TARGET, CHARTS, ())
    assert all(part.leader for part in drawn.parts)
    for part in drawn.parts:
        assert part.phone is not None
        assert len(part.phone.boxes) == part.capacity
        assert part.phone.boxes[0][0] >= 0
        assert part.phone.boxes[-1][0] + 9 <= 390


def test_the_map_of_the_mat_keeps_base_and_target_in_sight() -> None:
    west = europe_map()
    for base, target in ((west.bases["Poix"], west.targets["Kiel"]), (west.bases["Jever"], west.targets["Brest"])):
        left, top, width, height = map(float, ace_board.window(west, [base, target]).split())
        assert left >= 0 and top >= 0 and left + width <= west.width and top + height <= west.height
        assert left <= (base.x + target.x) / 2 <= left + width


@pytest.mark.parametrize("size", [ace_board.ON_DESKTOP, ace_board.ON_PHONE])
def test_the_map_of_the_board_has_room_for_the_names_beside_their_places(size: tuple[int, int]) -> None:
    west = europe_map()
    base, target, names = west.bases["Münster-Handorf"], west.targets["Paris-Le Bourget"], ("Münster-Handorf", "Paris")
    left, _top, width, _height = map(float, ace_board.stage(west, base, target, size, names).split())
    assert base.x + 14 + 13 * len(names[0]) <= left + width
    assert left <= target.x - 16 - 13 * len(names[1])


# In a game ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_the_prompt_of_a_pass_shows_is_what_the_rules_would_add() -> None:
    session = flown_to(begun(PlayerFactory()), lambda decision: decision.kind == "bomber.round")
    decision = next(iter(run_of(session).pending.values()))
    asked = decision.question
    seat = session.seat(decision.actor)
    question = TablePage(session, seat).prompt().questions[0].drawn
    ours, theirs = question["ledgers"]
    assert ours.sum == ace_board.signed(sum(mod.value for mod in asked.ours))
    assert theirs.sum == ace_board.signed(sum(mod.value for mod in asked.theirs))
    assert sum(counted(question["odds"][0]).values()) == question["odds"][0].cards
    closed = {one["value"] for one in question["shut"]} | {
        row.closed["value"] for row in question["shots"] if row.closed
    }
    assert closed == {one.option for one in decision.closed}
    given = {one["value"] for one in question["orders"]} | {aim.value for row in question["shots"] for aim in row.aims}
    assert given == set(decision.options)


@pytest.mark.django_db
@pytest.mark.parametrize("against", ["bomber", "fighter"])
def test_who_flips_the_card_for_a_rival_sees_that_fight_and_what_the_cards_hold(against: str) -> None:
    alice, bob = PlayerFactory(), PlayerFactory()
    session = flown_to(
        begun(alice, bob, play="competitive"),
        lambda decision: isinstance(decision.question, RivalBomberCard if against == "bomber" else RivalFighterCard),
    )
    (asked,) = [decision for decision in run_of(session).pending.values() if decision.kind == "rival.card"]
    assert asked.question.of not in ("", asked.actor)
    page = TablePage(session, session.seat(asked.actor))
    run = page.run
    assert run is not None
    board = page.board_of_view(run.view(asked.actor), asked).drawn
    assert board["career"].seat == asked.question.of and board["enemy"]
    assert {board["head"].name, board["comrades"][0].name} == {"Karl Brandt", "Otto Lindner"}
    other = next(one for one in run.state.careers if one.name == board["comrades"][0].name)
    assert board["comrades"][0].plane.name == other.plane.model, "the other's aircraft is drawn, too"
    (question,) = [one for one in page.prompt().questions if one.rule == "10.1.2"]
    odds = question.drawn["odds"]
    assert sum(sum(counted(one).values()) for one in odds) == sum(one.cards for one in odds)
    assert "your rival" in question.sentence.lower()
    assert [order["label"] for order in question.orders] == ["Flip the card"]


@pytest.mark.django_db
def test_the_log_is_grouped_by_round_and_the_last_roll_shows_its_card() -> None:
    session = flown_to(begun(PlayerFactory()), lambda one: one.kind == "fighter.round" and one.question.round > 1)
    seat = session.seat("pilot")
    log = TablePage(session, seat).log(latest_events(session, seat))
    fight = [shown for shown in log.lines if shown.seq == log.lines[0].seq]
    assert {shown.when for shown in fight} == {"Dogfight"}
    assert [shown.latest for shown in log.lines] == [shown in fight for shown in log.lines]
    assert [shown.same for shown in fight] == [False] + [True] * (len(fight) - 1)
    assert any(shown.when.startswith("Box ") for shown in log.lines)
    assert log.last is not None
    assert log.last.number in [shown.number for shown in fight] + [p.number for s in fight for p in s.more]


@pytest.mark.django_db
def test_own_fire_and_return_fire_of_one_order_are_one_exchange() -> None:
    session = flown_to(begun(PlayerFactory()), lambda one: one.kind == "bomber.round" and one.question.reach == 1)
    session = given(session, "fire:airframe")
    seat = session.seat("pilot")
    page, rows = TablePage(session, seat), latest_events(session, seat)
    told = page.board(rows).drawn["exchange"]
    assert [whose for whose, _actions in told.sides] == ["ours", "theirs"]
    assert all(actions[0].card.number for _whose, actions in told.sides)
    assert page.log(rows).last.sources


def test_a_killed_pilot_is_killed_on_the_board_when_his_flight_is_over() -> None:
    (career,) = TITLE.view(TITLE.start(Setup(), CHARTS), CHARTS, "pilot").careers
    (fallen, _wingman) = ace_board.crew(replace(career, alive=False))
    assert (fallen.how, fallen.hurt) == ("killed", True)
    (well, _wingman) = ace_board.crew(career)
    assert (well.how, well.hurt) == ("unhurt", False)
    (hurt, _wingman) = ace_board.crew(replace(career, flight=SortieFlight(pilot_wound=1)))
    assert hurt.how == "lightly wounded"


@pytest.mark.django_db
def test_who_only_waits_looks_on_while_his_comrade_fights() -> None:
    session = flown_to(
        begun(PlayerFactory(), PlayerFactory(), play="cooperative"),
        lambda decision: decision.kind == "bomber.round" and decision.actor == "pilot",
    )
    names = {seat.name: TablePage(session, seat).board().drawn["head"].name for seat in session.table}
    assert names == {"pilot": "Karl Brandt", "second": "Karl Brandt"}
    # Whoever has an enemy of his own before him sees to that one.
    view = run_of(session).view("second")
    view.careers[1].flight.fighter = AlliedFighter("P-47")
    flights = {one.seat: one.flight for one in view.careers}
    assert ace_board.shown_of(BoardScene(view, WORDS, "second", CHARTS, acting="pilot"), flights) == "second"


@pytest.mark.django_db
def test_of_two_who_are_just_being_posted_nobody_has_an_aircraft_to_show() -> None:
    session = begun(PlayerFactory(), PlayerFactory(), play="cooperative")
    for seat in session.table:
        assert (TablePage(session, seat).board().drawn or {}).get("comrades", []) == []


@pytest.mark.django_db
def test_the_table_leads_to_the_career_and_after_a_sortie_to_what_it_has_won() -> None:
    alice = PlayerFactory()
    session = flown_to(begun(alice), lambda decision: decision.kind == "box.order")
    seat = session.seat("pilot")
    assert [way.after for way in next_pages(session, seat)] == [False]
    session = flown_to(session, lambda decision: decision.kind == "dispersal.spend")
    led = next_pages(session, session.seat("pilot"))
    assert [way.after for way in led] == [False, True]
    assert led[1].address.endswith("/debriefing/")
    # Of two he may fall before the game is over; he is led to his last page while the other flies on.
    InterceptorCareer.objects.update(over=True)
    assert next_pages(session, session.seat("pilot"))[1].address.endswith("/end/")
    waiting = {"state": "waiting", "ways": next_pages(session, session.seat("pilot")), "signature": ""}
    shown = render_to_string(
        "play/_prompt.html", {"prompt": waiting, "session": session, "seat": session.seat("pilot")}
    )
    assert "How it ended" in shown
    InterceptorCareer.objects.update(over=False)
    Session.objects.filter(pk=session.pk).update(status=SessionStatus.OVER)
    session = session_at(session.pk)
    assert next_pages(session, session.seat("pilot"))[1].address.endswith("/end/")
    assert next_pages(session, SimpleNamespace(name="pilot", player_id=PlayerFactory().pk)) == []  # type: ignore[arg-type]


@pytest.mark.django_db
def test_a_table_in_a_fight_weighs_less_than_two_hundred_kilobytes(client: Any) -> None:
    alice = PlayerFactory(display_name="Alice")
    session = flown_to(begun(alice), lambda decision: decision.kind == "bomber.round" and decision.question.reach == 1)
    client.force_login(alice)
    assert len(client.get(f"/tables/{session.pk}/").content) < 200_000


@pytest.mark.django_db
def test_skills_and_aircraft_say_what_they_do_where_they_are_first_chosen() -> None:
    alice = PlayerFactory()
    for kind in ("setup.aircraft", "setup.skill"):
        session = flown_to(begun(alice), lambda decision, kind=kind: decision.kind == kind)  # type: ignore[misc]
        drawn = TablePage(session, session.seat("pilot")).prompt().questions[0].drawn
        offered = [order for order in drawn["orders"] if order["value"] != "done"]
        assert len(offered) > 1 and all(order.get("note") or order.get("chance") for order in offered), kind


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "order"),
    [("box.order", "search"), ("escort.meet", "slip-away"), ("fighter.round", "defend"), ("fighter.round", "wingman")],
)
def test_an_order_that_one_chart_decides_has_its_chance_on_it(kind: str, order: str) -> None:
    session = flown_to(
        begun(PlayerFactory()), lambda decision: decision.kind == kind and order in decision.options, 2000
    )
    drawn = TablePage(session, session.seat("pilot")).prompt().questions[0].drawn
    chance = next(one["chance"] for one in drawn["orders"] if one["value"] == order)
    assert chance.words or chance.figure or chance.bars
