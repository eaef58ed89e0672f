"""The way out to an address that somebody has typed: to public addresses alone, pinned, without redirects, and short.

Every address of the name must be public, also an IPv4 address within an IPv6 one; the connection goes
to one of those very addresses, so that a second look-up cannot lead elsewhere.
"""

import http.client
import ipaddress
import json
import os
import re
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

SECONDS = 6.0
LONGEST_ANSWER = 64 * 1024
NUMBER = re.compile("[0-9A-Za-z_-]{1,80}")
NAT64 = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48")))
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class UnsafeAddress(Exception):
    """The address does not lead outside, or is none."""


@dataclass(frozen=True)
class HttpTarget:
    """Target of a message: the name for the certificate, and the address that was resolved."""

    host: str
    port: int
    path: str
    at: str
    secure: bool


def allowed_internal_hosts() -> frozenset[str]:
    """Name the inner hosts that webhooks may reach, as host:port in HOOKS_MAY_REACH, separated by commas."""
    return frozenset(filter(None, (one.strip() for one in os.environ.get("HOOKS_MAY_REACH", "").split(","))))


def target_of(address: str) -> HttpTarget:
    """Return where an address leads, or refuse it."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as problem:
        raise UnsafeAddress from problem
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not (host.isascii() and address.isascii() and address.isprintable()) or " " in address:
        raise UnsafeAddress
    if f"{host}:{port}" in allowed_internal_hosts():
        return HttpTarget(host, port or 443, path, host, parts.scheme == "https")
    if parts.scheme != "https" or parts.username is not None or parts.password is not None or port not in (None, 443):
        raise UnsafeAddress
    return HttpTarget(host, 443, path, _looked_up(host)[0], True)


def _looked_up(host: str) -> list[str]:
    """Return the addresses of a name, all of which must be public."""
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as problem:
        raise UnsafeAddress from problem
    if not found or not all(is_public(one) for one in found):
        raise UnsafeAddress
    return sorted(found)


def is_public(address: str) -> bool:
    """Return whether an address, and every other that it embeds, is one of the public net."""
    try:
        return all(one.is_global and not one.is_multicast and not one.is_reserved for one in _meant(address))
    except ValueError:
        return False


def _meant(address: str) -> list[Address]:
    """Return an address with those that it carries: mapped, 6to4, Teredo, NAT64."""
    one = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(one, ipaddress.IPv4Address):
        return [one]
    carried: list[Address] = [other for other in (one.ipv4_mapped, one.sixtofour, *(one.teredo or ())) if other]
    if any(one in net for net in NAT64) or not int(one) >> 32:
        carried.append(ipaddress.IPv4Address(int(one) & 0xFFFFFFFF))
    # A mapped address is judged by what it maps to; the library calls the form itself private.
    return carried if one.ipv4_mapped is not None else [one, *carried]


class _Pinned(http.client.HTTPSConnection):
    """A connection to an address that was looked at, under the name that its certificate must have."""

    def __init__(self, target: HttpTarget) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS, context=ssl.create_default_context())
        self.target = target

    def connect(self) -> None:
        plain = socket.create_connection((self.target.at, self.target.port), SECONDS)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.target.host)


@dataclass(frozen=True)
class HttpAnswer:
    """Answer of a server: whether it accepted the message, and the number that it gave to it."""

    taken: bool
    number: str = ""


def send(
    address: str, body: bytes, headers: dict[str, str], *, method: str = "POST", before: Callable[[], None]
) -> HttpAnswer:
    """Send a message; `before` is called on the open connection, before the first byte.

    What comes back is read to a bound, and shown to nobody.
    """
    target = target_of(address)
    line: http.client.HTTPConnection
    line = _Pinned(target) if target.secure else http.client.HTTPConnection(target.at, target.port, timeout=SECONDS)
    try:
        line.connect()
        before()
        line.request(method, target.path, body, {"Content-Type": "application/json", **headers})
        answer = line.getresponse()
        return HttpAnswer(200 <= answer.status < 300, _number(answer.read(LONGEST_ANSWER)))
    except http.client.HTTPException as problem:
        raise OSError("what came back is no answer") from problem
    finally:
        line.close()


def _number(said: bytes) -> str:
    """Return the number that a chat service gives to a message."""
    try:
        number = json.loads(said).get("id", "")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return str(number) if isinstance(number, str | int) and NUMBER.fullmatch(str(number)) else ""


def with_path(address: str, more: str) -> str:
    """Return an address with a longer path and the same query."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{more}"))


def with_query(address: str, more: str) -> str:
    """Return an address with one thing more in its question."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, more)))))
