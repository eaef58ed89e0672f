"""Proof of a session's file: honest files of every game hold, and every change in one is found."""

import json
import random
from dataclasses import replace
from typing import Annotated, Any

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from engine.kernel.dice import commitment
from engine.kernel.rule_versions import before_version
from play.bots import substitute
from play.charts import pack_store
from play.charts.models import PackContent
from play.fairness import file_checks, signatures, signing_keys, verification
from play.fairness.models import SigningKey
from play.games import registry
from play.journal import store
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.orders.refusals import OrderRefused
from play.sessions import exports, services
from play.sessions.models import Seat
from play.sessions.selectors import session_at
from tests.shared.builders import tables
from tests.shared.builders.session_files import played_on, played_out
from tests.shared.factories import PlayerFactory
from tests.shared.games import smallgame

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
EVERYTHING = {"fatigue": True, "quality": True, "positions": True, "manoeuvres": True, "attempt": True}
TWO = [{"name": "Karl Brandt"}, {"name": "Otto Lindner"}]
GAMES = {
    "strait": ("strait", {"rounds": 3}, "random"),
    "ace": ("interceptor-ace", {"pilots": [{"unit": 16}]}, "careless"),
    "ace-options": ("interceptor-ace", {"pilots": [{"unit": 20}], "options": EVERYTHING}, "random"),
    "ace-together": ("interceptor-ace", {"pilots": TWO, "play": "cooperative"}, "careless"),
    "ace-rivals": ("interceptor-ace", {"pilots": TWO, "play": "competitive"}, "careless"),
    "night-blind": ("nightfighter", {"scenario": "4B"}, "random"),
    "night-solo": ("nightfighter", {"scenario": "4B", "mode": "solo"}, "random"),
    "night-umpire": ("nightfighter", {"scenario": "4B", "umpire": "person"}, "random"),
    "night-year": ("nightfighter", {"campaign": "green", "mode": "solo"}, "hunter"),
    "berlin": ("bomber-command", {"scenario": "berlin"}, "random"),
    "downfall": ("bomber-command", {"scenario": "downfall", "moon": True, "bad_weather": True}, "random"),
}


def written(session: Any) -> dict[str, Any]:
    return json.loads(exports.session_file(session, session.owner))


def found(document: dict[str, Any], **more: Any) -> verification.FileVerdict:
    """Check a file; one that cannot even be read has been found out as well."""
    return verification.verify(exports.read(json.dumps(document).encode()), **more)


@pytest.fixture
def alice():
    return PlayerFactory()


@pytest.mark.parametrize("name", GAMES)
def test_an_honest_file_holds(alice, name):
    title, setup, policy = GAMES[name]
    session = played_out(alice, title, setup, policy)
    verdict = found(written(session))
    assert verdict.faults == [] and verdict.signed.state == "ours"
    assert verdict.replayed == session.entries_made and verdict.proven and not verdict.elsewhere


def test_a_file_in_which_orders_were_taken_back_holds(alice):
    document = written(undone_and_over(alice))
    assert any(line["kind"] == "undo" for line in document["entries"])
    assert found(document).faults == []


def test_a_file_of_a_season_holds_before_its_key_is_open_and_after(alice):
    calendar = services.season_key_create()
    session = played_out(alice, *GAMES["ace"], calendar)
    closed = found(written(session))
    assert closed.faults == [] and closed.elsewhere
    services.season_key_reveal(calendar=calendar)
    session = session_at(session.pk)
    opened = found(written(session))
    assert opened.faults == [] and not opened.elsewhere and opened.proven == closed.proven + closed.elsewhere
    false = written(session)
    false["season"]["key"] = "00" * 32
    del false["seal"]
    assert len(found(false).faults) > 1, "the key is another, and so are its draws"


def test_a_sandbox_says_what_is_borrowed(alice):
    session = played_out(alice, *GAMES["ace"])
    fork = services.sandbox_fork(session=session, player=alice, at=session.entries_made // 2)
    Order.objects.filter(session=fork).update(status=OrderStatus.PENDING)
    for order in Order.objects.filter(session=fork, status=OrderStatus.PENDING):
        execute.execute_order(order.pk)
    Seat.objects.filter(session=fork).update(policy="careless")
    fork = played_on(session_at(fork.pk))
    verdict = found(written(fork))
    assert verdict.faults == [] and verdict.borrowed == fork.borrowed and verdict.elsewhere
    assert any("borrowed" in sentence for sentence in verification.proves(verdict))


def test_a_file_of_an_earlier_release_is_still_read(alice):
    document = written(played_out(alice, *GAMES["ace"]))
    for name in ("seal", "season", "begun", "written"):
        del document[name]
    document["version"] = 1
    verdict = found(document)
    assert verdict.faults == [] and verdict.signed.state == "none"
    assert any("not signed" in sentence for sentence in verification.proves(verdict))


def test_a_game_that_keeps_a_former_reading_holds_and_says_so(alice, monkeypatch):
    class Lenient(smallgame.Setup):
        fog: Annotated[bool, before_version("2", False)] = True

    old = written(played_out(alice, *GAMES["strait"]))
    monkeypatch.setattr(smallgame.Strait, "Setup", Lenient)
    monkeypatch.setattr(smallgame.Strait, "rules", "2")
    new = written(played_out(alice, *GAMES["strait"]))
    assert (old["began"], new["began"]) == ("1", "2")
    for document, says in ((old, True), (new, False)):
        checked = file_checks.check(json.dumps(document).encode())
        said = " ".join(checked.said).casefold()
        assert checked.holds and ("began under earlier rules and keeps their interpretation of: fog" in said) is says


def test_a_game_that_stepped_back_holds(alice, monkeypatch):
    session = tables.play(tables.begun(alice), decisions=4)
    monkeypatch.setattr(smallgame, "COURSES", ("west", "east"))
    seat = next(name for name, _key in store.questions_of(session))
    asked = tables.token(session, seat)
    order = Order.objects.create(session=session, seat=seat, key=asked.rpartition("@")[0], token=asked, answer="hold")
    execute.execute_order(order.pk)
    session = session_at(session.pk)
    assert session.status == "stuck"
    services.step_back_give(session=session, seat=session.table[0], version=session.version)
    session = tables.carried_out(session)
    assert session.journal.latest("seq").kind == "step-back"
    assert session.status == "playing"
    document = written(over(session))
    verdict = found(document)
    assert verdict.faults == [] and verdict.set_aside
    assert any("not proven" in sentence for sentence in verification.proves(verdict))


def test_a_game_that_went_on_with_other_charts_holds(alice, monkeypatch):
    session = tables.play(tables.begun(alice), decisions=4)
    kept = PackContent.objects.get(hash=session.pack_hash)
    tables_then = "fire: {provenance: rule 3, hits_on: 1}"
    manifest = smallgame.STANDARD["pack.yaml"]
    monkeypatch.setattr(smallgame.Strait, "packs", {"standard": {"pack.yaml": manifest, "tables.yaml": tables_then}})
    PackContent.objects.all().delete()
    pack_store._known.clear()
    services.step_back_give(session=session, seat=session.table[0], version=session.version)
    session = tables.carried_out(session)
    line = session.journal.latest("seq")
    assert line.kind == "step-back" and line.answer["charts"][1] == session.pack_hash != kept.hash
    document = written(over(session))
    assert "does not have the charts" in str(found(document).faults), (
        "what was played by charts that are gone is not proven"
    )
    kept.save(force_insert=True)
    assert found(document).faults == []
    for forged in ({"charts": list(reversed(line.answer["charts"]))}, {"charts": [kept.hash, kept.hash]}, "x"):
        changed = json.loads(json.dumps(document))
        del changed["seal"]
        next(one for one in changed["entries"] if one["kind"] == "step-back")["answer"] = forged
        assert found(changed).faults, forged


def over(session):
    """The game when its last order is given."""
    session = tables.play(session)
    assert session.status == "over"
    return session


def test_a_game_in_which_a_bot_sat_in_for_a_while_holds(alice, monkeypatch):
    session = tables.planned(tables.begun(alice))
    seat = session.table[0]
    strait = replace(registry.game_of("strait"), marks={"never": lambda state: 0})
    monkeypatch.setitem(registry.registered(), "strait", strait)
    loan = substitute.Substitution("random", {}, "never", 0, 3)
    execute.execute_order(substitute.substitute_order(session=session, seat=seat, substitution=loan).pk)
    session = session_at(session.pk)
    assert session.journal.filter(seat=seat.name).count() > 1
    session = over(session)
    assert found(written(session)).faults == []


def test_a_session_that_was_taken_in_holds_when_it_goes_out_again(alice):
    for name in ("strait", "ace", "berlin"):
        session = played_out(alice, *GAMES[name])
        file = ContentFile(exports.session_file(session, alice))
        taken = tables.carried_out(exports.import_session(file, PlayerFactory()))
        verdict = found(written(taken))
        assert verdict.faults == [] and verdict.proven and verdict.signed.state == "ours"


def test_the_seal_says_which_house(alice):
    document = written(played_out(alice, *GAMES["strait"]))
    ours = SigningKey.objects.get().public
    assert found(document, wanted=ours).signed.state == "wanted"
    assert not found(document, wanted="ab" * 32).holds
    SigningKey.objects.all().delete()
    signing_keys.key_make()
    assert SigningKey.objects.get().public != ours
    verdict = found(document)
    assert verdict.holds and verdict.signed.state == "other"
    assert any(ours in sentence for sentence in verification.proves(verdict))


def test_the_keys_of_the_site_are_listed_for_everybody(client):
    former, now = SigningKey.objects.get().public, signing_keys.key_rotate().public
    assert client.get(reverse("old_signing_keys")).headers["Location"] == reverse("signing_keys")
    page = client.get(reverse("signing_keys")).content.decode()
    assert page.index(now) < page.index("In use") + 400 and former in page
    told = client.get(reverse("signing_keys_json")).json()
    assert [(one["key"], one["state"]) for one in told["keys"]] == [(now, "signing"), (former, "replaced")]
    assert set(told["keys"][0]) == {"key", "state", "made", "replaced", "retired"}


# Whatever is changed


def _entry(document: dict[str, Any], rng: random.Random, wish: Any = lambda line: True) -> dict[str, Any]:
    return rng.choice([line for line in document["entries"] if wish(line)])


def _thrown(document: dict[str, Any], rng: random.Random) -> list[Any]:
    return _entry(document, rng, lambda line: line["draws"])["draws"]


def _event(document: dict[str, Any], rng: random.Random, wish: Any = lambda told: True) -> dict[str, Any]:
    return rng.choice([told for told in document["events"] if wish(told)])


def face(document, rng):
    draw = rng.choice([draw for draw in _all_draws(document) if draw[2] > 1])
    draw[3] = draw[3] % draw[2] + 1


def _all_draws(document):
    return [draw for line in document["entries"] for draw in line["draws"]]


def draw_removed(document, rng):
    draws = _thrown(document, rng)
    del draws[rng.randrange(len(draws))]


def draws_removed(document, rng):
    _entry(document, rng, lambda line: line["draws"])["draws"] = []


def draw_added(document, rng):
    draws = _thrown(document, rng)
    draws.insert(rng.randrange(len(draws)), list(rng.choice(draws)))


def draw_of_another_stream(document, rng):
    rng.choice(_thrown(document, rng))[0] += "-x"


def draw_of_another_number(document, rng):
    rng.choice(_thrown(document, rng))[1] += rng.choice((-1, 1, 7))


def draw_of_another_die(document, rng):
    rng.choice(_thrown(document, rng))[2] += 2


def draw_anchored(document, rng):
    rng.choice(_thrown(document, rng))[0] += "@season/1943-07/3"


def entry_removed(document, rng):
    del document["entries"][rng.randrange(1, len(document["entries"]))]
    if rng.random() < 0.5:
        for number, line in enumerate(document["entries"], start=1):
            line["seq"] = number


def entry_doubled(document, rng):
    place = rng.randrange(1, len(document["entries"]))
    document["entries"].insert(place, json.loads(json.dumps(document["entries"][place])))
    for number, line in enumerate(document["entries"], start=1):
        line["seq"] = number


def journal_cut(document, rng):
    keep = rng.randrange(1, len(document["entries"]))
    document["entries"] = document["entries"][:keep]
    document["events"] = [told for told in document["events"] if told["seq"] <= keep]


def answer(document, rng):
    line = _entry(document, rng, lambda line: line["kind"] == "answer")
    line["answer"] = "nonsense"


def answer_of_another(document, rng):
    line = _entry(document, rng, lambda line: line["kind"] == "answer")
    others = [other["answer"] for other in document["entries"] if other["answer"] not in (None, line["answer"])]
    line["answer"] = rng.choice(others)


def key(document, rng):
    _entry(document, rng, lambda line: line["key"])["key"] += "x"


def seat(document, rng):
    _entry(document, rng, lambda line: line["seat"])["seat"] = "nobody"


def joined(document, rng):
    line = _entry(document, rng, lambda line: line["kind"] != "answer")
    line["joined"] = True


def digest(document, rng):
    _entry(document, rng)["digest"] = f"{rng.getrandbits(64):016x}"


def closed_by(document, rng):
    line = _entry(document, rng)
    line["closed_by"] = "" if line["closed_by"] else "die"


def undone_by(document, rng):
    line = _entry(document, rng, lambda line: line["kind"] == "answer")
    line["undone_by"] = None if line["undone_by"] else rng.randrange(1, len(document["entries"]) + 2)


def kind(document, rng):
    line = _entry(document, rng, lambda line: line["kind"] == "answer")
    line["kind"] = rng.choice(("undo", "step-back", "begin"))


def event_removed(document, rng):
    del document["events"][rng.randrange(len(document["events"]))]
    for number, told in enumerate(document["events"], start=1):
        told["number"] = number


def event_data(document, rng):
    told = _event(document, rng, lambda told: told["data"])
    told["data"][rng.choice(list(told["data"]))] = "something else"


def event_dice(document, rng):
    die = rng.choice(_event(document, rng, lambda told: told["dice"])["dice"])
    die[2] = die[2] % die[1] + 1 if die[1] > 1 else 2


def event_kind(document, rng):
    _event(document, rng)["kind"] += "-x"


def event_dice_moved(document, rng):
    """Move the dice of an entry to another of its events."""
    by_entry = {}
    for told in document["events"]:
        by_entry.setdefault(told["seq"], []).append(told)
    pairs = [
        (one, other)
        for told in by_entry.values()
        for one in told
        for other in told
        if one is not other and one["dice"] != other["dice"] and one["dice"]
    ]
    one, other = rng.choice(pairs)
    one["dice"], other["dice"] = [], one["dice"] + other["dice"]


def event_told_since_removed(document, rng):
    """A line that an earlier release did not tell is left out, its dice put beside another."""
    since = [
        place for place, told in enumerate(document["events"]) if told["kind"] in verification.EVENTS_SINCE_2A36CE7
    ]
    if not since:
        event_removed(document, rng)
        return
    gone = document["events"].pop(rng.choice(since))
    beside = [told for told in document["events"] if told["seq"] == gone["seq"]]
    if beside:
        rng.choice(beside)["dice"].extend(gone["dice"])
    for number, told in enumerate(document["events"], start=1):
        told["number"] = number


def event_rule(document, rng):
    _event(document, rng)["rule"] += "9"


def event_audience(document, rng):
    _event(document, rng)["to"] = ["somebody"]


def event_mods(document, rng):
    _event(document, rng)["mods"] = [{"value": 1, "reason": "luck", "rule": ""}]


def event_of_another_entry(document, rng):
    _event(document, rng)["seq"] += rng.choice((-1, 1))


def outcome(document, rng):
    document["outcome"][rng.choice(list(document["outcome"]))] = "better"


def commits(document, rng):
    document["commitment"] = f"{rng.getrandbits(256):064x}"


def seed(document, rng):
    document["seed"] = rng.randbytes(32).hex()


def seed_and_its_hash(document, rng):
    document["seed"] = rng.randbytes(32).hex()
    document["commitment"] = commitment(bytes.fromhex(document["seed"]))
    document["nonces"] = {name: rng.randbytes(8).hex() for name in document["nonces"]}


def number_of_a_player(document, rng):
    document["nonces"][rng.choice(list(document["nonces"]))] = "another"


def number_of_nobody(document, rng):
    document["nonces"]["nobody"] = "7"


def borrowed(document, rng):
    document["borrowed"] = rng.choice((len(document["entries"]), len(document["entries"]) - 1, 10**6, -1))


def shared(document, rng):
    document["shared"] = [_thrown(document, rng)[0][0]]


def pack(document, rng):
    document["pack_hash"] = f"{rng.getrandbits(256):064x}"


def table_of_the_charts(document, rng):
    texts = document["charts"].get(document["pack_hash"])
    if texts is None:
        document["charts"] = {"ab" * 32: {"pack.yaml": "game: strait"}}
        return
    del texts[rng.choice([name for name in texts if name != "pack.yaml"])]


def charts_of_another_hash(document, rng):
    document["charts"] = {f"{rng.getrandbits(256):064x}": texts for texts in document["charts"].values()} or {"0": {}}


def rules(document, rng):
    document["rules"] += ".1"


def seats_of_others(document, rng):
    rng.choice(document["seats"])["name"] = "nobody"


def bot_that_is_none(document, rng):
    rng.choice(document["seats"])["policy"] = "grandmaster"


def game(document, rng):
    document["title"] = rng.choice(
        [name for name in ("strait", "nightfighter", "bomber-command") if name != document["title"]]
    )


def setup(document, rng):
    document["setup"][rng.choice(list(document["setup"]))] = "else"


def options(document, rng):
    if "options" in document["setup"]:
        switches = document["setup"]["options"]
        name = rng.choice([name for name, value in switches.items() if isinstance(value, bool)])
        switches[name] = not switches[name]
    elif "rounds" in document["setup"]:
        document["setup"]["rounds"] += 1
    else:
        document["setup"]["always_ask"] = not document["setup"]["always_ask"]


def not_complete(document, rng):
    document["complete"] = False


REPLAYED = [
    face, draw_removed, draws_removed, draw_added, draw_of_another_stream, draw_of_another_number, draw_of_another_die,
    draw_anchored, entry_removed, entry_doubled, journal_cut, answer, answer_of_another, key, seat, joined, digest,
    closed_by, undone_by, kind, event_removed, event_data, event_dice, event_dice_moved,
    event_told_since_removed, event_kind, event_rule, event_audience, event_mods,
    event_of_another_entry, outcome, commits, seed, seed_and_its_hash, number_of_a_player,
    table_of_the_charts, charts_of_another_hash,
    number_of_nobody, borrowed, shared, pack, rules, seats_of_others, bot_that_is_none, game, setup, options,
    not_complete,
]  # fmt: skip
"""What is found by playing again alone, were there no signature."""


def date(document, rng):
    document[rng.choice(("begun", "written"))] = "1943-07-04T12:00:00+00:00"


def bot_for_a_person(document, rng):
    place = rng.choice(document["seats"])
    place["policy"] = "" if place["policy"] else "random"


def name_of_the_charts(document, rng):
    document["seats"][0]["standing_orders"] = {"passes": 9}


VOUCHED_FOR = [date, bot_for_a_person, name_of_the_charts]
"""What only the house's signature vouches for."""


@pytest.fixture(scope="module")
def honest(django_db_setup, django_db_blocker):
    """Files of several games, each of them honest."""
    with django_db_blocker.unblock():
        alice = PlayerFactory()
        made = [undone_and_over(alice), *(played_out(alice, *GAMES[name]) for name in ("ace", "night-solo", "berlin"))]
        documents = [written(session) for session in made]
        assert all(found(document).holds for document in documents)
        alice.owned_sessions.all().delete()
        alice.delete()
    return documents


def undone_and_over(alice: Any) -> Any:
    """A game in which an order was taken back."""
    session = tables.planned(tables.begun(alice, rounds=3))
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    for order in Order.objects.filter(session=session, status=OrderStatus.PENDING):
        execute.execute_order(order.pk)
    return tables.play(session_at(session.pk))


def tampered(documents: list[dict[str, Any]], number: int, ways: list[Any]) -> tuple[str, dict[str, Any]]:
    rng = random.Random(number)
    document = json.loads(json.dumps(rng.choice(documents)))
    before = json.dumps(document)
    way = ways[number % len(ways)]
    while json.dumps(document) == before:
        way(document, rng)
    return way.__name__, document


@pytest.mark.parametrize("number", range(200))
def test_whatever_is_changed_is_found(honest, number):
    name, document = tampered(honest, number, REPLAYED + VOUCHED_FOR)
    signed = signatures.check_signature(*sealed_content(document))
    assert signed.state == "broken", name
    if any(way.__name__ == name for way in VOUCHED_FOR):
        assert not found(document).holds, name
        return
    del document["seal"]
    assert is_found_out(document), f"{name} passes when the signature is taken away"


def sealed_content(document: dict[str, Any]) -> tuple[Any, Any]:
    typed = exports.read(json.dumps(document).encode())
    return typed.seal, exports.unsigned_content(typed)


def is_found_out(document: dict[str, Any]) -> bool:
    try:
        return not found(document).holds
    except OrderRefused:
        return True
