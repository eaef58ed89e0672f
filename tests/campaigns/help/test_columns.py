"""The page *What the columns mean* describes every column of every CSV file. Each download links to it."""

import re

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation import override

from campaigns.help.columns import csv_files, files_described, with_code
from tests.project.test_csv_columns import FILES
from tests.shared.site import ROOT

TEMPLATES = {path: path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")}


def csv_addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> set[str]:
    """Return the names of addresses that end in `.csv`."""
    found = set()
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            found |= csv_addresses(one.url_patterns, route)
        elif route.endswith(".csv") and one.name:
            found.add(one.name)
    return found


def test_the_page_has_every_file() -> None:
    assert {id(one) for one in csv_files()} == {id(one) for one in FILES.values()}
    names = [one.name for one in csv_files()]
    assert len(names) == len(set(names))


def test_every_column_has_a_sentence_in_each_language() -> None:
    english = {one.name: one.columns for one in files_described()}
    with override("pl"):
        polish = {one.name: one.columns for one in files_described()}
    for file in csv_files():
        assert [name for names, _sentence in english[file.name] for name in names] == list(file.head)
        for (_names, said), (_same, translated) in zip(english[file.name], polish[file.name], strict=True):
            codes = re.findall("<code[^>]*>(.*?)</code>", said)
            assert said and sorted(re.findall("<code[^>]*>(.*?)</code>", translated)) == sorted(codes)
            assert "`" not in said + translated


def test_backticks_become_code_and_the_rest_is_escaped() -> None:
    assert with_code("`a` <b> `c`") == '<code translate="no">a</code> &lt;b&gt; <code translate="no">c</code>'


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en-gb", "pl"])
def test_the_page_opens(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    page = client.get(reverse("help_columns")).content.decode()
    for file in csv_files():
        assert f'id="{file.name}"' in page and f'href="#{file.name}"' in page
        assert all(f">{name}</code>" in page for name in file.head)


def test_each_template_with_a_download_leads_to_the_page() -> None:
    names = csv_addresses(get_resolver().url_patterns)
    linked = re.compile(r'{% url "(\w+)"')
    with_downloads = {path: text for path, text in TEMPLATES.items() if names & set(linked.findall(text))}
    assert len(with_downloads) >= 7
    # A part of a page may leave the link to the page that includes it.
    included = {"sorties/nightfighter/exports/_out.html"}
    bare = {
        str(path.relative_to(ROOT / "templates")) for path, text in with_downloads.items() if "help_columns" not in text
    }
    assert bare == included


def test_each_anchor_that_a_template_names_is_a_file() -> None:
    anchors = {name for text in TEMPLATES.values() for name in re.findall(r'{% url "help_columns" %}#([\w-]+)', text)}
    assert anchors and anchors <= {one.name for one in csv_files()}
