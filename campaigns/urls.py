"""The addresses of people and their accounts; signing in and its neighbours are the account library's."""

from django.urls import include, path

from campaigns.accounts import views
from campaigns.api import views as api
from campaigns.bots import views as bots
from campaigns.careers import views as careers
from campaigns.comments import views as comments
from campaigns.moderation import views as moderation
from campaigns.notifications import views as notifications

urlpatterns = [
    path("", views.home, name="home"),
    path("fly", views.fly_now, name="fly_now"),
    path("guest", views.guest_continue, name="guest_continue"),
    path("guest/seat/<str:invitation>", views.guest_take_seat, name="guest_take_seat"),
    path("careers/", careers.careers, name="careers"),
    path("groups/", include("campaigns.groups.urls")),
    path("api/v1/", include("campaigns.api.urls")),
    path("help/", include("campaigns.help.urls")),
    path("groups/<uuid:group>/tokens/", api.group_tokens, name="group_tokens"),
    path("groups/<uuid:group>/webhook/", notifications.group_webhook, name="group_webhook"),
    path("comments/<uuid:session>/<int:place>/", comments.comments, name="comments_of_game"),
    path("comments/<uuid:session>/<str:seat>/<int:place>/", comments.comments, name="comments"),
    path("bots/", bots.bots, name="bots"),
    path("groups/<uuid:group>/reports/", moderation.group_reports, name="group_reports"),
    path("groups/<uuid:group>/blocks/", moderation.group_blocks, name="group_blocks"),
    path("notifications/", notifications.notifications, name="notifications"),
    path("notifications/calendar/", notifications.calendar_renew, name="calendar_renew"),
    path("calendar/<str:token>.ics", notifications.calendar, name="calendar"),
    path("look", views.appearance, name="appearance"),
    path("here", views.presence, name="presence"),
    path("profile", views.profile, name="profile"),
    path("profile/claim", views.claim, name="claim"),
    path("profile/leave-guest-play", views.leave_guest_play, name="leave_guest_play"),
    path("profile/delete", views.delete_account, name="delete_account"),
    path("", include("campaigns.redirects")),
]
