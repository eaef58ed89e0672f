"""Middleware for every request: an id, a line of the access log, and static files."""

import gzip
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware
from django.utils.module_loading import import_string
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from config.observability.metrics import process_metrics
from config.server.broken_bodies import BROKEN_BODY
from play.utils.plain_data import is_text

WORDY = ("text/", "application/javascript", "image/svg+xml")
MONITORED = ("/healthz", "/readyz", "/metrics")
LOCAL_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?")
Answer = HttpResponse | Awaitable[HttpResponse]
access = structlog.get_logger("access")
PROXY_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def _bind(request: HttpRequest) -> str:
    given = request.headers.get("X-Request-ID", "")
    request_id = given if PROXY_REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


def _note(request: HttpRequest, response: HttpResponse, began: float) -> None:
    """Write the request's line: the pattern of its address, for an address may hold an invitation or a key."""
    if request.path.startswith(settings.STATIC_URL):
        return
    took = time.perf_counter() - began
    route = request.resolver_match.route if request.resolver_match else ""
    access.info("answered", method=request.method, route=route, status=response.status_code, ms=round(1000 * took, 1))
    process_metrics.count_page(took)


@sync_and_async_middleware
def request_id(get_response: Callable) -> Callable:
    """Bind the id for the time of the request, send it back as a header, and record the result of the request."""
    # Middleware is made once, as a process begins to answer: from here on words are looked up.
    if settings.FASTPATH:
        import_string("config.fastpath.catalogues.merge_catalogues")()
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            given, began = _bind(request), time.perf_counter()
            response = await get_response(request)
            response["X-Request-ID"] = given
            _note(request, response, began)
            return response

        return markcoroutinefunction(middleware)

    def sync_middleware(request: HttpRequest) -> HttpResponse:
        given, began = _bind(request), time.perf_counter()
        response = get_response(request)
        response["X-Request-ID"] = given
        _note(request, response, began)
        return response

    return sync_middleware


def _posted(request: HttpRequest) -> QueryDict:
    """Return the fields of the form; leave none of a body that cannot be read: the page for 400 asks for them again."""
    try:
        if getattr(request, "scope", {}).get(BROKEN_BODY):
            raise BadRequest("The body broke off.")
        return request.POST
    except (BadRequest, MultiPartParserError, UnreadablePostError) as problem:
        request.POST = QueryDict()
        raise BadRequest(str(problem)) from problem


def refuse_control_characters(get_response: Callable) -> Callable:
    """Refuse characters that no keyboard has and our databases cannot store, anywhere in a request.

    A cookie with such signs is as good as none: a page that refused it would never open again.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        fields = (*request.GET.lists(), *_posted(request).lists())
        sent = (text for name, values in fields for text in (name, *values))
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if is_text(value)}
        if not all(map(is_text, (request.path, *sent))):
            raise BadRequest
        return get_response(request)

    return middleware


class LocalMonitoring:
    """Let a monitor on this machine ask by its own name, whatever the site's host names are."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        """Pass the request on, under a host name of the site."""
        if request.path in MONITORED and LOCAL_HOST.fullmatch(request.META.get("HTTP_HOST", "")):
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"
        return self.get_response(request)


class WholeStaticFiles(WhiteNoiseMiddleware):
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


class ReaderLanguage(LocaleMiddleware):
    """Choose the language of a page; one in progress only for a reader who has chosen it."""

    def process_request(self, request: HttpRequest) -> None:
        """Take the language of the cookie or the browser, and English instead of one in progress that nobody chose."""
        super().process_request(request)
        found = translation.get_language()
        if found in settings.LANGUAGES_IN_PROGRESS and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != found:
            translation.activate(settings.LANGUAGE_CODE)
            request.LANGUAGE_CODE = settings.LANGUAGE_CODE
