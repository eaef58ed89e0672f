"""Lines that people write under a sortie or a night: whoever may read the log reads them with it."""
