"""Bots that play either side of Bomber Command."""
