"""The locks pin everything by hash, name no host, and are what the bootstrap installs, with uv or without."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.shared.site import ROOT

LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-sentry.lock", "requirements-uv.lock"]
PACKAGE = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def packages(lock: str) -> dict[str, str]:
    return dict(PACKAGE.findall((ROOT / lock).read_text()))


def direct(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=; ]", name)[0].lower() for name in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_host_and_pins_by_hash(lock: str) -> None:
    words = (ROOT / lock).read_text()
    assert "://" not in words and "--index" not in words and "--find-links" not in words
    for requirement in re.split(r"\n(?=[a-z])", words.strip()):
        assert re.match(r"[a-z0-9-]+==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


def test_locks_hold_what_the_project_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    runtime, development = packages("requirements.lock"), packages("requirements-dev.lock")
    assert direct(project["project"]["dependencies"]) <= set(runtime)
    assert direct(project["dependency-groups"]["dev"]) <= set(development)
    assert runtime.items() <= development.items()


def test_the_lock_of_an_extra_holds_it_in_the_version_that_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extra, development = packages("requirements-sentry.lock"), packages("requirements-dev.lock")
    assert direct(project["project"]["optional-dependencies"]["sentry"]) <= set(extra)
    assert extra.items() <= development.items()
    assert not extra.keys() & packages("requirements.lock").keys(), "the site runs without it"


@pytest.fixture
def bare_tree(tmp_path: Path) -> Path:
    """A folder with the bootstrap and a lock of one small package, taken from the real one."""
    shutil.copy(ROOT / "manage.py", tmp_path)
    shutil.copy(ROOT / "requirements-uv.lock", tmp_path)
    real = (ROOT / "requirements.lock").read_text()
    one = next(part for part in re.split(r"\n(?=[a-z])", real) if part.startswith("vine=="))
    (tmp_path / "requirements.lock").write_text(one + "\n")
    (tmp_path / "requirements-dev.lock").write_text(one + "\n# and more\n")
    return tmp_path


def bootstrap(tree: Path, asked: str = "check", **environ: str) -> subprocess.CompletedProcess[str]:
    outer = Path(sys.base_prefix) / "bin" / "python3"
    inherited = {name: word for name, word in os.environ.items() if name not in {"NO_BOOTSTRAP", "VIRTUAL_ENV"}}
    command = [str(outer), "manage.py", asked]
    return subprocess.run(command, cwd=tree, env=inherited | environ, capture_output=True, text=True)


@pytest.mark.slow
def test_pip_takes_over_where_uv_cannot_reach_its_index(bare_tree: Path) -> None:
    dead = {"UV_DEFAULT_INDEX": "http://127.0.0.1:9/simple", "UV_NO_CACHE": "1", "UV_HTTP_TIMEOUT": "1"}
    first = bootstrap(bare_tree, **dead)
    assert "pip takes over" in first.stderr
    inside = [str(bare_tree / ".venv" / "bin" / "python"), "-c", "import vine; print(vine.__version__)"]
    assert (
        subprocess.run(inside, capture_output=True, text=True).stdout.strip() == packages("requirements.lock")["vine"]
    )
    stamp = (bare_tree / ".venv" / "installed.sha256").read_text()
    again = bootstrap(bare_tree, **dead)
    assert "Setting up" not in again.stderr
    lock = bare_tree / "requirements.lock"
    lock.write_text(lock.read_text() + "# changed\n")
    assert "Setting up" in bootstrap(bare_tree).stderr
    assert (bare_tree / ".venv" / "installed.sha256").read_text() != stamp


def files_of(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file of a folder, with the properties that would change if it were written again."""
    found = {path: path.lstat() for path in folder.rglob("*")}
    return {str(path): (status.st_ino, status.st_mtime_ns) for path, status in found.items()}


@pytest.mark.slow
def test_the_tests_have_an_environment_of_their_own_and_leave_that_of_a_running_site_alone(
    bare_tree: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = str(tmp_path_factory.mktemp("home"))
    assert "requirements.lock" in bootstrap(bare_tree, HOME=home).stderr
    before = files_of(bare_tree / ".venv")
    assert "requirements-dev.lock" in bootstrap(bare_tree, "test", HOME=home).stderr
    assert files_of(bare_tree / ".venv") == before
    for asked in ("check", "test", "check"):
        assert "Setting up" not in bootstrap(bare_tree, asked, HOME=home).stderr
    # The lock changes while the site runs from the one environment: the other alone is brought up to date by the tests.
    for lock in ("requirements.lock", "requirements-dev.lock"):
        (bare_tree / lock).write_text((bare_tree / lock).read_text() + "# changed\n")
    assert "requirements-dev.lock" in bootstrap(bare_tree, "test", HOME=home).stderr
    assert files_of(bare_tree / ".venv") == before


def test_bootstrap_stands_aside_when_told(bare_tree: Path) -> None:
    answer = bootstrap(bare_tree, NO_BOOTSTRAP="1")
    assert answer.returncode != 0 and "django" in answer.stderr
    assert not (bare_tree / ".venv").exists()


@pytest.mark.slow
def test_a_lock_that_was_tampered_with_is_refused(bare_tree: Path) -> None:
    lock = bare_tree / "requirements.lock"
    false = hashlib.sha256(b"something else").hexdigest()
    lock.write_text(re.sub(r"sha256:[0-9a-f]{64}", f"sha256:{false}", lock.read_text()))
    answer = bootstrap(bare_tree)
    assert answer.returncode == 1 and "could not be fetched" in answer.stderr
    assert "tampered" in answer.stderr, "pip says why"
    assert not (bare_tree / ".venv" / "installed.sha256").exists()
