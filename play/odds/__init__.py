"""Odds of each order by rollouts: requested by a page, computed on a queue, shown as bars."""
