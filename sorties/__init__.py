"""Games of one aircraft's fights: an app for each."""
