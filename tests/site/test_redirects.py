"""Former addresses lead to the present ones for good."""

import pytest
from django.test import Client
from django.urls import resolve

from tests.shared.addresses import REDIRECTS

ID = "0b5c0f6e-6f0a-4a36-9a55-0d7c3c3b7f11"
MOVED = {
    f"/footnotes/{ID}/3/": f"/comments/{ID}/3/",
    f"/footnotes/{ID}/pilot/3/": f"/comments/{ID}/pilot/3/",
    "/notices/": "/notifications/",
    "/notices/calendar/": "/notifications/calendar/",
    f"/groups/{ID}/hook/": f"/groups/{ID}/webhook/",
    f"/groups/{ID}/deeds/": f"/groups/{ID}/audit-log/",
    f"/groups/{ID}/kept-out/": f"/groups/{ID}/blocks/",
    f"/groups/{ID}/nights.csv": f"/groups/{ID}/games.csv",
    f"/groups/seasons/{ID}/raids/": f"/groups/seasons/{ID}/comparison/",
    f"/groups/seasons/{ID}/come-in/": f"/groups/seasons/{ID}/join/",
    "/books/": "/exports/",
    "/books/sorties.csv": "/exports/sorties.csv",
    "/books/engagements.csv": "/exports/engagements.csv",
    "/books/career/": "/imports/career/",
    "/books/log/": "/imports/log/",
    f"/careers/{ID}/luck/": f"/careers/{ID}/dice/",
    f"/careers/{ID}/dispersal/": f"/careers/{ID}/spending/",
    f"/careers/{ID}/dispersal/order/": f"/careers/{ID}/spending/order/",
    "/nights/own/": "/nights/scenarios/",
    "/nights/own/import/": "/nights/scenarios/import/",
    f"/nights/own/{ID}/": f"/nights/scenarios/{ID}/",
    f"/nights/own/{ID}/export/": f"/nights/scenarios/{ID}/export/",
    f"/nights/own/{ID}/delete/": f"/nights/scenarios/{ID}/delete/",
    "/raids/order/": "/raids/new/",
    "/raids/order/briefing/": "/raids/new/briefing/",
    f"/raids/tables/{ID}/morning/": f"/raids/tables/{ID}/debriefing/",
    f"/raids/tables/{ID}/standing/": f"/raids/tables/{ID}/auto-orders/",
    f"/raids/tables/{ID}/keep/": f"/raids/tables/{ID}/save/",
}


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_a_former_address_leads_to_the_present_one(db: None, old: str, new: str) -> None:
    client = Client()
    answer = client.get(old)
    assert (answer.status_code, answer.headers["Location"]) == (301, new)
    answer = client.get(f"{old}?month=1943-03&as=%C3%A9")
    assert answer.headers["Location"] == f"{new}?month=1943-03&as=%C3%A9"
    answer = client.post(f"{old}?seat=a", {"do": "try"})
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{new}?seat=a")
    assert not str(resolve(new).url_name).startswith("old_")


def test_every_redirect_is_among_them() -> None:
    declared = {old.name for module in REDIRECTS for old in module.urlpatterns}
    assert {resolve(old).url_name for old in MOVED} == declared and len(declared) == len(MOVED)
