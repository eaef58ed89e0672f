"""The addresses of the raids' own pages."""

from django.urls import include, path

from raids.auto_orders import views as auto_orders
from raids.debriefing import views as debriefing
from raids.estimate import views as estimate
from raids.exports import views as exports
from raids.plans import views as plans
from raids.routes import views as routes
from raids.setup import views as setup

urlpatterns = [
    path("raids/new/", setup.night_setup, name="raid_new"),
    path("raids/new/briefing/", setup.night_setup_briefing, name="raid_new_briefing"),
    path("raids/tables/<uuid:session>/hand-over/", setup.hand_over, name="raid_hand_over"),
    path("raids/tables/<uuid:session>/debriefing/", debriefing.debriefing, name="raid_debriefing"),
    path("raids/tables/<uuid:session>/rematch/", debriefing.rematch, name="raid_rematch"),
    path("raids/tables/<uuid:session>/auto-orders/", auto_orders.auto_orders, name="raid_auto_orders"),
    path("raids/tables/<uuid:session>/estimate/", estimate.estimate, name="raid_estimate"),
    path("raids/routes/", routes.routes, name="raid_routes"),
    path("raids/plans/", plans.plans, name="raid_plans"),
    path("raids/plans/import/", plans.plan_import, name="raid_plan_import"),
    path("raids/plans/<uuid:plan>/", plans.plan, name="raid_plan"),
    path("raids/plans/<uuid:plan>/compare/", plans.plan_compare, name="raid_plan_compare"),
    path("raids/plans/<uuid:plan>/clone/", plans.plan_clone, name="raid_plan_clone"),
    path("raids/plans/<uuid:plan>/delete/", plans.plan_delete, name="raid_plan_delete"),
    path("raids/plans/<uuid:plan>/plan.json", plans.plan_export, name="raid_plan_export"),
    path("raids/nights.csv", exports.nights_csv, name="raid_nights_csv"),
    path("raids/raids.csv", exports.raids_csv, name="raid_raids_csv"),
    path("raids/combats.csv", exports.combats_csv, name="raid_combats_csv"),
    path("raids/tables/<uuid:session>/plot/", plans.plot_validate, name="raid_plot_validate"),
    path("raids/tables/<uuid:session>/save/", plans.plot_save, name="raid_plot_save"),
    path("", include("raids.redirects")),
]
