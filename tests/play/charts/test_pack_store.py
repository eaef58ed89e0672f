"""Charts are stored by their content: a game plays on with its charts after any change of the folder."""

from typing import Annotated

import msgspec
import pytest
from django.urls import reverse

from engine.kernel.packs.faults import PackError
from engine.kernel.rule_versions import before_version
from play.charts import pack_store
from play.charts.models import PackContent
from play.games import titles
from play.journal import store
from play.journal.models import EntryKind
from play.orders.refusals import OrderRefused
from play.sessions import exports, services
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.shared.builders.tables import GAME, begun, carried_out, planned, play, set_table
from tests.shared.factories import PlayerFactory
from tests.shared.games.smallgame import STANDARD, Setup, Strait

pytestmark = pytest.mark.django_db


def folder(monkeypatch, tables, title="The strait"):
    """Let the folder have other charts from now on."""
    manifest = STANDARD["pack.yaml"].replace("The strait", title)
    monkeypatch.setattr(Strait, "packs", {"standard": {"pack.yaml": manifest, "tables.yaml": tables}})


def other_process():
    """Forget what this process knows, as one that was started later has never known it."""
    pack_store._known.clear()


def hits_on(session):
    return store.pack_of(session).tables.fire.hits_on


@pytest.fixture(autouse=True)
def a_process_that_knows_no_charts():
    other_process()


def test_charts_are_kept_once_for_each_content(monkeypatch):
    alice = PlayerFactory()
    first, second = set_table(alice), set_table(alice)
    assert first.pack_hash == second.pack_hash == PackContent.objects.get(game=GAME).hash
    folder(monkeypatch, "fire: {provenance: rule 3, hits_on: 2}")
    third = set_table(alice)
    assert third.pack_hash != first.pack_hash and PackContent.objects.filter(game=GAME).count() == 2
    assert (hits_on(first), hits_on(third)) == (5, 2)


def test_a_game_plays_on_with_its_own_charts_when_the_folder_has_others(monkeypatch):
    session = planned(begun(PlayerFactory()))
    folder(monkeypatch, "fire: {provenance: rule 3, hits_on: 1}")
    other_process()
    session = play(session)
    assert session.status == "over" and hits_on(session) == 5
    fired = [row.data for row in session.told.filter(kind="fired")]
    assert fired and all(shot["hit"] == (shot["total"] >= 5) for shot in fired)


def test_a_game_plays_on_without_the_folder(monkeypatch):
    session = planned(begun(PlayerFactory()))
    monkeypatch.setattr(Strait, "packs", {})
    other_process()
    assert play(session).status == "over"
    with pytest.raises(OrderRefused):
        set_table(PlayerFactory())


def test_a_broken_folder_stops_nothing_that_was_begun(monkeypatch):
    session = planned(begun(PlayerFactory()))
    folder(monkeypatch, "fire: {provenance: rule 3, hits_on: five}")
    other_process()
    with pytest.raises(PackError):
        titles.pack_of(GAME, "standard")
    assert play(session).status == "over"


def test_other_words_are_no_other_charts(monkeypatch):
    alice = PlayerFactory()
    session = set_table(alice)
    folder(monkeypatch, "fire: {provenance: 'reconstructed: from the log', hits_on: 5, remark: Fire!}", title="Better")
    other_process()
    assert set_table(alice).pack_hash == session.pack_hash
    kept = PackContent.objects.get(game=GAME)
    assert kept.title == "Better", "the words of kept charts are those of the folder when a game is begun with them"
    other_process()
    assert store.pack_of(session).tables.fire.remark == "Fire!"


def test_a_sandbox_and_a_file_keep_the_charts(monkeypatch, client):
    alice = PlayerFactory()
    session = play(begun(alice))
    paper = exports.session_file(session_at(session.pk), alice)
    folder(monkeypatch, "fire: {provenance: rule 3, hits_on: 1}")
    other_process()
    sandbox = services.sandbox_fork(session=session, player=alice, at=session.entries_made)
    assert hits_on(sandbox) == 5
    assert pack_store.hash_of(GAME, exports.read(paper).pack_hash) == session.pack_hash


def test_charts_that_nobody_kept_are_told_from_those_of_the_folder():
    with pytest.raises(pack_store.PackGone):
        pack_store.compiled_charts(GAME, "1" * 64)
    with pytest.raises(pack_store.PackGone):
        pack_store.compiled_charts(GAME, "1" * 64, "../standard")


def test_every_process_sees_a_changed_folder_when_something_is_begun(monkeypatch):
    alice = PlayerFactory()
    set_table(alice)
    folder(monkeypatch, "fire: {provenance: rule 3, hits_on: 4}")
    assert hits_on(set_table(alice)) == 4


def test_the_journal_is_played_again_with_the_charts_of_the_session(monkeypatch):
    session = play(begun(PlayerFactory()))
    folder(monkeypatch, "fire: {provenance: rule 3, hits_on: 1}")
    other_process()
    run = store.replayed(session)
    assert run.over and run.agrees(session.journal.filter(kind=EntryKind.ANSWER).latest("seq").digest)


def test_a_game_whose_charts_are_gone_goes_on_by_those_of_new_games(monkeypatch, client):
    alice = PlayerFactory()
    session = play(begun(alice), decisions=4)
    folder(monkeypatch, "fire: {provenance: rule 3, hits_on: 1}")
    PackContent.objects.all().delete()
    other_process()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table", kwargs={"session": session.pk})).content.decode()
    assert "no longer has the charts" in page and "Go back to the checkpoint" in page
    address, seat = reverse("table_step_back", kwargs={"session": session.pk}), session.table[0].name
    assert client.post(address, {"seat": seat, "version": session.version}).status_code in (200, 302)
    again = carried_out(session)
    assert again.status == "playing" and hits_on(again) == 1
    line = again.journal.latest("seq")
    assert line.kind == "step-back" and line.answer == {"charts": [session.pack_hash, again.pack_hash]}
    assert play(again).status == "over"


def test_no_way_out_is_promised_where_there_is_none(client):
    alice = PlayerFactory()
    session = play(begun(alice), decisions=4)
    record = msgspec.structs.replace(store.record_of(session), snapshot=msgspec.msgpack.encode({"rounds": "many"}))
    Session.objects.filter(pk=session.pk).update(record=store.pack_record(record), status="stuck")
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table", kwargs={"session": session.pk})).content.decode()
    assert "this game ends here" in page and "Go back to the checkpoint" not in page


def test_a_game_that_keeps_a_former_reading_says_so_at_its_table(monkeypatch, client):
    class Lenient(Setup):
        fog: Annotated[bool, before_version("2", False)] = True

    alice = PlayerFactory()
    old = begun(alice)
    monkeypatch.setattr(Strait, "Setup", Lenient)
    monkeypatch.setattr(Strait, "rules", "2")
    new = begun(alice)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    for session, says in ((old, True), (new, False)):
        page = client.get(reverse("table", kwargs={"session": session.pk})).content.decode()
        assert ("began under earlier rules and keeps their interpretation of: fog" in page.casefold()) is says
    assert (store.setup_of(old).fog, store.setup_of(new).fog) == (False, True)
