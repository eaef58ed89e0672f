"""What goes out of the careers of nights, and comes in: files, CSV."""
