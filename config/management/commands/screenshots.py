"""Takes pictures of every main page, of a phone and of a desk, from the club of `manage.py demo`."""

import shutil
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import demo
from campaigns.models import Player
from campaigns.seasons import demo as seasons
from config.management.commands.test import have_browser
from play.games import load, registered

FOLDER = settings.BASE_DIR / "docs" / "screenshots"
SCREENS = {"phone": (390, 844), "desktop": (1600, 1000)}
MOST_HEIGHT = 3000
"""Longer pages are cut there: a picture is for looking at."""
SCREENFULS = ("sortie", "together", "night-solo", "night-umpired", "night-umpire", "night-film")
"""On a phone these are pictured as the thumb has them, orders at the bottom."""
MAPS = ("raid-plot", "raid-plotroom", "raid-bombing", "raid-film", "night-film")
"""Their map is as high as the screen: they are pictured as it has them on a desk, too."""
RECKONED = "() => !document.querySelector('#odds.asked, #odds.running, #lost[hx-get]')"
"""Nothing on the page is still being reckoned."""
PATIENCE = 300_000
"""Milliseconds that the workers of the house may take for it."""


class Command(BaseCommand):
    """Take them."""

    help = _("Take pictures of the main pages of a house that is open, filled by `manage.py demo`.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say where the house is and where the pictures go."""
        parser.add_argument("--house", default="http://127.0.0.1:8000")
        parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help=_("pages whose names begin so"))
        parser.add_argument("--to", type=Path, default=FOLDER)

    def handle(self, *args: Any, **options: Any) -> None:
        """Visit each page once on each screen."""
        try:
            from playwright.sync_api import TimeoutError, sync_playwright
        except ImportError as problem:
            raise CommandError(_("The pictures are taken with requirements-dev.lock installed.")) from problem

        if not (path := have_browser()):
            raise CommandError(_("There is no Chrome or Chromium here: name one by BROWSER_PATH."))
        wanted = tuple(options["only"]) or ("",)
        places = {name: place for name, place in pages().items() if name.startswith(wanted)}
        cookies = {name: cookie_of(name) for name in demo.MEMBERS}
        options["to"].mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for screen, (width, height) in SCREENS.items():
                for name, (who, address) in places.items():
                    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
                    if who:
                        site = urlsplit(options["house"]).hostname
                        name_of_cookie = settings.SESSION_COOKIE_NAME
                        context.add_cookies(
                            [{"name": name_of_cookie, "value": cookies[who], "path": "/", "domain": site}]
                        )
                    page = context.new_page()
                    page.goto(options["house"] + address, wait_until="load")
                    try:
                        page.wait_for_function(RECKONED, timeout=PATIENCE)
                    except TimeoutError as late:
                        raise CommandError(_("The workers of the house have not reckoned %s.") % address) from late
                    if name not in MAPS and (screen != "phone" or name not in SCREENFULS):
                        tall = min(page.evaluate("document.documentElement.scrollHeight"), MOST_HEIGHT)
                        page.set_viewport_size({"width": width, "height": max(tall, height)})
                    file = options["to"] / f"{name}-{screen}.png"
                    page.screenshot(path=file)
                    context.close()
                    self.stdout.write(file.name)
            browser.close()
        shrink(options["to"])


def pages() -> dict[str, tuple[str, str]]:
    """Return the main pages: whose, and where."""
    members = {name: member_of(name) for name in demo.MEMBERS}
    found = {"front": ("", reverse("home")), "tables": ("Ruth", reverse("tables")), **seasons.pictures(members)}
    for game in registered().values():
        found |= load(game.pictures)(members) if game.pictures else {}
    return found


def member_of(name: str) -> Player:
    """Return a member of the club."""
    player = Player.objects.filter(email=demo.ADDRESS.format(name=name.lower())).first()
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
