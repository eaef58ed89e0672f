"""Charts: the site's own, those that a game began with, and packs of players."""
