#!/usr/bin/env python3
"""The one door: builds the project's own environment when it must, then runs the command in it.

Only the standard library may be imported here: on a fresh machine there is nothing else yet.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.sha256"
UV_LOCK = ROOT / "requirements-uv.lock"
RUN_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
NEEDS_DEV = {"test", "bench", "compile"}
OLDEST_PYTHON = (3, 11)


def digest(lock: Path) -> str:
    """Name what an environment holds: this Python and this lock."""
    return hashlib.sha256(sys.version.encode() + lock.name.encode() + lock.read_bytes()).hexdigest()


def is_installed(lock: Path) -> bool:
    """Say whether the environment holds the lock; the development lock holds the other one too."""
    if not (STAMP.exists() and VENV_PYTHON.exists()):
        return False
    return STAMP.read_text(encoding="ascii").strip() in {digest(lock), digest(DEV_LOCK)}


def make_venv() -> None:
    """Make an empty environment."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        sys.exit("This Python cannot make virtual environments. On Debian: apt install python3-venv")
    import venv

    venv.create(VENV, with_pip=True, clear=True)


def runs(*arguments: str | Path) -> bool:
    """Run the environment's Python quietly and say whether it went well."""
    return subprocess.run([VENV_PYTHON, *arguments], capture_output=True).returncode == 0


def install(lock: Path) -> None:
    """Install the lock with uv, which is quick; with pip where uv cannot reach its index."""
    print(f"Setting up from {lock.name} …", file=sys.stderr, flush=True)
    same_python = f"import pip, sys; sys.exit(sys.version != {sys.version!r})"
    if not (VENV_PYTHON.exists() and runs("-c", same_python)):
        make_venv()
    STAMP.unlink(missing_ok=True)
    options = ("--quiet", "install", "--require-hashes", "--only-binary", ":all:")
    pip = ("-m", "pip", "--disable-pip-version-check", *options)
    uv = ("-m", "uv", "pip", *options, "--python", VENV_PYTHON)
    if not (runs(*pip, "-r", UV_LOCK) and runs(*uv, "-r", lock)):
        print("uv is not available here; pip takes over, which is slower …", file=sys.stderr, flush=True)
        done = subprocess.run([VENV_PYTHON, *pip, "-r", lock], stderr=subprocess.PIPE, text=True)
        if done.returncode:
            said = [line.removeprefix("ERROR: ") for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
            why = said[-1] if said else "pip does not say why."
            sys.exit(f"The packages could not be fetched; is their index within reach? {why}")
    STAMP.write_text(digest(lock) + "\n", encoding="ascii")


def bootstrap() -> None:
    """Go on inside the project's environment, built first if need be."""
    if os.environ.get("NO_BOOTSTRAP") == "1":
        return
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(f"Python {'.'.join(map(str, OLDEST_PYTHON))} or newer is needed; this is {sys.version.split()[0]}.")
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    lock = DEV_LOCK if NEEDS_DEV & set(sys.argv[1:2]) else RUN_LOCK
    if not inside and not is_installed(lock):
        try:
            install(lock)
        except OSError as fault:
            sys.exit(f"The environment {VENV} cannot be written: {fault.strerror or fault}.")
    if inside:
        return
    command = [str(VENV_PYTHON), str(ROOT / "manage.py"), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def main() -> None:
    """Run the command that was asked for."""
    bootstrap()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
