"""The made-up language: what it does to a sentence, and that a site has it with DEBUG alone."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.utils import translation

from config.languages import pseudo
from tests.shared import pseudo_language
from tests.shared.site import ROOT

SHOWN = "from django.conf import settings; print(dict(settings.LANGUAGES).get('en-xa'))"


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Fly now", "⟦Ƒļý ñóŵ⟧"),
        ("<b>%(n)s</b> in 100", "⟦<b>%(n)s</b> íñ 100⟧"),
        ("{count} &amp; %d", "⟦{count} &amp; %d⟧"),
        ("Two\nlines\n", "⟦Ţŵó\nļíñéš··⟧\n"),
        ("", ""),
    ],
)
def test_a_sentence(sentence: str, said: str) -> None:
    assert pseudo.pseudo(sentence) == said


def test_a_sentence_stays_in_its_bounds() -> None:
    assert len(pseudo.pseudo("a" * 240, 240)) == 240


def test_sentences_of_the_site_of_django_and_of_the_account_library_are_in_it(settings: Any) -> None:
    pseudo_language.switch_on(settings)
    with translation.override(pseudo.CODE):
        for sentence in ("Fly now", "This field is required.", "Sign Out"):
            assert translation.gettext(sentence).startswith(pseudo.OPENS), sentence
        assert translation.pgettext("date", "j M Y") == "j M Y"


@pytest.mark.parametrize("debug", [True, False])
def test_a_site_has_it_with_debug_alone(debug: bool, tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "DEBUG": str(int(debug)),
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    asked = [sys.executable, "-c", f"import django; django.setup(); {SHOWN}"]
    ran = subprocess.run(asked, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == (pseudo.NAME if debug else "None")
    assert (tmp_path / "pseudo" / pseudo.FOLDER / "django.mo").exists() == debug


def test_its_catalogue_is_not_in_the_project() -> None:
    assert not list((site.BASE_DIR / "locale").glob("en*"))
