"""What the templates of careers need beyond the common tags."""
