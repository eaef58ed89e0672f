"""Answer each request in one thread that stays, from the first middleware to the view."""

from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest
from django.http.response import HttpResponseBase

THREADS = 32
"""Requests that a process answers at once; half of them may wait for a worker (`play.live.notify.MOST_WAITING`)."""


class ThreadedHandler(ASGIHandler):
    """Answers each request in one thread, from the first middleware to the view.

    Django would go back to the event loop and to a thread again for half of the middleware, at a millisecond and more
    for a request, and begin a thread for each request, with a connection to the database of its own: to SQLite that is
    dearer than what is asked of it. Here threads stay, and each keeps its connection as long as `CONN_MAX_AGE` says.
    A view that is a coroutine, the live stream, is run by the loop all the same.
    """

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        # They would look after the connections of a thread that has none, and cost a way to it.
        request_started.disconnect(reset_queries)
        request_started.disconnect(close_old_connections)

    def load_middleware(self, is_async: bool = False) -> None:
        """Make the middleware as it is made for a thread."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in a thread that others have used before."""
        answer = sync_to_async(self._answered, thread_sensitive=False, executor=self._threads)
        response: HttpResponseBase = await answer(request)
        return response

    def _answered(self, request: HttpRequest) -> HttpResponseBase:
        # Django's steps at the beginning and the end of a request, in the thread that has the connection.
        reset_queries()
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()
