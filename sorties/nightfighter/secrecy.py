"""What a night under an umpire hides: the player sees what came of his orders, not how much was decided. [5.0]"""

from collections.abc import Mapping

from play.secrecy.deciders import HiddenDeciders

UMPIRED_SECRECY = HiddenDeciders(keepers={"player": ("umpire",)})


def secrecy(setup: Mapping[str, object]) -> HiddenDeciders | None:
    """Return the veil of a night: alone, everything lies open."""
    return UMPIRED_SECRECY if setup.get("mode", "blind") == "blind" else None
