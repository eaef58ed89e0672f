"""A game again from its beginning, lane by lane: the truth, and beside it what each seat knew of it.

    GAME = GameSpec(name="nightfighter", film=REPLAY, ...)

After the end everybody who sat at the table may look at every lane. Before it there is but one's own, and it begins
with what is new since one last looked. A moment is an event; its address says which, and in which lanes.
"""
