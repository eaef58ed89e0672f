"""Where a night under an umpire was lost: after its end, for its player alone; an umpire has none to look back on."""

import html
import secrets
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.urls import reverse

from engine.kernel.game import RandomPolicy
from engine.nightfighter.hindsight import NIGHTS_UMPIRED
from play.hindsight import reckoning
from play.hindsight.services import look_back_ask
from play.journal import keeping
from play.models import LookBack, Session
from play.refusals import OrderRefused
from play.tasks import look_back
from tests.tables import give
from tests.web.test_dark_pages import night
from tests.web.test_play_pages import at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FEWER: dict[str, dict[str, int]] = {
    "anew": {"deals": 2},
    "hiding": {"guesses": 1, "truths": 1},
    "proof": {"answers": 1, "rollouts": 2, "guesses": 1},
}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    fewer(monkeypatch)
    monkeypatch.setattr(look_back, "apply_async", lambda **how: None)
    monkeypatch.setattr("play.models.secrets", SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe))


def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reckon with few rollouts."""
    for name, value in (("most_rollouts", 2), ("all_rollouts", 1), ("node_rollouts", 1)):
        monkeypatch.setattr(NIGHTS_UMPIRED, name, value)
    for part, few in FEWER.items():
        monkeypatch.setattr(NIGHTS_UMPIRED, part, msgspec.structs.replace(getattr(NIGHTS_UMPIRED, part), **few))


def over(session: Session) -> Session:
    """Answer for everybody whatever comes first to mind, until the night is over."""
    whim: Any = RandomPolicy(lambda sides: session.entries_made % sides + 1)
    while session.status == "playing":
        run = keeping.resume(session)
        decision = run.pending[min(run.pending)]
        session = give(session, decision.actor, whim.choose(decision))
    return session


def reckoned(session: Session, player: Any) -> LookBack:
    look = look_back_ask(session=session, seat=session.seat("player"), player=player)
    done: int | None = look.done
    while done is not None:
        done = reckoning.carry_on(look.pk, done)
    look.refresh_from_db()
    return look


def test_a_night_under_a_person_is_looked_back_on_by_its_player_and_not_by_the_umpire(monkeypatch):
    monkeypatch.setattr(reckoning, "SHARE_SECONDS", 0)
    session, people = night("player", "umpire", scenario="2A", umpire="person")
    session = over(session)
    address = reverse("table_lost", args=[session.pk])
    player, umpire = people["player"], people["umpire"]
    assert address in player.page(session, "table") and address not in umpire.page(session, "table")
    look = reckoned(session, player.player)
    assert look.state == "done" and look.done == look.of and look.told["hidden"]
    sums = look.told["account"]
    parts = sums["expected"] + sums["choice"] + sums["dice"] + sums["unknown"]
    assert parts == pytest.approx(sums["result"], abs=1e-9) and sums["result"] == session.outcome["kills"]
    assert 0 < look.told["differ"] <= look.told["asked"] < look.told["steps"]
    page = html.unescape(player.page(session, "table_lost"))
    assert "what the umpire chose and threw unseen" in page and "other nights dealt" in page
    assert "in nights that are guessed" in page and "exercise of the week" not in page

    refused = html.unescape(at(umpire.player).get(f"{address}?seat=umpire").content.decode())
    assert "An umpire has nothing to win" in refused and "Look back on this game" not in refused
    with pytest.raises(OrderRefused):
        look_back_ask(session=session, seat=session.seat("umpire"), player=umpire.player)
    posted = at(umpire.player).post(address, {"seat": "umpire"})
    assert posted.status_code == 409 and "cannot be looked back on" in html.unescape(posted.content.decode())
    assert LookBack.objects.count() == 1
