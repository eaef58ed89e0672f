"""The addresses of nights: choosing one, scenarios of one's own, and years."""

from django.urls import include, path

from sorties.nightfighter.setup import views

urlpatterns = [
    path("", include("sorties.nightfighter.careers.urls")),
    path("nights/new/", views.night_new, name="night_new"),
    path("nights/own/", views.own_new, name="night_own_new"),
    path("nights/own/import/", views.own_import, name="night_own_import"),
    path("nights/own/<uuid:own>/", views.own_edit, name="night_own"),
    path("nights/own/<uuid:own>/export/", views.own_export, name="night_own_export"),
    path("nights/own/<uuid:own>/delete/", views.own_delete, name="night_own_delete"),
]
