"""Four nights, two years and a scenario of one's own for the club of the demonstration, and what of it is pictured."""

import random
import time
from collections.abc import Mapping, Sequence
from functools import partial

from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.demo.club import begun, played
from campaigns.seasons.models import Season
from engine.kernel.dice import commitment
from engine.kernel.run import Run
from engine.nightfighter.bots.hunter import hunter
from engine.nightfighter.view import view
from engine.nightfighter.views import InterceptionView
from play.bots import substitute
from play.journal import store
from play.orders import execute
from play.orders.models import Order, OrderStatus
from play.secrecy import visibility
from play.sessions import services
from play.sessions.board_notes import note_write
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from sorties.nightfighter.careers.services import career_begin
from sorties.nightfighter.records.models import NightCareer
from sorties.nightfighter.setup import scenario_form as owns
from sorties.nightfighter.setup.models import SavedScenario
from sorties.nightfighter.setup.page import standard_charts
from sorties.nightfighter.setup.services import scenario_save

TITLE, SEAT, UMPIRE, NONCE, SCENARIO = "nightfighter", "player", "umpire", "demo", "4B"
SEEDS = {"solo": 3, "blind": 1}
UMPIRE_SEED, OVER_SEED = 2, 4
LONGEST = 160
FELL = "bomber.destroyed"
SHARE = 40
"""Answers in one order of a year."""
YEARS = ((0, "seasoned", "Konrad Thiele", 1, 34), (3, "staffel", "4. Staffel", 1, 9))
"""Owner, kind, name, dice and last week of each year."""
MARKS = (("0911", "Freya’s, three hexes on"), ("1109", "A second one? The sweep pointed here"))
OWN = {
    "id": "harbour",
    "title": "Over the harbour",
    "date": "1943-08",
    "place": "Kiel",
    "attackers": [{"type": "Lancaster I / III", "count": 4}, {"type": "Halifax II", "count": 2}],
    "entry": {"singles": [1, 2, 4, 6, 8, 10]},
    "defenders": [{"type": "Me110G-4", "pilot": "experte"}],
    "setup": {"beacon": True, "rows": [14, 27]},
    "search_radar": {"Freya": 1, "Würzburg": 1},
    "searchlights": {"zones": ["K", "N", "Q"], "directed": True},
    "victory": {"win": {"kills": 2}},
}


def made(members: Sequence[Player], _rng: random.Random) -> list[str]:
    """Let the first member fly nights alone and against either kind of umpire, halted where much is seen, one over."""
    player = members[0]
    scenario_save(owner=player, text=owns.scenario_text(OWN), tables=standard_charts().tables)
    nights = {mode: _flown(player, mode, seed) for mode, seed in SEEDS.items()}
    seat = nights["blind"].seat(SEAT)
    if seat is not None:
        for place, text in MARKS:
            note_write(session=nights["blind"], seat=seat, place=place, text=text, turn=8)
    _umpired_night(player, members[1])
    setup = {"scenario": SCENARIO, "mode": "blind"}
    over = begun(player, TITLE, setup, bytes([OVER_SEED]) * 32, **{SEAT: services.SeatAssignment(player=player)})
    played(over, SEAT, substitute.Substitution("hunter", {}, substitute.TURN, None), shares=SHARE)
    years = [_year(members[place], kind, name, seed, week) for place, kind, name, seed, week in YEARS]
    data = [f"{player}: {SCENARIO}, {mode}" for mode in (*nights, "umpire", "over")]
    return data + [f"{one.owner}: {one}" for one in years]


def _year(player: Player, kind: str, name: str, seed: int, week: int) -> NightCareer:
    """Let the computer's pilot fly a year up to a week."""
    setup = {"campaign": kind, "mode": "solo"}
    sitters = {SEAT: services.SeatAssignment(player=player)}
    session = services.session_open(owner=player, title=TITLE, setup=setup, sitters=sitters)
    career = career_begin(session=session, owner=player, name=name)
    key = random.Random(seed).randbytes(32)  # noqa: S311 - the same club is the point
    Session.objects.filter(pk=session.pk).update(seed=key, commitment=commitment(key))
    services.session_begin(session=session_at(session.pk), player=player, nonce=NONCE)
    flown_to(_carried_out(session), week)
    assert career is not None  # noqa: S101 - a year has one
    return NightCareer.objects.get(pk=career.pk)


def flown_to(session: Session, week: int) -> Session:
    """Let the computer's pilot fly on in a year, until that week is over."""
    while session.status == SessionStatus.PLAYING:
        state = services.run_of(session).state
        if state.career.week > week and state.career.stage == "night":
            break
        seat = session.seat(SEAT)
        substitution = substitute.Substitution("hunter", {}, "year", "", SHARE)
        order = (
            substitute.substitute_order(session=session, seat=seat, substitution=substitution)
            if seat is not None
            else None
        )
        if order is None:
            break
        session = _carried_out(session)
    return session


def pictures(of: Mapping[str, Player]) -> dict[str, tuple[str, str]]:
    """Name the pages that are pictured: whose, and where."""
    player = of["Ruth"]
    nights = Session.objects.filter(title=TITLE, owner=player, setup__campaign="none", entries=None).order_by("pk")
    under_way = nights.filter(status=SessionStatus.PLAYING)
    tables = {("desk" if one.seat(UMPIRE) else one.setup["mode"]): one for one in under_way}
    over = nights.filter(status=SessionStatus.OVER).first()
    year = Season.objects.filter(title=TITLE, group__owner=player).exclude(calendar=None).first()
    own = SavedScenario.objects.filter(owner=player).first()
    found = {
        "night-solo": reverse("table", args=[tables["solo"].pk]),
        "night-umpired": reverse("table", args=[tables["blind"].pk]),
        "night-choose": f"{reverse('night_new')}?variant={SCENARIO}",
    }
    found["night-career"] = reverse("night_career", args=[NightCareer.objects.get(name=YEARS[0][2]).pk])
    if over is not None:
        found["night-film"] = f"{reverse('table_replay_lanes', args=[over.pk])}?at={_fallen(over)}&beside={SEAT}"
    if year is not None:
        found["night-season"] = reverse("season", args=[year.pk])
        found["night-raids"] = reverse("season_comparison", args=[year.pk])
    if own is not None:
        found["night-own"] = reverse("night_scenario", args=[own.pk])
    data = {name: ("Ruth", address) for name, address in found.items()}
    decider = tables["desk"].seat(UMPIRE)
    if decider is not None:
        data["night-umpire"] = (str(decider.player), reverse("table", args=[tables["desk"].pk]))
    return data


def _fallen(session: Session) -> int:
    """Return the place in the replay at which the first bomber falls; the last, if none does."""
    kinds = session.told.filter(entry__undone_by=None).order_by("number").values_list("kind", flat=True)
    data = list(kinds)
    return data.index(FELL) + 1 if FELL in data else len(data)


def _umpired_night(player: Player, umpire: Player) -> Session:
    """Fly a night under a person as umpire up to a choice of his, while something is lit."""
    sitters = {SEAT: services.SeatAssignment(player=player), UMPIRE: services.SeatAssignment(player=umpire)}
    setup = {"scenario": SCENARIO, "mode": "blind", "umpire": "person"}
    session = services.session_open(owner=player, title=TITLE, setup=setup, sitters=sitters)
    key = bytes([UMPIRE_SEED]) * 32
    Session.objects.filter(pk=session.pk).update(seed=key, commitment=commitment(key))
    for one in (player, umpire):
        services.session_begin(session=session_at(session.pk), player=one, nonce=NONCE)
    session = _carried_out(session)
    for _order in range(LONGEST):
        run = services.run_of(session)
        decision = next(iter(run.pending.values()), None)
        lit = any(one.lit for one in _seen(run).contacts)
        if decision is None or (decision.kind == "umpire.sweep" and len(decision.options) > 1 and lit):
            break
        seat = session.seat(decision.actor)
        substitution = substitute.Substitution("hunter", {}, substitute.TURN, None, 1)
        order = (
            substitute.substitute_order(session=session, seat=seat, substitution=substitution)
            if seat is not None
            else None
        )
        if order is None:
            break
        execute.execute_order(order.pk)
        session = session_at(session.pk)
    return session


def _flown(player: Player, mode: str, seed: int) -> Session:
    """Fly a night as the computer's pilot would, up to a typical moment."""
    sitters = {SEAT: services.SeatAssignment(player=player)}
    setup = {"scenario": SCENARIO, "mode": mode}
    session = services.session_open(owner=player, title=TITLE, setup=setup, sitters=sitters)
    key = bytes([seed]) * 32
    Session.objects.filter(pk=session.pk).update(seed=key, commitment=commitment(key))
    services.session_begin(session=session_at(session.pk), player=player, nonce=NONCE)
    session, pilot = _carried_out(session), hunter(standard_charts(), SEAT, 1)
    for _order in range(LONGEST):
        run = services.run_of(session)
        decision = next(iter(run.pending.values()), None)
        seen = _seen(run)
        if decision is None or _is_shown(decision.kind, seen):
            break
        token = store.token_of(decision.key, store.questions_of(session)[SEAT, decision.key])
        seat = session.seat(SEAT)
        if seat is None:
            break
        answer = pilot.choose(decision, partial(run.view, SEAT))
        services.answer_give(session=session, seat=seat, token=token, answer=answer)
        session = _carried_out(session)
    return session


def _seen(run: Run) -> InterceptionView:
    """Return what the player sees of a single night."""
    seen = view(run.state, run.pack, SEAT)
    if not isinstance(seen, InterceptionView):
        raise TypeError("a single night is viewed as one")
    return seen


def _is_shown(kind: str, seen: InterceptionView) -> bool:
    """Say whether this is a moment to look at: something is lit, and something is to be decided on the map."""
    lit = any(one.lit for one in seen.contacts)
    if seen.mode == "solo":
        return lit and kind in ("tally.fixed", "tally.look-for", "radar.search") and len(seen.contacts) >= 4
    said = any(one.contact for one in seen.tracks) or any(one.contact for one in seen.searches)
    return lit and said and kind == "fighter.step"


def _carried_out(session: Session) -> Session:
    """Do the workers’ part at once; a faster worker may have done it. Its result is shown at its beat."""
    for order in Order.objects.filter(session=session, status=OrderStatus.PENDING).order_by("pk"):
        execute.execute_order(order.pk)
    session = session_at(session.pk)
    time.sleep(max(0.0, visibility.progress_of(session, SEAT).due - visibility.now()))
    return session
