"""Spending between two sorties: a pilot buys with his points."""
