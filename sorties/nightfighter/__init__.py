"""The app of Nightfighter: one interception in the dark."""
