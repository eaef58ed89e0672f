#!/usr/bin/env python3
"""The one door: builds the project's own environment when it must, then runs the command in it.

There are two: `.venv` for the programs of the site, `.venv-dev` for commands that need the tools of its developers too.
So `manage.py test` installs nothing under a site that runs. Only the standard library may be imported here: on a fresh
machine there is nothing else yet.
"""

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent
UV_LOCK = ROOT / "requirements-uv.lock"
RUN_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
NEEDS_DEV = {"test", "bench", "compile"}
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Environment:
    """A virtual environment and the lock that says what is in it."""

    folder: Path
    lock: Path

    @property
    def python(self) -> Path:
        """Return its Python."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def stamp(self) -> Path:
        """Return the file that says what was installed."""
        return self.folder / "installed.sha256"

    @property
    def is_this(self) -> bool:
        """Say whether this process runs in it."""
        return Path(sys.prefix).resolve() == self.folder.resolve()

    @property
    def is_installed(self) -> bool:
        """Say whether it holds its lock; the development lock holds the other one too."""
        if not (self.stamp.exists() and self.python.exists()):
            return False
        return self.stamp.read_text(encoding="ascii").strip() in {digest(self.lock), digest(DEV_LOCK)}

    def runs(self, *arguments: str | Path) -> bool:
        """Run its Python quietly and say whether it went well."""
        return subprocess.run([self.python, *arguments], capture_output=True).returncode == 0

    def make(self) -> None:
        """Make it, empty."""
        try:
            import ensurepip  # noqa: F401
        except ImportError:
            sys.exit("This Python cannot make virtual environments. On Debian: apt install python3-venv")
        import venv

        venv.create(self.folder, with_pip=True, clear=True)

    def install(self) -> None:
        """Install its lock with uv, which is quick; with pip where uv cannot reach its index."""
        print(f"Setting up from {self.lock.name} …", file=sys.stderr, flush=True)
        same_python = f"import pip, sys; sys.exit(sys.version != {sys.version!r})"
        if not (self.python.exists() and self.runs("-c", same_python)):
            self.make()
        self.stamp.unlink(missing_ok=True)
        options = ("--quiet", "install", "--require-hashes", "--only-binary", ":all:")
        pip = ("-m", "pip", "--disable-pip-version-check", *options)
        uv = ("-m", "uv", "pip", *options, "--python", self.python)
        if not (self.runs(*pip, "-r", UV_LOCK) and self.runs(*uv, "-r", self.lock)):
            print("uv is not available here; pip takes over, which is slower …", file=sys.stderr, flush=True)
            done = subprocess.run([self.python, *pip, "-r", self.lock], stderr=subprocess.PIPE, text=True)
            if done.returncode:
                lines = done.stderr.splitlines()
                said = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
                why = said[-1] if said else "pip does not say why."
                sys.exit(f"The packages could not be fetched; is their index within reach? {why}")
        self.stamp.write_text(digest(self.lock) + "\n", encoding="ascii")


SITE = Environment(ROOT / ".venv", RUN_LOCK)
DEVELOPMENT = Environment(ROOT / ".venv-dev", DEV_LOCK)


def digest(lock: Path) -> str:
    """Name what an environment holds: this Python and this lock."""
    return hashlib.sha256(sys.version.encode() + lock.name.encode() + lock.read_bytes()).hexdigest()


def bootstrap() -> None:
    """Go on inside the environment that the command needs, built first if need be."""
    if os.environ.get("NO_BOOTSTRAP") == "1":
        return
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(f"Python {'.'.join(map(str, OLDEST_PYTHON))} or newer is needed; this is {sys.version.split()[0]}.")
    wanted = DEVELOPMENT if NEEDS_DEV & set(sys.argv[1:2]) else SITE
    if wanted.is_this or DEVELOPMENT.is_this:
        return
    if not wanted.is_installed:
        try:
            wanted.install()
        except OSError as fault:
            sys.exit(f"The environment {wanted.folder} cannot be written: {fault.strerror or fault}.")
    command = [str(wanted.python), str(ROOT / "manage.py"), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def say_version() -> None:
    """Run the command of that name: Django answers with its own version before it looks for one."""
    import django
    from django.core.management import load_command_class

    django.setup()
    load_command_class("config", "version").run_from_argv(sys.argv)


def main() -> None:
    """Run the command that was asked for."""
    bootstrap()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        if sys.argv[1:2] == ["version"]:
            say_version()
        else:
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
