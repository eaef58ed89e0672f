"""What each order would bring, by rollouts: asked for by a page, reckoned on a queue of its own, shown as bars."""
