"""Commands under their former names, which hold for one release."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _


class FormerName(BaseCommand):
    """Put before a command: say its present name on stderr, then run it."""

    former = ""
    present = ""

    def handle(self, *args: object, **options: object) -> None:
        """Warn, and do as the command does."""
        names = {"former": self.former, "present": self.present}
        said = _("`manage.py %(former)s` is called `manage.py %(present)s` now. Use the new name.") % names
        self.stderr.write(self.style.WARNING(said))
        super().handle(*args, **options)
