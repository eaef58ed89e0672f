"""Scenario 6's menu: umpire and player pick variants in turn, and what is picked keeps the balance even. [3.2]"""

from __future__ import annotations

from engine.kernel.decisions import Flow, about
from engine.nightfighter.charts.scenarios import lineage, resolve
from engine.nightfighter.charts.schema import ScenarioChanges
from engine.nightfighter.events.setting_up import VariantPicked
from engine.nightfighter.questions import SetupVariantQuestion, UmpireVariantQuestion
from engine.nightfighter.rules.context import NightContext
from engine.nightfighter.rules.umpired.umpire import choose
from engine.nightfighter.state import PLAYER

BALANCED = 1
"""A game is even while the sum of what its variants are worth is not farther than this from zero."""
MOST_IMBALANCE = 2
"""No pick may lead farther than this, so that a pick of the other side can make it even again."""
PASSES = "pass"


def pick_variants(night: NightContext) -> Flow[None]:
    """The umpire picks first, then they take turns until both have passed one after the other. [3.2, scenario 6]"""
    state, setup = night.state, night.state.setup
    picked = list(setup.variants)
    players_turn, passes = False, 0
    while passes < 2:
        options = offered(night, picked)
        if options == [PASSES]:
            break
        answer = yield from _pick(night, options, picked, players_turn)
        passes = passes + 1 if answer == PASSES else 0
        if answer != PASSES:
            picked.append(about(answer))
        if night.hears:
            night.table.tell(
                VariantPicked(
                    balance=balance(night, picked),
                    by_player=players_turn,
                    variant=answer.removeprefix("variant:") if answer != PASSES else "",
                ),
                "3.2",
            )
        players_turn = not players_turn
    state.scenario = resolve(night.tables, setup.scenario, picked, night.solo)
    state.picked = picked


def _pick(night: NightContext, options: list[str], picked: list[str], players_turn: bool) -> Flow[str]:
    key = f"variants/{len(picked)}"
    if not players_turn:
        answer: str = yield from choose(night, UmpireVariantQuestion(), options, f"{key}/umpire", "3.2")
        return answer
    question = SetupVariantQuestion(balance=balance(night, picked))
    answer = yield night.table.ask(PLAYER, question, options, f"{key}/player", "3.2")
    return answer


def menu(night: NightContext) -> list[ScenarioChanges]:
    """List the variants that a scenario offers for picking: those that are worth something to one side."""
    name = night.state.setup.scenario
    row = next((r for r in night.tables.scenarios.scenarios if r.id == name), None)
    return [v for v in row.variants if v.balance] if row is not None and not night.state.setup.own else []


def balance(night: NightContext, picked: list[str]) -> int:
    """Add up what the picked variants are worth, above zero for the player."""
    return sum(lineage(night.tables, name)[-1].balance for name in picked)


def offered(night: NightContext, picked: list[str]) -> list[str]:
    """List what may be picked now; a side may pass only while the game is even. [3.2, scenario 6]"""
    total = balance(night, picked)
    free = [
        f"variant:{v.id}"
        for v in menu(night)
        if v.id not in picked and (not v.needs or v.needs in picked) and abs(total + v.balance) <= MOST_IMBALANCE
    ]
    return [*free, PASSES] if abs(total) <= BALANCED or not free else free
