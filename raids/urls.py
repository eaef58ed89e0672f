"""The addresses of the raids' own pages."""

from django.urls import path

from raids.auto_orders import views as standing
from raids.debriefing import views as morning
from raids.estimate import views as estimate
from raids.exports import views as records
from raids.plans import views as plans
from raids.routes import views as routes
from raids.setup import views as order

urlpatterns = [
    path("raids/order/", order.night_setup, name="raid_order"),
    path("raids/order/briefing/", order.night_setup_briefing, name="raid_order_briefing"),
    path("raids/tables/<uuid:session>/hand-over/", order.hand_over, name="raid_hand_over"),
    path("raids/tables/<uuid:session>/morning/", morning.debriefing, name="raid_morning"),
    path("raids/tables/<uuid:session>/rematch/", morning.rematch, name="raid_rematch"),
    path("raids/tables/<uuid:session>/standing/", standing.auto_orders, name="raid_standing"),
    path("raids/tables/<uuid:session>/estimate/", estimate.estimate, name="raid_estimate"),
    path("raids/routes/", routes.routes, name="raid_routes"),
    path("raids/plans/", plans.plans, name="raid_plans"),
    path("raids/plans/import/", plans.plan_import, name="raid_plan_import"),
    path("raids/plans/<uuid:plan>/", plans.plan, name="raid_plan"),
    path("raids/plans/<uuid:plan>/compare/", plans.plan_compare, name="raid_plan_compare"),
    path("raids/plans/<uuid:plan>/clone/", plans.plan_clone, name="raid_plan_clone"),
    path("raids/plans/<uuid:plan>/delete/", plans.plan_delete, name="raid_plan_delete"),
    path("raids/plans/<uuid:plan>/plan.json", plans.plan_export, name="raid_plan_export"),
    path("raids/nights.csv", records.nights_csv, name="raid_nights_csv"),
    path("raids/raids.csv", records.raids_csv, name="raid_raids_csv"),
    path("raids/combats.csv", records.combats_csv, name="raid_combats_csv"),
    path("raids/tables/<uuid:session>/plot/", plans.plot_validate, name="raid_plot_judge"),
    path("raids/tables/<uuid:session>/keep/", plans.plot_save, name="raid_plot_keep"),
]
