"""Keeping order in a group: what members report to its stewards, and who may not come in again."""
