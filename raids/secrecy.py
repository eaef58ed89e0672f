"""Secrecy of a night over Germany: each side counts what it sees of the other, and not the other's orders. [8.3]"""

from collections.abc import Mapping

from engine.bomber_command.state import GERMAN
from play.secrecy.deciders import HiddenDeciders

SECRECY = HiddenDeciders(soon=frozenset({GERMAN}))
"""British bots decide little after a German order; German bots may move every unit after a British one."""


def secrecy(setup: Mapping[str, object]) -> HiddenDeciders:
    """Return the veil of a night: every raid is plotted in secret."""
    return SECRECY
