"""What staff see of careers: the flights of bots."""

from django.contrib import admin

from campaigns.careers.admin import BotFlightAdmin
from sorties.interceptor.records.models import BotFlight

admin.site.register(BotFlight, BotFlightAdmin)
