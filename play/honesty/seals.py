"""The house's signature under the files that it hands out: nobody can change one, or make one on another seed, unseen.

The house has an Ed25519 key, made with its database. The public half stands in every file and at
`/house-key/`; whoever has a file from elsewhere compares the two.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.apps import apps as registry
from django.apps.registry import Apps
from django.db import DatabaseError

from play.models import HouseKey


class Seal(msgspec.Struct, forbid_unknown_fields=True):
    """What stands at the foot of a file: whose it is, by the public key, and the signature over all the rest."""

    key: str
    signature: str


@dataclass(frozen=True)
class Signed:
    """What came of looking at a seal: `state` is none, broken, or whose it is: ours, wanted or other."""

    state: str
    key: str = ""

    @property
    def is_good(self) -> bool:
        """Whether the file is as a house wrote it."""
        return self.state in ("ours", "wanted", "other")


def house_key_make(*, apps: Apps = registry, **_signal: Any) -> None:
    """Make the key of this house when its database is made, so that no page that is read has to."""
    if "housekey" not in apps.all_models["play"]:  # other apps alone were migrated, and the key has no place yet
        return
    if not HouseKey.objects.exists():
        private = Ed25519PrivateKey.generate()
        public = private.public_key().public_bytes_raw().hex()
        row = HouseKey(secret=private.private_bytes_raw(), public=public)
        HouseKey.objects.bulk_create([row], ignore_conflicts=True)


def shown() -> dict[str, str]:
    """Return what everybody may know of it."""
    key = HouseKey.objects.get()
    return {"algorithm": "Ed25519", "key": key.public, "made": key.made.isoformat(timespec="seconds")}


def sealed(content: Any) -> Seal:
    """Sign what a file holds."""
    key = HouseKey.objects.get()
    signature = Ed25519PrivateKey.from_private_bytes(bytes(key.secret)).sign(_written(content))
    return Seal(key.public, signature.hex())


def look_at(seal: Seal | None, content: Any, *, wanted: str = "") -> Signed:
    """Say whether a file is as its house wrote it, and whether that is this house, or the one that is wanted."""
    if seal is None:
        return Signed("none")
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal.key))
        public.verify(bytes.fromhex(seal.signature), _written(content))
    except (InvalidSignature, ValueError):
        return Signed("broken", seal.key)
    if wanted:
        return Signed("wanted" if seal.key == wanted.lower() else "other", seal.key)
    return Signed("ours" if _is_ours(seal.key) else "other", seal.key)


def _is_ours(public: str) -> bool:
    try:
        return HouseKey.objects.filter(public=public).exists()
    except DatabaseError:  # a file can be checked where there is no house
        return False


def _written(content: Any) -> bytes:
    """The one way of writing a file's content down, whatever its layout and the order of its fields."""
    return msgspec.json.encode(msgspec.to_builtins(content, str_keys=True), order="sorted")
