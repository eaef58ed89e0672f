"""The room of Interceptor Ace: a pilot's year by day, from his first sortie to what is told of him."""
