"""Staff pages of careers."""

from django.contrib import admin

from campaigns.careers.admin import BotFlightAdmin
from sorties.interceptor.records.models import BotFlight

admin.site.register(BotFlight, BotFlightAdmin)
