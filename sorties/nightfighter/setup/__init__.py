"""Choosing a night: the scenarios as cards, and scenarios of a player's own in a form."""
