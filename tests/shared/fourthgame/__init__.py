"""The room of a fourth game: what it needs stands in this folder, and one line of the settings names it."""
