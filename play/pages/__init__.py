"""Parts of every page: audience, fragments, maps, rate limits."""
