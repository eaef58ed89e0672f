"""The app of Interceptor Ace: a pilot's year by day, from his first sortie to his epitaph."""
