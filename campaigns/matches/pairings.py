"""Pairings: everybody meets everybody while they are few, else a Swiss system without rematches."""

from collections.abc import Collection, Sequence

ROUND_ROBIN_UP_TO = 8
Pair = tuple[int, int]


def round_robin(players: Sequence[int]) -> list[list[Pair]]:
    """Return the rounds in which everybody meets everybody: one is fixed, the others rotate."""
    ring = [*players, -1] if len(players) % 2 else list(players)
    rounds = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        # The fixed player has the first seat of the first night in every second round.
        rounds.append([(b, a) if number % 2 else (a, b) for a, b in pairs if -1 not in (a, b)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def swiss(order: Sequence[int], met: Collection[Pair], rested: Collection[int] = ()) -> list[Pair]:
    """Return the next round: the best against the next best not met before; of an odd number the last rests."""
    players = list(order)
    if len(players) % 2:
        idle = next((one for one in reversed(players) if one not in rested), players[-1])
        players.remove(idle)
    known = {frozenset(pair) for pair in met}
    return _paired(players, known) or []


def _paired(players: list[int], met: set[frozenset[int]]) -> list[Pair] | None:
    """Pair from the top, and backtrack where somebody would be left without a new opponent."""
    if not players:
        return []
    first, rest = players[0], players[1:]
    for other in rest:
        if frozenset((first, other)) not in met:
            left = _paired([one for one in rest if one != other], met)
            if left is not None:
                return [(first, other), *left]
    return None


def all_met(players: Sequence[int], met: Collection[Pair]) -> bool:
    """Say whether there is nobody left to meet."""
    return len({frozenset(pair) for pair in met}) >= len(players) * (len(players) - 1) // 2
