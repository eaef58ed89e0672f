"""The site itself serves static files: whole, with a type, and only after a change."""

import gzip
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

SHEET = "/static/dispersal.css"


def test_a_file_comes_whole(client: Client) -> None:
    answer = client.get(SHEET)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/css")
    assert len(answer.content) == int(answer["Content-Length"]) > 1000


def test_a_file_comes_whole_by_asgi() -> None:
    # In a thread of its own: a browser test may have left its event loop in this one.
    with ThreadPoolExecutor(1) as aside:
        answer = aside.submit(async_to_sync(AsyncClient().get), SHEET).result()
    assert answer.status_code == 200
    assert not answer.streaming
    assert b":root" in answer.content


def test_words_are_sent_small_to_who_can_read_them_so(client: Client) -> None:
    whole = client.get(SHEET)
    small = client.get(SHEET, headers={"Accept-Encoding": "gzip, br"})
    assert small["Content-Encoding"] == "gzip" and "Content-Encoding" not in whole
    assert gzip.decompress(small.content) == whole.content
    assert len(small.content) == int(small["Content-Length"]) < len(whole.content) / 2
    assert small["Vary"] == whole["Vary"] == "Accept-Encoding"
    font = client.get("/static/fonts/plex-serif-latin-600.woff2", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in font


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    changed = client.get(SHEET)["Last-Modified"]
    answer = client.get(SHEET, headers={"If-Modified-Since": changed})
    assert answer.status_code == 304
    assert answer.content == b""


@pytest.mark.parametrize("path", ["/static/../config/settings.py", "/static/%2e%2e/config/settings.py", "/static/none"])
@pytest.mark.django_db
def test_nothing_else_is_sent(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
