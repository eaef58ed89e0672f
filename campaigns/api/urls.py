"""The addresses of the interface."""

from django.urls import path

from campaigns.api import views
from campaigns.bots import views as bots

urlpatterns = [
    path("openapi.json", views.api_description, name="api_description"),
    path("group", views.api_group, name="api_group"),
    path("members", views.api_members, name="api_members"),
    path("seasons", views.api_seasons, name="api_seasons"),
    path("seasons/<uuid:season>/ladder", views.api_ladder, name="api_ladder"),
    path("seasons/<uuid:season>/lines", views.api_lines, name="api_lines"),
    path("nights", views.api_nights, name="api_nights"),
    path("seat", bots.api_seat, name="api_seat"),
    path("seat/events", bots.api_seat_events, name="api_seat_events"),
    path("seat/answer", bots.api_seat_answer, name="api_seat_answer"),
    path("seat/answers", bots.api_seat_answers, name="api_seat_answers"),
    path("seat/begin", bots.api_seat_begin, name="api_seat_begin"),
]
