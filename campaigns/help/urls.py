"""The addresses of the pages that explain the site."""

from django.urls import path

from campaigns.help import views

urlpatterns = [
    path("columns/", views.columns, name="help_columns"),
    path("keys/", views.keys, name="help_keys"),
    path("privacy/", views.privacy, name="help_privacy"),
]
