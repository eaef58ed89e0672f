"""Django's backend for PostgreSQL, whose pool empties itself when the server has restarted."""

import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import Connection, Error
from psycopg_pool import ConnectionPool


class Pool(ConnectionPool[Connection]):
    """A pool that drops all idle connections when one is found dead: the others died with it.

    Left to itself the library finds them one after the other, and waits 0, 1, 2, 4 … seconds from one to the next.
    A server that is away it would ask ever more rarely, for five minutes; here it is asked for `reconnect_timeout`, and
    then from the beginning, by one line at a time, until it answers.
    """

    def __init__(self, *, configure: Callable[[Connection], bool], **options: Any) -> None:
        self.configure_django = configure
        self.deaths = 0
        self.made_after: WeakKeyDictionary[Connection, int] = WeakKeyDictionary()
        self.one_at_a_time = threading.Lock()
        super().__init__(
            configure=self.configure_new, check=self.check_idle, reconnect_failed=ConnectionPool.check, **options
        )

    def configure_new(self, connection: Connection) -> None:
        """Note of a new connection which deaths it did not see."""
        self.made_after[connection] = self.deaths
        self.configure_django(connection)

    def check_idle(self, connection: Connection) -> None:
        """Look at a connection before it is handed out; the first of its age that is dead empties the pool."""
        try:
            self.check_connection(connection)
        except Error:
            with self.one_at_a_time:
                if self.made_after.get(connection) == self.deaths:
                    self.deaths += 1
                    self.drain()
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with our pool in the place of the library's."""

    _connection_pools: dict[str, ConnectionPool[Connection]]
    _configure_connection: Callable[[Connection], bool]

    @property
    def pool(self) -> ConnectionPool[Connection] | None:
        """Return the pool of this process; it is made, not opened, when it is first asked for."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if options and self.alias not in (NO_DB_ALIAS, *self._connection_pools):
            # Django sets what it wants otherwise itself, once it has the connection.
            parameters = self.get_connection_params() | {"autocommit": True}
            pool = Pool(kwargs=parameters, open=False, configure=self._configure_connection, **options)
            self._connection_pools.setdefault(self.alias, pool)
        return super().pool
