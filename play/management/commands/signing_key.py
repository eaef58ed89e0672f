"""Lists, rotates and retires the keys with which this site signs its files."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from play.fairness import signing_keys
from play.fairness.models import SigningKey


class Command(BaseCommand):
    """Manage the signing keys."""

    help = _("List, rotate or retire the keys that sign the files of this site.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what is to be done."""
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("list", help=_("List all keys with their dates."))
        actions.add_parser("rotate", help=_("Sign with a new key; the former key still verifies old files."))
        retire = actions.add_parser("retire", help=_("Mark a key that others may have; its signatures prove nothing."))
        retire.add_argument("key", help=_("The public key, as the list shows it."))

    def handle(self, *args: object, action: str, key: str = "", **options: object) -> None:
        """Do it."""
        if action == "rotate":
            self._write(signing_keys.key_rotate())
            return
        if action == "retire":
            self._retire(key)
        for stored in signing_keys.keys_listed():
            self._write(stored)

    def _retire(self, key: str) -> None:
        try:
            signing_keys.key_retire(public=key.strip().lower())
        except signing_keys.NoSuchKey as problem:
            raise CommandError(_("This site has no key %(key)s. Run signing_key list.") % {"key": problem}) from problem

    def _write(self, key: SigningKey) -> None:
        dates = {"made": key.made, "replaced": key.replaced, "retired": key.retired}
        data = "  ".join(f"{name} {date:%Y-%m-%d %H:%M}" for name, date in dates.items() if date)
        self.stdout.write(f"{key.public}  {key.state:8}  {data}")
