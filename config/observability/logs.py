"""Logs as plain lines or JSON; each line carries the id of its request, also in the worker, and no secret."""

import logging.config
import re
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlsplit

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

HIDDEN = "[hidden]"
SHORTEST_SECRET = 8
"""Least length of a secret that is masked everywhere: a shorter one is part of ordinary words."""
SECRET_FIELDS = re.compile(r"password|secret|token|authorization|cookie|csrf|nonce|seed|otp", re.IGNORECASE)
# A link that resets a password or confirms an address is as good as the password for as long as it lives.
SECRET_LINKS = re.compile(r"(/(?:password/reset/key|confirm-email)/)[^/\s\"']+")


def passwords(*urls: str | None) -> list[str]:
    """List the passwords in the given addresses."""
    return [unquote(word) for url in urls if url and (word := urlsplit(url).password)]


def hide(value: object, secrets: frozenset[str]) -> object:
    """Take every known secret out of a value, at any depth."""
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, HIDDEN)
        return SECRET_LINKS.sub(rf"\1{HIDDEN}", value)
    if isinstance(value, dict):
        return hide_fields(value, secrets)
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(hide(item, secrets) for item in value)
    return value


def hide_fields(fields: Mapping[str, object], secrets: frozenset[str]) -> dict[str, object]:
    """Take every known secret, and each field that is one by its name, out of a mapping."""
    return {key: HIDDEN if SECRET_FIELDS.search(str(key)) else hide(item, secrets) for key, item in fields.items()}


def hiding(secrets: Iterable[str]) -> Processor:
    """Make the step that takes secrets out of a log line."""
    known = frozenset(secret for secret in secrets if len(secret) >= SHORTEST_SECRET)

    def step(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return hide_fields(event, known)

    return step


def renderer(log_format: str) -> Processor:
    """Choose how a line is written."""
    if log_format == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, pad_level=False)


def configure(log_format: str, level: str, secrets: Iterable[str]) -> None:
    """Send structlog and the standard library's logging down the same road."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(_standard(log_format, level, shared, hiding(secrets)))


def _standard(log_format: str, level: str, shared: list[Processor], hide_secrets: Processor) -> dict[str, object]:
    formatter: dict[str, object] = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": shared,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            hide_secrets,
            renderer(log_format),
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            # A failed request of a stranger is not worth a line each, beyond the one of the access log.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.request": {"level": "ERROR"},
            "celery.redirected": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
        },
    }
