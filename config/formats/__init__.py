"""Date forms of each language: what a template calls `j M Y` is written as a reader of that language writes it.

Django looks here first (`FORMAT_MODULE_PATH`). A language without a folder uses the form unchanged.
"""
