"""Umpire's page for a hidden decider: the other player's present page, and the possible decisions."""
