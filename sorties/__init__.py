"""One aircraft's fights: a room for each of its games."""
