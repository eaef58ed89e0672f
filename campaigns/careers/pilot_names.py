"""Made-up names for pilots who begin without one: any likeness is chance."""

import random

FIRST_NAMES = (
    "Albert",
    "Bernd",
    "Emil",
    "Ernst",
    "Friedrich",
    "Georg",
    "Heinz",
    "Jakob",
    "Karl",
    "Martin",
    "Otto",
    "Paul",
)
LAST_NAMES = (
    "Achterberg", "Brandner", "Dahlmann", "Eichhof", "Förster", "Grabow", "Hollmann", "Kessler", "Lindner", "Merz",
    "Rennert", "Seidel", "Thomsen", "Wieland",
)  # fmt: skip


def invented_name() -> str:
    """Make up a pilot's name: any likeness is chance."""
    return f"{random.choice(FIRST_NAMES)} {random.choice(LAST_NAMES)}"  # noqa: S311 - a suggestion, no secret
