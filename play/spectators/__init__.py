"""Spectators: watching a game without a seat, by a link that a player creates and ends.

*Open* shows what every side knows. *One side's eyes* show what a seat saw, so and so long ago; only its own
player gives them. An *umpire* sees the truth as it happens: a person with an account, accepted by all players by
name; a game of one person has none, because nobody else could agree to this. *After the
end* everything is open: the truth, and what each side knew of it, moment by moment.

An app may close a game to all spectators (`closes_to_spectators`): it would show others what they have yet to meet
them.
"""
