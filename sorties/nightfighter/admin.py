"""What staff see of years of nights: the flights of bots."""

from django.contrib import admin

from campaigns.careers.admin import BotFlightAdmin
from sorties.nightfighter.models import NightFlight

admin.site.register(NightFlight, BotFlightAdmin)
