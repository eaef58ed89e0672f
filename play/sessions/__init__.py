"""Tables: set up, join, play, export, import and delete a session."""
