"""Packs of charts: schema, faults, reading, hashing."""
