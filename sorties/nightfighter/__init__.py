"""The room of Nightfighter: one interception in the dark."""
