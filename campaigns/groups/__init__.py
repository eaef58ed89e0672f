"""People who keep their books together."""
