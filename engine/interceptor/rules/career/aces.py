"""Historical Ace cards: the snapshot of March 1943 that a career may start from, and what a card allows. [10.2]"""

from __future__ import annotations

from engine.interceptor.charts.career import AceRow
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.state import MONTHS, Award, Career, PointsEntry


def card_of(career: Career, charts: Charts) -> AceRow | None:
    """Return the ace card that he flies by."""
    return charts.career.aces[career.ace] if career.ace else None


def has_special(career: Career, special: str, charts: Charts) -> bool:
    """Say whether his card gives him this ability. [10.2.2]"""
    card = card_of(career, charts)
    return card is not None and card.special == special


def first_month(name: str, charts: Charts) -> int:
    """Return the month from which a card may fly: its text may say a later one. [10.2]"""
    month = charts.career.aces[name].first_month
    return MONTHS.index(month) if month else 0


def awards_of_card(career: Career, charts: Charts) -> int:
    """Return how many of his awards came with the card: they are the first, by the charts of his beginning. [10.2]"""
    return len(charts.career.aces[career.ace].awards) if career.ace in charts.career.aces else 0


def take_card(career: Career, name: str, charts: Charts) -> None:
    """Put the pilot's marks as the card has them: rank, victories, awards, skills, points and level. [10.2, 10.2.2]"""
    card = charts.career.aces[name]
    career.ace = career.name = name
    career.track, career.rank = card.track, card.rank
    career.free_transfers = sum(rank.free_transfer for rank in charts.career.ranks[card.track][: card.rank + 1])
    career.bombers = career.start_bombers = card.bombers
    career.fighters = career.start_fighters = card.kills - card.bombers
    career.awards = [Award(award, career.start, 0) for award in card.awards]
    career.wounds = card.wounds
    career.skills = list(card.skills)
    career.experience = card.experience
    career.level = card.level
    # Points the same as the level, unspent: ruling ace-prestige.
    career.points = card.level
    career.prestige_ledger = [PointsEntry(career.start, 0, "ace-card", card.level, card.level)]
    career.experience_ledger = [PointsEntry(career.start, 0, "ace-card", card.experience, card.experience)]
