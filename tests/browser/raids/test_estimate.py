"""The bars of the controller's estimate have one scale, however long the words beside them are."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.templatetags.static import static
from playwright.sync_api import Page

ROWS = [
    {"city": "Essen", "share": 60, "words": "3 in 100"},
    {"city": "Mannheim-Ludwigshafen", "share": 30, "words": "about sixty in a hundred, from nine sightings"},
    {"city": "Kiel", "share": 10, "words": ""},
]


@pytest.mark.django_db(transaction=True)
def test_all_bars_begin_at_one_place_and_are_equally_long(page: Page, live_server: Any, screen: str) -> None:
    page.goto("/")
    context = {"found": {"tells": True, "rows": ROWS, "sightings": 3, "ways": 99}}
    sheets = "".join(f'<link rel="stylesheet" href="{static(name)}">' for name in ("dispersal.css", "raids/board.css"))
    page.set_content(
        f'{sheets}<main class="night">{render_to_string("raids/estimate/_estimate.html", context)}</main>',
        wait_until="load",
    )
    boxes = [meter.bounding_box() for meter in page.locator("meter").all()]
    assert len(boxes) == 3 and all(boxes)
    assert len({(round(box["x"]), round(box["width"])) for box in boxes if box}) == 1, boxes
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
