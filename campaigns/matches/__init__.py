"""Mirrored matches: two nights between two players with sides swapped, and ratings by what came of them."""
