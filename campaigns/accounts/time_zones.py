"""Time zones as people choose them."""

import functools
import zoneinfo


def known_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of that name; nothing for one that is not known, however it came here."""
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None


@functools.cache
def zone_names() -> tuple[str, ...]:
    """Every zone that is named for a place, in alphabetical order: the machine's tables are read once."""
    return tuple(sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/")))
