"""Dates in Polish."""
