"""Dice that were thrown elsewhere, such as on the table beside the book: they lie ready, the rest is thrown here."""

from __future__ import annotations
