"""Words for the values that a fault of a pack or scenario names: the fixed ones in the reader's language."""

from django.utils.translation import gettext, gettext_noop

FIXED = frozenset(
    (
        gettext_noop("a whole number"),
        gettext_noop("a number"),
        gettext_noop("text"),
        gettext_noop("true or false"),
        gettext_noop("nothing"),
        gettext_noop("a list"),
        gettext_noop("a mapping"),
        gettext_noop("a mapping of rolls to results"),
        gettext_noop("a mapping from names to tables"),
        gettext_noop("something else"),
    )
)
"""Descriptions of the engine's reader (`engine/kernel/packs/reading.py`). Other values are named as in the file."""


def fault_words(said: str) -> str:
    """Return the reader's words for an expected or found value; a value of the file stays as it is."""
    return gettext(said) if said in FIXED else said
