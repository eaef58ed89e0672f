"""A page that leaves during an event gets no more events."""

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from play.live import streams
from play.live.streams import Listener, network_of, subscription, versions


async def leaves_after(ticks: int) -> bool:
    """Leave so many ticks of the loop after a version has come; return whether the stream heeded it."""
    subscription().reader = asyncio.create_task(asyncio.sleep(60))  # no broker is asked
    listener = Listener(player=1, version=1)
    stream = versions(uuid4(), listener)
    await anext(stream)
    waits = asyncio.create_task(anext(stream))
    for _ in range(5):
        await asyncio.sleep(0)
    listener.tell({"": (2, 0.0)})
    for _ in range(ticks):
        await asyncio.sleep(0)
    was_under_way = waits.cancel()
    await asyncio.wait([waits])
    return waits.cancelled() or not was_under_way


@pytest.mark.parametrize("ticks", range(6))
def test_whoever_leaves_as_a_version_comes_has_left(ticks):
    with ThreadPoolExecutor(1) as thread:  # a browser's loop may be running in this one
        assert thread.submit(asyncio.run, leaves_after(ticks)).result()


async def opened(*who: tuple[int, str]) -> list[bool]:
    """Open streams of players at addresses one after another; return which had a place."""
    subscription().reader = asyncio.create_task(asyncio.sleep(60))
    found = []
    async with contextlib.AsyncExitStack() as streams:
        for player, address in who:
            found.append(not subscription().is_full_for(player, address))
            if found[-1]:
                await streams.enter_async_context(subscription().of(uuid4(), Listener(player, 1, "", address)))
        full = subscription().count()
    assert (
        subscription().count() == 0
        and full == sum(found)
        and not subscription().by_player
        and not subscription().by_address
    )
    return found


def test_an_address_has_so_many_streams_whoever_its_players_are(monkeypatch):
    """Guests are made as fast as one likes: a limit for each player alone bounds nobody."""
    monkeypatch.setattr(streams, "MOST_OF_AN_ADDRESS", 5)
    who = [(player, "10.0.0.1") for player in range(7)] + [(8, "10.0.0.2")]
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, opened(*who)).result() == [True] * 5 + [False] * 2 + [True]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.1", True),
        ("10.0.0.1", "10.0.0.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("unix", "10.0.0.1", False),
    ],
)
def test_an_address_is_what_one_household_has(one, other, same):
    assert (network_of(one) == network_of(other)) is same
