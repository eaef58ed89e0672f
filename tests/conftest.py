"""What every test stands on: a real broker, an empty cache, and the environment that a process of ours would need.

Two pairs of back-ends are run by `manage.py test`: SQLite with the embedded broker for everything, PostgreSQL
with Redis for what is marked `storage` or `faults`. A test that starts processes gives them `child_environ`, so
that they share its database and its broker, whichever they are.
"""

import os
import random
import secrets
from collections.abc import Iterator
from urllib.parse import quote

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import translation

# The same examples at every run, however busy the machine.
hypothesis.settings.register_profile("house", derandomize=True, deadline=None)
hypothesis.settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def broker() -> Iterator[str]:
    """The broker of this process: our own, or the one that REDIS_URL named."""
    child = settings.TEST_BROKER
    if child:
        child.start()
        child.wait_for_answer(settings.REDIS_URL)
    yield settings.CELERY_BROKER_URL
    if child:
        child.stop()


@pytest.fixture(autouse=True)
def empty_cache(broker: str) -> None:
    """Let no test inherit another's rate limits."""
    cache.clear()


@pytest.fixture(autouse=True)
def steady_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the seeds, links and names that are drawn in a test hang on its own name: what passes once passes again."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=None: chance.randbytes(size or 32))
    random.seed(request.node.nodeid)


@pytest.fixture(autouse=True)
def english() -> None:
    """Let no test inherit another's language."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture
def child_environ(transactional_db: None, broker: str) -> dict[str, str]:
    """The environment in which a worker or a server sees this test's database and broker."""
    return environ_of_children()


def environ_of_children() -> dict[str, str]:
    """Describe the database and the broker of this process to one that it starts."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "NO_BOOTSTRAP": "1",
    }


def database_url() -> str:
    """The address of the database that this test writes to."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user = quote(database["USER"]) + (f":{quote(database['PASSWORD'])}" if database["PASSWORD"] else "")
    return f"postgres://{user}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
