"""Common parts of the careers of all games: owners, lists, files and graphs."""
