"""Tonight's order: how a night is set, with a briefing beside it, and the screen that is handed over."""
