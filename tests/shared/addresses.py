"""Parameters of each address: for each name, those of a thing that the cast shares.

The test of audiences opens every address of the site. An app that adds an address with parameters adds a line here: a
function that gets the cast (Alice owns the thing, Bob has the other seat) and returns the parameters.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from campaigns import redirects as campaigns_redirects
from campaigns.accounts.models import Player
from campaigns.groups.selectors import group_at
from campaigns.groups.services import group_found, group_join, invitation_make
from campaigns.matches.models import Contender, Match
from campaigns.notifications.models import NotificationPreference
from campaigns.seasons.models import Season, site_day
from campaigns.seasons.selectors import Pattern
from campaigns.seasons.services import season_announce
from engine.nightfighter.charts.schema import standard_pack
from play.charts import pack_store
from play.charts.models import ChartPack
from play.charts.services import pack_import, pack_share, pack_share_with
from play.games import titles
from play.models import Exercise, GameReview
from play.odds.models import OddsTiming
from play.redirects import MOVED
from play.sessions.models import Session
from play.sessions.selectors import session_at
from play.sessions.services import SeatAssignment, session_open
from play.spectators.models import SpectatorLink
from play.spectators.services import spectator_link_create
from play.uploads.services import upload_make
from raids import redirects as raids_redirects
from raids.plans.services import plan_save
from sorties.interceptor import redirects as interceptor_redirects
from sorties.interceptor.records.models import InterceptorCareer
from sorties.nightfighter import redirects as nightfighter_redirects
from sorties.nightfighter.models import NightCareer
from sorties.nightfighter.setup.models import SavedScenario


@dataclass
class Cast:
    """Visitors of an address."""

    owner: Player
    other_side: Player
    stranger: Player
    guest: Player
    staff: Player


def table(cast: Cast) -> dict[str, Any]:
    """A table that Alice has set, with Bob on the other side."""
    sitters = {"raider": SeatAssignment(player=cast.owner), "escort": SeatAssignment(player=cast.other_side)}
    session = session_open(owner=cast.owner, title="strait", setup={}, sitters=sitters)
    return {"session": session.pk}


def watched(cast: Cast) -> SpectatorLink:
    """A link by which such a table is watched."""
    session = session_at(**table(cast))
    return spectator_link_create(session=session, seat=session.table[0], kind=SpectatorLink.Kind.OPEN)


def shared_look_back(cast: Cast) -> dict[str, Any]:
    """A look back of Alice's that she shows by its link."""
    session = table(cast)["session"]
    look = GameReview.objects.create(session_id=session, seat="raider", player=cast.owner, shared=True, state="done")
    return {"link": look.link}


def exercise(cast: Cast) -> dict[str, Any]:
    """A moment of a game of Alice's that she has offered."""
    look = GameReview.objects.create(session_id=table(cast)["session"], seat="raider", player=cast.owner, offered=True)
    told = {"kind": "trim", "facts": {}, "measures": [], "orders": [{"option": "level", "n": 1, "figures": {}}]}
    moment = {"kind": "trim", "facts": {}, "options": ["level", "high"], "before": [], "told": told}
    moment |= {"taken": "level", "preferred": "high", "gap": -0.9, "error": 0.1}
    fields = {"title": "strait", "charts": look.session.pack_hash, "look": look, "place": 1, "moment": moment}
    return {"week": Exercise.objects.create(week="2026-W47", **fields).week}


def open_seat(cast: Cast) -> dict[str, Any]:
    """A seat at Alice's table that is still offered."""
    session = session_open(
        owner=cast.owner, title="strait", setup={}, sitters={"raider": SeatAssignment(player=cast.owner)}
    )
    return {"invitation": session.seats_taken.get(player=None).invitation}


def career(cast: Cast) -> InterceptorCareer:
    """A career of Alice's, which she has shared by link, at the table that is set for it."""
    setup = {"play": "solitaire", "pilots": [{"track": "officer"}]}
    session = session_open(
        owner=cast.owner, title="interceptor-ace", setup=setup, sitters={"pilot": SeatAssignment(player=cast.owner)}
    )
    return InterceptorCareer.objects.create(
        owner=cast.owner, session=session, seat="pilot", shared=True, name="Jakob Wieland"
    )


def own_pilot(cast: Cast) -> InterceptorCareer:
    """A career of Alice's, who is in a group with Bob."""
    own_group(cast)
    return career(cast)


def own_career(cast: Cast) -> dict[str, Any]:
    """Parameters of a career's own address."""
    return {"career": career(cast).pk}


def shared_career(cast: Cast) -> dict[str, Any]:
    """Parameters of a career's shared link."""
    return {"link": career(cast).link}


def night_career(cast: Cast) -> NightCareer:
    """A year of nights of Alice's, which she has shared by link, at the table that is set for it."""
    sitters = {"player": SeatAssignment(player=cast.owner)}
    setup = {"campaign": "green", "mode": "solo"}
    session = session_open(owner=cast.owner, title="nightfighter", setup=setup, sitters=sitters)
    row = {"owner": cast.owner, "session": session, "seat": "player", "shared": True, "name": "Konrad Thiele"}
    return NightCareer.objects.create(**row)


def own_night(cast: Cast) -> dict[str, Any]:
    """A scenario of Alice's own."""
    return {"own": SavedScenario.objects.create(owner=cast.owner, title="Over the harbour", text="own:").pk}


def own_group(cast: Cast) -> dict[str, Any]:
    """A group that Alice has founded, with Bob in it."""
    group = group_found(owner=cast.owner, name="Tuesday club")
    group_join(group=group, player=cast.other_side)
    return {"group": group.pk}


A_DAY = timedelta(days=1)
"""Seasons stay open should a day end meanwhile."""


def own_season(cast: Cast) -> dict[str, Any]:
    """A season of such a group, which nobody has entered."""
    group, today = group_at(**own_group(cast)), site_day()
    pattern = Pattern("strait", {}, "no such charts")
    days = {"opens": today, "closes": today + A_DAY}
    return {"season": season_announce(group=group, by=cast.owner, pattern=pattern, name="One", **days).pk}


def duplicate_season(cast: Cast) -> dict[str, Any]:
    """A season of such a group in which all are to meet the same."""
    group, today = group_at(**own_group(cast)), site_day()
    charts_of_it = titles.pack_hash(titles.pack_of("interceptor-ace", "standard"))
    setup = {"pilots": [{"track": "officer"}]}
    pattern = Pattern("interceptor-ace", {"play": "solitaire"}, charts_of_it, "standard", setup)
    days = {"opens": today, "closes": today + A_DAY, "ends": today + A_DAY}
    season = season_announce(group=group, by=cast.owner, pattern=pattern, name="One", duplicate=True, **days)
    return {"season": season.pk}


def match(cast: Cast) -> dict[str, Any]:
    """A match between Alice and Bob."""
    group, today = group_at(**own_group(cast)), site_day()
    days = {"opens": today, "closes": today + A_DAY, "ends": today + A_DAY}
    season = Season.objects.create(group=group, name="One", title="bomber-command", mirrored=True, **days)
    one, other = (Contender.objects.create(season=season, player=who) for who in (cast.owner, cast.other_side))
    return {"match": Match.objects.create(season=season, round=1, one=one, other=other).pk}


def invitation(cast: Cast) -> dict[str, Any]:
    """The link into such a group."""
    group = group_found(owner=cast.owner, name="Tuesday club")
    return {"invitation": invitation_make(group=group, by=cast.owner).link}


def raid_night(cast: Cast) -> dict[str, Any]:
    """A night over Germany that Alice has set, with Bob as the German."""
    sitters = {"british": SeatAssignment(player=cast.owner), "german": SeatAssignment(player=cast.other_side)}
    return {"session": session_open(owner=cast.owner, title="bomber-command", setup={}, sitters=sitters).pk}


def raid_night_with_odds(cast: Cast) -> dict[str, Any]:
    """A night whose table shows odds before an order, Alice being the German."""
    sitters = {"british": SeatAssignment(player=cast.other_side), "german": SeatAssignment(player=cast.owner)}
    session = session_open(owner=cast.owner, title="bomber-command", setup={}, sitters=sitters)
    Session.objects.filter(pk=session.pk).update(odds=OddsTiming.BEFORE)
    return {"session": session.pk}


def raid_plan(cast: Cast) -> dict[str, Any]:
    """A raid plan that Alice has stored."""
    return {"plan": plan_save(owner=cast.owner, name="Feint", scenario="berlin", plot={"raids": []}).pk}


def own_pack(cast: Cast) -> ChartPack:
    """A chart pack that Alice has brought in and shares by link, and with a group in which Bob is."""
    manifest = "{game: bomber_command, name: mine, title: Mine, version: '1', base: standard}"
    own = pack_import(owner=cast.owner, texts={"pack.yaml": manifest})
    pack_share(own=own, shared=True)
    pack_share_with(own=own, keys=[str(own_group(cast)["group"])])
    return own


GROUPS = (
    *("group", "group_people", "group_change", "group_audit_log", "group_invite", "group_withdraw", "group_leave"),
    *(
        "group_sorties",
        "group_engagements",
        "group_finished_games",
        "group_night_weeks",
        "group_night_kills",
        "group_feed",
        "group_shown",
        "group_table_show",
        "group_tables",
        "group_webhook",
        "group_tokens",
        "group_reports",
        "group_blocks",
    ),
)


SEASONS = (
    *("contender_enter", "matches_draw", "season", "season_enter", "season_begin", "season_void"),
    *("season_ladder", "season_lines"),
)


def night_charts() -> str:
    """The hash of Nightfighter's stored standard charts."""
    return pack_store.store_charts("nightfighter", standard_pack("standard"))


CAREERS = (
    *("career", "career_end", "career_share", "career_dice_stats", "career_compare", "spending", "spending_order"),
    *("debriefing",),
    *("bot_begin", "bot_stop", "bot_progress", "line_enter", "line_correct", "line_history", "line_take_back"),
    *("career_sorties", "career_engagements", "career_json"),
)
NIGHT_CAREERS = (
    *("night_career", "night_career_end", "night_career_share", "night_career_week"),
    "night_career_sheet",
    *("night_bot_begin", "night_bot_stop", "night_bot_progress"),
    *("night_career_json", "night_career_nights", "night_career_kills"),
)
PACKS = (
    *("pack_own", "pack_archive", "pack_share", "pack_delete", "pack_groups", "pack_read"),
    *("calibration_begin", "calibration_stop", "calibration_progress"),
)
TABLES = (
    *("table", "table_begin", "table_changes", "table_log", "table_seen", "table_version", "table_order", "table_undo"),
    *(
        "table_line",
        "table_consent",
        "table_step_back",
        "table_charts",
        "table_replay",
        "table_fork",
        "table_dice",
        "table_export",
        "table_delete",
        "table_absence",
        "table_computer",
        "table_note",
        "table_replay_lanes",
        "table_review",
        "table_review_offer",
        "table_review_stop",
        "table_review_share",
        "table_odds",
        "table_odds_when",
        "table_remark",
        "table_player_view",
        "table_spectators",
        "table_leave",
        "table_pause",
        "table_late",
        "table_clocks",
    ),
    "live",
)
THINGS: dict[str, Callable[[Cast], dict[str, Any]]] = {
    **dict.fromkeys(TABLES, table),
    **dict.fromkeys(("night_scenario", "night_scenario_export", "night_scenario_delete"), own_night),
    "table_new": lambda cast: {"game": "strait"},
    "upload": lambda cast: {"upload": upload_make(kind="check", content=b"{}", owner=cast.owner).pk},
    "rules": lambda cast: {"game": "interceptor-ace"},
    "rule": lambda cast: {"game": "interceptor-ace", "number": "7.1.13"},
    "map_ground": lambda cast: {"game": "nightfighter", "digest": night_charts(), "name": "night"},
    "comments_of_game": lambda cast: table(cast) | {"place": 0},
    "comments": lambda cast: {"session": own_pilot(cast).session_id, "seat": "pilot", "place": 1},
    "spectate": lambda cast: {"link": watched(cast).link},
    "seat": open_seat,
    "guest_take_seat": open_seat,
    **dict.fromkeys(CAREERS, own_career),
    **dict.fromkeys(NIGHT_CAREERS, lambda cast: {"career": night_career(cast).pk}),
    **dict.fromkeys(("night_career_shared", "night_career_shared_end"), lambda cast: {"link": night_career(cast).link}),
    **dict.fromkeys(GROUPS, own_group),
    **dict.fromkeys(("group_role", "group_remove"), own_group),
    "group_member": lambda cast: own_group(cast) | {"player": cast.other_side.pk},
    "season_new": own_group,
    **dict.fromkeys(SEASONS, own_season),
    "season_comparison": duplicate_season,
    **dict.fromkeys(("match", "match_set", "match_bid", "match_claim", "match_void"), match),
    **dict.fromkeys(("api_ladder", "api_lines"), own_season),
    "calendar": lambda cast: {"token": NotificationPreference.objects.create(player=cast.owner).calendar},
    "group_join": invitation,
    "chart_pack": lambda cast: {"game": "nightfighter", "pack": "standard"},
    "chart_archive": lambda cast: {"game": "nightfighter", "pack": "standard"},
    "chart_table": lambda cast: {"game": "nightfighter", "pack": "standard", "table": "radars"},
    **dict.fromkeys(PACKS, lambda cast: {"pack": own_pack(cast).pk}),
    "pack_table": lambda cast: {"pack": own_pack(cast).pk, "table": "bad_weather"},
    "pack_shared_table": lambda cast: {"link": own_pack(cast).link, "table": "bad_weather"},
    "pack_shared": lambda cast: {"link": own_pack(cast).link},
    "review": shared_look_back,
    **dict.fromkeys(("exercise_week", "exercise_answer"), exercise),
    **dict.fromkeys(("career_shared", "career_shared_end"), shared_career),
    **dict.fromkeys(
        (
            "raid_plot_validate",
            "raid_plot_save",
            "raid_hand_over",
            "raid_debriefing",
            "raid_rematch",
            "raid_auto_orders",
        ),
        raid_night,
    ),
    "raid_estimate": raid_night_with_odds,
    **dict.fromkeys(
        ("raid_plan", "raid_plan_compare", "raid_plan_clone", "raid_plan_delete", "raid_plan_export"), raid_plan
    ),
}
REDIRECTS = (campaigns_redirects, interceptor_redirects, nightfighter_redirects, raids_redirects)
THINGS |= {
    old.name: THINGS[name]
    for module in REDIRECTS
    for old in module.urlpatterns
    if (name := str(old.name).removeprefix("old_")) in THINGS
}
"""A former address is about the same thing as the present one."""

THINGS |= {f"old_{name}": THINGS[name] for name in MOVED.values() if name in THINGS}


def made(cast: Cast, names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the parameters of these addresses; those that one function speaks for are about one thing."""
    kept: dict[Callable[[Cast], dict[str, Any]], dict[str, Any]] = {}
    for name in names:
        if THINGS[name] not in kept:
            kept[THINGS[name]] = THINGS[name](cast)
    return {name: kept[THINGS[name]] for name in names}
