"""Every template compiles, and every address that one names is there."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver

FOLDER = Path(settings.BASE_DIR) / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file())
NAMED = re.compile(r"\{% url [\"']([\w:]+)[\"']")
PART = re.compile(r"\{% (?:include|extends|drawn|standing \S+ \S+) [\"']([^\"']+)[\"']")


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_compiles_and_what_it_names_is_there(name: str) -> None:
    get_template(name)
    text = (FOLDER / name).read_text(encoding="utf-8")
    for part in PART.findall(text):
        get_template(part)
    addresses = get_resolver().reverse_dict
    assert [one for one in NAMED.findall(text) if ":" not in one and one not in addresses] == []
