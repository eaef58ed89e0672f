"""Make random secrets: the seed of a session, the token of a link."""

import secrets


def new_seed() -> bytes:
    """Make the secret of all dice of a session."""
    return secrets.token_bytes(32)


def new_invitation() -> str:
    """Make the secret part of a link that offers a seat."""
    return secrets.token_urlsafe(16)
