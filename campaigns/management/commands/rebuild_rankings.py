"""Rebuild the standings of all seasons and the ratings of all groups; on a sound site nothing differs."""

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.groups.models import Group
from campaigns.ladders.score_rows import WRITTEN, season_rebuild
from campaigns.matches.models import Rating
from campaigns.matches.ratings import ratings_rebuild
from campaigns.seasons.models import ScoreRow, Season

FIGURES = ("mu_before", "sigma_before", "mu", "sigma")


class Command(BaseCommand):
    """`manage.py rebuild_rankings [--season ID]`: a line a season or group that differed, then the sums."""

    help = str(gettext_lazy("Recompute standings and ratings from games and matches, and list what differed."))

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a season."""
        parser.add_argument("--season", type=UUID, metavar="ID", help=_("this one season alone"))

    def handle(self, *args: object, season: UUID | None = None, **options: object) -> None:
        """Go through seasons, then groups."""
        entries = differing = 0
        seasons = Season.objects.all()
        for one in seasons.filter(pk=season) if season else seasons:
            before = scores_digest(one)
            entries += season_rebuild(season=one)
            differing += self._say(one, before != scores_digest(one))
        for group in Group.objects.filter(ratings__isnull=False).distinct() if not season else ():
            ratings = ratings_of(group)
            ratings_rebuild(group=group)
            differing += self._say(group, ratings != ratings_of(group))
        self.stdout.write(_("Entries recomputed: %(count)s.") % {"count": entries})
        if not differing:
            self.stdout.write(_("Nothing differed."))

    def _say(self, what: object, differs: bool) -> int:
        if differs:
            self.stdout.write(_("%(what)s differed and was corrected.") % {"what": what})
        return int(differs)


def scores_digest(season: Season) -> int:
    """Return a number that is the same for the same score rows; a season may have a million of them."""
    rows = ScoreRow.objects.filter(season=season).order_by("entry", "line")
    return hash(tuple(hash(row) for row in rows.values_list("entry", "line", *WRITTEN).iterator(5000)))


def ratings_of(group: Group) -> list[tuple[object, ...]]:
    """Return the ratings of a group."""
    return list(Rating.objects.filter(group=group).order_by("match", "player").values_list("match", "player", *FIGURES))
