"""People and their standing: players, groups, seasons, ladders, careers, export."""
