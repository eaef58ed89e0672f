"""Where a finished game was lost: reckoned in the background for its player, and shown to others if he likes."""
