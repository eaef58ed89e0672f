"""Values that a button to begin a game sends, for the tests: the pledge that its page showed, and a number."""

import uuid

from django.test import Client

from play.fairness.commitments import Commitment, PostedCommitment

NUMBER = "a number"


def sealed(client: Client, page: str = "/") -> dict[str, str]:
    """Return the values of the page's form as this browser opens it."""
    return {"pledge": client.get(page).context["pledge"]["signed"], "nonce": NUMBER}


def brought() -> PostedCommitment:
    """The same as the services read it."""
    return PostedCommitment(Commitment(uuid.uuid4().hex), NUMBER)
