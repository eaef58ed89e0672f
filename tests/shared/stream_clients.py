"""Thousands of open pages in one thread: their streams, what they hear, and how they come back."""

import asyncio
import ssl
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.shared.site import until

AGAIN_SECONDS = 1.0
"""What the server tells a browser to wait before it opens a lost stream again (`retry:`)."""


@dataclass
class Page:
    """One open page: its table, who looks at it, and from where."""

    session: str
    cookie: str
    address: str
    local: tuple[str, int] | None = None
    """Where its connection comes from, when a proxy is to see that."""
    heard: list[int] = field(default_factory=list)
    is_open: bool = False
    refused: bool = False
    lost: int = 0
    said: str = ""
    """The last thing that went otherwise, for whoever looks why."""


class Pages:
    """Open pages that hold their streams, and open them again as a browser does."""

    def __init__(self, port: int, pages: Sequence[Page], trusts: ssl.SSLContext | None = None) -> None:
        self.port, self.pages, self.trusts = port, pages, trusts
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self) -> "Pages":
        self.thread.start()
        for page in self.pages:
            asyncio.run_coroutine_threadsafe(self._hold(page), self.loop)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def _end(self) -> None:
        held = asyncio.all_tasks() - {asyncio.current_task()}
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)

    def open(self) -> int:
        """Count the streams that are open."""
        return sum(page.is_open for page in self.pages)

    def refused(self) -> int:
        """Count the pages that must poll."""
        return sum(page.refused for page in self.pages)

    def wait(self, seconds: float = 120) -> float:
        """Wait until every page has its stream, or knows that there is none; return the duration."""
        began = time.monotonic()
        if not until(lambda: self.open() + self.refused() == len(self.pages), seconds):
            why = sorted({page.said for page in self.pages if not (page.is_open or page.refused)})
            raise RuntimeError(f"{self.open()} of {len(self.pages)} are open, {self.refused()} refused, others: {why}")
        return time.monotonic() - began

    async def _hold(self, page: Page) -> None:
        while not page.refused:
            try:
                await self._read(page)
            except OSError as fault:
                page.said = str(fault)
            page.lost += page.is_open
            page.is_open = False
            await asyncio.sleep(0 if page.refused else AGAIN_SECONDS)

    async def _read(self, page: Page) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=self.trusts, local_addr=page.local)
        try:
            head = f"GET /live/{page.session}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            writer.write(f"{head}Cookie: {page.cookie}\r\nX-Forwarded-For: {page.address}\r\n\r\n".encode())
            status = (await reader.readline()).decode().strip()
            page.refused, page.said = " 204" in status, status
            while " 200" in status and (line := await reader.readline()):
                if line.startswith(b"data: "):
                    page.heard.append(int(line[6:]))
                    page.is_open = True
        finally:
            writer.close()


def pages_of(tables: Sequence[Sequence[str]], each: int, *, real: bool = False) -> list[Page]:
    """Return so many pages of every table (its id and its player's cookie), each player at an address of his own.

    A real address is one of this machine's own, for Linux has a whole network of them; else it is what a proxy would
    say.
    """
    return [
        Page(session, cookie, f"10.0.{place}", (f"127.1.{place}", 0) if real else None)
        for place, (session, cookie) in ((f"{number // 256}.{number % 256}", one) for number, one in enumerate(tables))
        for _page in range(each)
    ]
