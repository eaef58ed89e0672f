"""Dates in German."""
