"""What a viewer may see of a session, and who decides unseen."""
