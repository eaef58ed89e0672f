"""Analysis of Bomber Command for odds, guesses and reviews."""
