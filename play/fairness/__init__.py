"""Proofs for players: commitments, dice, signatures and files that are replayed."""
