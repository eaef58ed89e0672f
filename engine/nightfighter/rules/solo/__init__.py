"""The rules for one player without an umpire."""
