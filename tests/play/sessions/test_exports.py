"""A session's file carries the charts by which it was played: it verifies anywhere, and is played on by those."""

import json

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.urls import reverse

from engine.kernel.packs.files import dump_pack
from play.charts import pack_store, selectors
from play.charts import services as pack_services
from play.charts.models import ChartPack, PackContent
from play.fairness import verification
from play.games import titles
from play.journal import store
from play.orders.refusals import OrderRefused
from play.sessions import exports, services
from play.sessions.models import Seat, Session
from play.sessions.selectors import session_at
from sorties.interceptor.records.models import InterceptorCareer
from tests.shared.builders.session_files import played_on
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MANIFEST = "{game: %s, name: mine, title: Night charts, version: '1', base: standard}"
GAMES = {
    "interceptor-ace": ({"pilots": [{"unit": 16}]}, "careless"),
    "bomber-command": ({"scenario": "berlin"}, "weak"),
    "nightfighter": ({"scenario": "4B", "mode": "solo"}, "hunter"),
}
SKY = """bad_weather:
  provenance: "reconstructed: a wetter winter"
  dice: d6
  rows: {1: good, 2-6: bad}
"""


@pytest.fixture
def alice():
    return PlayerFactory()


def changed_pack(player, game):
    """The standard charts with one number changed, and every sentence of where they come from."""
    standard = selectors.site_pack_at(game, "standard")
    texts = pack_services.pack_import(owner=player, texts={"pack.yaml": MANIFEST % game.replace("-", "_")}).texts
    found = {**texts, **_changed(game, standard)}
    own = pack_services.pack_import(owner=player, texts=found)
    assert selectors.faults_of(own) == () and own.hash != standard.hash
    return own


def _changed(game, standard):
    if game == "bomber-command":
        return {"sky.yaml": SKY}
    texts = dump_pack(standard, name="x", title="x")
    for name, text in sorted(texts.items()):
        for old, new in (("Würzburg", "Zürzburg"), ("Bremen", "Zremen")):
            if old in text and name != "pack.yaml":
                return {other: held.replace(old, new) for other, held in texts.items() if other != "pack.yaml"}
    raise AssertionError(game)


def begun(player, game, own):
    setup, _policy = GAMES[game]
    sitters = {
        name: services.SeatAssignment(player=player)
        for name in titles.title_of(game).seats(services.read_setup(game, setup))
    }
    session = services.session_open(owner=player, title=game, setup=setup, sitters=sitters, pack=own.key)
    services.session_begin(session=session, player=player, nonce="a nonce")
    return carried_out(session)


def to_its_end(session):
    Seat.objects.filter(session=session).update(policy=GAMES[session.title][1])
    return played_on(session_at(session.pk))


def played(player, game, own):
    return to_its_end(begun(player, game, own))


def another_house():
    """Delete every chart that is not the site's, as on a site that has never seen them."""
    Session.objects.all().delete()
    ChartPack.objects.all().delete()
    PackContent.objects.all().delete()
    pack_store._known.clear()


def taken_in(document, player):
    return carried_out(exports.import_session(ContentFile(json.dumps(document).encode()), player))


_documents = {}


@pytest.fixture(params=GAMES)
def document(request, alice):
    """The file of a game by a player's own charts, which nobody has here: one game for all tests of this process."""
    game = request.param
    if game not in _documents:
        session = played(alice, game, changed_pack(alice, game))
        _documents[game] = exports.session_file(session, alice)
    another_house()
    return json.loads(_documents[game])


def test_a_file_of_a_players_own_charts_verifies_where_nobody_has_them(document, tmp_path):
    path = tmp_path / "file.json"
    path.write_text(json.dumps(document))
    call_command("verify", str(path), "--no-limits")
    assert not PackContent.objects.exists(), "nothing is kept by looking at a file"
    del document["charts"]
    del document["seal"]
    assert not verification.verify(exports.read(json.dumps(document).encode())).holds


def test_it_is_taken_in_and_stands_on_those_very_charts(document):
    session = taken_in(document, PlayerFactory())
    assert session.status == "over" and session.outcome == document["outcome"] and not session.counts
    pack_store._known.clear()
    assert session.pack_hash == document["pack_hash"] == selectors.pack_in(store.pack_of(session)).hash
    assert PackContent.objects.filter(hash=session.pack_hash).exists()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_by_its_charts_while_its_pack_is_edited_and_deleted(alice, client, game):
    own = changed_pack(alice, game)
    session = begun(alice, game, own)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")

    def stands():
        pack_store._known.clear()
        pages = [reverse(name, kwargs={"session": session.pk}) for name in ("table", "table_replay")]
        pages += [reverse("career", args=[career.pk]) for career in InterceptorCareer.objects.filter(session=session)]
        assert [client.get(page).status_code for page in pages] == [200] * len(pages)
        return selectors.pack_in(store.resume(session_at(session.pk)).pack).hash == session.pack_hash

    pack_services.pack_change(own=own, texts={name: _edited(text) for name, text in own.texts.items()})
    assert own.hash not in ("", session.pack_hash) and store.has_newer_charts(session) and stands()
    pack_services.pack_change(own=own, texts={"pack.yaml": "{"})
    assert own.hash == "" and not store.has_newer_charts(session) and stands()
    own.delete()
    assert not store.has_newer_charts(session) and stands()
    over = to_its_end(session)
    assert stands() and store.replayed(over).agrees(over.journal.latest("seq").digest)
    assert verification.verify(exports.read(exports.session_file(over, alice))).faults == []


def _edited(text):
    for old, new in (("1: good, 2-6: bad", "1-2: good, 3-6: bad"), ("Zürzburg", "Yürzburg"), ("Zremen", "Yremen")):
        text = text.replace(old, new)
    return text


def test_a_hash_is_never_looked_for_in_a_players_pack(alice):
    own = changed_pack(alice, "bomber-command")
    with pytest.raises(pack_store.PackGone):
        pack_store.compiled_charts("bomber-command", own.hash, own.key)
    assert not PackContent.objects.filter(hash=own.hash).exists()


def test_the_charts_of_one_game_are_none_of_anothers():
    """A file that names them by a stored hash does not change that."""
    kept = pack_store.store_charts("interceptor-ace", titles.pack_of("interceptor-ace", "standard"))
    with pytest.raises(pack_store.PackGone):
        pack_store.compiled_charts("nightfighter", kept)


def test_newer_charts_of_a_players_pack_are_offered_where_the_game_is_his(alice):
    own = changed_pack(alice, "bomber-command")
    session = begun(alice, "bomber-command", own)
    pack_services.pack_change(own=own, texts={name: _edited(text) for name, text in own.texts.items()})
    assert selectors.pack_in(store.newer_charts(session)).hash == own.hash
    for owner in (PlayerFactory(), None):
        session.owner = owner
        assert not store.has_newer_charts(session) and store.newer_charts(session) is None


def test_charts_that_are_others_than_they_say_are_found_and_not_taken_in(document):
    standard = selectors.site_pack_at(document["title"], "standard")
    document["charts"][document["pack_hash"]] = dump_pack(standard, name="mine", title="Night charts")
    del document["seal"]
    verdict = verification.verify(exports.read(json.dumps(document).encode()))
    assert [fault for fault in verdict.faults if "do not match their hash" in fault]
    with pytest.raises(OrderRefused, match="no_pack"):
        taken_in(document, PlayerFactory())
    assert not Session.objects.exists() and not PackContent.objects.exists()


def test_a_file_rewords_no_charts_that_are_here(alice):
    session = services.session_open(
        owner=alice, title="bomber-command", setup={}, sitters={"british": services.SeatAssignment(player=alice)}
    )
    kept = bytes(PackContent.objects.get(hash=session.pack_hash).content)
    standard = selectors.site_pack_at("bomber-command", "standard")
    texts = dump_pack(standard, name="standard", title="Forged charts")
    for known in (True, False):
        if not known:
            pack_store._known.clear()
        assert (
            pack_store.store_charts(
                "bomber-command", pack_store.import_texts("bomber-command", texts, session.pack_hash), reworded=False
            )
            == session.pack_hash
        )
        assert bytes(PackContent.objects.get(hash=session.pack_hash).content) == kept
        assert (
            selectors.pack_in(pack_store.compiled_charts("bomber-command", session.pack_hash)).manifest.title
            != "Forged charts"
        )


def test_a_pack_of_ones_own_rewords_no_charts_that_are_here(alice):
    sitters = {"british": services.SeatAssignment(player=alice)}
    session = services.session_open(owner=alice, title="bomber-command", setup={}, sitters=sitters)
    standard = selectors.site_pack_at("bomber-command", "standard")
    texts = dump_pack(standard, name="mine", title="Forged charts")
    own = pack_services.pack_import(owner=alice, texts=texts)
    assert own.hash == session.pack_hash
    services.session_open(owner=alice, title="bomber-command", setup={}, sitters=sitters, pack=own.key)
    assert PackContent.objects.get(hash=own.hash).title != "Forged charts"
    pack_store._known.clear()
    assert selectors.pack_in(pack_store.compiled_charts("bomber-command", own.hash)).manifest.title != "Forged charts"


@pytest.mark.parametrize(
    "texts",
    [
        {"../pack.yaml": "a: b"},
        {"pack.yaml": "x" * 1_000_001},
        {f"{number}.yaml": "" for number in range(91)},
        {"pack.yaml": "&a [*a]"},
        {"pack.yaml": "game: nightfighter"},
        {"pack.yaml": "[" * 10_000},
    ],
)
def test_what_is_no_pack_in_a_file_is_refused(texts):
    with pytest.raises(pack_store.PackGone):
        pack_store.import_texts("nightfighter", texts, "ab" * 32)
