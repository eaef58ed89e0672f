"""What a night under an umpire hides: the player sees what came of his orders, not how much was decided. [5.0]"""

from collections.abc import Mapping
from typing import Any

from play.veils import Veil

UMPIRED = Veil(keepers={"player": ("umpire",)})


def veil(setup: Mapping[str, Any]) -> Veil | None:
    """Return the veil of a night: alone, everything lies open."""
    return UMPIRED if setup.get("mode", "blind") == "blind" else None
