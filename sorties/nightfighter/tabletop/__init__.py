"""The last sheet of a career that is flown with the printed game, entered again."""
