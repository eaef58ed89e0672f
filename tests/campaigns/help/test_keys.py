"""The page *Keys* names every key that a template or a script gives a meaning, and no other."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.shared.site import ROOT

SHOWN = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", " ": "Space", "Escape": "Esc"}
"""Keys as the page writes them, by their names in scripts."""
COMPARED = re.compile(r'\bkey === "([^"]+)"')
MAP = (ROOT / "static" / "play" / "hexmap.js").read_text(encoding="utf-8")


def keys_of_templates() -> set[str]:
    """Return the `data-key` values of templates; a number of an order represents 1 to 9."""
    found = {
        key
        for path in (ROOT / "templates").rglob("*.html")
        for key in re.findall(r'data-key="([^"]*)"', path.read_text(encoding="utf-8"))
    }
    return {html.unescape(key) for key in found if not key.startswith("{{")} | {str(number) for number in range(1, 10)}


def keys_of_scripts() -> set[str]:
    """Return the keys that scripts ask for, by comparison or by table."""
    scripts = [path.read_text(encoding="utf-8") for path in (ROOT / "static").rglob("*.js")]
    found = {key for text in scripts for key in COMPARED.findall(text)}
    for name in ("ARROWS", "STROKES"):
        (table,) = re.findall(rf"const {name} = {{(.*?)}}", MAP)
        found |= set(re.findall(r"(\w+):", table))
    (sides,) = re.findall(r"const SIDES = (.*?);", MAP)
    found |= set(re.findall(r"\b([a-z]): \d", sides))
    (levels,) = re.findall(r"const level = {(.*?)}", MAP)
    return found | set(re.findall(r'"?(\S)"?:', levels))


@pytest.mark.django_db
def test_the_page_names_every_key_and_no_other(client: Client) -> None:
    page = client.get(reverse("help_keys")).content.decode()
    named = {html.unescape(key) for key in re.findall(r'<kbd class="key">(.*?)</kbd>', page)}
    used = {SHOWN.get(key, key) for key in keys_of_templates() | keys_of_scripts()}
    assert {"u", "[", "q", "Backspace", "Space", "f", "+"} <= used
    # The page shows the numbers of orders as a range.
    assert named | {str(number) for number in range(2, 9)} == used


@pytest.mark.django_db
def test_the_page_opens_in_polish(client: Client) -> None:
    client.cookies["django_language"] = "pl"
    assert "Klawisze" in client.get(reverse("help_keys")).content.decode()
