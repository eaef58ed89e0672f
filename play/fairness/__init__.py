"""What a player need not believe: pledges, dice, seals, and files that are played again."""
