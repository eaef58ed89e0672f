"""One aircraft's fights: sorties by day, interceptions by night."""
