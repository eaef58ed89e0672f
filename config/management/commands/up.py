"""Start the site on this machine: database, charts, broker, worker, clock and web server in one command."""

import signal
import sys
from functools import partial
from typing import NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from config.server.supervisor import CannotStart, Supervisor, check_port, lock_folder
from engine.kernel.packs.faults import PackError
from play.games import titles
from play.journal.rebuild import sessions_begun

UNUSABLE = gettext_noop(
    "The database %(name)s cannot be used (%(fault)s). Restore a backup as docs/production.md describes, or "
    "move the file away to start with an empty database."
)


class Command(BaseCommand):
    """Run the site until Ctrl-C."""

    requires_system_checks = ()  # `manage.py test` makes them; here they would cost seconds
    help = _("Start all processes on this machine and print the address.")

    def handle(self, *args: object, **options: object) -> None:
        """Start all, say the address, watch, and leave nothing behind."""
        port = settings.PORT
        site = Supervisor(port, settings.VAR_DIR, self._say)
        for stop in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(stop, partial(_leave, site))
        try:
            check_port(port)
            with lock_folder(settings.VAR_DIR):
                try:
                    self._open(site)
                    site.watch()
                finally:
                    self._say(_("Closing …"))
                    site.close()
        except CannotStart as fault:
            raise CommandError(str(fault)) from fault

    def _open(self, site: Supervisor) -> None:
        site.start_broker()
        self._prepare_database()
        self._read_charts()
        site.start_worker()
        site.start_web()
        site.wait_until_ready()
        site.start_clock()
        site.start_other_workers()
        self._say(_("Dispersal is ready: %(address)s   (Ctrl-C stops it)") % {"address": site.address})

    def _prepare_database(self) -> None:
        try:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                self._say(_("Preparing the database …"))
                call_command("migrate", verbosity=0, interactive=False)
                self._fill_new_tables()
        except DatabaseError as fault:
            raise CommandError(_(UNUSABLE) % {"name": connection.settings_dict["NAME"], "fault": fault}) from fault
        connection.close()

    def _fill_new_tables(self) -> None:
        """Have tables that a release brings filled from the journals of the games that are there."""
        if next(sessions_begun(), None) is None:
            return
        try:
            call_command("rebuild", missing=True, stdout=self.stdout, stderr=self.stderr)
        except CommandError as problem:  # one journal that cannot be replayed must not stop the site
            self._say(str(problem))

    def _read_charts(self) -> None:
        for game in titles.names():
            try:
                titles.pack_of(game, "standard")
            except PackError as fault:
                raise CommandError(_("The charts of %(game)s:") % {"game": game} + f"\n{fault}") from fault

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _leave(site: Supervisor, _number: int, _frame: object) -> NoReturn:
    # The exit may be raised where Python swallows it (during garbage collection), so the site checks a flag, too.
    site.is_to_close = True
    # A second Ctrl-C while closing must not interrupt the closing: the children are given their time and no more.
    for stop in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(stop, signal.SIG_IGN)
    sys.exit(0)
