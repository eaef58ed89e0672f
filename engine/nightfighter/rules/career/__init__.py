"""The year of a pilot or a Staffel."""
