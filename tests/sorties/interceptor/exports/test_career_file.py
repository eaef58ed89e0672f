"""Proof of a career's file: it is unchanged since its site wrote it, no more; every change is seen."""

import contextlib
import json
import random

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command

from play.fairness import file_checks, signing_keys
from play.fairness.models import SigningKey
from play.sessions import exports
from sorties.interceptor.exports import career_file
from sorties.interceptor.records.models import CareerSource, InterceptorCareer
from tests.shared.builders.careers import begun, fly, kept
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def alice():
    return PlayerFactory()


@pytest.fixture
def document(alice):
    return json.loads(career_file.dump(kept(alice, 3)))


def encoded(document):
    return json.dumps(document).encode()


def taken_in(document, player):
    return career_file.import_file(ContentFile(encoded(document)), player)


def said(capsys, path, *more):
    call_command("verify", str(path), "--no-limits", *more)
    return capsys.readouterr().out


def test_an_honest_career_is_as_its_house_wrote_it(alice, tmp_path, capsys):
    career = fly(begun(alice), "month")
    path = tmp_path / "career.json"
    path.write_bytes(career_file.dump(career))
    told = said(capsys, path)
    assert (
        "That site rolled the dice" in told
        and career.session.commitment in told
        and "unchanged since its site wrote it" in told
    )
    assert SigningKey.objects.get().public in said(capsys, path, "--key", SigningKey.objects.get().public)
    with pytest.raises(CommandError):
        said(capsys, path, "--key", "ab" * 32)


def test_tabletop_dice_and_what_was_brought_in_are_named(document, alice):
    assert any("rolled real dice" in one for one in file_checks.check(encoded(document)).said)
    back = taken_in(document, PlayerFactory())
    checked = file_checks.check(career_file.dump(back))
    assert checked.holds and any("Nothing before the import" in one for one in checked.said)


def test_another_house_is_named(document):
    ours = SigningKey.objects.get().public
    SigningKey.objects.all().delete()
    signing_keys.key_make()
    checked = file_checks.check(encoded(document))
    assert checked.holds and any("another site" in one and ours in one for one in checked.said)


def test_a_file_without_a_signature_proves_nothing(document):
    del document["seal"]
    assert not file_checks.check(encoded(document)).holds
    del document["told"]
    assert not file_checks.check(encoded(document)).holds, "so are files of earlier releases"
    assert taken_in(document, PlayerFactory()).source == CareerSource.IMPORTED


def _leaves(value, at=()):
    if isinstance(value, dict | list):
        for key, held in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(held, (*at, key))
    else:
        yield at, value


def _changed(document, rng):
    """A copy in which one value, or one row, is another."""
    copy = json.loads(json.dumps(document))
    rows = [name for name, held in copy.items() if isinstance(held, list) and held]
    if rng.random() < 0.2:
        del copy[(name := rng.choice(rows))][rng.randrange(len(copy[name]))]
        return copy
    path, value = rng.choice([(at, held) for at, held in _leaves(copy) if at[0] not in ("format", "version")])
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}a"
    return copy


@pytest.mark.parametrize("number", range(100))
def test_whatever_is_changed_is_seen(document, number):
    changed = _changed(document, random.Random(number))
    assert changed != document
    with contextlib.suppress(file_checks.CannotCheck):
        assert not file_checks.check(encoded(changed)).holds
    before = InterceptorCareer.objects.count()
    with pytest.raises(career_file.CareerFileRefused):
        taken_in(changed, PlayerFactory())
    assert InterceptorCareer.objects.count() == before


def test_what_is_neither_is_said_to_be_nothing(tmp_path):
    for data in (b"", b"[]", b"{", b"\xff", b'{"format": "dispersal-career"}', b'{"format": 7}'):
        with pytest.raises(file_checks.CannotCheck):
            file_checks.check(data)
    assert exports.FORMAT != career_file.FORMAT
