"""Results of all games alike: one row per seat, the base of ladders, groups and seasons."""
