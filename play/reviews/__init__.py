"""Game reviews, computed in the background for the player and shared if he likes."""
