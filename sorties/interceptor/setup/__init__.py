"""The start of a career."""
