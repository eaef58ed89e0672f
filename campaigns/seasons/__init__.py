"""Seasons of a group: games of one kind, by the same terms, on one table of standings."""
