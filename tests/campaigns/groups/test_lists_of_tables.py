"""Lists of tables do not reveal when a player who decides unseen has given his orders."""

import pytest
from django.utils import timezone

from campaigns.groups import finished_games, home
from campaigns.groups import services as groups
from campaigns.groups.shared_tables import table_show
from campaigns.notifications.calendar import calendar_of
from engine.nightfighter.state import PLAYER, UMPIRE
from play.secrecy import deciders, visibility
from play.sessions.models import Session
from play.sessions.selectors import session_at, tables_listed
from play.sessions.services import run_of
from tests.play.secrecy.test_visibility import same_dice
from tests.shared.builders import tables
from tests.shared.factories import PlayerFactory
from tests.shared.sent_bytes import stopped_clock
from tests.sorties.nightfighter.board.test_generic_page import night

pytestmark = pytest.mark.django_db
__all__ = ["same_dice"]


def lists_of(player, group):
    """The lists of tables that a player reads, each in its order."""
    turns = [line for line in calendar_of(player).splitlines() if line.startswith("UID:")]
    return [one.session.pk for one in home.tables_in(group, player)], list(tables_listed(player)), turns


def answered_first(session):
    """The first question of a game, answered by its first order."""
    (name, _key), decision = next(iter(run_of(session).pending.items()))
    return tables.give(session, name, decision.options[0]), name


def test_no_list_tells_when_one_who_decides_unseen_has_given_an_order(same_dice, monkeypatch, settings):
    clock = stopped_clock(monkeypatch, settings)
    session, _people = night(PLAYER, UMPIRE, scenario="4B", umpire="person")
    player, umpire, reader = session.seat(PLAYER).player, session.seat(UMPIRE).player, PlayerFactory()
    group = groups.group_found(owner=player, name="Dark")
    for one in (umpire, reader):
        groups.group_join(group=group, player=one)
    table_show(group=group, session=str(session.pk), player=player, shown=True)
    clock.at += 60
    other, name = tables.begun(player, reader, shown_to=group), UMPIRE
    while name == UMPIRE or not run_of(session).asked(UMPIRE):
        clock.at += 60
        session, name = answered_first(session)
    clock.at += 60
    tables.give(other, "escort", tables.PLAN)
    clock.at += 1
    before = {one: lists_of(one, group) for one in (player, reader)}
    assert before[player][0] == [session.pk, other.pk] == before[player][1][::-1]
    while run_of(session).asked(UMPIRE):
        clock.at += 0.05
        session, _name = answered_first(session)
        assert before == {one: lists_of(one, group) for one in (player, reader)}
    assert visibility.now() < session.worlds[PLAYER]["due"] < visibility.now() + settings.VEIL_HOLD_SECONDS
    clock.at += settings.VEIL_HOLD_SECONDS
    assert lists_of(player, group)[1] == before[player][1][::-1], "the player hears of it at his own time"
    assert lists_of(reader, group) == before[reader]


def test_a_game_is_listed_as_over_when_all_who_played_may_know_it(monkeypatch, settings):
    clock = stopped_clock(monkeypatch, settings)
    ruth = PlayerFactory()
    group = groups.group_found(owner=ruth, name="Dark")
    ben = PlayerFactory()
    groups.group_join(group=group, player=ben)
    session = tables.play(tables.begun(ruth, ben))
    (found,) = finished_games.finished_games_of(group)
    assert session.status == "over" and found.ended == session.changed
    monkeypatch.setattr(
        deciders, "secrecy_of", lambda session: deciders.HiddenDeciders(keepers={"raider": ("escort",)})
    )
    worlds = {"raider": {"due": clock.at + 3}, "escort": {"due": clock.at + 0.5}}
    Session.objects.filter(pk=session.pk).update(worlds=worlds)
    clock.at += 1
    assert not finished_games.finished_games_of(group)
    clock.at += 2
    (found,) = finished_games.finished_games_of(group)
    assert found.ended == timezone.now() and session_at(session.pk).changed < found.ended
