"""Let bots play games to their ends, and store the fitted value of each feature."""

from argparse import ArgumentParser
from pathlib import Path

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from play.games import titles


class Command(BaseCommand):
    """Make the weights by which what is left of a game is valued, without flying it on."""

    help = _("Play games between bots and fit the expected result to what each position shows.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say of which game, how many, by which seed, and where to."""
        parser.add_argument("game", choices=[name for name in titles.names() if titles.analysis_of(name) is not None])
        parser.add_argument("--games", type=int, default=0, help=_("games of each kind"))
        parser.add_argument("--seed", type=int, default=1943)
        parser.add_argument("--to", type=Path, help=_("write to this file instead of the game’s own"))

    def handle(self, *args: object, game: str, games: int, seed: int, to: Path | None, **options: object) -> None:
        """Fly them."""
        title, analysis = titles.title_of(game), titles.analysis_of(game)
        assert analysis is not None  # noqa: S101 - the parser offers only such games
        worths = analysis.value_fn
        wanted = {kind: games or usual for kind, usual in worths.games.items()}
        found = worths.fitted(title, title.load_pack("standard"), wanted, seed)
        (to or worths.home).write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
