"""Analysis of Nightfighter for odds, guesses and reviews."""
