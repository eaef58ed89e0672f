"""Analysis of Interceptor Ace for odds, reviews and search."""
