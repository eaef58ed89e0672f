"""The one address of the fourth game."""

from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("fourth/", lambda request: HttpResponse("fourth"), name="fourth_begins")]
