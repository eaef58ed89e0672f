"""Comments on a sortie or a night: all readers of the log read them with it."""
