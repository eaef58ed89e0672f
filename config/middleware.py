"""What happens to every request: an id for its log lines, and static files from where they lie."""

import gzip
import re
import uuid
from collections.abc import Callable
from http import HTTPStatus

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

WORDY = ("text/", "application/javascript", "image/svg+xml")
GIVEN_BY_PROXY = re.compile(r"[A-Za-z0-9-]{8,64}")


def _bind(request: HttpRequest) -> str:
    given = request.headers.get("X-Request-ID", "")
    request_id = given if GIVEN_BY_PROXY.fullmatch(given) else uuid.uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


@sync_and_async_middleware
def request_id(get_response: Callable) -> Callable:
    """Bind the id for the time of the request and send it back as a header."""
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            given = _bind(request)
            response = await get_response(request)
            response["X-Request-ID"] = given
            return response

        return markcoroutinefunction(middleware)

    def sync_middleware(request: HttpRequest) -> HttpResponse:
        given = _bind(request)
        response = get_response(request)
        response["X-Request-ID"] = given
        return response

    return sync_middleware


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, but with the file read at once: sent piece by piece it would cost ASGI a thread for each piece."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer with the whole file; none of ours is large."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        if response.status_code == HTTPStatus.OK and response.get("Content-Type", "").startswith(WORDY):
            _squeeze(request, response)
        return response


def _squeeze(request: HttpRequest, response: HttpResponse) -> None:
    """Compress a file that was not compressed when it was collected: on this machine nothing is collected."""
    patch_vary_headers(response, ("Accept-Encoding",))
    if "Content-Encoding" in response or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return
    response.content = gzip.compress(response.content, 6, mtime=0)
    response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(response.content))
