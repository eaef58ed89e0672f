"""Storage of games: load, correct, rebuild, and project into tables."""
