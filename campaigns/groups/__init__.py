"""Groups: people who fly together and share their logs."""
