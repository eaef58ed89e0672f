"""Books: careers and their logs, out as files and in again."""
