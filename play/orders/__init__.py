"""Orders that a seat gives, and the task that carries them out."""
