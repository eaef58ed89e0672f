"""Odds, guesses, reviews, search and fitted values for any game. The rules never import it."""
