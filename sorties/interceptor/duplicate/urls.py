"""The addresses of duplicate seasons."""

from django.urls import path

from sorties.interceptor.duplicate import views

urlpatterns = [path("groups/seasons/<uuid:season>/raids/", views.season_raids, name="season_raids")]
