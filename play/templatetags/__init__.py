"""Tags for the templates of tables."""
