"""Seasons of years of nights in which all meet the same."""
