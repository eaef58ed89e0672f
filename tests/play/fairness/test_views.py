"""Anybody has an exported file checked on a page, and reads what the command would say."""

import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from play.fairness import signing_keys, views
from play.sessions import exports
from sorties.interceptor.exports import career_file
from tests.shared.builders.careers import kept
from tests.shared.builders.session_files import played_out
from tests.shared.builders.tables import begun
from tests.shared.builders.uploads import result_of
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def looked_at(data, **fields):
    file = SimpleUploadedFile("session.json", data, content_type="application/json")
    client = Client()
    return result_of(client, client.post(reverse("verify"), {"file": file, **fields}))


def told_by_the_command(data, tmp_path):
    """All that `manage.py verify` says of a file."""
    path, said, wrong = tmp_path / "file.json", io.StringIO(), io.StringIO()
    path.write_bytes(data)
    try:
        call_command("verify", str(path), no_limits=True, stdout=said, stderr=wrong, no_color=True)
    except CommandError as problem:
        wrong.write(str(problem))
    return said.getvalue().splitlines() + wrong.getvalue().splitlines()


@pytest.mark.parametrize(
    ("title", "setup", "policy"),
    [
        ("strait", {"rounds": 3}, "random"),
        ("interceptor-ace", {"pilots": [{"unit": 16}]}, "careless"),
        ("nightfighter", {"scenario": "4B", "mode": "solo"}, "random"),
        pytest.param("bomber-command", {"scenario": "berlin"}, "random", marks=pytest.mark.slow),
    ],
)
def test_a_file_of_each_game_is_checked_and_a_changed_one_found_out(title, setup, policy, tmp_path):
    session = played_out(PlayerFactory(), title, setup, policy)
    data = exports.session_file(session, session.owner)
    page = looked_at(data)
    checked = page.context["checked"]
    assert page.status_code == 200 and checked.holds and checked.said
    assert set(told_by_the_command(data, tmp_path)) == {checked.upshot, checked.fairness, *checked.said}
    assert checked.upshot == "The game was played by the rules." and checked.fairness.startswith("Proven fair")
    document = json.loads(data)
    document["events"][0]["rule"] = "99.9"
    changed = json.dumps(document).encode()
    spoiled = looked_at(changed).context["checked"]
    assert not spoiled.holds and spoiled.faults
    assert set(told_by_the_command(changed, tmp_path)) == {spoiled.upshot, *spoiled.faults, *spoiled.said}


def test_a_career_is_held_to_the_key_that_is_asked_for():
    data = career_file.dump(kept(PlayerFactory(), 3))
    assert looked_at(data, key=signing_keys.signing_key()[0]).context["checked"].holds
    assert looked_at(data, key="another").context["checked"].faults


@pytest.mark.parametrize("data", [b"", b"\0", b"{}", b"[]", b"{" * 9000, "łódź".encode("utf-16"), b'{"format": 5}'])
def test_what_is_no_such_file_is_refused_with_a_sentence(data):
    page = looked_at(data)
    assert page.status_code == 200 and page.context["problem"]


def test_what_cannot_be_checked_here_says_so(monkeypatch):
    alice = PlayerFactory()
    running = looked_at(exports.session_file(begun(alice), alice))
    assert "its seed was still secret" in running.content.decode()
    assert Client().post(reverse("verify")).status_code == 422
    monkeypatch.setattr(views, "LARGEST_FILE", 10)
    large = looked_at(b"x" * 11)
    assert large.status_code == 413 and "larger than 10 bytes" in large.content.decode()


def test_an_address_has_a_limit_and_reading_the_page_costs_nothing_of_it(settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"verify": "2/h/ip"}
    client = Client()
    for _look in range(5):
        assert client.get(reverse("verify")).status_code == 200
    found = [looked_at(b"{}").status_code for _try in range(3)]
    assert found == [200, 200, 429]
