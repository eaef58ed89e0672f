"""What happens between sorties: debriefing, crew, awards, transfers."""
