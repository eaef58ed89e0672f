"""Commitment of a game that does not exist yet: shown on the page whose button begins the game, stored with the click.

Reading a page writes nothing, so the seed is stored nowhere before: it derives from the site's key and a number
that the form brings back, signed for the browser that was shown its hash. One pledge binds one table.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.crypto import salted_hmac

from engine.kernel.dice import commitment
from play.fairness.models import SpentCommitment
from play.sessions.models import Session

LASTS = timedelta(days=1)
LONGEST_NONCE = 64


@dataclass(frozen=True)
class Commitment:
    """Commitment that binds the dice of a game before it is created."""

    number: str
    secret_key: str = ""
    """The SECRET_KEY under which it was shown, if that is not the one of today."""

    @property
    def seed(self) -> bytes:
        """The seed that nobody sees before the end."""
        secret_key = self.secret_key or settings.SECRET_KEY
        return salted_hmac("play.pledge", self.number, secret=secret_key, algorithm="sha256").digest()

    @property
    def commitment(self) -> str:
        """The hash that is shown."""
        return commitment(self.seed)

    def spend(self) -> bool:
        """Use it for a table; a pledge that was used already binds no second one, whose dice would be known."""
        try:
            with transaction.atomic():
                SpentCommitment.objects.create(number=self.number)
        except IntegrityError:
            return False
        return True


@dataclass(frozen=True)
class PostedCommitment:
    """Commitment and number of the player, as posted by the form that starts a game."""

    pledge: Commitment | None = None
    nonce: str = ""

    def begins(self, session: Session) -> bool:
        """Say whether the game may begin at once: its dice are bound by what was shown, and a number is mixed in."""
        return self.pledge is not None and bool(self.nonce) and session.commitment == self.pledge.commitment


def new_commitment(request: HttpRequest) -> dict[str, str]:
    """Return what a page with such a button shows: the hash, and what its form brings back."""
    commitment = Commitment(secrets.token_hex(16))
    return {"commitment": commitment.commitment, "signed": _signer(request).sign(commitment.number)}


def posted_commitment(request: HttpRequest) -> PostedCommitment:
    """Read what a form has brought; a pledge that was not shown to this browser, or long ago, is none."""
    for secret_key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        with suppress(BadSignature):
            number = _signer(request, secret_key).unsign(request.POST.get("pledge", ""), max_age=LASTS)
            return PostedCommitment(Commitment(number, secret_key), nonce_of(request))
    return PostedCommitment(nonce=nonce_of(request))


def nonce_of(request: HttpRequest) -> str:
    """Return the player's own number: made by the script in the browser, or typed."""
    # Without script the page has a second field; the one that the script would have filled stays empty.
    typed = (" ".join(one.split()) for one in request.POST.getlist("nonce"))
    return next(filter(None, typed), "")[:LONGEST_NONCE]


def _signer(request: HttpRequest, secret_key: str | None = None) -> TimestampSigner:
    """Sign for one browser: its forms carry a secret of their own already."""
    get_token(request)
    return TimestampSigner(key=secret_key, fallback_keys=[], salt=f"play.pledge:{request.META['CSRF_COOKIE']}")


def spent_commitments_delete() -> int:
    """Forget the pledges that are too old to be brought again; how many they were."""
    return SpentCommitment.objects.filter(spent__lt=timezone.now() - 2 * LASTS).delete()[0]
