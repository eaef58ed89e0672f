"""The tabletop log: sorties that were flown at a real table and are written down here."""
