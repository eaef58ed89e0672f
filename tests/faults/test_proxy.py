"""nginx as docs/production.md describes it, before two web processes: its very lines, at ports of this test’s own."""

import os
import re
import shutil
import signal
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.faults.conftest import Web, until
from tests.faults.test_streams import tables
from tests.shared.sample_sizes import sample_size
from tests.shared.site import ROOT, free_port, web_children
from tests.shared.stream_clients import Pages, pages_of

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
GUESTS = sample_size("PROXY_GUESTS", 6, 500)
"""Each with four pages: with THOROUGH=1 two thousand streams."""

pytestmark = [
    pytest.mark.faults,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(NGINX is None, reason="there is no nginx here"),
]


def blocks(chapter: str) -> list[str]:
    """The indented blocks of a chapter of docs/production.md."""
    text = (ROOT / "docs" / "production.md").read_text().split(f"## {chapter}")[1].split("\n## ")[0]
    return re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)


def certificate(folder: Path) -> None:
    """A certificate for this machine, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now).not_valid_after(now + timedelta(days=1))
    (folder / "fullchain.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    secret = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(secret)


@contextmanager
def proxy(folder: Path, web: Web) -> Iterator[int]:
    """Start nginx with the documented lines and return its port for HTTPS."""
    certificate(folder)
    port, plain = free_port(), free_port()
    main, site = blocks("6. Proxy")[:2]
    for said, here in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("http://127.0.0.1:8000", web.address),
        ("/etc/ssl/dispersal", str(folder)),
        ("server_name dispersal.example", "server_name 127.0.0.1"),
    ):
        assert said in site, said
        site = site.replace(said, here)
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi"))
    temporary += f" uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;"
    words = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;\n{main}\n"
    (folder / "nginx.conf").write_text(f"{words}http {{ access_log off; {temporary}\n{site}\n}}\n")
    command = [str(NGINX), "-e", f"{folder}/error.log", "-p", str(folder), "-c", f"{folder}/nginx.conf"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert until(lambda: (folder / "pid").exists() or running.poll() is not None)
            assert running.poll() is None, running.stderr and running.stderr.read()
            yield port
        finally:
            running.terminate()


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
