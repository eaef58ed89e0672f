"""The rules of Interceptor Ace, a module for each chapter."""
