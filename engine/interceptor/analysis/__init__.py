"""What odds, reviews and search need of Interceptor Ace."""
