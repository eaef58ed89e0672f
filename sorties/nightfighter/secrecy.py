"""Secrecy of a night under an umpire: the player sees results of his orders, not the number of decisions. [5.0]"""

from collections.abc import Mapping

from play.secrecy.deciders import HiddenDeciders

UMPIRED_SECRECY = HiddenDeciders(keepers={"player": ("umpire",)})


def secrecy(setup: Mapping[str, object]) -> HiddenDeciders | None:
    """Return the veil of a night: alone, everything is open."""
    return UMPIRED_SECRECY if setup.get("mode", "blind") == "blind" else None
