"""System checks for settings that would work at first and fail under load."""

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register

from config.database import POSTGRESQL
from config.fastpath import compiled_rules as fastpath_compiled_rules


@register(Tags.database)
def no_persistent_connections(**_: object) -> list[CheckMessage]:
    """Refuse persistent connections: under ASGI each request's thread would keep one, until none is left."""
    return [
        Error(
            f"The database {name!r} keeps its connections (conn_max_age), and pages are served by ASGI.",
            hint="Take conn_max_age out of DATABASE_URL; the pool (DATABASE_POOL) gives the same gain.",
            id="config.E001",
        )
        for name, database in settings.DATABASES.items()
        if database["ENGINE"] == POSTGRESQL and database.get("CONN_MAX_AGE") != 0
    ]


@register()
def broker_in_production(**_: object) -> list[CheckMessage]:
    """Refuse the queue made of files in production: it polls, and it cannot be shared by several machines."""
    if settings.PRODUCTION and not settings.REDIS_URL:
        hint = "Set REDIS_URL to a Redis or Valkey server."
        return [Error("Production needs a broker.", hint=hint, id="config.E002")]
    return []


@register()
def rules_form_check(**_: object) -> list[CheckMessage]:
    """Say where rules were compiled and the plain ones serve all the same."""
    name, why, _folder = fastpath_compiled_rules.form
    if name == fastpath_compiled_rules.STALE:
        hint = "Compile them anew with manage.py compile."
        return [Info(f"The plain rules serve: {why}.", hint=hint, id="config.I001")]
    if name == fastpath_compiled_rules.BROKEN:
        hint = "Compile them anew with manage.py compile, or remove the folder."
        return [Warning(f"The compiled rules are broken, the plain ones serve: {why}.", hint=hint, id="config.W001")]
    return []
