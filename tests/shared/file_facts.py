"""Facts of source files, cached from one process and run to the next: only a changed file is read again."""

import fcntl
import hashlib
import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

T = TypeVar("T")


def facts_of_files(
    config: pytest.Config, of: type[T], read: Callable[[str], T], paths: Iterable[Path]
) -> dict[Path, T]:
    """Return what `read` finds in the text of each file; what another process found in the same text is taken."""
    assert config.cache is not None
    module = inspect.getmodule(read)
    assert module is not None
    version = hashlib.sha256(inspect.getsource(module).encode()).hexdigest()[:16]
    place = config.cache.mkdir("prepared") / f"facts-{module.__name__}.{read.__name__}"
    texts = {path: path.read_bytes() for path in paths}
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stored = _stored(place, of, version)
        found: dict[str, T] = {}
        for text in texts.values():
            key = _key(text)
            found[key] = stored[key] if key in stored else read(text.decode("utf-8"))
        if found.keys() != stored.keys():
            aside = place.with_suffix(".aside")
            aside.write_bytes(msgspec.msgpack.encode((version, found)))
            aside.replace(place)
    return {path: found[_key(text)] for path, text in texts.items()}


def _key(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _stored(place: Path, of: type[T], version: str) -> dict[str, T]:
    """Read the cached facts, unless another version of the reader has written them."""
    if not place.exists():
        return {}
    told, found = msgspec.msgpack.decode(place.read_bytes(), type=tuple[str, msgspec.Raw])
    return msgspec.msgpack.decode(found, type=dict[str, of]) if told == version else {}  # type: ignore[valid-type]
