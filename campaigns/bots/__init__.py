"""Programs that play: accounts of their own, which nobody signs in to, and a token for each seat that one takes."""
