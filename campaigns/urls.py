"""The addresses of people and their accounts; signing in and its neighbours are the account library's."""

from django.urls import include, path

from campaigns.accounts import views
from campaigns.api import views as api
from campaigns.bots import views as bots
from campaigns.careers import views as careers
from campaigns.comments import views as footnotes
from campaigns.moderation import views as stewards
from campaigns.notifications import views as notices

urlpatterns = [
    path("", views.home, name="home"),
    path("fly", views.fly_now, name="fly_now"),
    path("guest", views.guest_continue, name="go_on_as_guest"),
    path("guest/seat/<str:invitation>", views.guest_take_seat, name="sit_as_guest"),
    path("careers/", careers.careers, name="careers"),
    path("groups/", include("campaigns.groups.urls")),
    path("api/v1/", include("campaigns.api.urls")),
    path("groups/<uuid:group>/tokens/", api.group_tokens, name="group_tokens"),
    path("groups/<uuid:group>/hook/", notices.group_webhook, name="group_hook"),
    path("footnotes/<uuid:session>/<int:place>/", footnotes.comments, name="footnotes_of_night"),
    path("footnotes/<uuid:session>/<str:seat>/<int:place>/", footnotes.comments, name="footnotes"),
    path("bots/", bots.bots, name="bots"),
    path("groups/<uuid:group>/reports/", stewards.group_reports, name="group_reports"),
    path("groups/<uuid:group>/kept-out/", stewards.group_blocks, name="group_blocks"),
    path("notices/", notices.notifications, name="notices"),
    path("notices/calendar/", notices.calendar_renew, name="calendar_renew"),
    path("calendar/<str:token>.ics", notices.calendar, name="calendar"),
    path("look", views.appearance, name="choose_look"),
    path("here", views.presence, name="here"),
    path("profile", views.profile, name="profile"),
    path("profile/claim", views.claim, name="claim"),
    path("profile/leave-guest-play", views.leave_guest_play, name="leave_guest_play"),
    path("profile/delete", views.delete_account, name="delete_account"),
]
