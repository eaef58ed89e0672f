"""Simulate careers of a game and store their results, to compare careers with."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from campaigns.careers import reference_sample
from campaigns.careers.career_list import career_lists


class Command(BaseCommand):
    """Make the field of a chart pack."""

    help = _("Simulate careers of a game and store their results by log line.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say how many of which game, by which bot, on which charts."""
        games = [name for name, career_list in career_lists().items() if career_list.sample_source is not None]
        parser.add_argument("--game", action="append", choices=games, default=[], help=_("this game alone"))
        parser.add_argument("--careers", type=int, default=300, help=_("careers of each group"))
        parser.add_argument("--policy", default="", help=_("the bot (default: the game’s own)"))
        parser.add_argument("--pack", default="standard")
        parser.add_argument("--seed", type=int, default=1943)

    def handle(
        self, *args: object, game: list[str], careers: int, policy: str, pack: str, seed: int, **options: object
    ) -> None:
        """Fly them, group by group."""
        for name, career_list in career_lists().items():
            if career_list.sample_source is None or (game and name not in game):
                continue
            source, bot = career_list.sample_source, policy or career_list.sample_source.policy
            groups = {}
            for group, said, found in source.groups(pack=pack, policy=bot, seed=seed, careers=careers):
                groups[group] = found
                self.stdout.write(f"{said}: {found['alive'][-1]:.0%}")
            reference_sample.written(name, source, pack=pack, policy=bot, seed=seed, groups=groups)
