"""Takes pictures of every main page, of a phone and of a desk, from the club of `manage.py demo`.

A page that is still at work is waited for. One that reports a failure, or shows nothing yet, is not pictured: templates
mark what they say by `data-state`, as "pending", "failed" or "empty".
"""

import shutil
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.accounts.models import Player
from campaigns.demo import club, seasons
from campaigns.games import campaign_games
from config.management.commands.test import have_browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = settings.BASE_DIR / "docs" / "screenshots"
"""Folder of the few pictures that README and docs show."""
COMMITTED = ("sortie", "night-solo", "raid-plot", "career")
"""Names of these pictures: one desktop screen each."""
MOST_BYTES = 450_000
"""Largest size of one of them."""
ON_DEMAND = settings.BASE_DIR / "var" / "screenshots"
SCREENS = {"phone": (390, 844), "desktop": (1600, 1000)}
DOCS_SCREEN = (1440, 900)
MOST_HEIGHT = 3000
"""Longer pages are cut there: a picture is for looking at."""
SCREENFULS = ("sortie", "together", "night-solo", "night-umpired", "night-umpire", "night-film")
"""On a phone these are pictured as the thumb has them, orders at the bottom."""
MAPS = ("raid-plot", "raid-plotroom", "raid-bombing", "raid-film", "night-film")
"""Their map is as high as the screen: they are pictured as it has them on a desk, too."""
PENDING = "[data-state=pending], #odds.asked, #odds.running"
FAILED = "[data-state=failed], [data-state=empty]"
NEEDED = {"odds": "#odds tbody tr", "analysis": "#lost .lost-sum", "raid-plot": "[data-raids] li"}
"""Element that a page must show to be worth a picture; a script may draw it late."""
PATIENCE = 300_000
"""Milliseconds that a page may be pending."""
SHOWN_WITHIN = 20_000
"""Milliseconds that a script may take to draw what a page must show."""


class Command(BaseCommand):
    """Take them."""

    help = _("Take pictures of the main pages of a running site with the data of `manage.py demo`.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Print the address of the site and the folder of the pictures."""
        parser.add_argument("--house", dest="site", default="http://127.0.0.1:8000")
        parser.add_argument(
            "--only", nargs="*", default=[], metavar="NAME", help=_("only pages whose names begin with this")
        )
        parser.add_argument("--to", type=Path, default=ON_DEMAND)
        parser.add_argument("--docs", action="store_true", help=_("renew the pictures that README and docs show"))

    def handle(self, *args: object, only: list[str], docs: bool, site: str, to: Path, **options: object) -> None:
        """Visit each page once on each screen."""
        try:
            from playwright.sync_api import sync_playwright
        except ImportError as problem:
            raise CommandError(_("Install requirements-dev.lock first.")) from problem

        if not (path := have_browser()):
            raise CommandError(_("No Chrome or Chromium was found. Set BROWSER_PATH."))
        found, wanted = pages(), tuple(only) or ("",)
        names = COMMITTED if docs else [name for name in found if name.startswith(wanted)]
        screens = {"desktop": DOCS_SCREEN} if docs else SCREENS
        folder = FOLDER if docs else to
        cookies = {name: cookie_of(name) for name in club.MEMBERS}
        folder.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for screen, (width, height) in screens.items():
                for name in names:
                    who, address = found[name]
                    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
                    if who:
                        host = urlsplit(site).hostname
                        name_of_cookie = settings.SESSION_COOKIE_NAME
                        context.add_cookies(
                            [{"name": name_of_cookie, "value": cookies[who], "path": "/", "domain": host}]
                        )
                    page = context.new_page()
                    page.goto(site + address, wait_until="load")
                    ready(page, name)
                    whole = not docs and name not in MAPS and (screen != "phone" or name not in SCREENFULS)
                    if whole:
                        tall = min(page.evaluate("document.documentElement.scrollHeight"), MOST_HEIGHT)
                        page.set_viewport_size({"width": width, "height": max(tall, height)})
                    file = folder / f"{name}-{screen}.png"
                    page.screenshot(path=file)
                    context.close()
                    self.stdout.write(file.name)
            browser.close()
        shrink(folder)
        if docs and (large := [one.name for one in folder.iterdir() if one.stat().st_size > MOST_BYTES]):
            raise CommandError(_("Too large for the repository: %s. Install pngquant.") % ", ".join(large))


def ready(page: "Page", name: str = "", patience: int = PATIENCE) -> None:
    """Wait until a page is done with its work; refuse one that failed, or that has nothing to show."""
    from playwright.sync_api import TimeoutError

    said = {"page": name, "address": page.url}
    try:
        page.wait_for_function("query => !document.querySelector(query)", arg=PENDING, timeout=patience)
    except TimeoutError as late:
        raise CommandError(_("%(page)s is still pending: %(address)s") % said) from late
    data = [text.strip() for text in page.locator(FAILED).all_inner_texts()]
    if data:
        said |= {"told": "; ".join(data)}
        raise CommandError(_("%(page)s reports a failure: %(told)s (%(address)s)") % said)
    if name in NEEDED:
        try:
            page.locator(NEEDED[name]).first.wait_for(timeout=min(patience, SHOWN_WITHIN))
        except TimeoutError as late:
            raise CommandError(_("%(page)s has nothing to show: %(address)s") % said) from late


def pages() -> dict[str, tuple[str, str]]:
    """Return the main pages: whose, and where."""
    members = {name: member_of(name) for name in club.MEMBERS}
    found = {"front": ("", reverse("home")), "tables": ("Ruth", reverse("tables")), **seasons.pictures(members)}
    for game in campaign_games():
        found |= game.pictures(members) if game.pictures is not None else {}
    return found


def member_of(name: str) -> Player:
    """Return a member of the club."""
    player = Player.objects.filter(email=club.ADDRESS.format(name=name.lower())).first()
    if player is None:
        raise CommandError(_("The club is missing: run manage.py demo first."))
    return player


def cookie_of(name: str) -> str:
    """Sign a member of the club in, and return the cookie."""
    player = member_of(name)
    store = SessionStore()
    store[SESSION_KEY] = str(player.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = player.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def shrink(folder: Path) -> None:
    """Make the pictures smaller where a tool for that is here."""
    tool = shutil.which("pngquant")
    if tool:
        files = sorted(map(str, folder.glob("*.png")))
        subprocess.run([tool, "--force", "--ext", ".png", "--skip-if-larger", *files], check=False)
