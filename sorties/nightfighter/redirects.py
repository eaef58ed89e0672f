"""Former addresses of a player's own scenarios."""

from campaigns.redirects import moved

urlpatterns = [
    moved("nights/own/", "night_scenario_new"),
    moved("nights/own/import/", "night_scenario_import"),
    moved("nights/own/<uuid:own>/", "night_scenario"),
    moved("nights/own/<uuid:own>/export/", "night_scenario_export"),
    moved("nights/own/<uuid:own>/delete/", "night_scenario_delete"),
]
