"""Duplicate seasons of Interceptor Ace: what each pilot made of the raid that all met."""
