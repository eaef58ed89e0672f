"""Steps between sorties: debriefing, crew, awards, transfers."""
