"""Mirrored matches: two nights between two players with sides swapped, and ratings from their results."""
