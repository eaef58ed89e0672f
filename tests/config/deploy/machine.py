"""A site in folders and at ports of its own: PostgreSQL, Redis, nginx, and the programs of the systemd units.

The commands are those of the files in config/deploy. Only places change: `Machine.moved` lists each path and port.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.config.deploy.documents import DEPLOY, SCRIPT, programs_of_units
from tests.config.deploy.https_client import HOST, Guest
from tests.shared.certificates import write_certificate
from tests.shared.site import ROOT, free_port, until

PROGRAMS = ("initdb", "postgres", "pg_dump", "pg_restore", "createdb", "psql", "redis-server", "nginx", "curl", "git")
PLACES = f"{os.environ['PATH']}:/usr/sbin:/usr/lib/postgresql/15/bin"
MISSING = [name for name in PROGRAMS if shutil.which(name, path=PLACES) is None]


def program(name: str) -> str:
    """Return the path of a program of the system."""
    return str(shutil.which(name, path=PLACES))


def ran(command: list[str], **more: object) -> str:
    """Run a command to its end and return what it said; what fails says why."""
    done = subprocess.run(command, capture_output=True, text=True, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return str(done.stdout)


RELEASE = "4fbbe9a"
"""The commit that is installed first, and upgraded in the middle of games."""
HAS_RELEASE = (
    shutil.which("git") is not None
    and subprocess.run(["git", "-C", ROOT, "cat-file", "-e", RELEASE], capture_output=True).returncode == 0
)


class Origin:
    """A repository with two commits more: the release with today's config/deploy, and the tree under test."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "origin"
        ran(["git", "clone", "--quiet", "--bare", str(ROOT), str(self.path)])
        ran([*self.git(), "symbolic-ref", "HEAD", "refs/heads/site"])
        ran([*self.git(), "read-tree", RELEASE])
        ran([*self.git(), "--work-tree", str(ROOT), "add", "--all", "config/deploy"])
        self.commit("The release with the script", RELEASE)

    def git(self) -> list[str]:
        """Return the beginning of a command."""
        who = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
        return ["git", "-C", str(ROOT), "--git-dir", str(self.path), *who]

    def commit(self, message: str, parent: str) -> None:
        """Commit what the index holds."""
        tree = ran([*self.git(), "write-tree"]).strip()
        made = ran([*self.git(), "commit-tree", tree, "-p", parent, "-m", message]).strip()
        ran([*self.git(), "update-ref", "HEAD", made])

    def publish(self) -> None:
        """Let the next pull bring the tree under test, with what is not committed yet."""
        ran([*self.git(), "--work-tree", str(ROOT), "add", "--all", "."])
        self.commit("The tree under test", "HEAD")


class Machine:
    """The parts of a site, each started by its documented command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.app = folder / "app"
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.ports = {name: free_port() for name in ("database", "broker", "https", "http", "8000", "8001")}
        self.environment = folder / "dispersal.env"
        self.environ = {
            "PATH": f"{Path(sys.executable).parent}:{PLACES}",
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "NO_BOOTSTRAP": "1",
            "DEPLOY_ENV_FILE": str(self.environment),
        }
        self.moved = {
            "/srv/dispersal/app": str(self.app),
            "/srv/dispersal/": f"{folder}/",
            "/etc/ssl/dispersal": str(folder),
            "127.0.0.1:5432": f"127.0.0.1:{self.ports['database']}",
            "127.0.0.1:6379": f"127.0.0.1:{self.ports['broker']}",
            "127.0.0.1:8000": f"127.0.0.1:{self.ports['8000']}",
            "127.0.0.1:8001": f"127.0.0.1:{self.ports['8001']}",
            "--port 8000": f"--port {self.ports['8000']}",
            "--port 8001": f"--port {self.ports['8001']}",
            "listen 80;": f"listen 127.0.0.1:{self.ports['http']};",
            "listen 443 ": f"listen 127.0.0.1:{self.ports['https']} ",
        }

    def here(self, text: str) -> str:
        """Return a text of the files with this machine's places in it."""
        for there, here in self.moved.items():
            text = text.replace(there, here)
        return text

    def deploy(self, *arguments: str, **environ: str) -> str:
        """Run the script."""
        return ran([self.here(SCRIPT), *arguments], env=self.environ | environ, cwd=self.folder)

    def refused(self, *arguments: str) -> str:
        """Run the script, which refuses, and return why."""
        done = subprocess.run([self.here(SCRIPT), *arguments], env=self.environ, capture_output=True, text=True)
        assert done.returncode == 1, done.stdout
        return done.stderr

    def start(self, name: str, command: list[str], **environ: str) -> None:
        """Start a program that stays."""
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command, env=self.environ | environ, stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )

    def stop(self, *names: str) -> None:
        """Stop programs as systemd does: the first process is asked, then the rest of its group is killed."""
        stopped = [self.running.pop(name) for name in names or tuple(reversed(self.running))]
        for one in stopped:
            one.send_signal(signal.SIGTERM)
        for one in stopped:
            with suppress(subprocess.TimeoutExpired):
                one.wait(30)
            with suppress(ProcessLookupError):
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()

    def log(self, name: str) -> str:
        """Return the end of what a program said."""
        return (self.folder / f"{name}.log").read_text(errors="replace")[-3000:]

    def start_neighbours(self) -> None:
        """Start PostgreSQL and Redis, and write the environment file."""
        as_postgres = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        cluster, port = self.folder / "cluster", str(self.ports["database"])
        cluster.mkdir(mode=0o700)
        if as_postgres:
            os.chown(cluster, pwd.getpwnam("postgres").pw_uid, -1)
        ran([*as_postgres, program("initdb"), "--auth-local", "trust", "--auth-host", "scram-sha-256", "--no-sync",
             "-U", "postgres", str(cluster)], cwd="/", env=self.environ)  # fmt: skip
        options = ["-k", str(cluster), "-p", port, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
        self.start("postgres", [*as_postgres, program("postgres"), "-D", str(cluster), *options])
        place = ["--port", str(self.ports["broker"]), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.start("redis", [program("redis-server"), *place])
        asks = [program("pg_isready"), "-h", "127.0.0.1", "-p", port]
        assert until(lambda: subprocess.run(asks, capture_output=True).returncode == 0), self.log("postgres")
        # The script of the tree under test writes the file; the folder of the site may not be there yet.
        self.environment.write_text(self.here(ran([str(DEPLOY / "deploy.sh"), "environment", HOST])))

    def administrator(self) -> dict[str, str]:
        """Return the variables by which PostgreSQL's programs find this cluster."""
        return {"PGHOST": str(self.folder / "cluster"), "PGUSER": "postgres", "PGPORT": str(self.ports["database"])}

    def create_database(self) -> None:
        """Create the role and the empty database."""
        self.deploy("database", **self.administrator())

    def rename_database(self, name: str) -> None:
        """Put the database aside."""
        command = [program("psql"), "--command", f"ALTER DATABASE dispersal RENAME TO {name}", "postgres"]
        ran(command, env=self.environ | self.administrator())

    def start_site(self) -> None:
        """Start every program that dispersal.target starts, by its ExecStart line, and wait until pages are served."""
        for name, command in programs_of_units().items():
            self.start(name, self.here(" ".join(command)).split())
        for name in ("dispersal-web@8000.service", "dispersal-web@8001.service"):
            port = str(self.ports[name[14:18]])
            assert until(lambda port=port: self.answers(port)), self.log(name)

    def answers(self, port: str) -> bool:
        """Say whether a web process answers. `/readyz` is younger than the release that is upgraded."""
        asked = [program("curl"), "--silent", "--fail", "--output", "/dev/null", f"http://127.0.0.1:{port}/healthz"]
        return subprocess.run(asked).returncode == 0

    def stop_site(self) -> None:
        """Stop the site's programs and nothing else."""
        self.stop(*(name for name in self.running if name.startswith("dispersal-")))

    def start_proxy(self) -> None:
        """Start nginx with the three files of config/deploy/nginx."""
        write_certificate(self.folder, HOST)
        nginx = self.folder / "nginx"
        (nginx / "conf.d").mkdir(parents=True)
        for name in ("dispersal.conf", "upstream.conf"):
            (nginx / "conf.d" / name).write_text(self.here((DEPLOY / "nginx" / name).read_text()))
        main = (DEPLOY / "nginx" / "nginx.conf").read_text()
        for there, here in (
            ("include /etc/nginx/conf.d", f"include {nginx}/conf.d"),
            ("include /etc/nginx/modules-enabled/*.conf;", ""),
            ("include /etc/nginx/sites-enabled/*;", temporary(nginx)),
            ("/var/log/nginx", str(nginx)),
            ("/run/nginx.pid", f"{nginx}/pid"),
            *([] if os.geteuid() == 0 else [("user www-data;", "")]),
        ):
            assert there in main, there
            main = main.replace(there, here)
        (nginx / "nginx.conf").write_text(main)
        self.start(
            "nginx", [program("nginx"), "-e", f"{nginx}/error.log", "-c", f"{nginx}/nginx.conf", "-g", "daemon off;"]
        )
        assert until(lambda: (nginx / "pid").exists() or self.running["nginx"].poll() is not None)
        assert self.running["nginx"].poll() is None, self.log("nginx")

    def guest(self, name: str) -> Guest:
        """Return a new guest, who comes through the proxy."""
        folder = self.folder / "guests" / name
        folder.mkdir(parents=True)
        return Guest(folder, self.folder / "fullchain.pem", self.ports["https"])


def temporary(folder: Path) -> str:
    """Return nginx's lines for its temporary files."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    """Return a machine with its neighbours, and stop all its programs at the end."""
    made = Machine(folder)
    try:
        made.start_neighbours()
        yield made
    finally:
        made.stop()
