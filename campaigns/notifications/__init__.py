"""Notices: whose turn it is, by mail, by a hook of the group, and as a calendar; each goes out once."""
