"""Ladders of seasons: rows of scores, their order, and the pages that show them."""
