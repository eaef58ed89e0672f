"""The addresses of people and their accounts; signing in and its neighbours are the account library's."""

from django.urls import include, path

from campaigns import views

urlpatterns = [
    path("", views.home, name="home"),
    path("fly", views.fly_now, name="fly_now"),
    path("guest", views.go_on_as_guest, name="go_on_as_guest"),
    path("careers/", include("campaigns.career_urls")),
    path("", include("campaigns.book_urls")),
    path("look", views.choose_look, name="choose_look"),
    path("profile", views.profile, name="profile"),
    path("profile/claim", views.claim, name="claim"),
    path("profile/leave-guest-play", views.leave_guest_play, name="leave_guest_play"),
    path("profile/delete", views.delete_account, name="delete_account"),
]
