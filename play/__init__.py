"""The loop that all three games share: session, journal, task, live page, replay."""
