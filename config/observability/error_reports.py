"""Reports of errors to a Sentry server: off unless SENTRY_DSN is set; nothing of a player or of a game is sent.

A report is made of what the code says: the kind of error, the lines of source that led there, and the unfilled text of
the log line. The words of an error, the values of variables and the request's address, fields and cookies stay here;
the report names the request's id, by which the site's own log has the rest.
"""

import logging
from collections.abc import Mapping
from typing import Any

import structlog
from django.core.exceptions import ImproperlyConfigured

OURS = ("config", "campaigns", "sorties", "raids", "play", "engine")
OF_EVENT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
OF_ERROR = ("type", "module")
OF_FRAME = ("filename", "function", "module", "lineno", "in_app", "pre_context", "context_line", "post_context")
OF_REQUEST = ("request_id", "task", "task_id")
INSTALL = ".venv/bin/python -m pip install --require-hashes -r requirements-sentry.lock"


def configure(dsn: str, release: str) -> None:
    """Report each error that is logged to the Sentry server of the address; do nothing without one."""
    if not dsn:
        return
    try:
        import sentry_sdk
        from sentry_sdk.integrations.atexit import AtexitIntegration
        from sentry_sdk.integrations.dedupe import DedupeIntegration
        from sentry_sdk.integrations.logging import LoggingIntegration
        from sentry_sdk.utils import BadDsn
    except ImportError as fault:
        message = f"SENTRY_DSN is set, but sentry-sdk is not installed. Install it: {INSTALL}"
        raise ImproperlyConfigured(message) from fault
    try:
        sentry_sdk.init(
            dsn=dsn,
            release=f"dispersal@{release}",
            # The log has every error; the library's other parts would read requests and replace parts of Django.
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[
                LoggingIntegration(level=None, event_level=logging.ERROR),
                AtexitIntegration(callback=_say_nothing),
                DedupeIntegration(),
            ],
            before_send=scrub,
            send_default_pii=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            max_request_body_size="never",
            auto_session_tracking=False,
            server_name="",
        )
    except BadDsn as fault:
        raise ImproperlyConfigured(f"SENTRY_DSN is no address of a Sentry project: {fault}") from fault


def _say_nothing(_pending: int, _seconds: float) -> None:
    """Send what waits as the process ends, without a word on the console."""


def scrub(event: Mapping[str, Any], hint: Mapping[str, Any]) -> Any:
    """Build the report from the data that may leave the site; the library's other data is dropped."""
    record: logging.LogRecord | None = hint.get("log_record")
    report = {name: event[name] for name in OF_EVENT if name in event}
    report["logentry"] = {"message": _template(record)}
    report["tags"] = _tags(record)
    errors = (event.get("exception") or {}).get("values") or []
    report["exception"] = {"values": [_error(error) for error in errors]}
    return report


def _template(record: logging.LogRecord | None) -> str:
    """Return the text of a log line before it was filled in; of a text that may be filled in already, who wrote it."""
    if record is None:
        return ""
    if isinstance(record.msg, dict):
        return str(record.msg.get("event", record.name))
    is_template = bool(record.args) or record.name.partition(".")[0] in OURS
    return str(record.msg) if is_template else record.name


def _tags(record: logging.LogRecord | None) -> dict[str, str]:
    bound = structlog.contextvars.get_contextvars()
    tags = {name: str(bound[name]) for name in OF_REQUEST if name in bound}
    request = getattr(record, "request", None)
    if match := getattr(request, "resolver_match", None):
        # The pattern: an address itself may hold an invitation or a key.
        tags["route"] = match.route
    return tags


def _error(error: Mapping[str, Any]) -> dict[str, Any]:
    frames = (error.get("stacktrace") or {}).get("frames") or []
    places = [{name: frame[name] for name in OF_FRAME if name in frame} for frame in frames]
    return {name: error[name] for name in OF_ERROR if name in error} | {"stacktrace": {"frames": places}}
