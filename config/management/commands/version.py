"""Prints the version of Dispersal."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext_lazy as _

from config.version import VERSION


class Command(BaseCommand):
    """`manage.py version`."""

    help = str(_("Print the version of Dispersal."))
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        """Print it, and nothing else, so that a script can read it."""
        self.stdout.write(VERSION)
