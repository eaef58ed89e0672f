"""The Ed25519 keys with which this site signs its files: one signs, replaced ones verify, retired ones prove nothing.

The private half is in the database, encrypted with a key derived from SECRET_KEY: a dump alone signs nothing.
"""

import base64
import logging
import re
from collections.abc import Iterable

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.apps import apps as registry
from django.apps.registry import Apps
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from play.fairness.models import SigningKey

logger = logging.getLogger(__name__)

SECRET_BYTES = 32
PRIME = 2**255 - 19
ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = frozenset({0, 1, PRIME - 1, ORDER_8, PRIME - ORDER_8})
"""The y coordinates of the eight points by which one signature fits every text."""


class NoSuchKey(Exception):
    """This site never signed with that key."""


class UnreadableKey(Exception):
    """The private half cannot be decrypted with the SECRET_KEY of today, nor with its fallbacks."""


def is_acceptable(public: str) -> bool:
    """Say whether a public key is written in the one canonical way, and is no point of small order."""
    if not re.fullmatch(r"[0-9a-f]{64}", public):
        return False
    y = int.from_bytes(bytes.fromhex(public), "little") & ~(1 << 255)
    return y < PRIME and y not in SMALL_ORDER


def key_make(*, apps: Apps = registry, **_signal: object) -> None:
    """Make the key of a new database; encrypt its secret with the SECRET_KEY of today.

    This runs after each `migrate`, so that no page that is read has to write.
    """
    if "signingkey" not in apps.all_models["play"]:  # other apps alone were migrated, and the key has no place yet
        return
    key = SigningKey.objects.filter(signs=True).first()
    if key is None:
        SigningKey.objects.bulk_create([_new_key()], ignore_conflicts=True)
        return
    try:
        _renew(key)
    except UnreadableKey:
        logger.warning("SECRET_KEY does not decrypt the signing key. A new key signs from now on.")
        key_rotate()


def signing_key() -> tuple[str, Ed25519PrivateKey]:
    """Return the public and the private half of the key that signs."""
    key = SigningKey.objects.get(signs=True)
    return key.public, Ed25519PrivateKey.from_private_bytes(_secret_of(key))


@transaction.atomic
def key_rotate() -> SigningKey:
    """Sign with a new key from now on; the former one still verifies, and its private half is deleted."""
    SigningKey.objects.filter(signs=True).update(signs=False, replaced=timezone.now(), secret=None)
    key = _new_key()
    key.save(force_insert=True)
    return key


@transaction.atomic
def key_retire(*, public: str) -> SigningKey | None:
    """Mark a key that others may hold: its signatures prove nothing. Return the new key if it has signed so far."""
    key = SigningKey.objects.select_for_update().filter(public=public).first()
    if key is None:
        raise NoSuchKey(public)
    successor = key_rotate() if key.signs else None
    SigningKey.objects.filter(pk=key.pk, retired=None).update(retired=timezone.now(), secret=None)
    return successor


def keys_listed() -> list[SigningKey]:
    """Return all keys, the newest first."""
    return list(SigningKey.objects.defer("secret").order_by("-pk"))


def _new_key() -> SigningKey:
    private = Ed25519PrivateKey.generate()
    secret = _fernet().encrypt(private.private_bytes_raw())
    return SigningKey(secret=secret, public=private.public_key().public_bytes_raw().hex())


def _renew(key: SigningKey) -> None:
    """Encrypt a plain secret, or one under a former SECRET_KEY, with the present one."""
    secret = _secret_of(key)
    try:
        _fernet(secret_keys=[settings.SECRET_KEY]).decrypt(bytes(key.secret or b""))
    except InvalidToken:
        SigningKey.objects.filter(pk=key.pk, signs=True).update(secret=_fernet().encrypt(secret))


def _secret_of(key: SigningKey) -> bytes:
    stored = bytes(key.secret or b"")
    if len(stored) == SECRET_BYTES:  # as releases before this one stored it
        return stored
    try:
        return _fernet().decrypt(stored)
    except InvalidToken as problem:
        raise UnreadableKey("SECRET_KEY does not decrypt the signing key. Run manage.py migrate.") from problem


def _fernet(secret_keys: Iterable[str] | None = None) -> MultiFernet:
    """Return what encrypts with the first SECRET_KEY and decrypts with any."""
    known = secret_keys or [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    derived = (salted_hmac("play.signing_key", "secret", secret=one, algorithm="sha256").digest() for one in known)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(one)) for one in derived])
