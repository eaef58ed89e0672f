"""Signatures of exported files: nobody can change one, or make one on another seed, unnoticed.

The public half of the key is in every file and at `/signing-keys/`, where readers compare the two.
"""

from dataclasses import dataclass

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.db import DatabaseError

from play.fairness.models import SigningKey
from play.fairness.signing_keys import is_acceptable, signing_key


class Signature(msgspec.Struct, forbid_unknown_fields=True):
    """Signature of a file: the public key and the signature over all other fields."""

    key: str
    signature: str


@dataclass(frozen=True)
class SignatureCheck:
    """Result of a signature check: `state` is none, broken, retired, or the signer: ours, wanted or other."""

    state: str
    key: str = ""

    @property
    def is_good(self) -> bool:
        """Return whether the file is unchanged since a site signed it."""
        return self.state in ("ours", "wanted", "other")


def sign(content: object) -> Signature:
    """Sign what a file holds."""
    public, private = signing_key()
    return Signature(public, private.sign(_written(content)).hex())


def check_signature(seal: Signature | None, content: object, *, wanted: str = "") -> SignatureCheck:
    """Check whether a file is as its site signed it, and whether that is this site, or the one that is wanted."""
    if seal is None:
        return SignatureCheck("none")
    if not is_acceptable(seal.key):
        return SignatureCheck("broken", seal.key)
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal.key))
        public.verify(bytes.fromhex(seal.signature), _written(content))
    except (InvalidSignature, ValueError):
        return SignatureCheck("broken", seal.key)
    known = _known_as(seal.key)
    if known == "retired":
        return SignatureCheck("retired", seal.key)
    if wanted:
        return SignatureCheck("wanted" if seal.key == wanted.lower() else "other", seal.key)
    return SignatureCheck("ours" if known else "other", seal.key)


def _known_as(public: str) -> str:
    """Return the state of a key of this site; nothing of another's."""
    try:
        key = SigningKey.objects.defer("secret").filter(public=public).first()
    except DatabaseError:  # a file can be checked without a database
        return ""
    return key.state if key else ""


def _written(content: object) -> bytes:
    """Write a file's content in one fixed form, independent of its layout and the order of its fields."""
    return msgspec.json.encode(msgspec.to_builtins(content, str_keys=True), order="sorted")
