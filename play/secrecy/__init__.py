"""Visibility of a session for a viewer, and hidden deciders."""
