"""Prints the page of all events and questions, docs/reference/events.md."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from play.rules.event_reference import event_reference


class Command(BaseCommand):
    """`manage.py events > docs/reference/events.md`."""

    help = _("Print the events and questions of every game, with their fields, as Markdown.")

    def handle(self, *args: object, **options: object) -> None:
        """Print the page."""
        self.stdout.write(event_reference(), ending="")
