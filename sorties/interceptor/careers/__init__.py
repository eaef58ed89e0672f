"""Stored careers and their pages: tables, pages, and the bot that flies for a player."""
