"""The dice of a career against what fair dice do."""
