"""Bomber Command nights: two sides, hidden plans."""
