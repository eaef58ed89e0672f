"""Tables of a career: sorties, engagements, ledgers, awards, wounds and crew."""
