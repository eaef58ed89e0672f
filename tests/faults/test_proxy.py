"""nginx with the files of config/deploy/nginx, before two web processes, at ports of this test’s own."""

import os
import shutil
import signal
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.config.deploy.documents import DEPLOY
from tests.config.deploy.machine import temporary
from tests.faults.conftest import Web, until
from tests.faults.test_streams import tables
from tests.shared.certificates import write_certificate
from tests.shared.sample_sizes import sample_size
from tests.shared.site import free_port, web_children
from tests.shared.stream_clients import Pages, pages_of

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
GUESTS = sample_size("PROXY_GUESTS", 6, 500)
"""Each with four pages: with THOROUGH=1 two thousand streams."""

pytestmark = [
    pytest.mark.faults,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(NGINX is None, reason="there is no nginx here"),
]


@contextmanager
def proxy(folder: Path, web: Web) -> Iterator[int]:
    """Start nginx with the files of config/deploy/nginx and return its port for HTTPS."""
    write_certificate(folder)
    port, plain = free_port(), free_port()
    main = replaced(
        "nginx.conf",
        ("user www-data;", ""),
        ("worker_processes auto;", "worker_processes 1;"),
        ("/run/nginx.pid", f"{folder}/pid"),
        ("/var/log/nginx", str(folder)),
        ("include /etc/nginx/modules-enabled/*.conf;", ""),
        ("include /etc/nginx/conf.d/*.conf;", f"include {folder}/conf.d/*.conf;"),
        ("include /etc/nginx/sites-enabled/*;", temporary(folder)),
    )
    site = replaced(
        "dispersal.conf",
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("/etc/ssl/dispersal", str(folder)),
    )
    second = ("    server 127.0.0.1:8001 max_fails=0;\n", "")
    upstream = replaced("upstream.conf", ("127.0.0.1:8000", web.address.removeprefix("http://")), second)
    (folder / "conf.d").mkdir()
    for name, text in (("nginx.conf", main), ("conf.d/dispersal.conf", site), ("conf.d/upstream.conf", upstream)):
        (folder / name).write_text(text)
    command = [str(NGINX), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf", "-g", "daemon off;"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert until(lambda: (folder / "pid").exists() or running.poll() is not None)
            assert running.poll() is None, running.stderr and running.stderr.read()
            yield port
        finally:
            running.terminate()


def replaced(name: str, *places: tuple[str, str]) -> str:
    """Return a file of nginx with the places of this test."""
    text = (DEPLOY / "nginx" / name).read_text()
    for there, here in places:
        assert there in text, there
        text = text.replace(there, here)
    return text


def test_the_documented_proxy_holds_the_streams_and_a_dead_web_process_is_not_felt(web, tmp_path):
    server = web("--workers", "2", TRUSTED_PROXIES="1")
    assert until(lambda: len(web_children(server.place[1])) == 2)
    shown = tables(GUESTS)
    with proxy(tmp_path, server) as port:
        trusting = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
        trusting.check_hostname = False
        with Pages(port, pages_of(shown, 4, real=True), trusting) as pages:
            pages.wait(300)
            assert pages.open() == 4 * GUESTS
            os.kill(web_children(server.place[1])[0], signal.SIGKILL)
            assert until(lambda: sum(page.lost for page in pages.pages))
            pages.wait(300)
            assert pages.open() == 4 * GUESTS
            for session, cookie in shown[:6]:
                command = ["curl", "-sk", "-m", "300", "-o", "/dev/null", "-w", "%{http_code}", "-b", cookie]
                address = f"https://127.0.0.1:{port}/tables/{session}/"
                assert subprocess.run([*command, address], capture_output=True, text=True).stdout == "200"
    assert "worker_connections are not enough" not in (tmp_path / "error.log").read_text()
