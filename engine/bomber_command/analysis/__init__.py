"""What odds, guesses and reviews need of Bomber Command."""
