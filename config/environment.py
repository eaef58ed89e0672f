"""Reads settings from the environment, and refuses what it cannot read with a sentence that names the variable."""

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"", "0", "false", "no", "off"})


def flag(name: str, environ: Mapping[str, str] = os.environ, *, default: bool = False) -> bool:
    """Say whether the variable is switched on; one that is not set or empty is as the default says."""
    value = environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in YES:
        return True
    if value in NO:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def number(name: str, default: int, environ: Mapping[str, str] = os.environ) -> int:
    """Read a whole number that is not negative."""
    value = environ.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    return int(value)


def seconds(name: str, default: float, environ: Mapping[str, str] = os.environ) -> float:
    """Read a span of time, in seconds and parts of them."""
    value = environ.get(name, "").strip()
    if not value:
        return default
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value, re.ASCII):
        raise ImproperlyConfigured(f"{name} must be seconds, such as 0.1 or 3, not {value!r}.")
    return float(value)


def words(name: str, default: str = "", environ: Mapping[str, str] = os.environ) -> list[str]:
    """Read a list separated by commas."""
    return [word.strip() for word in (environ.get(name) or default).split(",") if word.strip()]


def one_of(name: str, choices: tuple[str, ...], environ: Mapping[str, str] = os.environ) -> str:
    """Read one of the choices; the first is the default."""
    value = environ.get(name, "").strip().lower() or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def folder(path: Path, *, private: bool = False) -> Path:
    """Make a folder that the site writes to, if it is not there; only its owner can read a private one."""
    try:
        path.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
    except OSError as fault:
        raise ImproperlyConfigured(f"The folder {path} cannot be made: {fault.strerror}.") from fault
    return path


def secret_key(folder: Path, *, production: bool, environ: Mapping[str, str] = os.environ) -> str:
    """Take the key from SECRET_KEY; on a local run make one once and keep it in the folder of the database."""
    if key := environ.get("SECRET_KEY", ""):
        return key
    if production:
        raise ImproperlyConfigured("SECRET_KEY is missing. In production it must be set, and kept.")
    path = folder / "secret-key"
    try:
        key = path.read_text(encoding="ascii").strip() if path.exists() else ""
        # Of an empty file nothing is lost but who was signed in.
        return key or _new_key(path, replace=path.exists())
    except (OSError, UnicodeDecodeError) as fault:
        raise ImproperlyConfigured(
            f"The key in {path} cannot be read or written ({fault}). Give another in SECRET_KEY, or remove the file: "
            "whoever was signed in signs in again."
        ) from fault


def _new_key(path: Path, *, replace: bool) -> str:
    """Keep a new key. Two processes may start at once: written aside and put into place, both read the same one."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64))
    if replace:
        aside.replace(path)
    else:
        with suppress(FileExistsError):
            os.link(aside, path)
        aside.unlink()
    return path.read_text(encoding="ascii").strip()


def email(url: str) -> dict[str, object]:
    """Turn EMAIL_URL (`smtp://user:word@host:587`, `smtps://…`, `console:`, `file:///folder`) into settings."""
    parts = urlsplit(url)
    sender = parse_qs(parts.query).get("from", [])
    settings: dict[str, object] = {"DEFAULT_FROM_EMAIL": sender[0], "SERVER_EMAIL": sender[0]} if sender else {}
    match parts.scheme:
        case "console":
            return settings | {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
        case "file":
            backend = "django.core.mail.backends.filebased.EmailBackend"
            return settings | {"EMAIL_BACKEND": backend, "EMAIL_FILE_PATH": unquote(parts.path)}
        case "smtp" | "smtps":
            encrypted_from_start = parts.scheme == "smtps"
            return settings | {
                "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
                "EMAIL_HOST": parts.hostname or "localhost",
                "EMAIL_PORT": parts.port or (465 if encrypted_from_start else 587 if parts.username else 25),
                "EMAIL_HOST_USER": unquote(parts.username or ""),
                "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
                "EMAIL_USE_SSL": encrypted_from_start,
                "EMAIL_USE_TLS": not encrypted_from_start and bool(parts.username),
                "EMAIL_TIMEOUT": 5,
            }
    raise ImproperlyConfigured("EMAIL_URL must begin with smtp:, smtps:, console: or file:.")
