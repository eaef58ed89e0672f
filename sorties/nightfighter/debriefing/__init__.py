"""Pages after a night: its result and the farewell of a career."""
