"""The addresses of the tables."""

from django.urls import path

from play import redirects
from play.clocks import views as clocks
from play.exercises import views as exercises
from play.fairness import views as fairness_views
from play.fairness.views import verify
from play.live import streams
from play.odds import views as odds
from play.replay import views as replay_lanes
from play.reviews import views as reviews
from play.sessions import views
from play.spectators import views as spectators
from play.umpire import views as umpire
from play.uploads import views as uploads

urlpatterns = [
    path("tables/", views.tables, name="tables"),
    path("tables/new/<slug:game>/", views.table_new, name="table_new"),
    path("tables/import/", views.table_import, name="table_import"),
    path("tables/seat/<str:invitation>/", views.seat, name="seat"),
    path("tables/<uuid:session>/", views.table, name="table"),
    path("tables/<uuid:session>/begin/", views.begin, name="table_begin"),
    path("tables/<uuid:session>/changes/", views.changes, name="table_changes"),
    path("tables/<uuid:session>/log/", views.log, name="table_log"),
    path("tables/<uuid:session>/line/", views.log_line, name="table_line"),
    path("tables/<uuid:session>/seen/", views.seen, name="table_seen"),
    path("tables/<uuid:session>/note/", views.note, name="table_note"),
    path("tables/<uuid:session>/version/", views.version, name="table_version"),
    path("tables/<uuid:session>/order/", views.order, name="table_order"),
    path("tables/<uuid:session>/undo/", views.undo, name="table_undo"),
    path("tables/<uuid:session>/consent/", views.consent, name="table_consent"),
    path("tables/<uuid:session>/step-back/", views.step_back, name="table_step_back"),
    path("tables/<uuid:session>/charts/", views.charts_newer, name="table_charts"),
    path("tables/<uuid:session>/review/", reviews.review, name="table_review"),
    path("tables/<uuid:session>/review/stop/", reviews.stop, name="table_review_stop"),
    path("tables/<uuid:session>/review/share/", reviews.share, name="table_review_share"),
    path("tables/<uuid:session>/review/offer/", exercises.offer, name="table_review_offer"),
    path("exercise/", exercises.exercise, name="exercise"),
    path("exercise/<slug:week>/", exercises.exercise_week, name="exercise_week"),
    path("exercise/<slug:week>/answer/", exercises.answer, name="exercise_answer"),
    path("review/<str:link>/", reviews.shared_review, name="review"),
    path("tables/<uuid:session>/odds/", odds.odds, name="table_odds"),
    path("tables/<uuid:session>/odds/when/", odds.when, name="table_odds_when"),
    path("tables/<uuid:session>/replay/", views.replay, name="table_replay"),
    path("tables/<uuid:session>/replay/lanes/", replay_lanes.lanes, name="table_replay_lanes"),
    path("tables/<uuid:session>/player-view/", umpire.player_view, name="table_player_view"),
    path("tables/<uuid:session>/remark/", umpire.remark, name="table_remark"),
    path("tables/<uuid:session>/absence/", umpire.away, name="table_absence"),
    path("tables/<uuid:session>/computer/", umpire.computer, name="table_computer"),
    path("tables/<uuid:session>/clocks/", clocks.clocks, name="table_clocks"),
    path("tables/<uuid:session>/leave/", clocks.leave, name="table_leave"),
    path("tables/<uuid:session>/pause/", clocks.pause, name="table_pause"),
    path("tables/<uuid:session>/late/", clocks.late, name="table_late"),
    path("tables/<uuid:session>/fork/", views.fork, name="table_fork"),
    path("tables/<uuid:session>/dice/", views.dice, name="table_dice"),
    path("tables/<uuid:session>/export/", views.export, name="table_export"),
    path("tables/<uuid:session>/delete/", views.table_delete, name="table_delete"),
    path("tables/<uuid:session>/spectators/", spectators.table_watching, name="table_spectators"),
    path("watch/<str:link>/", spectators.watch, name="spectate"),
    path("maps/<slug:game>/<slug:digest>/<slug:name>.svg", views.map_ground, name="map_ground"),
    path("verify/", verify, name="verify"),
    path("help/dice/", fairness_views.dice_proof, name="help_dice"),
    path("signing-keys/", fairness_views.signing_keys_page, name="signing_keys"),
    path("signing-keys.json", fairness_views.signing_keys_json, name="signing_keys_json"),
    path("files/<uuid:upload>/", uploads.upload, name="upload"),
    path("live/<uuid:session>/", streams.live, name="live"),
    *redirects.urlpatterns,
]
