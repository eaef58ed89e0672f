"""What a page with a button that begins a game sends along, for the tests: the pledge that it showed, and a number."""

import uuid

from django.test import Client

from play.fairness.commitments import Commitment, PostedCommitment

NUMBER = "a number"


def sealed(client: Client, page: str = "/") -> dict[str, str]:
    """What the form of this page brings when it is opened in this browser."""
    return {"pledge": client.get(page).context["pledge"]["signed"], "nonce": NUMBER}


def brought() -> PostedCommitment:
    """The same as the services read it."""
    return PostedCommitment(Commitment(uuid.uuid4().hex), NUMBER)
