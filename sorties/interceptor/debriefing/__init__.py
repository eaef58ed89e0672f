"""After the landing: what happened, what it won and cost, and what it makes possible."""
