"""What staff see of careers: the flights of bots."""

from django.contrib import admin

from campaigns.careers.staff import FlightAdmin
from sorties.interceptor.models import BotFlight

admin.site.register(BotFlight, FlightAdmin)
