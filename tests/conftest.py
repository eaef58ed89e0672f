"""Base of every test: a real broker, an empty cache, and the environment that a process of the site needs.

`manage.py test` runs two pairs of back-ends: SQLite with the embedded broker for everything, PostgreSQL with Redis for
the tests marked `storage` or `faults`. A test that starts processes gives them `child_environ`, so that they share its
database and its broker.
"""

import os
import random
import secrets
from collections.abc import Iterator
from functools import cache as cache_result
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import translation

from config.server.memory import freeze_loaded_objects
from play.bots import simulation
from tests import upgrades
from tests.shared.cached_databases import CLUB, RELEASE, TABLES, cached_database
from tests.shared.cast import alice, ben, bob, eve, noon, ruth  # noqa: F401 - fixtures of every test
from tests.shared.middleware import SharedMiddleware
from tests.shared.trials import once_in_a_process
from tests.slow_first import SLOW_FIRST

# The same examples at every run, however busy the machine.
hypothesis.settings.register_profile("house", derandomize=True, deadline=None)
hypothesis.settings.load_profile("house")


LONG = ("browser", "faults", "slow")
STANDING: list[Any] = []
"""The worker of this process, once it has been asked for."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long tests, a share in each process, so that no process has all of them at the end.

    The processes get even shares of the list. A process that has finished takes tests from another's end, but not its
    last ones. So the longest tests are dealt out first, and the club's tests go to one process.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    rank = {name: place for place, name in enumerate(SLOW_FIRST)}
    named = {item: item.name.partition("[")[0] for item in items}
    dear = sorted((item for item in items if named[item] in rank), key=lambda item: rank[named[item]])
    others = [item for item in items if named[item] not in rank]
    long = [item for item in others if any(map(item.get_closest_marker, LONG))]
    short = [item for item in others if not any(map(item.get_closest_marker, LONG))]
    hands: list[list[pytest.Item]] = [[] for _number in range(processes)]
    for item in dear:
        # The club is made once: to wait for another process that makes it would leave a core with nothing to do.
        waits = "club" in getattr(item, "fixturenames", ())
        (hands[0] if waits else min(hands, key=len)).append(item)
    ordered: list[pytest.Item] = []
    for number, mine in enumerate(hands):
        left = processes - number
        share = max(0, (len(items) - len(ordered)) // left - len(mine))
        of_long = min(len(long) // left, share)
        ordered += mine + long[:of_long] + short[: share - of_long]
        long, short = long[of_long:], short[share - of_long :]
    items[:] = ordered + long + short


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave alone what was loaded: to look again and again through thousands of tests takes a seventh of all time."""
    freeze_loaded_objects()


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


@pytest.fixture(scope="session", autouse=True)
def shared_middleware() -> None:
    """Make middleware once for all clients: to make it for each client took a tenth of the fast tests."""
    SharedMiddleware().install()


@pytest.fixture(scope="session", autouse=True)
def tried_once() -> None:
    """Let bots play on trial by the same charts once in a process: many tests bring in the same pack."""
    simulation.trial_faults = once_in_a_process(simulation.trial_faults)


@pytest.fixture(autouse=True)
def empty_cache(broker: str) -> None:
    """Let no test inherit another's rate limits."""
    cache.clear()


@pytest.fixture(autouse=True)
def steady_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the seeds, links and names of a test depend on its name: a test that passes once passes again."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=None: chance.randbytes(size or 32))
    random.seed(request.node.nodeid)


@pytest.fixture(autouse=True)
def english() -> None:
    """Let no test inherit another's language."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(scope="session")
def standing(django_db_setup: None, broker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The worker of this process for all tests that need no other, not started yet: to start one takes long."""
    from tests.faults.conftest import Worker

    worker = Worker(environ_of_children(), tmp_path_factory.mktemp("standing"))
    STANDING.append(worker)
    yield worker
    worker.kill()


@pytest.fixture(scope="session")
def shared_server(django_db_setup: None, broker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The web server of this process for all tests that need no other, not started yet."""
    from tests.faults.conftest import Web

    web = Web(environ_of_children() | {"LOG_FORMAT": "json"}, tmp_path_factory.mktemp("open-house"))
    yield web
    web.kill()


@pytest.fixture(autouse=True)
def nobody_else(request: pytest.FixtureRequest) -> None:
    """Let no idle worker carry out an order of a test that does not ask for one."""
    marker = request.node.get_closest_marker("django_db")
    commits = marker is not None and marker.kwargs.get("transaction")
    if commits and not request.node.get_closest_marker("browser") and "standing" not in request.fixturenames:
        for worker in STANDING:
            worker.kill()


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


@pytest.fixture(scope="session")
def django_db_keepdb(
    request: pytest.FixtureRequest, django_db_modify_db_settings: None, django_db_blocker: Any, django_db_keepdb: bool
) -> bool:
    """Let the tables be there before they are asked for: seventy migrations are run once for all processes."""
    if connection.vendor != "sqlite" or request.config.getoption("create_db"):
        return django_db_keepdb
    test = connection.settings_dict["TEST"]
    with django_db_blocker.unblock():
        cached_database(request.config, TABLES, "tables", upgrades.empty, Path(test["NAME"]))
    test["MIGRATE"] = False
    return True


@pytest.fixture(scope="session", autouse=True)
def emptied_row_by_row() -> None:
    """Empty PostgreSQL's tables by taking out what is there: to make a hundred new files each time takes seconds."""

    def sql_flush(style: Any, tables: list[str], **_: Any) -> list[str]:
        names = list(map(connection.ops.quote_name, tables))
        # Whoever still writes has done so first, as before TRUNCATE.
        return [f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE", *(f"DELETE FROM {name}" for name in names)]

    if connection.vendor == "postgresql":
        connection.ops.sql_flush = sql_flush


@pytest.fixture(scope="session")
def migrated_release(request, tmp_path_factory, django_db_blocker):
    """Return the database of a release at today's tables; one process migrates it, for this run and the next."""

    @cache_result
    def migrated(release: str) -> Path:
        put = tmp_path_factory.mktemp("release") / release
        with django_db_blocker.unblock():
            make = partial(upgrades.migrated, release=release)
            return cached_database(request.config, RELEASE, f"release-{release}", make, put)

    return migrated


def database_of(release: str) -> Any:
    """Make a fixture: a copy of a release's migrated database is the database of the test."""

    @pytest.fixture
    def opened_release(migrated_release, tmp_path, django_db_blocker):
        with django_db_blocker.unblock(), upgrades.opened(upgrades.copied(migrated_release(release), tmp_path)):
            yield upgrades.ReleaseDatabase()

    return opened_release


release_2a36ce7 = database_of(upgrades.FIRST)
release_13aa620 = database_of(upgrades.SECOND)
release_4fbbe9a = database_of(upgrades.NEWEST)


@pytest.fixture
def club(request, tmp_path, django_db_blocker):
    """The club of the demonstration: it is the database of the test."""

    def made(path: Path) -> None:
        cached_database(request.config, TABLES, "tables", upgrades.empty, path)
        upgrades.club(path)

    with django_db_blocker.unblock():
        kept = cached_database(request.config, CLUB, "club", made, tmp_path / "club.sqlite3")
        with upgrades.opened(kept):
            yield
