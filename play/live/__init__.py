"""Live streams that notify a page of a new version."""
