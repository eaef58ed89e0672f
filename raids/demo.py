"""Demonstration nights of Bomber Command: one being plotted, one fought, one at its bombs, one over."""

import random
from collections.abc import Callable, Iterator, Mapping

from django.urls import reverse
from msgspec import to_builtins

from campaigns.accounts.models import Player
from campaigns.demo.club import begun, played
from engine.bomber_command.bots.policies import POLICIES
from engine.bomber_command.state import State
from engine.kernel.decisions import Decision
from play.bots.substitute import Substitution
from play.journal import store
from play.sessions.models import Session
from play.sessions.services import SeatAssignment
from raids.plans.models import RaidPlan
from raids.plans.services import plan_save
from raids.records.projection import TITLE

NIGHT = "night"
"""The mark at which a bot hands a seat back."""
PLAN = "Past Heligoland, home by the south"
MOST_SHARES = 200
PLOTTED, FOUGHT, BOMBED, OVER = "Marta", "Solveig", "Ruth", "Tomasz"
"""Owner of the table of each night."""


def made(members: list[Player], rng: random.Random) -> Iterator[str]:
    """Make the nights, and name each."""
    ruth, tomasz, marta, ian, solveig = members
    berlin, strong = {"scenario": "berlin"}, SeatAssignment(policy="strong")
    plotted = begun(marta, TITLE, berlin, rng.randbytes(32), british=SeatAssignment(player=marta), german=strong)
    plotted = up_to(plotted, "british", lambda asked, state: asked.form is not None, most=1)
    _plan_saved(marta, plotted)
    yield f"{marta}: Bomber Command, the British plot their raids"
    seats = {"british": strong, "german": SeatAssignment(player=solveig)}
    fought = begun(solveig, TITLE, {"scenario": "downfall"}, rng.randbytes(32), **seats)
    up_to(fought, "german", lambda asked, state: asked.kind == "fighters.move" and state.turn >= 6 and _found(state))
    yield f"{solveig}: Bomber Command, a night is fought over Germany"
    bombed = begun(ruth, TITLE, berlin, rng.randbytes(32), british=SeatAssignment(player=ruth), german=strong)
    up_to(
        bombed, "british", lambda asked, state: any(len(one.he) > 3 for one in state.bombings) and _bombs(asked), most=2
    )
    yield f"{ruth}: Bomber Command, a city is bombed"
    seats = {"british": SeatAssignment(player=tomasz), "german": SeatAssignment(player=ian)}
    night = begun(tomasz, TITLE, berlin, rng.randbytes(32), **seats)
    for _turn in range(200):
        before = night.version
        for seat in seats:
            night = played(night, seat, Substitution("strong", {}, NIGHT, ""), shares=1)
        if night.status != "playing" or night.version == before:
            break
    yield f"{tomasz}: Bomber Command against {ian}, the night is over"


def _found(state: State) -> bool:
    return any(raid.detected for raid in state.raids)


def _bombs(asked: Decision) -> bool:
    return asked.kind.startswith("bombing.")


def up_to(session: Session, seat: str, is_there: Callable[[Decision, State], bool], most: int = 5) -> Session:
    """Let a bot play a person's seat, a few answers at a time, up to a question that is looked for."""
    for _share in range(MOST_SHARES):
        run = store.resume(session)
        asked = run.asked(seat)
        if session.status != "playing" or (asked and is_there(asked[0], run.state)):
            break
        session = played(session, seat, Substitution("strong", {}, NIGHT, "", most=most), shares=1)
    return session


def _plan_saved(player: Player, session: Session) -> None:
    """Keep a plan for the night that is plotted, as a staff would draw it."""
    run = store.resume(session)
    staff = POLICIES["strong"](run.pack, "british", 1)
    plot = staff.choose(run.asked("british")[0], lambda: run.view("british"))
    plan_save(owner=player, name=PLAN, scenario="berlin", plot=to_builtins(plot))


def pictures(of: Mapping[str, Player]) -> dict[str, tuple[str, str]]:
    """Name the pages that are pictured: whose, and where."""
    found = {"raid-order": (PLOTTED, reverse("raid_new"))}
    alone = Session.objects.filter(title=TITLE, match_first=None, match_second=None)
    nights = {who: alone.filter(owner=of[who]).first() for who in (PLOTTED, FOUGHT, BOMBED, OVER)}
    plan = RaidPlan.objects.filter(owner=of[PLOTTED], name=PLAN).first()
    for name, who in (("raid-plot", PLOTTED), ("raid-plotroom", FOUGHT), ("raid-bombing", BOMBED)):
        if (night := nights[who]) is not None:
            drawn = f"?plan={plan.pk}" if plan is not None and who == PLOTTED else ""
            found[name] = (who, reverse("table", args=[night.pk]) + drawn)
    if (over := nights[OVER]) is not None:
        lanes = reverse("table_replay_lanes", args=[over.pk])
        found["raid-film"] = (OVER, f"{lanes}?at={_fiercest(over)}&beside=german")
        found["raid-morning"] = (OVER, reverse("raid_debriefing", args=[over.pk]))
    return found


def _fiercest(session: Session) -> int:
    """Return the place in the replay of the attack that cost most."""
    rows = session.told.filter(entry__undone_by=None).order_by("number").values_list("kind", "data")
    lost = [(data["losses"], -place) for place, (kind, data) in enumerate(rows, 1) if kind == "attack.rolled"]
    return -max(lost, default=(0, -1))[1]
