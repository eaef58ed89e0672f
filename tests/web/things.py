"""What an address with parameters is about: for each name, the parameters of a thing that the cast shares.

The test of audiences opens every address of the house. An app that adds an address with parameters adds a line
here: a function that is given the cast (Alice owns the thing, Bob has the other seat) and returns the parameters.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from campaigns.groups import group_found, group_join
from campaigns.logbook import Career
from campaigns.models import Player
from play.services import Sitter, session_open


@dataclass
class Cast:
    """Who comes to the door."""

    owner: Player
    other_side: Player
    stranger: Player
    guest: Player
    staff: Player


def table(cast: Cast) -> dict[str, Any]:
    """A table that Alice has set, with Bob on the other side."""
    sitters = {"raider": Sitter(player=cast.owner), "escort": Sitter(player=cast.other_side)}
    session = session_open(owner=cast.owner, title="strait", setup={}, sitters=sitters)
    return {"session": session.pk}


def open_seat(cast: Cast) -> dict[str, Any]:
    """A seat at Alice's table that is still offered."""
    session = session_open(owner=cast.owner, title="strait", setup={}, sitters={"raider": Sitter(player=cast.owner)})
    return {"invitation": session.seats_taken.get(player=None).invitation}


def career(cast: Cast) -> Career:
    """A career of Alice's, which she has shared by link, at the table that is set for it."""
    setup = {"play": "solitaire", "pilots": [{"track": "officer"}]}
    session = session_open(
        owner=cast.owner, title="interceptor-ace", setup=setup, sitters={"pilot": Sitter(player=cast.owner)}
    )
    return Career.objects.create(owner=cast.owner, session=session, seat="pilot", shared=True, name="Jakob Wieland")


def own_career(cast: Cast) -> dict[str, Any]:
    """By its own address."""
    return {"career": career(cast).pk}


def shared_career(cast: Cast) -> dict[str, Any]:
    """By the link."""
    return {"link": career(cast).link}


def own_group(cast: Cast) -> dict[str, Any]:
    """A group that Alice has founded, with Bob in it."""
    group = group_found(owner=cast.owner, name="Tuesday club")
    group_join(group=group, player=cast.other_side)
    return {"group": group.pk}


def invitation(cast: Cast) -> dict[str, Any]:
    """The link into such a group."""
    return {"invitation": group_found(owner=cast.owner, name="Tuesday club").invitation}


CAREERS = (
    *("career", "career_end", "career_share", "career_luck", "career_compare", "dispersal", "dispersal_order"),
    *("bot_begin", "bot_stop", "bot_progress", "line_enter", "line_correct", "line_history", "line_take_back"),
    *("career_sorties", "career_engagements", "career_json"),
)
TABLES = (
    *("table", "table_begin", "table_prompt", "table_board", "table_log", "table_version", "table_order", "table_undo"),
    *(
        "table_line",
        "table_consent",
        "table_step_back",
        "table_replay",
        "table_fork",
        "table_dice",
        "table_export",
        "table_delete",
    ),
    "live",
)
THINGS: dict[str, Callable[[Cast], dict[str, Any]]] = {
    **dict.fromkeys(TABLES, table),
    "table_new": lambda cast: {"game": "strait"},
    "seat": open_seat,
    **dict.fromkeys(CAREERS, own_career),
    **dict.fromkeys(("group", "group_leave", "group_sorties", "group_engagements"), own_group),
    "group_join": invitation,
    **dict.fromkeys(("career_shared", "career_shared_end"), shared_career),
}
