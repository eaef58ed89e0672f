"""Live streams that tell a page of a new version."""
