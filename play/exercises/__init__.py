"""The exercise of the week: a moment from somebody's finished game, without names, that everybody may decide again."""
