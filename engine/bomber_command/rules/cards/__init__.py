"""The cards of both sides and their effects."""
