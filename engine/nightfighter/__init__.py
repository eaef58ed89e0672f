"""Nightfighter: one interception in the dark, umpired or alone; `door` is the way in for strangers."""
