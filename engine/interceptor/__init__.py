"""Interceptor Ace: one module for each chapter of the rulebook, from set-up [4] to the optional rules [10]."""
