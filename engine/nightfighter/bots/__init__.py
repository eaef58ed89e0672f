"""Bots that play Nightfighter."""
