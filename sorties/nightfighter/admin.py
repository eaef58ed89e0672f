"""What staff see of years of nights: the flights of bots."""

from django.contrib import admin

from campaigns.careers.staff import FlightAdmin
from sorties.nightfighter.models import NightFlight

admin.site.register(NightFlight, FlightAdmin)
