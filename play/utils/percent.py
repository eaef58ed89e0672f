"""Chances as percentages, alike in every game."""

from collections.abc import Sequence


def as_percent(odds: Sequence[int]) -> str:
    """Say a chance in hundredths: what can happen is never 0, what can fail never 100."""
    of, among = odds
    whole = round(100 * of / among)
    if of > 0 and whole == 0:
        return "<1"
    if of < among and whole == 100:
        return ">99"
    return str(whole)
