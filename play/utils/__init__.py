"""Helpers that know nothing of sessions: secrets, signatures, SQL cache."""
