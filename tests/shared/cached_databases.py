"""Cache of costly test databases: one process makes each, and the others and the next run copy it."""

import fcntl
import hashlib
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TABLES = ("*/migrations/*.py", "*/*/migrations/*.py", "fixtures/releases/**/*", "requirements-dev.lock")
"""All that the tables of a new database come of: our migrations, what they lay down, and other people's."""
RELEASE = (
    *TABLES,
    "tests/upgrades/*/*.xz",
    *(f"{room}/**/*.py" for room in ("engine", "play", "campaigns", "sorties", "raids")),
)
"""All that the house of an earlier release comes of, brought to today's tables: its rows are read by our code."""

CLUB = (
    *TABLES,
    "fixtures/packs/**/*",
    *(f"{room}/**/*.py" for room in ("engine", "play", "campaigns", "sorties", "raids")),
)
"""All that the club of the demonstration comes of: it is played by the rules."""


@cache
def digest(patterns: tuple[str, ...]) -> str:
    """Name the sources of a cached thing."""
    told = hashlib.sha256()
    for file in sorted({file for pattern in patterns for file in ROOT.glob(pattern) if file.is_file()}):
        told.update(f"{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return told.hexdigest()[:16]


def cached_database(
    config: pytest.Config, of: tuple[str, ...], kind: str, make: Callable[[Path], None], to: Path
) -> Path:
    """Put there what was made of these files by whichever process came first; what was made of others goes."""
    assert config.cache is not None
    folder = config.cache.mkdir("prepared")
    kept = folder / f"{kind}-{digest(of)}"
    with (folder / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            for older in folder.glob(f"{kind}-*"):
                older.unlink()
            make(aside := folder / f"{kind}-aside")
            aside.rename(kept)
        return Path(shutil.copy(kept, to))
