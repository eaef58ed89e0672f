"""The addresses of careers and of their books."""

from django.urls import include, path

urlpatterns = [
    path("careers/", include("sorties.interceptor.career.urls")),
    path("", include("sorties.interceptor.books.urls")),
]
