"""The read-only interface for programs: a group and its seasons, by tokens of the group."""
