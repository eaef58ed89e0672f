"""The plotting table: raids drawn leg by leg, judged as they are drawn, and plans that are kept."""
