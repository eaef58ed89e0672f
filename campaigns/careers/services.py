"""Services for staff on careers of any game: correct a name, delete."""

from django.db import models, transaction

from campaigns.careers.models import CareerBase
from campaigns.ladders.score_rows import ranking_changed
from campaigns.seasons.models import SeasonEntry
from play.sessions.models import Session
from play.utils.deletion import delete_with_dependents


class CareerShared(Exception):
    """Others have a part in the game of the career."""


def _rows(career: CareerBase) -> models.QuerySet[models.Model]:
    return type(career)._default_manager.filter(pk=career.pk)


def _entries(career: CareerBase) -> models.QuerySet[SeasonEntry]:
    return SeasonEntry.objects.filter(session=career.session_id, seat=career.seat, session__isnull=False)


@transaction.atomic
def career_rename(*, career: CareerBase, name: str) -> None:
    """Give the pilot another name, in the seasons that he flies in as well."""
    _rows(career).update(name=name)
    _entries(career).update(name=name)
    ranking_changed(list(_entries(career).values_list("season", flat=True)))


def may_be_deleted(career: CareerBase) -> bool:
    """Say whether nobody else has a part in its game."""
    return career.session is None or career.session.is_solitaire


@transaction.atomic
def career_delete(*, career: CareerBase) -> None:
    """Delete a career with the game that it comes from; refuse where another player takes part in that game."""
    if not may_be_deleted(career):
        raise CareerShared
    session, seasons = career.session_id, list(_entries(career).values_list("season", flat=True))
    delete_with_dependents(_rows(career))
    if session is not None:
        delete_with_dependents(Session.objects.filter(pk=session))
    ranking_changed(seasons)
