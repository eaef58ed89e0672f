"""Every address of the site; each app names its own."""

from importlib.util import find_spec

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config.observability.health import healthz, readyz
from config.observability.metrics import metrics

# Staff sign in on the same page as everybody, with its rate limits and their second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    *([path("metrics", metrics, name="metrics")] if settings.METRICS_TOKEN else []),
    path("accounts/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("", include("campaigns.urls")),
    *(path("", include(f"{package}.urls")) for package in settings.ROOMS if find_spec(f"{package}.urls")),
    path("charts/", include("play.charts.urls")),
    path("rules/", include("play.rules.urls")),
    path("", include("play.urls")),
]
