"""A guest at a site behind HTTPS: curl with a jar for cookies, which checks the certificate and the name."""

import html
import random
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.shared.site import until

HOST = "dispersal.example"
TOKEN = re.compile(r'name="token" value="([^"]+)"')
ORDERS = re.compile(r'class="order (?:open|main)" name="answer" value="([^"]+)"')
PLEDGE = re.compile(r'name="pledge"[^>]* value="([^"]+)"')
CAREER = re.compile(r'href="(/careers/[0-9a-f-]{36}/)"')


class Guest:
    """One person who plays: what they ask for, post and upload goes over HTTPS."""

    def __init__(self, folder: Path, certificate: Path, port: int = 443, inside: Sequence[str] = ()) -> None:
        self.jar = folder / "cookies.txt"
        self.address = f"https://{HOST}"
        self.curl = [*inside, "curl", "--silent", "--show-error", "--max-time", "300", "--cacert", str(certificate)]
        self.curl += ["--connect-to", f"{HOST}:443:127.0.0.1:{port}", "--referer", f"{self.address}/"]
        self.curl += ["--cookie", str(self.jar), "--cookie-jar", str(self.jar)]

    def ask(self, path: str, *options: str) -> tuple[int, str, str]:
        """Return the status, the address at the end of all redirects, and the body."""
        show = ["--location", "--write-out", "\n%{http_code} %{url_effective}"]
        command = [*self.curl, *show, *options, f"{self.address}{path}"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, (path, done.stderr)
        body, _, (status, where) = *done.stdout.rpartition("\n")[:2], done.stdout.rpartition("\n")[2].split(" ", 1)
        return int(status), where.removeprefix(self.address), body

    def get(self, path: str) -> str:
        """Return a page that is there."""
        status, _where, body = self.ask(path)
        assert status == 200, (path, status, body[:2000])
        return body

    def post(self, path: str, form: str = "--data-urlencode", **fields: str) -> tuple[int, str, str]:
        """Send a form, with the word against forgeries that the site gave; a field is a file with `@`."""
        word = re.search(r"csrftoken\s+(\S+)", self.jar.read_text())
        assert word, "no page with a form was asked for before"
        pairs = {**fields, "csrfmiddlewaretoken": word[1]}
        return self.ask(path, *(part for name, value in pairs.items() for part in (form, f"{name}={value}")))

    def fly(self) -> str:
        """Press the button of the front page and return the address of the table."""
        pledge = PLEDGE.search(self.get("/"))
        assert pledge, "the front page pledges its dice"
        # In a browser the script makes the number.
        status, where, body = self.post("/fly", pledge=html.unescape(pledge[1]), nonce="a number")
        assert status == 200 and where.startswith("/tables/"), (status, where, body[:2000])
        return where

    def play(self, table: str, orders: int) -> int:
        """Give so many orders, or as many as are asked for; return how many were given."""
        rng = random.Random(table)
        for given in range(orders):
            asked = self.question(table)
            if asked is None:
                return given
            token, answers = asked
            status, _where, body = self.post(f"{table}order/", token=token, answer=rng.choice(answers))
            assert status == 200, (status, body[:2000])
            assert until(lambda was=token: (self.question(table) or ("",))[0] != was), body
        return orders

    def question(self, table: str) -> tuple[str, list[str]] | None:
        """Return the table's question, once no order is pending; None when it is over."""
        found: list[str] = []

        def is_settled() -> bool:
            found[:] = [self.get(table)]
            return bool(ORDERS.search(found[0])) or "way-on" in found[0] or ' over"' in found[0]

        assert until(is_settled), [*re.findall(r'id="prompt"[^>]*>', found[0]), found[0][:3000]]
        answers = [html.unescape(one) for one in ORDERS.findall(found[0])]
        token = TOKEN.search(found[0])
        return (html.unescape(token[1]), answers) if token and answers else None

    def hears(self, table: str) -> bool:
        """Say whether the live stream of a table brings its first event at once, through the proxy."""
        command = [*self.curl, "--no-buffer", "--header", "Accept: text/event-stream"]
        stream = table.replace("/tables/", "/live/").rstrip("/") + "/"
        with subprocess.Popen([*command, f"{self.address}{stream}"], stdout=subprocess.PIPE, text=True) as open_stream:
            assert open_stream.stdout
            first = open_stream.stdout.readline()
            open_stream.terminate()
        return bool(first.strip())

    def career(self) -> bytes:
        """Return the file of the guest's only career."""
        found = CAREER.search(self.get("/careers/"))
        assert found, "the guest has no career"
        return self.get(f"{found[1]}career.json").encode()

    def check(self, file: Path) -> str:
        """Upload a file to be checked, wait for the worker, and return the page that shows the result."""
        self.get("/verify/")
        status, where, page = self.post("/verify/", "--form", file=f"@{file}")
        assert status == 200 and where.startswith("/files/"), (status, where, page[:2000])
        pages: list[str] = []

        def is_checked() -> bool:
            pages[:] = [self.get(where)]
            return 'hx-trigger="load delay' not in pages[0]

        assert until(is_checked), page
        return pages[0]

    def is_proven(self, file: Path) -> bool:
        """Upload a file to be checked, and say whether the page finds no fault and names the site's own key."""
        upshot = self.check(file).partition('aria-labelledby="upshot"')[2].partition("</section>")[0]
        keys = re.findall(r"[0-9a-f]{64}", self.get("/signing-keys.json"))
        return any(key in upshot for key in keys) and "failed" not in upshot
