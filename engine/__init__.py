"""The rules library: pure Python, with no web framework, clock, network or global dice."""
