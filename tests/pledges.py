"""What a page with a button that begins a game sends along, for the tests: the pledge that it showed, and a number."""

import uuid

from django.test import Client

from play.honesty.pledges import Brought, Pledge

NUMBER = "a number"


def sealed(client: Client, page: str = "/") -> dict[str, str]:
    """What the form of this page brings when it is opened in this browser."""
    return {"pledge": client.get(page).context["pledge"]["signed"], "nonce": NUMBER}


def brought() -> Brought:
    """The same as the services read it."""
    return Brought(Pledge(uuid.uuid4().hex), NUMBER)
