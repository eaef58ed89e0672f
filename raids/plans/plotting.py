"""Answers to the plotting table of a session: one for each draft, only for the player who plots it."""

from engine.bomber_command.rules.plots import Plot
from engine.bomber_command.state import MAIN
from play.journal import store
from play.orders.refusals import OrderRefused
from play.sessions.models import Seat, Session
from play.sessions.services import question, run_of
from raids.plans.selectors import intended_for, plans_of
from raids.plans.validation import (
    DraftAnswer,
    DrawnRaid,
    InvalidPlot,
    PlotPlan,
    kinds_said,
    read_plot,
    targets_for,
    validated,
)
from raids.routes.page import similar_routes_text


def draft_validated(session: Session, seat: Seat, token: str, sent: object) -> DraftAnswer:
    """Judge what is drawn so far; who is not asked to plot learns nothing, not even what is wrong."""
    decision = question(session, seat.name, token)
    if decision.kind != "raids.plot" or not isinstance(sent, dict):
        raise OrderRefused("not_asked")
    active = sent.get("active", -1)
    try:
        plot = read_plot(sent.get("plot"))
    except InvalidPlot as problem:
        raise OrderRefused("odd", status=422) from problem
    night, pack, words = run_of(session).state, store.pack_of(session), store.words_of(session)
    answer = validated(night, pack, words, plot, active if type(active) is int else -1)
    answer.twins = _similar_routes_drawn(str(night.scenario), plot, answer.raids, active)
    if sent.get("opens"):
        answer.sorts, answer.kinds = targets_for(night, pack, words), kinds_said(words)
        answer.plans = [PlotPlan(str(plan.pk), plan.name) for plan in plans_of(seat.player, night.scenario)[:40]]
        answer.bomb_loads = night.setup.bomb_loads
        answer.intended = intended_for(session, seat.player, night.scenario)
    return answer


def _similar_routes_drawn(scenario: str, plot: Plot, shown: list[DrawnRaid], active: object) -> list[str]:
    """Say what became of those who flew like the Main Force that is being drawn, once its way can be flown."""
    if type(active) is not int or not 0 <= active < len(plot.raids):
        return []
    draft, one = plot.raids[active], shown[active]
    drawn = draft.kind == MAIN and draft.target and one.sound
    return similar_routes_text(scenario, draft.target, one.route) if drawn else []


def is_plotting(session: Session, seat: Seat, token: str) -> str:
    """Return the scenario of the night that this seat is asked to plot."""
    decision = question(session, seat.name, token)
    if decision.kind != "raids.plot":
        raise OrderRefused("not_asked")
    return str(run_of(session).state.scenario)
