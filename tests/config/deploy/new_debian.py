"""A new Debian 12 that runs systemd in separate namespaces, without a container engine.

Its only way out is a proxy on this machine, so its ports 80, 443, 5432, 6379 and 8000 collide with nobody's.
"""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import Request, build_opener

from tests.config.deploy.machine import ran
from tests.shared.site import until

PROGRAMS = ("debootstrap", "unshare", "nsenter", "curl", "git")
PLACES = f"{os.environ['PATH']}:/usr/sbin"
MISSING = [name for name in PROGRAMS if shutil.which(name, path=PLACES) is None]
APART = ("--mount", "--pid", "--net", "--ipc", "--uts", "--cgroup", "--fork", "--kill-child")
OTHER_NETWORK = 0x40000000
PROXY = 3128
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"

BOOT = r"""
set -e
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd
if ! mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd; then
    umount sys/fs/cgroup
    mount -t cgroup2 cgroup2 sys/fs/cgroup
fi
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
for name in null zero full random urandom tty; do
    touch "dev/$name"
    mount --bind "/dev/$name" "dev/$name"
done
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ip link set lo up
hostname dispersal
mkdir -p before
pivot_root . before
umount -l /before
exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
"""


class Way(BaseHTTPRequestHandler):
    """One request that goes out: a page by HTTP, or a tunnel for HTTPS."""

    def do_GET(self) -> None:
        with build_opener().open(Request(self.path, headers={"Range": self.headers.get("Range", "")})) as answer:
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in ("transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.end_headers()
            shutil.copyfileobj(answer, self.wfile)

    def do_CONNECT(self) -> None:
        host, _, port = self.path.partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as far:
            far.settimeout(None)
            self.send_response(200)
            self.end_headers()
            threading.Thread(target=carry, args=(far, self.connection), daemon=True).start()
            carry(self.connection, far)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Write no log."""


def carry(one: socket.socket, other: socket.socket) -> None:
    """Hand on what one end sends until it ends."""
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_WR)


class Proxy(ThreadingHTTPServer):
    """A proxy that listens in another network and goes out by this one."""

    daemon_threads = True

    def __init__(self, leader: int) -> None:
        super().__init__(("127.0.0.1", PROXY), Way, bind_and_activate=False)
        libc = ctypes.CDLL(None, use_errno=True)
        with Path("/proc/thread-self/ns/net").open() as own, Path(f"/proc/{leader}/ns/net").open() as other:
            assert libc.setns(other.fileno(), OTHER_NETWORK) == 0, os.strerror(ctypes.get_errno())
            try:
                # A socket stays in the network in which it was made.
                self.socket.close()
                self.socket = socket.create_server(("127.0.0.1", PROXY))
            finally:
                assert libc.setns(own.fileno(), OTHER_NETWORK) == 0
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Debian:
    """The machine: its root, and the process that is its first."""

    def __init__(self, root: Path, leader: int) -> None:
        self.root, self.leader = root, leader
        self.inside = ["nsenter", "--target", str(leader), "--all", "--root", "--wd=/"]
        self.network = ["nsenter", "--target", str(leader), "--net"]

    def run(self, commands: str, folder: str = "/") -> str:
        """Run commands as root, as a person types them; the first that fails ends the test."""
        way = f"http://127.0.0.1:{PROXY}"
        environ = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "http_proxy": way,
            "https_proxy": way,
            "no_proxy": "127.0.0.1",
            "SSL_CERT_FILE": CERTIFICATES,
            "PIP_CERT": CERTIFICATES,
        }
        pairs = [f"{name}={value}" for name, value in environ.items()]
        return ran([*self.inside, "env", "-i", *pairs, "bash", "-eu", "-c", f"cd {folder}\n{commands}"])


class CannotMake(Exception):
    """This machine cannot make a new Debian; the message says why."""


def debootstrap(folder: Path) -> Path:
    """Make the root of a new Debian 12: what is in every installation, and nothing that the page installs."""
    if subprocess.run(["unshare", *APART, "true"], capture_output=True).returncode:
        raise CannotMake("this machine allows no namespaces")
    root = folder / "root"
    command = [str(shutil.which("debootstrap", path=PLACES)), "--variant=minbase"]
    command += ["--include=systemd-sysv,dbus,ca-certificates", "bookworm", str(root)]
    done = subprocess.run(command, capture_output=True, text=True)
    if "Failed getting release file" in done.stdout + done.stderr:
        raise CannotMake("no mirror of Debian is within reach")
    assert done.returncode == 0, done.stdout[-3000:]
    (root / "etc/apt/apt.conf.d/yes").write_text('APT::Get::Assume-Yes "true";\n')
    (root / "etc/gitconfig").write_text("[safe]\n    directory = *\n")
    if Path(CERTIFICATES).exists():
        shutil.copy(CERTIFICATES, f"{root}{CERTIFICATES}")
    return root


@contextmanager
def booted(root: Path) -> Iterator[Debian]:
    """Start systemd in a root, and end all of it at the end."""
    with (root.parent / "boot.log").open("wb") as log:
        shell = subprocess.Popen(["unshare", *APART, "bash", "-c", BOOT, "boot", str(root)], stdout=log, stderr=log)
    children = Path(f"/proc/{shell.pid}/task/{shell.pid}/children")
    assert until(lambda: children.read_text().strip() or shell.poll() is not None)
    leader = int(children.read_text().split()[0])
    try:
        debian = Debian(root, leader)
        runs = [*debian.inside, "systemctl", "is-system-running"]
        said = ("running\n", "degraded\n")
        assert until(lambda: subprocess.run(runs, capture_output=True, text=True).stdout in said, 120), boot_log(root)
        proxy = Proxy(leader)
        yield debian
        proxy.shutdown()
        proxy.server_close()
    finally:
        with suppress(ProcessLookupError):
            os.kill(leader, signal.SIGKILL)
        shell.wait()


def boot_log(root: Path) -> str:
    """Return what was said while it started."""
    return (root.parent / "boot.log").read_text(errors="replace")[-3000:]
