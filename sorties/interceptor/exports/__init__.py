"""Export and import of careers and their logs as files."""
