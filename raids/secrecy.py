"""Secrecy of a night over Germany: each side counts what it sees of the other, and not the other's orders. [8.3]"""

from collections.abc import Mapping

from play.secrecy.deciders import HiddenDeciders

SECRECY = HiddenDeciders()


def secrecy(setup: Mapping[str, object]) -> HiddenDeciders:
    """Return the veil of a night: every raid is plotted in secret."""
    return SECRECY
