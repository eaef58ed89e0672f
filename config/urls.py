"""Every address of the house; each app names its own."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.health import healthz

# Staff come in by the same door as everybody, with its rate limits and their second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("accounts/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("", include("campaigns.urls")),
    path("sorties/", include("sorties.urls")),
    path("raids/", include("raids.urls")),
    path("", include("play.urls")),
]
