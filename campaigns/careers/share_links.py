"""Links that admit everybody who has them."""

import secrets


def new_link() -> str:
    """Make the secret part of a link."""
    return secrets.token_urlsafe(12)
