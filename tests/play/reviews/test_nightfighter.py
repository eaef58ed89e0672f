"""Review of a night under an umpire: after its end, for its player alone; an umpire has none."""

import html
import secrets
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.urls import reverse

from engine.kernel.title import RandomPolicy
from engine.nightfighter.analysis.review import UMPIRED_NIGHT_REVIEW
from play.journal import store
from play.models import GameReview
from play.orders.refusals import OrderRefused
from play.reviews import worker
from play.reviews.services import review_start
from play.sessions.models import Session
from play.tasks import look_back
from tests.play.sessions.test_views import at
from tests.shared.builders.tables import give
from tests.sorties.nightfighter.board.test_generic_page import night

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
    monkeypatch.setattr(
        "play.utils.tokens.secrets", SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe)
    )


def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute with few rollouts."""
    for name, value in (("most_rollouts", 2), ("all_rollouts", 1), ("node_rollouts", 1)):
        monkeypatch.setattr(UMPIRED_NIGHT_REVIEW, name, value)
    for part, few in FEWER.items():
        monkeypatch.setattr(
            UMPIRED_NIGHT_REVIEW, part, msgspec.structs.replace(getattr(UMPIRED_NIGHT_REVIEW, part), **few)
        )


def over(session: Session) -> Session:
    """Answer for every seat with the first option, until the night is over."""
    whim: Any = RandomPolicy(lambda sides: session.entries_made % sides + 1)
    while session.status == "playing":
        run = store.resume(session)
        decision = run.pending[min(run.pending)]
        session = give(session, decision.actor, whim.choose(decision))
    return session


def reckoned(session: Session, player: Any) -> GameReview:
    look = review_start(session=session, seat=session.seat("player"), player=player)
    done: int | None = look.done
    while done is not None:
        done = worker.compute_share(look.pk, done)
    look.refresh_from_db()
    return look


def test_a_night_under_a_person_is_looked_back_on_by_its_player_and_not_by_the_umpire(monkeypatch):
    monkeypatch.setattr(worker, "SHARE_SECONDS", 0)
    session, people = night("player", "umpire", scenario="2A", umpire="person")
    session = over(session)
    address = reverse("table_review", args=[session.pk])
    player, umpire = people["player"], people["umpire"]
    assert address in player.page(session, "table") and address not in umpire.page(session, "table")
    look = reckoned(session, player.player)
    assert look.state == "done" and look.done == look.of and look.told["hidden"]
    sums = look.told["account"]
    parts = sums["expected"] + sums["choice"] + sums["dice"] + sums["unknown"]
    assert parts == pytest.approx(sums["result"], abs=1e-9) and sums["result"] == session.outcome["kills"]
    assert 0 < look.told["differ"] <= look.told["asked"] < look.told["steps"]
    page = html.unescape(player.page(session, "table_review"))
    assert "the umpire’s choices and hidden rolls" in page and "over many other nights" in page
    assert "in nights guessed only from what was known then" in page and "exercise of the week" not in page

    refused = html.unescape(at(umpire.player).get(f"{address}?seat=umpire").content.decode())
    assert "An umpire cannot win" in refused and "Review this game" not in refused
    with pytest.raises(OrderRefused):
        review_start(session=session, seat=session.seat("umpire"), player=umpire.player)
    posted = at(umpire.player).post(address, {"seat": "umpire"})
    assert posted.status_code == 409 and "cannot be reviewed" in html.unescape(posted.content.decode())
    assert GameReview.objects.count() == 1
