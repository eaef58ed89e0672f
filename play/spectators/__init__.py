"""Watching a game without a seat at it, by a link that whoever plays gives out and takes back.

*What lies open* shows what every side knows. *One side's eyes* show what a seat saw, so and so long ago; only its own
player gives them. An *umpire* sees the truth as it happens: a person with an account, to whom all who play agree by
name; a game that one person plays has none, for nobody else could agree to what that person may be told. *After the
end* everything is open: the truth, and what each side knew of it, moment by moment.

A room may close a game to all watchers (`closes_to_spectators`): what it shows would tell others what lies ahead of
them.
"""
