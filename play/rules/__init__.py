"""The rules of each game by their numbers: what every number comes to, and which charts are read there."""
