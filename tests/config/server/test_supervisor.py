"""`manage.py up`: opens the site, watches it, and leaves no process behind after any kind of end."""

import os
import shutil
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.management.commands import up
from config.server.supervisor import Supervisor as Supervised
from tests import upgrades
from tests.shared.site import HIDDEN_WHEEL, ROOT, RunningSite, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def furnished_database(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Empty tables of a site: a copy of this process's own."""
    copy = tmp_path_factory.mktemp("furnished") / "dispersal.sqlite3"
    with django_db_blocker.unblock(), connection.cursor() as asking:
        asking.execute("VACUUM INTO %s", [str(copy)])
    return copy


@pytest.fixture
def furnished(tmp_path: Path, furnished_database: Path) -> Path:
    """A folder in which a site was open before: its tables exist already."""
    shutil.copyfile(furnished_database, tmp_path / "dispersal.sqlite3")
    return tmp_path


def test_a_house_that_was_closed_while_commanders_thought_opens_and_they_give_their_orders(
    tmp_path: Path, migrated_release: Callable[[str], Path]
) -> None:
    """Their orders have waited since two releases, far too long to be well, for a worker that starts last of all."""
    shutil.copyfile(migrated_release(upgrades.NEWEST), tmp_path / "dispersal.sqlite3")
    with RunningSite(tmp_path) as house, closing(sqlite3.connect(tmp_path / "dispersal.sqlite3")) as asking:
        waiting = asking.execute("SELECT id FROM play_order WHERE kind = 'think' AND status = 'pending'").fetchall()
        assert len(waiting) == 2, "of 1880c14 and of 4fbbe9a"
        house.wait_until_open()
        order = "SELECT status FROM play_order WHERE id = ?"
        for one in waiting:
            assert until(lambda one=one: asking.execute(order, one).fetchone() == ("done",)), house.words()


# supervisor, broker, worker with two children, clock, two workers with a child each, server and web process
ALL = 12


def closes_on(house: RunningSite, stop: signal.Signals) -> None:
    """Send the signal, once everything runs: it ends well, and leaves no process behind."""
    assert until(lambda: len(house.processes()) == ALL), house.processes()
    house.process.send_signal(stop)
    assert house.process.wait(300) == 0
    assert until(lambda: not house.processes()), house.processes()


def test_an_order_to_stop_whose_exit_is_swallowed_is_heeded_all_the_same(tmp_path: Path) -> None:
    before = {stop: signal.getsignal(stop) for stop in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    house = Supervised(8000, tmp_path, print)
    try:
        with suppress(SystemExit):
            up._leave(house, signal.SIGTERM, None)
        house.watch()  # else it would watch for ever, deaf to every further signal
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
    assert house.is_to_close


def test_port_in_use_is_said_and_nothing_is_started(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with RunningSite(tmp_path, port) as house:
            assert house.process.wait(300) == 1
    assert f"Port {port} is in use" in house.words()
    assert not (tmp_path / "dispersal.sqlite3").stat().st_size


# The worker names itself anew where the package for that is installed.
KILLED = (("config.worker", "MainProcess"), ("config.beat", "celery beat"), ("granian",), ("-server",))


def test_what_is_killed_is_started_again_and_finds_the_others(furnished: Path) -> None:
    """Each is killed, the broker last, and again when its folder has gone; in the end the supervisor itself."""
    house = RunningSite(furnished)
    house.environ["LOG_LEVEL"] = "info"
    with house:
        house.wait_until_open()
        assert until(lambda: len(house.processes()) == ALL), house.processes()
        for names in KILLED:
            before = _killed(house, names)
        # Worker and beat find the broker again.
        assert until(lambda: "play.tasks.sweep" in (later := house.words()[before:]) and "succeeded" in later)
        (folder,) = {path.parent for path in furnished.glob("*/log.txt")}
        shutil.rmtree(folder)
        _killed(house, ("-server",))
        assert folder.exists()
        house.process.kill()
        house.process.wait()
        assert until(lambda: not house.processes()), house.processes()


def _killed(house: RunningSite, names: tuple[str, ...]) -> int:
    """Kill one of its processes, and wait until the site is whole again; return the log's length at that moment."""
    pid, said = house.pid_of(*names), len(house.words())
    os.kill(pid, signal.SIGKILL)
    assert until(lambda: "stopped unexpectedly" in house.words()[said:]), names
    noticed = len(house.words())
    assert until(lambda: len(house.processes()) == ALL), house.processes()
    assert pid not in house.processes()
    assert until(lambda: _is_well(house)), house.words()
    return noticed


def test_a_first_start_is_for_its_owners_eyes_closes_on_ctrl_c_and_a_second_keeps_what_was_there(
    tmp_path: Path,
) -> None:
    """The second start closes on SIGTERM; meanwhile a third finds that its folder holds a site already."""
    folder = tmp_path / "var"
    house = RunningSite(tmp_path)
    house.environ["VAR_DIR"] = str(folder)
    with house:
        house.wait_until_open()
        kept = [folder, folder / "secret-key", *folder.glob("dispersal.sqlite3*")]
        assert len(kept) >= 3
        assert {path.name: oct(path.stat().st_mode & 0o077) for path in kept} == {path.name: "0o0" for path in kept}
        key = (folder / "secret-key").read_text()
        closes_on(house, signal.SIGINT)
    database = folder / "dispersal.sqlite3"
    # A house of a former release, which others could read, is closed to them.
    database.chmod(0o644)
    size = database.stat().st_size
    with RunningSite(folder) as house:
        house.wait_until_open()
        assert (folder / "secret-key").read_text() == key
        assert database.stat().st_mode & 0o077 == 0 and database.stat().st_size >= size > 0
        assert house.get("/healthz")[0] == 200
        with RunningSite(folder) as other:
            assert other.process.wait(300) == 1
        assert "is already running from this folder" in other.words()
        assert house.get("/healthz")[0] == 200
        closes_on(house, signal.SIGTERM)


@pytest.mark.parametrize(
    ("environ", "says"),
    [
        ({"PORT": "abc"}, "PORT must be a whole number, not 'abc'."),
        ({"PORT": "65536"}, "PORT must be a number from 1 to 65535, not 65536."),
        ({"VAR_DIR": "/proc/dispersal"}, "The folder /proc/dispersal cannot be made"),
        ({"VAR_DIR": "/proc"}, "The database /proc/dispersal.sqlite3 cannot be opened"),
        ({"STATIC_ROOT": "/proc/static"}, "The folder /proc/static cannot be made"),
        ({"DATABASE_URL": "sqlite:////dev/null/one.sqlite3"}, "The database /dev/null/one.sqlite3 cannot be opened"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_a_fault_of_the_set_up_is_one_sentence(tmp_path: Path, environ: dict[str, str], says: str) -> None:
    house = RunningSite(tmp_path)
    house.environ |= environ
    with house:
        assert house.process.wait(300) == 1
    assert house.words().removeprefix("CommandError: ").startswith(says), house.words()
    assert house.words().count("\n") == 1


@pytest.mark.parametrize("damage", [b"", b"SQLite format 4\0", b"\0"], ids=["no header", "another header", "zeros"])
def test_a_damaged_database_is_one_sentence(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "dispersal.sqlite3").write_bytes((damage * 8192 or b"not a database at all; " * 512)[:8192])
    with RunningSite(tmp_path) as house:
        assert house.process.wait(300) == 1
    assert "Restore a backup" in house.words()
    assert "Traceback" not in house.words()
    assert until(lambda: not house.processes()), house.processes()


def test_a_key_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_bytes(b"\xff\xfe")
    with RunningSite(tmp_path) as house:
        assert house.process.wait(300) == 1
    assert house.words().count("\n") == 1 and "SECRET_KEY" in house.words()


def test_an_index_out_of_reach_and_a_folder_that_cannot_be_written_are_one_sentence(tmp_path: Path) -> None:
    """The environment is built by the bootstrap, before there is anything but the standard library."""
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("manage.py", "requirements.lock", "requirements-dev.lock", "requirements-uv.lock"):
        shutil.copy(ROOT / name, clone)
    base = Path(sys.base_prefix) / "bin" / "python3"
    house = RunningSite(tmp_path, root=clone, python=base)
    del house.environ["NO_BOOTSTRAP"]
    house.environ |= {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
    house.environ |= {"UV_OFFLINE": "1", "PIP_NO_CACHE_DIR": "1"}
    with house:
        assert house.process.wait(300) == 1
    last = house.words().splitlines()[-1]
    assert last.startswith("The packages could not be fetched; is their index within reach?"), house.words()
    assert "Traceback" not in house.words()
    shutil.rmtree(clone / ".venv")
    (clone / ".venv").touch()
    with house:
        assert house.process.wait(300) == 1
    assert "cannot be written" in house.words().splitlines()[-1]
    assert "Traceback" not in house.words()


def _is_well(house: RunningSite) -> bool:
    try:
        return house.get("/healthz")[0] == 200
    except OSError:
        return False


def test_without_any_broker_tasks_go_through_files_and_damaged_ones_and_an_empty_key_are_made_good(
    furnished: Path,
) -> None:
    (furnished / "queue").mkdir()
    (furnished / "queue" / "1.turns.msg").write_bytes(b"\0 not a message")
    (furnished / "secret-key").write_text("")
    house = RunningSite(furnished, program=("-c", HIDDEN_WHEEL))
    house.environ["PATH"] = str(furnished)
    with house:
        house.wait_until_open()
        assert house.get("/healthz")[0] == 200
        assert len((furnished / "secret-key").read_text()) > 50
        assert "Tasks go through files" in house.words()
        assert not any("-server" in command for command in house.processes().values())
        message = "from config.celery import app; app.send_task('play.tasks.sweep', queue='turns')"
        sender = RunningSite(furnished, program=("-c", message))
        sender.environ = house.environ
        with sender:
            assert sender.process.wait(300) == 0
        assert until(lambda: not list((furnished / "queue").iterdir()))
        assert "unregistered" not in house.words()
    assert "Traceback" not in house.words()


MISPRINTED = """
from engine.kernel.packs.reading import PackError, PackFault
from tests.shared.games.smallgame import Strait

class Misprinted(Strait):
    name = "misprinted"

    def load_pack(self, name):
        raise PackError([PackFault("tables.yaml", 7, "rows[2].dice", "a whole number", "six")])

TITLE = Misprinted()
"""


def test_a_fault_in_the_charts_is_said_by_file_line_and_field(furnished: Path) -> None:
    (furnished / "misprinted.py").write_text(MISPRINTED)
    house = RunningSite(furnished)
    house.environ |= {"PYTHONPATH": str(furnished), "DISPERSAL_TITLES": "misprinted:TITLE"}
    with house:
        assert house.process.wait(300) == 1
    assert "tables.yaml, line 7: rows[2].dice: expected a whole number, got six." in house.words()
    assert until(lambda: not house.processes()), house.processes()
