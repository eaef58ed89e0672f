"""PostgreSQL as Django knows it, with a pool of our own."""
