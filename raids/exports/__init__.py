"""CSV files of finished nights."""
