"""Services for a career: begin it, share it, let a bot fly it."""

from collections.abc import Mapping, Sequence
from functools import partial
from uuid import UUID

import msgspec

from campaigns.accounts.models import Player
from campaigns.careers.bot_flights import BotFlights
from campaigns.careers.share_links import new_link
from engine.interceptor.state import TABLETOP
from play.fairness.commitments import PostedCommitment
from play.live import notify
from play.odds.services import odds_agree
from play.sessions.services import SeatAssignment, is_settled, session_begin_at_once, session_open
from sorties.interceptor.records.models import BotFlight, CareerSource, InterceptorCareer
from sorties.interceptor.records.projection import TITLE, career_create
from sorties.interceptor.setup.career_start import NewCareer, career_start

WAIT_SECONDS = 1.0
"""Seconds to wait for a beginning before the table is shown without it."""


@career_start(CareerSource.FAIR)
def fair_begin(*, owner: Player, wanted: NewCareer, posted: PostedCommitment) -> InterceptorCareer:
    """Set the table of a new career and let it begin; two who fly begin when the second has come."""
    return _table_begin(owner, wanted, posted)


@career_start(CareerSource.TABLETOP)
def tabletop_begin(*, owner: Player, wanted: NewCareer, posted: PostedCommitment) -> InterceptorCareer:
    """Create the log of a career that is flown with the printed game. [4.3.2]"""
    wanted.setup.dice = TABLETOP
    return _table_begin(owner, wanted, posted)


def _table_begin(owner: Player, wanted: NewCareer, posted: PostedCommitment) -> InterceptorCareer:
    game = session_open(
        owner=owner,
        title=TITLE,
        setup=msgspec.to_builtins(wanted.setup),
        sitters={"pilot": SeatAssignment(player=owner)}
        | ({"second": SeatAssignment(policy=wanted.second)} if wanted.second else {}),
        pack=wanted.pack,
        dice_commitment=posted.pledge,
        time_control=wanted.pace,
    )
    career = career_create(
        session=game,
        owner=owner,
        play=wanted.setup.play,
        options=wanted.options,
        name=wanted.name,
        track=wanted.setup.pilots[0].track,
    )
    if wanted.source == CareerSource.FAIR:
        odds_agree(session=game, player=owner, when=wanted.odds)
    order = session_begin_at_once(session=game, player=owner, posted=posted)
    if order is not None:
        notify.wait_for(order, partial(is_settled, order), WAIT_SECONDS)
    return career


def career_share(*, career: InterceptorCareer, shared: bool) -> None:
    """Share it by a link, or end the link: the next one is another."""
    stored = InterceptorCareer.objects.filter(pk=career.pk)
    if shared:
        stored.update(shared=True)
    else:
        stored.update(shared=False, link=new_link())


# The bot


def _lines_completed(career: UUID) -> int:
    """Count the lines of the sheet that are filled."""
    digests: Mapping[str, Sequence[str]] = (
        InterceptorCareer.objects.filter(pk=career).values_list("digests", flat=True).get()
    )
    return len(digests.get("sortie", []))


def _lines_remaining(career: InterceptorCareer, until: str) -> int:
    """Count the lines of the sheet that the flight is to fill; nobody knows how many one sortie takes."""
    from sorties.interceptor.careers.log_sheet import calendar_of, charts_of

    if until == "sortie":
        return 0
    ahead = 0
    for month, raids in calendar_of(charts_of(career)):
        if month == career.month:
            ahead += max(raids - career.line + 1, 0)
        elif month > career.month and until == "year":
            ahead += raids
    return ahead


FLIGHTS = BotFlights(
    game=TITLE,
    model=BotFlight,
    completed=_lines_completed,
    remaining=_lines_remaining,
    may_fly=lambda career: career.play == "solitaire",
)
