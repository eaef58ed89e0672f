"""Forgets who has left, and guests who have not come back for thirty days, now instead of in the background."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext_lazy, ngettext

from campaigns.accounts import services


class Command(BaseCommand):
    """`manage.py purge_players`."""

    help = str(gettext_lazy("Delete players who have left, and guests who have not returned for thirty days."))

    def handle(self, *args: object, **options: object) -> None:
        """Go on until nobody is left to forget; say how many they were."""
        count, more = 0, True
        while more:
            some, more = services.players_purge()
            count += some
        self.stdout.write(ngettext("One player was deleted.", "%(n)s players were deleted.", count) % {"n": count})
