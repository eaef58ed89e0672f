"""What the careers of all games have in common: whose they are, their list, their files, how their graphs are drawn."""
