"""By turns: whose turn it is and since when, how long it may take, and what both have agreed to when it takes longer.

    session_open(owner=anna, title="bomber-command", setup={}, sitters={…}, time_control=Terms(hours=48, leave=14))

A table at which two people play has a `TimeControl`, one row beside its session: the terms, which the owner writes
down and each opponent accepts with his seat, and a clock for each person's seat. A clock runs from when its
seat is waited for; it rests at week-ends where that is agreed, on days of leave, and while the table is paused by
consent of all. When it has run out the terms say what follows: nothing (`wait`), a waiting player may let the computer
answer (`call`), or the computer answers by itself (`answer`). It answers what is asked until the turn is over, and its
owner plays on.
"""
