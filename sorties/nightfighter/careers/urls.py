"""The addresses of years of nights and of their files."""

from django.urls import path

from sorties.nightfighter.careers import views
from sorties.nightfighter.exports import views as books

urlpatterns = [
    path("nights/careers/<uuid:career>/", views.night_career, name="night_career"),
    path("nights/careers/<uuid:career>/end/", views.night_career_end, name="night_career_end"),
    path("nights/careers/<uuid:career>/share/", views.night_career_share, name="night_career_share"),
    path("nights/careers/<uuid:career>/sheet/", views.night_career_sheet, name="night_career_sheet"),
    path("nights/careers/<uuid:career>/bot/", views.night_bot_begin, name="night_bot_begin"),
    path("nights/careers/<uuid:career>/bot/stop/", views.night_bot_stop, name="night_bot_stop"),
    path("nights/careers/<uuid:career>/bot/progress/", views.night_bot_progress, name="night_bot_progress"),
    path("nights/careers/<uuid:career>/week/", views.night_career_week, name="night_career_week"),
    path("nights/careers/shared/<str:link>/", views.night_career_shared, name="night_career_shared"),
    path("nights/careers/shared/<str:link>/end/", views.night_career_shared_end, name="night_career_shared_end"),
    path("nights/careers/<uuid:career>/career.json", books.career_json, name="night_career_json"),
    path("nights/careers/<uuid:career>/nights.csv", books.career_nights, name="night_career_nights"),
    path("nights/careers/<uuid:career>/kills.csv", books.career_kills, name="night_career_kills"),
    path("nights/nights.csv", books.my_nights, name="my_nights"),
    path("nights/kills.csv", books.my_kills, name="my_kills"),
    path("groups/<uuid:group>/night-weeks.csv", books.group_weeks, name="group_night_weeks"),
    path("groups/<uuid:group>/night-kills.csv", books.group_kills, name="group_night_kills"),
]
