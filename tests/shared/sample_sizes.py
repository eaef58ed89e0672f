"""Number of random cases of a test: a sample at every run, with `THOROUGH=1` as many as the rules were proved with.

    NIGHTS = amount("NIGHTS", 400, 5_000)

The variable of the amount's own name sets another number.
"""

import os


def sample_size(name: str, usual: int, whole: int) -> int:
    """Return how many there are to be."""
    return int(os.environ.get(name) or (whole if os.environ.get("THOROUGH") == "1" else usual))
