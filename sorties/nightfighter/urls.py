"""The addresses of nights: choosing one, scenarios of one's own, and years."""

from django.urls import include, path

from sorties.nightfighter.setup import views

urlpatterns = [
    path("", include("sorties.nightfighter.careers.urls")),
    path("nights/new/", views.night_new, name="night_new"),
    path("nights/scenarios/", views.own_new, name="night_scenario_new"),
    path("nights/scenarios/import/", views.own_import, name="night_scenario_import"),
    path("nights/scenarios/<uuid:own>/", views.own_edit, name="night_scenario"),
    path("nights/scenarios/<uuid:own>/export/", views.own_export, name="night_scenario_export"),
    path("nights/scenarios/<uuid:own>/delete/", views.own_delete, name="night_scenario_delete"),
    path("", include("sorties.nightfighter.redirects")),
]
