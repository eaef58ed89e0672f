"""How a game is kept: taken up, corrected, shown again, and its tables written anew."""
