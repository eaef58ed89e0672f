"""A page that leaves while it is told something is told no more."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from play.live import Listener, ear, versions


async def leaves_after(ticks: int) -> bool:
    """Leave so many ticks of the loop after a version has come; return whether the stream heeded it."""
    ear().reader = asyncio.create_task(asyncio.sleep(60))  # no broker is asked
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
