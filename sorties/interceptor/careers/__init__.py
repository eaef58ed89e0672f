"""A career as it is kept and shown: its tables, its pages, and the bot that flies it."""
