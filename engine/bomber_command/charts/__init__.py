"""The charts of Bomber Command: schema, check and compiled form."""
