"""The charts of Interceptor Ace: schema, check and compiled form."""
