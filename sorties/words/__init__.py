"""What the games of one aircraft say, by the stable names of their engines."""
