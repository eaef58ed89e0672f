"""Former addresses of the pages of raids."""

from campaigns.redirects import moved

urlpatterns = [
    moved("raids/order/", "raid_new"),
    moved("raids/order/briefing/", "raid_new_briefing"),
    moved("raids/tables/<uuid:session>/morning/", "raid_debriefing"),
    moved("raids/tables/<uuid:session>/standing/", "raid_auto_orders"),
    moved("raids/tables/<uuid:session>/keep/", "raid_plot_save"),
]
