"""The last roll as one event, over whole years of the bot: every hit, every sum, every moment."""

from collections import Counter

import pytest

from engine.interceptor.events import BomberAttacked, BomberFires, BomberHit, CrewWounded, FighterHit
from engine.interceptor.state import MONTHS
from engine.kernel.events import Event
from play.games import titles
from play.games.boards import BoardScene
from sorties.interceptor.board import context as ace_board
from sorties.interceptor.board.highlights import score
from sorties.interceptor.board.last_roll import FIRES, HITS, last_roll
from tests.shared.builders.careers import questions_of

pytestmark = pytest.mark.django_db
CHARTS = titles.pack_of("interceptor-ace", "standard")
WORDS = titles.words_of("interceptor-ace")
BOXES = ("port_wing", "starboard_wing", "airframe", "controls")


@pytest.mark.rule("7.1.6")
def test_an_exchange_tells_every_hit_and_its_sums_over_whole_years() -> None:
    seen: Counter[str] = Counter()
    for seed in (1, 2, 5):
        told: list[list[Event]] = []
        for run in questions_of(seed):
            view = run.view("pilot")
            told = [*told[-40:], list(run.step.events)]
            career = view.careers[0]
            shown = last_roll(BoardScene(view, WORDS, "pilot", CHARTS, told=told), career)
            order = told[-1]
            if shown is None or not any(event.dice or event.mods for event in order):
                continue
            sides = dict(shown.sides)
            rows = [row for actions in sides.values() for action in actions for row in action.rows]
            hits = [
                event for event in order if isinstance(event.data, HITS) and getattr(event.data, "by", "") != "flak"
            ]
            if sides:
                assert len([row for row in rows if row.text]) >= len(hits)
            for whose, kind in (("ours", BomberAttacked), ("theirs", BomberFires)):
                for event in order:
                    if isinstance(event.data, kind) and getattr(event.data, "result", 0) not in ("GP", "DE"):
                        totals = [action.hits for action in sides[whose] if action.kind in FIRES]
                        assert event.data.hits in totals
            reached = [row.reached for row in rows if row.reached]
            assert all(0 < marked <= of for marked, of in reached)
            seen["reached"] += len(reached)
            hurt = [event.data for event in order if isinstance(event.data, BomberHit | FighterHit)]
            down = [data for data in hurt if data.destroyed]
            if down:
                seen["victories"] += 1
                assert "ringed" in shown.moment.sentence
                if down[0].by == "pilot":
                    assert len(shown.moment.tally) == min(score(career), 24)
            if any(isinstance(event.data, CrewWounded) and event.data.who == "pilot" for event in order):
                seen["wounds"] += 1
                assert shown.moment.sentence
    assert seen["victories"] > 5
    assert seen["reached"] > 100
    assert seen["wounds"]


def test_the_board_agrees_with_the_log_at_every_question_of_a_year() -> None:
    """Month and line, the way home, and the dead: what the board says is what the sheet and the journal say."""
    for seed in (1, 3):
        for run in questions_of(seed):
            view = run.view("pilot")
            career = view.careers[0]
            drawn = ace_board.ace_board(BoardScene(view, WORDS, "pilot", CHARTS, told=[list(run.step.events)]))
            head, kind = drawn["head"], next(iter(run.pending.values())).kind if not run.over else ""
            if kind.startswith("setup."):
                assert head.month == str(ace_board.spoken.MONTH_NAMES[MONTHS[career.start]])
            elif career.flight and not career.flight.end:
                written = [one for one in career.log if (one.month, one.line) == (run.state.month, run.state.line)]
                assert not written
                assert head.line == run.state.line + 1
            if drawn["plane"] is None:
                continue
            here = next((box.name for box in drawn["track"] if box.state == "here"), "")
            if kind.startswith("landing."):
                assert here == "Landing"
            if kind == "box.order":
                assert here == str(career.flight.box)
            if not career.alive:
                assert drawn["crew"][0].how == "killed"
