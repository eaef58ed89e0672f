"""Seats that a bot or a program plays."""
