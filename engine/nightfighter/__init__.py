"""Nightfighter: one interception in the dark, umpired or alone."""
