"""The exercise of the week: a moment from a finished game, without names, that everybody may decide again."""
