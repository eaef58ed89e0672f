"""The project's own settings, with a folder and a broker for each process that runs tests."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

# Tests use the plain rules, even where compiled ones exist.
os.environ.setdefault("RULES", "plain")

from config.server.supervisor import Child, embedded_broker

process = os.environ.get("PYTEST_XDIST_WORKER", "main")
folder = Path(tempfile.mkdtemp(prefix="dispersal-test-"))
atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.environ["VAR_DIR"] = str(folder)
# Databases that are prepared for many runs hold secrets that it encrypts.
os.environ.setdefault("SECRET_KEY", "the-key-of-every-test-" * 3)
# The small game stands in for a game whose rules are not at issue; the next is the same with traps for workers, the
# last is made for several answers in one order.
os.environ.setdefault(
    "DISPERSAL_TITLES",
    "tests.shared.games.smallgame:TITLE,tests.shared.games.trapgame:TITLE+tests.shared.games.smallgame_words:WORDS,tests.shared.games.passagegame:TITLE",
)


def own_database(address: str) -> str:
    """Take the Redis database after those of the processes before this one."""
    parts = urlsplit(address)
    number = int(parts.path.strip("/") or 0) + int("0" + process.removeprefix("gw").removeprefix("main"))
    return urlunsplit(parts._replace(path=f"/{number}"))


TEST_BROKER: Child | None = None
if os.environ.get("REDIS_URL") and "BROKER_PER_PROCESS" not in os.environ:
    os.environ["REDIS_URL"] = own_database(os.environ["REDIS_URL"])
elif prepared := embedded_broker(folder, dict(os.environ)):
    TEST_BROKER, os.environ["REDIS_URL"] = prepared
    # Said to the processes that share the work: the address they inherit is not theirs.
    os.environ["BROKER_PER_PROCESS"] = "1"

# Hidden decisions are answered at once here; tests of the beat set it themselves.
os.environ["VEIL_BEAT_SECONDS"] = os.environ["VEIL_HOLD_SECONDS"] = "0"

from config.settings import *  # noqa: E402, F403

# Slow on purpose in real life; here it would only make a hundred sign-ins slow.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
