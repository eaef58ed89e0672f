"""Charts: those of the house, those that a game began with, and packs of players' own."""
