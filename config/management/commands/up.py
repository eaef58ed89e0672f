"""Opens the house on this machine: database, charts, broker, worker and web server in one command."""

import signal
import sys
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from config import environment
from config.supervisor import CannotStart, House, check_port, only_one
from engine.kernel.packs import PackError
from play import titles


class Command(BaseCommand):
    """Open the house and keep it open until Ctrl-C."""

    requires_system_checks = ()  # `manage.py test` makes them; here they would cost seconds
    help = _("Starts everything on this machine and prints the address.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start all, say the address, watch, and leave nothing behind."""
        port = environment.number("PORT", 8000)
        house = House(port, settings.VAR_DIR, self._say)
        for stop in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(stop, _leave)
        try:
            check_port(port)
            with only_one(settings.VAR_DIR):
                try:
                    self._open(house)
                    house.watch()
                finally:
                    self._say(_("Closing …"))
                    house.close()
        except CannotStart as fault:
            raise CommandError(str(fault)) from fault

    def _open(self, house: House) -> None:
        house.start_broker()
        self._prepare_database()
        self._read_charts()
        house.start_worker()
        house.start_web()
        house.wait_until_ready()
        self._say(_("Dispersal is ready: %(address)s   (Ctrl-C stops it)") % {"address": house.address})

    def _prepare_database(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self._say(_("Preparing the database …"))
            call_command("migrate", verbosity=0, interactive=False)
        connection.close()

    def _read_charts(self) -> None:
        for game in titles.names():
            try:
                titles.pack_of(game, "standard")
            except PackError as fault:
                raise CommandError(_("The charts of %(game)s:") % {"game": game} + f"\n{fault}") from fault

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _leave(_number: int, _frame: object) -> NoReturn:
    # A second Ctrl-C while closing must not interrupt the closing: the children are given their time and no more.
    for stop in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(stop, signal.SIG_IGN)
    sys.exit(0)
