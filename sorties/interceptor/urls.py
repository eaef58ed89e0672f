"""The addresses of careers and of their logs."""

from django.urls import include, path

urlpatterns = [
    path("careers/", include("sorties.interceptor.careers.urls")),
    path("", include("sorties.interceptor.exports.urls")),
    path("", include("sorties.interceptor.redirects")),
]
