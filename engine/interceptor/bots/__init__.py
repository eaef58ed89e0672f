"""Bots that fly a career of Interceptor Ace."""
