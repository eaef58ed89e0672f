"""Fills a database with a believable club, for a look round."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from campaigns.demo import club


class Command(BaseCommand):
    """Make the club."""

    help = _("Create a demo club with games in every state. The same seed creates the same club.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the seed."""
        parser.add_argument("--seed", type=int, default=club.SEED)
        parser.add_argument("--yes", action="store_true", help=_("Create the club in production, too."))

    def handle(self, *args: object, seed: int, yes: bool, **options: object) -> None:
        """Make it, and say how to come in."""
        if settings.PRODUCTION and not yes:
            sentence = _(
                "In production the club would create five accounts with a public password. Add --yes if you want this."
            )
            raise CommandError(sentence)
        try:
            members = club.club(seed, self.stdout.write)
        except club.ClubExists as problem:
            raise CommandError(_("The club is in this database already.")) from problem
        facts = {"address": members[0].email, "password": club.PASSWORD}
        self.stdout.write(_("Sign in as %(address)s with the password %(password)s.") % facts)
