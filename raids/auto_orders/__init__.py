"""Standing orders for card windows, so that a quiet turn needs no click."""
