"""Freeze the objects that exist after start-up, so that the garbage collector skips them.

Python would look through code and charts again and again, and an answer wait meanwhile: for 44 ms each time in
a web process that has done nothing yet. A worker's children share what is left alone with it.
"""

import gc

GC_THRESHOLD = 5_000
"""New objects before a collection of garbage: Python's default is 700."""


def freeze_loaded_objects() -> None:
    """Look through all that is there once more, and then leave it alone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, *gc.get_threshold()[1:])
