"""Exports and imports of years of nights: files, CSV."""
