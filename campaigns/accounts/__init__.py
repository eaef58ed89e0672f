"""Accounts: players, guests, sign-in, profiles and deletion."""
