"""The commands: playing in the terminal, checking an exported session, trying new rules on current games."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from play.orders.models import Order, OrderKind
from play.sessions import exports
from play.sessions.models import Session
from play.sessions.selectors import session_at
from tests.shared.builders.tables import begun, carried_out, play, set_table
from tests.shared.factories import PlayerFactory


@pytest.fixture
def alice(db):
    return PlayerFactory(display_name="Alice")


def said(*args, **options):
    out = io.StringIO()
    call_command(*args, stdout=out, stderr=out, **options)
    return out.getvalue()


def typing(monkeypatch, *lines):
    left = list(lines)

    def answer(prompt=""):
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", answer)


def test_a_game_is_played_in_the_terminal(monkeypatch):
    typing(monkeypatch, '{"lanes": [2, 2, 2]}', *["1"] * 100)
    text = said("play", "strait", setup='{"rounds": 3}')
    assert "Which course do you steer?  [2]" in text
    assert "1. Steer north" in text
    assert "The strait is crossed" in text
    assert "Hash of the seed" in text and "The seed was" in text


def test_the_terminal_refuses_and_takes_back_as_the_page_does(monkeypatch):
    lines = ['{"lanes": [9, 0, 0]}', '{"lanes": [2, 2, 2]}', '{"lanes": [2, 2, 2]}', "east", "1", "b", "u", "2"]
    typing(monkeypatch, *lines)
    text = said("play", "strait", seat=["raider", "escort"])
    assert "6 boats are to be shared out; these are 9." in text
    assert "do not allow that order" in text
    assert text.count("the raider: Which course do you steer?") == 3
    assert "Cards in the deck: 7" in text


@pytest.mark.parametrize(
    "options", [{"setup": '{"rounds": "x"}'}, {"setup": "{"}, {"seat": ["umpire"]}, {"bot": "genius"}]
)
def test_the_terminal_says_what_is_wrong_with_the_command(options):
    with pytest.raises(CommandError):
        said("play", "strait", **options)


def test_verify_proves_a_finished_session(alice, tmp_path):
    session = play(begun(alice, rounds=3))
    file = tmp_path / "session.json"
    file.write_bytes(exports.session_file(session, alice))
    told = said("verify", str(file), no_limits=True)
    assert "The game was played by the rules." in told and "Proven fair" in told


@pytest.mark.parametrize("spoiled", ["face", "gap", "seed", "nonce"])
def test_verify_finds_what_was_tampered_with(alice, tmp_path, spoiled):
    session = play(begun(alice, rounds=3))
    document = json.loads(exports.session_file(session, alice))
    lines = [line for line in document["entries"] if line["draws"]]
    if spoiled == "face":
        stream, count, sides, face = lines[0]["draws"][0]
        lines[0]["draws"][0] = [stream, count, sides, face % sides + 1]
    elif spoiled == "gap":
        line = next(line for line in lines if line["draws"][0][0] == "deck/weather")
        del line["draws"][0]
    elif spoiled == "seed":
        document["seed"] = "00" * 32
    else:
        document["nonces"]["raider"] = "another"
    file = tmp_path / "session.json"
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError):
        said("verify", str(file), no_limits=True)


def test_verify_misses_the_number_of_a_player_when_the_house_has_chosen_alone(alice, tmp_path):
    session = set_table(alice, rounds=3)
    Order.objects.create(session=session, kind=OrderKind.BEGIN, token=OrderKind.BEGIN)
    session = play(carried_out(session))
    file = tmp_path / "session.json"
    file.write_bytes(exports.session_file(session, alice))
    assert exports.dice_verdict(exports.read(file.read_bytes())).proven
    with pytest.raises(CommandError, match="failed verification"):
        said("verify", str(file), no_limits=True)


def test_verify_refuses_what_is_no_finished_session(alice, tmp_path):
    file = tmp_path / "session.json"
    file.write_bytes(exports.session_file(play(begun(alice), decisions=4), alice))
    with pytest.raises(CommandError, match="was not over"):
        said("verify", str(file), no_limits=True)
    file.write_text("{}")
    with pytest.raises(CommandError):
        said("verify", str(file), no_limits=True)


def test_an_upgrade_is_tried_on_every_game_under_way(alice, monkeypatch):
    from tests.shared.games import smallgame

    same, stuck = play(begun(alice), decisions=2), play(begun(alice), decisions=4)
    assert "same: 2\ndiffers: 0\ncannot: 0" in said("upgrade_sessions", dry_run=True)
    monkeypatch.setattr(smallgame, "COURSES", ("west", "east"))
    report = said("upgrade_sessions", dry_run=True)
    assert f"strait {stuck.pk}: cannot" in report
    assert set(Session.objects.values_list("status", flat=True)) == {"playing"}
    said("upgrade_sessions")
    assert session_at(stuck.pk).status == "stuck"
    monkeypatch.undo()
    said("upgrade_sessions")
    assert session_at(stuck.pk).status == "playing"
    assert session_at(same.pk).status == "playing"


def test_an_upgrade_that_only_differs_is_noticed(alice, monkeypatch):
    from tests.shared.games import smallgame

    session = play(begun(alice), decisions=2)
    monkeypatch.setattr(smallgame, "COURSES", ("north", "south", "west"))
    assert f"strait {session.pk}: differs" in said("upgrade_sessions", dry_run=True)
