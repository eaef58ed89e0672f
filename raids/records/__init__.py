"""Records of nights: raids, legs, unit moves, combats and bombing as tables, and as files of rows."""
