"""The keys that sign the files of the site: weak ones are refused, ours are rotated, retired and listed."""

from io import StringIO

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.core.management import CommandError, call_command

from play.fairness import file_checks, signatures, signing_keys, verification
from play.fairness.models import SigningKey
from sorties.interceptor.exports import career_file
from tests.shared.builders.careers import kept
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db
CONTENT = {"said": "anything"}
IDENTITY, NO_SCALAR = b"\1" + bytes(31), bytes(32)
WEAK = sorted(
    (y | sign << 255).to_bytes(32, "little").hex()
    for point in signing_keys.SMALL_ORDER
    for y in (point, point + signing_keys.PRIME)
    if y < 1 << 255
    for sign in (0, 1)
)
"""The points of small order in every way of writing them, those beyond the field's prime too."""


def command(*words):
    out = StringIO()
    call_command("signing_key", *words, stdout=out)
    return out.getvalue()


def test_one_signature_by_the_weakest_key_would_fit_every_text():
    Ed25519PublicKey.from_public_bytes(IDENTITY).verify(IDENTITY + NO_SCALAR, b"any text at all")


@pytest.mark.parametrize("key", WEAK)
def test_a_key_of_small_order_signs_nothing(key):
    seal = signatures.Signature(key, (IDENTITY + NO_SCALAR).hex())
    assert not signing_keys.is_acceptable(key)
    assert (
        signatures.check_signature(seal, CONTENT).state
        == signatures.check_signature(seal, CONTENT, wanted=key).state
        == "broken"
    )


@pytest.mark.parametrize(
    "spoil", [str.upper, " ".join, lambda key: key + " ", lambda key: key[2:], lambda key: "é" + key]
)
def test_a_key_is_written_in_one_way(spoil):
    seal = signatures.sign(CONTENT)
    assert signatures.check_signature(seal, CONTENT).state == "ours"
    seal.key = spoil(seal.key)
    assert signatures.check_signature(seal, CONTENT).state == "broken"


def test_sound_keys_are_taken():
    for _key in range(50):
        assert signing_keys.is_acceptable(Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex())


def test_a_replaced_key_still_verifies_and_signs_no_more():
    old = signatures.sign(CONTENT)
    command("rotate")
    new = signatures.sign(CONTENT)
    assert new.key != old.key
    assert signatures.check_signature(old, CONTENT).state == signatures.check_signature(new, CONTENT).state == "ours"
    former = SigningKey.objects.get(public=old.key)
    assert (former.state, former.secret) == ("replaced", None) and former.replaced


def test_a_retired_key_proves_nothing(tmp_path):
    old = signatures.sign(CONTENT)
    data = career_file.dump(kept(PlayerFactory(), 3))
    assert file_checks.check(data).holds
    assert old.key in command("retire", old.key)
    assert (
        signatures.check_signature(old, CONTENT).state
        == signatures.check_signature(old, CONTENT, wanted=old.key).state
        == "retired"
    )
    assert signatures.sign(CONTENT).key != old.key, "another key signs now"
    checked = file_checks.check(data)
    assert not checked.holds and any("retired" in fault for fault in checked.faults)
    path = tmp_path / "career.json"
    path.write_bytes(data)
    with pytest.raises(CommandError):
        call_command("verify", str(path), no_limits=True)
    assert "retired" in "".join(
        verification.proves(verification.FileVerdict(signed=signatures.check_signature(old, CONTENT)))
    )


def test_keys_are_listed_with_their_dates():
    first = SigningKey.objects.get().public
    command("rotate")
    second = SigningKey.objects.get(signs=True).public
    command("rotate")
    command("retire", first)
    lines = [line.split() for line in command("list").splitlines()]
    assert [line[1] for line in lines] == ["signing", "replaced", "retired"]
    assert [line[0] for line in lines[1:]] == [second, first]
    assert all(word in lines[2] for word in ("made", "replaced", "retired"))
    assert SigningKey.objects.filter(signs=True).count() == 1, "a key that had been replaced is no reason for another"


def test_a_key_that_is_not_ours_cannot_be_retired():
    with pytest.raises(CommandError, match="ab" * 32):
        command("retire", "ab" * 32)


def test_the_secret_stands_in_no_dump():
    public, private = signing_keys.signing_key()
    assert private.private_bytes_raw() not in bytes(SigningKey.objects.get(public=public).secret)


def test_the_secret_of_a_former_release_is_encrypted_by_migrate():
    private = Ed25519PrivateKey.generate()
    clear, public = private.private_bytes_raw(), private.public_key().public_bytes_raw().hex()
    SigningKey.objects.update(secret=clear, public=public)
    assert signatures.check_signature(signatures.sign(CONTENT), CONTENT).state == "ours", "before, too"
    signing_keys.key_make()
    assert clear not in bytes(SigningKey.objects.get().secret)
    assert signatures.sign(CONTENT).key == public


def test_a_new_secret_key_reads_the_signing_key_by_its_fallback_and_migrate_renews_it(settings):
    before = signatures.sign(CONTENT)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret key " * 3
    assert signatures.sign(CONTENT) == before
    signing_keys.key_make()
    settings.SECRET_KEY_FALLBACKS = []
    assert signatures.sign(CONTENT) == before


def test_without_the_former_secret_key_migrate_makes_a_new_signing_key(settings):
    before = signatures.sign(CONTENT)
    settings.SECRET_KEY = "another secret key " * 3
    with pytest.raises(signing_keys.UnreadableKey, match="migrate"):
        signatures.sign(CONTENT)
    signing_keys.key_make()
    assert signatures.check_signature(signatures.sign(CONTENT), CONTENT).state == "ours"
    assert signatures.check_signature(before, CONTENT).state == "ours"
