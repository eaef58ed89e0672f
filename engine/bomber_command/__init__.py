"""Bomber Command: one night's raid, two sides, by the chapters of its rulebook."""
