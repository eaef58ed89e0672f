"""Staff pages of years of nights."""

from django.contrib import admin

from campaigns.careers.admin import BotFlightAdmin
from sorties.nightfighter.models import NightFlight

admin.site.register(NightFlight, BotFlightAdmin)
