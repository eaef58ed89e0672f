"""The words of the games that are played as raids."""
