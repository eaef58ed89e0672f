"""One order, one effect: what the service that the worker calls writes, refuses, takes back and hands on."""

import pytest

from campaigns.accounts.services import player_delete
from play.journal import store
from play.journal.models import EventRow, JournalEntry
from play.journal.projections import OrderEffects, projection
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.pages.parts import TablePage
from play.sessions import services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.shared.builders.tables import PLAN, begun, carried_out, give, planned, play, set_table, token
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def refusal_of(give_order, *args, **kwargs):
    with pytest.raises(OrderRefused) as caught:
        give_order(*args, **kwargs)
    assert caught.value.sentence
    return caught.value.code


def test_it_works(alice, bob):
    session = play(begun(alice, bob, rounds=3))
    assert session.status == "over"
    assert session.outcome["winner"] in {"raider", "escort", "nobody"}
    assert list(session.journal.values_list("seq", flat=True)) == list(range(1, session.entries_made + 1))
    assert list(session.told.values_list("number", flat=True)) == list(range(1, session.events_told + 1))
    assert Order.objects.filter(session=session).exclude(status=OrderStatus.DONE).count() == 0


def test_what_is_kept_is_what_the_kernel_plays(alice, bob):
    session = play(begun(alice, bob, rounds=3), decisions=12)
    run = store.resume(session)
    assert run.digest() == session.journal.order_by("-seq").first().digest
    assert set(run.pending) == set(store.questions_of(session))
    row = session.told.select_related("entry").order_by("-number").first()
    assert store.state_after(session, row).score == run.state.score


def test_a_second_delivery_changes_nothing(alice, bob):
    session = begun(alice, bob)
    session = give(session, "raider", PLAN)
    order = Order.objects.latest("pk")
    before = (session.version, session.entries_made, bytes(session.record))
    for _ in range(4):
        execute.execute_order(order.pk)
    session = session_at(session.pk)
    assert (session.version, session.entries_made, bytes(session.record)) == before


def test_two_answers_to_one_question_collide(alice, bob):
    session = planned(begun(alice, bob))
    seat, asked = session.seat("raider"), token(session, "raider")
    services.answer_give(session=session, seat=seat, token=asked, answer="north")
    assert refusal_of(services.answer_give, session=session, seat=seat, token=asked, answer="south") == "already_given"
    session = carried_out(session)
    assert refusal_of(services.answer_give, session=session, seat=seat, token=asked, answer="south") == "already_given"
    assert session.journal.latest("seq").answer == "north"


def test_the_other_side_answering_first_makes_nothing_stale(alice, bob):
    session = planned(begun(alice, bob))
    asked = token(session, "raider")
    session = give(session, "escort", "south")
    assert token(session, "raider") == asked


def test_an_answer_to_an_older_asking_is_refused(alice, bob):
    session = planned(begun(alice, bob))
    seat, asked = session.seat("raider"), token(session, "raider")
    session = give(session, "raider", "north")
    services.undo_give(session=session, seat=seat, version=session.version)
    session = carried_out(session)
    assert token(session, "raider") != asked
    assert refusal_of(services.answer_give, session=session, seat=seat, token=asked, answer="north") == "already_given"
    made_up = asked.replace("@", "@9")
    assert refusal_of(services.answer_give, session=session, seat=seat, token=made_up, answer="north") == "stale"


def test_what_is_not_offered_is_refused_at_the_door_and_by_the_worker(alice, bob):
    session = planned(begun(alice, bob))
    seat, asked = session.seat("raider"), token(session, "raider")
    code = refusal_of(services.answer_give, session=session, seat=seat, token=asked, answer="east")
    assert code == "not_offered"
    assert not Order.objects.filter(session=session, status=OrderStatus.PENDING).exists()
    # Even a row that came past the door is not carried out.
    key = asked.rpartition("@")[0]
    forged = Order.objects.create(session=session, seat="raider", key=key, token=asked, answer="east")
    execute.execute_order(forged.pk)
    forged.refresh_from_db()
    assert (forged.status, forged.code) == (OrderStatus.REFUSED, "not_offered")
    # The question is free for a better answer.
    assert give(session_at(session.pk), "raider", "north").version == session.version + 1


def test_an_order_is_checked_against_the_stored_question(alice, bob, monkeypatch):
    session = planned(begun(alice, bob))
    seat, asked = session.seat("raider"), token(session, "raider")
    with monkeypatch.context() as patched:
        patched.setattr(store, "resume", lambda session: pytest.fail("the rules were run"))
        assert refusal_of(services.answer_give, session=session, seat=seat, token=asked, answer="east") == "not_offered"
        services.answer_give(session=session, seat=seat, token=asked, answer="north")
    assert carried_out(session).journal.latest("seq").answer == "north"


def test_a_question_stored_by_an_earlier_release_is_checked_by_the_rules(alice, bob):
    session = planned(begun(alice, bob))
    seat, asked = session.seat("raider"), token(session, "raider")
    Session.objects.filter(pk=session.pk).update(offered={})
    session = session_at(session.pk)
    assert refusal_of(services.answer_give, session=session, seat=seat, token=asked, answer="east") == "not_offered"
    assert give(session, "raider", "north").journal.latest("seq").answer == "north"


def test_a_faulty_form_names_its_faults(alice, bob):
    session = begun(alice, bob)
    with pytest.raises(OrderRefused) as caught:
        services.answer_give(
            session=session,
            seat=session.seat("raider"),
            token=token(session, "raider"),
            answer={"lanes": [-1, 2, 3]},
        )
    assert {fault["code"] for fault in caught.value.facts["faults"]} == {"negative", "sum"}


def test_undo_is_free_until_something_is_shown(alice, bob):
    session = planned(begun(alice, bob))
    session = give(session, "raider", "north")
    seat = session.seat("raider")
    services.undo_give(session=session, seat=seat, version=session.version)
    session = carried_out(session)
    assert ("raider", "round0/course") in store.questions_of(session)
    undone = session.journal.get(kind="answer", answer="north")
    assert undone.undone_by == session.entries_made
    session = give(give(session, "raider", "south"), "escort", "north")
    services.undo_give(session=session, seat=seat, version=session.version)
    session = carried_out(session)
    order = Order.objects.latest("pk")
    assert (order.status, order.code, order.facts["closed_by"]) == (OrderStatus.REFUSED, "undo_closed", "courses")


def seen_by_the_other_side(alice, bob):
    """The escort has trimmed, which throws no die, and that has put a question to the raider."""
    session = give(give(planned(begun(alice, bob)), "raider", "north"), "escort", "south")
    session = give(give(session, "raider", "level"), "escort", "keep")
    session = give(give(session, "raider", "north"), "escort", "north")
    session = give(session, "escort", "high")
    assert ("raider", "round1/fire") in store.questions_of(session)
    return session


def test_an_undo_crosses_to_the_other_side_only_with_consent(alice, bob):
    session = seen_by_the_other_side(alice, bob)
    raider, escort = session.seat("raider"), session.seat("escort")
    services.undo_give(session=session, seat=escort, version=session.version)
    session = carried_out(session)
    assert session.proposal == {"seat": "escort", "needs": ["raider"], "agreed": []}
    services.consent_give(session=session, seat=raider, version=session.version, agrees=False)
    session = carried_out(session)
    assert session.proposal is None
    assert ("raider", "round1/fire") in store.questions_of(session)
    services.undo_give(session=session, seat=escort, version=session.version)
    session = carried_out(session)
    services.consent_give(session=session, seat=raider, version=session.version, agrees=True)
    session = carried_out(session)
    assert ("escort", "round1/trim") in store.questions_of(session)
    assert session.journal.latest("seq").kind == "undo"


def test_a_proposal_ends_when_the_game_goes_on(alice, bob):
    session = seen_by_the_other_side(alice, bob)
    services.undo_give(session=session, seat=session.seat("escort"), version=session.version)
    session = give(carried_out(session), "raider", "hold")
    assert session.proposal is None
    refused = refusal_of(
        services.consent_give, session=session, seat=session.seat("raider"), version=session.version, agrees=True
    )
    assert refused == "no_proposal"


def test_a_bot_answers_and_never_minds_an_undo(alice):
    session = planned(begun(alice, bot=True))
    assert all(name == "raider" for name, _key in store.questions_of(session))
    session = play(session)
    assert session.status == "over"
    assert session.journal.filter(seat="escort", kind="answer").exists()


def test_bots_left_with_much_to_do_are_given_an_order_of_their_own(alice, monkeypatch):
    monkeypatch.setattr(execute, "BOT_ANSWERS", 1)
    session = begun(alice, bot=True)
    session = give(session, "raider", PLAN)
    for _ in range(3):
        session = carried_out(session)
    assert all(name == "raider" for name, _key in store.questions_of(session))


def test_projections_stand_or_fall_with_the_journal(alice, bob, monkeypatch):
    from play.journal import projections

    monkeypatch.setattr(projections, "_registered", {})
    seen = []

    @projection("strait")
    def keep(session: Session, progress: OrderEffects) -> None:
        seen.append([event.kind for event in progress.events])
        if len(seen) == 2:
            raise ValueError("the projection is faulty")

    session = give(begun(alice, bob), "raider", PLAN)
    order = Order.objects.latest("pk")
    assert (order.status, order.code) == (OrderStatus.FAILED, "given_up")
    assert session.journal.count() == 1
    session = give(session, "raider", PLAN)
    assert session.journal.count() == 2
    assert seen[0] == []


def test_a_sandbox_counts_for_nothing(alice, monkeypatch):
    from play.journal import projections

    session = play(begun(alice, rounds=3), decisions=8)
    at = session.entries_made - 2
    monkeypatch.setattr(projections, "_registered", {"strait": [lambda *_: pytest.fail("a sandbox was projected")]})
    sandbox = carried_out(services.sandbox_fork(session=session, player=alice, at=at))
    assert not sandbox.counts
    line = session.journal.get(seq=at)
    assert sandbox.journal.latest("seq").digest == line.digest
    assert [d for e in sandbox.journal.all() for d in e.draws] == [
        d for e in session.journal.filter(seq__lte=at, undone_by=None) for d in e.draws
    ]
    assert bytes(sandbox.seed) != bytes(session.seed)
    assert play(sandbox).status == "over"


def test_a_sandbox_of_a_game_with_others_waits_for_its_end(alice, bob):
    session = planned(begun(alice, bob))
    assert refusal_of(services.sandbox_fork, session=session, player=alice, at=2) == "no_fork"


def test_a_journal_that_no_longer_fits_is_kept_and_stepped_back(alice, bob, monkeypatch):
    from tests.shared.games import smallgame

    session = play(begun(alice, bob), decisions=4)
    kept = bytes(session.record)
    tail = len(store.record_of(session).tail)
    assert tail > 0
    monkeypatch.setattr(smallgame, "COURSES", ("west", "east"))
    seat = next(name for name, _key in store.questions_of(session))
    asked = token(session, seat)
    order = Order.objects.create(session=session, seat=seat, key=asked.rpartition("@")[0], token=asked, answer="hold")
    execute.execute_order(order.pk)
    order.refresh_from_db()
    assert (order.status, order.code) == (OrderStatus.REFUSED, "stuck")
    session = session_at(session.pk)
    assert session.status == "stuck"
    assert bytes(session.record) == kept
    services.step_back_give(session=session, seat=session.seat("raider"), version=session.version)
    session = carried_out(session)
    assert session.status == "playing"
    line = session.journal.latest("seq")
    assert (line.kind, bytes(line.kept)) == ("step-back", kept)
    assert session.journal.filter(undone_by=line.seq).count() == tail
    assert give(session, "raider", "west").version > session.version


def test_a_broken_rule_fails_the_order_and_nothing_else(alice, bob, monkeypatch):
    from tests.shared.games import smallgame

    session = planned(begun(alice, bob))
    session = give(session, "raider", "north")
    monkeypatch.setattr(smallgame, "trim_sails", lambda state, table: 1 / 0)
    session = give(session, "escort", "north")
    order = Order.objects.latest("pk")
    assert (order.status, order.code) == (OrderStatus.FAILED, "given_up")
    monkeypatch.undo()
    assert give(session, "escort", "north").entries_made == session.entries_made + 1


def test_three_attempts_and_no_more(alice, bob):
    session = planned(begun(alice, bob))
    seat = session.seat("raider")
    order = services.answer_give(session=session, seat=seat, token=token(session, "raider"), answer="north")
    # Three workers have begun it and died.
    Order.objects.filter(pk=order.pk).update(attempts=3, tried="2026-01-01T00:00:00Z")
    execute.execute_order(order.pk)
    order.refresh_from_db()
    assert (order.status, order.code) == (OrderStatus.FAILED, "given_up")
    assert session_at(session.pk).version == session.version
    assert give(session, "raider", "north").version == session.version + 1


def test_secret_events_are_kept_from_the_other_side(alice, bob):
    session = play(begun(alice, bob), decisions=12)
    from play.sessions.selectors import events_of

    raider, escort = events_of(session, "raider", count=500), events_of(session, "escort", count=500)
    assert any(row.to == "|raider|" for row in raider)
    assert not any(row.to == "|raider|" for row in escort)
    assert EventRow.objects.filter(session=session, to="|raider|").count() >= 1


def test_the_deed_of_a_leaving_player_takes_their_own_games_along(alice, bob):
    mine, ours = begun(alice), begun(alice, bob)
    player_delete(player=alice)
    assert not Session.objects.filter(pk=mine.pk).exists()
    assert Session.objects.filter(pk=ours.pk).exists()


def test_a_bot_plays_on_for_who_has_left_for_good(alice, bob):
    session = planned(begun(alice, bob))
    session = give(session, "escort", "south")
    assert {seat for seat, _key in store.questions_of(session)} == {"raider"}
    player_delete(player=alice)
    session = carried_out(session)
    seat = session.seat("raider")
    assert (seat.player, seat.policy) == (None, "random")
    assert {seat for seat, _key in store.questions_of(session)} == {"escort"}
    assert TablePage(session, session.seat("escort")).prompt().state == "open"


def test_a_seat_is_free_again_when_its_player_leaves_before_the_game(alice, bob):
    session = set_table(alice, bob)
    services.session_begin(session=session, player=bob, nonce="Bob’s")
    player_delete(player=bob)
    session = session_at(session.pk)
    seat = session.seat("escort")
    assert (seat.player, seat.ready, session.nonces) == (None, False, {})
    assert services.session_begin(session=session, player=alice, nonce="hers") is None
    carol = PlayerFactory()
    services.seat_take(seat=seat, player=carol)
    services.session_begin(session=session, player=carol, nonce="new")
    assert carried_out(session).status == "playing"


def test_setting_a_table_is_refused_with_a_sentence(alice):
    open_table = services.session_open
    me = {"raider": services.SeatAssignment(player=alice)}
    assert refusal_of(open_table, owner=alice, title="chess", setup={}, sitters=me) == "no_game"
    assert refusal_of(open_table, owner=alice, title="strait", setup={"rounds": "six"}, sitters=me) == "setup"
    assert refusal_of(open_table, owner=alice, title="strait", setup={"moons": 2}, sitters=me) == "setup"
    assert refusal_of(open_table, owner=alice, title="strait", setup={}, sitters={}) == "seats"
    crowd = me | {"escort": services.SeatAssignment(policy="genius")}
    assert refusal_of(open_table, owner=alice, title="strait", setup={}, sitters=crowd) == "no_bot"


def test_a_seat_is_taken_once(alice, bob):
    session = services.session_open(
        owner=alice, title="strait", setup={}, sitters={"raider": services.SeatAssignment(player=alice)}
    )
    seat = session.seat("escort")
    services.seat_take(seat=seat, player=bob)
    assert refusal_of(services.seat_take, seat=seat, player=PlayerFactory()) == "seat_taken"


def test_the_first_nonce_counts(alice, bob):
    session = set_table(alice, bob)
    services.session_begin(session=session, player=alice, nonce="one")
    services.session_begin(session=session, player=alice, nonce="another")
    session.refresh_from_db()
    assert session.nonces == {"raider": "one"}


def test_entries_are_never_taken_out(alice):
    session = planned(begun(alice))
    session = give(session, "raider", "north")
    before = list(JournalEntry.objects.filter(session=session).values_list("seq", "kind", "answer"))
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    session = carried_out(session)
    after = list(JournalEntry.objects.filter(session=session).values_list("seq", "kind", "answer"))
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1


@pytest.mark.parametrize("bot", [False, True])
def test_an_order_that_never_ends_is_refused_once_and_nothing_else_is_touched(alice, bob, monkeypatch, bot):
    """The table gets the reason, the game is unchanged, and another order is carried out; also for a bot's answer."""
    from tests.shared.games import smallgame

    other, session = planned(begun(alice, bob)), planned(begun(alice, bot=bot))
    trim_sails = smallgame.trim_sails

    def endless(state, table):
        while state.courses["raider"] == "south":
            table.roll("fire", 6)
            table.tell(smallgame.Fired(0, False), "3")
        yield from trim_sails(state, table)

    monkeypatch.setattr(smallgame, "trim_sails", endless)
    if not bot:
        session = give(session, "escort", "north")
    stopped = give(session, "raider", "south")
    order = Order.objects.latest("pk")
    assert (order.status, order.code, order.attempts) == (OrderStatus.REFUSED, "runaway", 1)
    assert (stopped.version, stopped.status) == (session.version, "playing")
    assert bytes(stopped.record) == bytes(session.record)
    assert "took too long and was stopped" in TablePage(stopped, stopped.seat("raider")).prompt(last=order).refusal
    assert play(session_at(other.pk), decisions=1).entries_made > other.entries_made
    assert give(stopped, "raider", "north").entries_made > session.entries_made
