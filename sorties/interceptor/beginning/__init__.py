"""How a career begins."""
