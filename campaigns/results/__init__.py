"""What came of every game, alike for all of them: one row a seat, on which ladders, groups and seasons are built."""
