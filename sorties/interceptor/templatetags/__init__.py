"""Template tags of careers."""
