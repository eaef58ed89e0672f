"""Results of all games in one table: written after each move, repaired with it, and without secrets."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError

from campaigns.accounts.services import player_delete
from campaigns.results.models import Result, ResultSource
from campaigns.results.projection import as_stored, hash_of
from engine.kernel.score import SeatScore
from play.games.titles import names, title_of
from play.journal import store
from play.sessions import exports, services
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from tests.shared.builders import careers, tables
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def results(session: Session) -> dict[str, Result]:
    return {row.seat: row for row in Result.objects.filter(session=session).select_related("session")}


def stands(session: Session, seat: str) -> SeatScore:
    """Score of a seat by the game itself."""
    run = store.resume(session_at(session.pk))
    return run.title.standing(run.state, run.pack, seat)


def as_told(session: Session) -> None:
    """Fail unless the table says what the game says."""
    for seat, row in results(session).items():
        assert row.standing == stands(session, seat)


def a_game(title: str, alice: Any, bob: Any) -> Session:
    """A game of a title at its first question."""
    seats = {
        "interceptor-ace": {"pilot": alice},
        "bomber-command": {"british": alice, "german": bob},
        "nightfighter": {"player": alice},
    }.get(title, {"raider": alice, "escort": bob})
    sitters = {name: services.SeatAssignment(player=player) for name, player in seats.items()}
    session = services.session_open(owner=alice, title=title, setup={}, sitters=sitters)
    for player in set(seats.values()):
        services.session_begin(session=session, player=player, nonce="a nonce")
    return tables.carried_out(session)


@pytest.mark.parametrize("title", names())
def test_every_game_has_a_result_for_each_seat_from_its_first_question(title, alice, bob):
    game = a_game(title, alice, bob)
    found = results(game)
    assert set(found) == {seat.name for seat in game.table}
    assert {row.player for row in found.values()} == {seat.player for seat in game.table}
    as_told(game)
    row = next(iter(found.values()))
    terms = as_stored(title_of(title).terms(store.setup_of(game)))
    assert (row.title, row.pack_hash, row.options, row.options_hash) == (title, game.pack_hash, terms, hash_of(terms))
    assert (row.source, row.counts, row.finished) == (ResultSource.FAIR, True, False)


def test_it_moves_with_the_game_to_its_end(alice, bob):
    game = tables.begun(alice, bob)
    for decisions in range(1, 40):
        game = tables.play(game, 1, seed=decisions)
        as_told(game)
    game = tables.play(game)
    as_told(game)
    assert game.status == SessionStatus.OVER
    assert {seat: row.value for seat, row in results(game).items()} == game.outcome["score"]
    assert all(row.finished and not row.hidden for row in results(game).values())


def test_a_row_that_says_the_same_is_not_written_again(alice):
    game = tables.planned(tables.begun(alice))
    before = list(Result.objects.values_list("pk", "changed"))
    tables.give(game, "raider", "north", "course")
    assert list(Result.objects.values_list("pk", "changed")) == before


def test_it_goes_back_with_what_is_taken_back(alice, bob):
    game = tables.planned(tables.begun(alice, rounds=2))
    while not any(key.endswith("trim") for _seat, key in store.questions_of(game)):
        game = tables.play(game, 1)
    before = {seat: row.standing for seat, row in results(game).items()}
    (seat,) = {seat for seat, key in store.questions_of(game) if key.endswith("trim")}
    game = tables.give(game, seat, "high", "trim")
    # Whatever the order had brought about is gone from the table too.
    Result.objects.filter(session=game).update(value=99)
    services.undo_give(session=game, seat=game.seat(seat), version=game.version)
    game = tables.carried_out(game)
    assert {name: row.standing for name, row in results(game).items()} == before


def test_a_sandbox_and_what_was_brought_in_never_count(alice, bob):
    game = tables.play(tables.begun(alice, bob))
    sandbox = tables.carried_out(services.sandbox_fork(session=game, player=alice, at=3))
    file = SimpleUploadedFile("game.json", exports.session_file(game, alice))
    brought = tables.carried_out(exports.import_session(file, alice))
    for session, source in ((sandbox, ResultSource.SANDBOX), (brought, ResultSource.IMPORTED)):
        rows = results(session).values()
        assert rows and {(row.source, row.counts) for row in rows} == {(source, False)}
    assert set(Result.objects.counting().values_list("session", flat=True)) == {game.pk}


def test_a_bot_has_a_row_and_no_name(alice):
    game = tables.begun(alice, bot=True)
    found = results(game)
    assert (found["raider"].player, found["escort"].player) == (alice, None)
    assert [row.seat for row in Result.objects.counting()] == ["raider"]


def test_tabletop_dice_are_named(alice):
    setup = {"pilots": [{"name": "Adler", "unit": 5}], "dice": "tabletop"}
    sitters = {"pilot": services.SeatAssignment(player=alice)}
    game = services.session_open(owner=alice, title="interceptor-ace", setup=setup, sitters=sitters)
    services.session_begin(session=game, player=alice, nonce="a nonce")
    assert results(tables.carried_out(game))["pilot"].source == ResultSource.TABLETOP


def test_who_leaves_takes_the_name_along_and_the_other_keeps_his_result(alice, bob):
    over, running = tables.play(tables.begun(alice, bob)), tables.begun(alice, bob)
    alone = tables.play(tables.begun(bob))
    player_delete(player=bob)
    assert not Result.objects.filter(session_id=alone.pk).exists()
    for game in (over, running):
        assert {row.seat: row.player for row in results(game).values()} == {"raider": alice, "escort": None}
    assert {row.seat for row in Result.objects.counting()} == {"raider"}
    game = tables.play(tables.carried_out(session_at(running.pk)))
    assert results(game)["escort"].player is None
    as_told(game)


def test_one_row_for_a_seat(alice):
    game = tables.begun(alice)
    row = results(game)["raider"]
    row.pk = None
    with pytest.raises(IntegrityError):
        row.save(force_insert=True)


def test_names_and_pilots_are_no_terms(alice):
    one, two = careers.begun(alice), careers.begun(alice, seed=2, name="Somebody Else", track="nco")
    other = careers.begun(alice, options={"fatigue": True})
    first, second, third = (results(career.session)["pilot"].options_hash for career in (one, two, other))
    assert first == second != third


# Secrecy


def test_the_german_does_not_learn_the_british_points_from_a_running_result(alice, bob):
    game = a_game("bomber-command", alice, bob)
    german = results(game)["german"]
    assert german.hidden and not Result.objects.open().exists()
    for row in results(game).values():
        shown = row.shown_to(bob)
        assert (shown.value, shown.level, shown.beside) == (None, "", {})
        assert {part.name for part in shown.parts}.isdisjoint({"targets", "bombers", "mosquitos"})
        assert row.shown_to(PlayerFactory()) == row.known_to([]) == shown
        assert row.shown_to(alice).value == row.value


def test_a_game_without_secrets_is_open_as_it_runs(alice):
    career = careers.begun(alice)
    assert [row.session_id for row in Result.objects.open()] == [career.session_id]


def test_all_is_known_when_it_is_over(alice, bob):
    game = tables.play(tables.begun(alice, bob))
    assert Result.objects.open().count() == 2
    assert all(row.known_to([]).value == row.value for row in results(game).values())
