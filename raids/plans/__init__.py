"""The plotting table: raids drawn leg by leg, checked while they are drawn, and saved plans."""
