"""Addresses of the rules."""

from django.urls import path

from play.rules import views

urlpatterns = [
    path("<slug:game>/", views.rules, name="rules"),
    path("<slug:game>/<str:number>/", views.rule, name="rule"),
]
