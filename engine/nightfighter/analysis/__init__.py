"""What odds, guesses and reviews need of Nightfighter."""
