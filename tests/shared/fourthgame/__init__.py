"""The app of a fourth game: this folder holds all of it, and one line of the settings names it."""
