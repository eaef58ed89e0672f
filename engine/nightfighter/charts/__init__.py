"""The charts of Nightfighter: schema, check, scenarios."""
