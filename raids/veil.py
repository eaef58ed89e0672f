"""What a night over Germany hides: each side counts what it sees of the other, and not the other's orders. [8.3]"""

from collections.abc import Mapping
from typing import Any

from play.veils import Veil

VEIL = Veil()


def veil(setup: Mapping[str, Any]) -> Veil:
    """Return the veil of a night: every raid is plotted in secret."""
    return VEIL
