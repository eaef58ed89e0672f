"""Programs of developers: the rules compiler and its proof, comparisons of bots, changed rules."""
