"""Processes of the site: broker, queues, supervisor, memory."""
