"""The registry of games."""
