"""The addresses of the tables."""

from django.urls import path

from play.clocks import views as pace
from play.exercises import views as exercise
from play.fairness import views as fairness_views
from play.fairness.views import verify
from play.live import streams
from play.odds import views as odds
from play.replay import views as film
from play.reviews import views as hindsight
from play.sessions import views
from play.spectators import views as watching
from play.umpire import views as desk
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
    path("tables/<uuid:session>/lost/", hindsight.review, name="table_lost"),
    path("tables/<uuid:session>/lost/stop/", hindsight.stop, name="table_lost_stop"),
    path("tables/<uuid:session>/lost/share/", hindsight.share, name="table_lost_share"),
    path("tables/<uuid:session>/lost/offer/", exercise.offer, name="table_lost_offer"),
    path("exercise/", exercise.exercise, name="exercise"),
    path("exercise/<slug:week>/", exercise.exercise_week, name="exercise_week"),
    path("exercise/<slug:week>/answer/", exercise.answer, name="exercise_answer"),
    path("lost/<str:link>/", hindsight.shared_review, name="lost"),
    path("tables/<uuid:session>/odds/", odds.odds, name="table_odds"),
    path("tables/<uuid:session>/odds/when/", odds.when, name="table_odds_when"),
    path("tables/<uuid:session>/replay/", views.replay, name="table_replay"),
    path("tables/<uuid:session>/film/", film.lanes, name="table_film"),
    path("tables/<uuid:session>/shoulder/", desk.player_view, name="table_shoulder"),
    path("tables/<uuid:session>/remark/", desk.remark, name="table_remark"),
    path("tables/<uuid:session>/away/", desk.away, name="table_away"),
    path("tables/<uuid:session>/computer/", desk.computer, name="table_computer"),
    path("tables/<uuid:session>/clocks/", pace.clocks, name="table_clocks"),
    path("tables/<uuid:session>/leave/", pace.leave, name="table_leave"),
    path("tables/<uuid:session>/pause/", pace.pause, name="table_pause"),
    path("tables/<uuid:session>/late/", pace.late, name="table_late"),
    path("tables/<uuid:session>/fork/", views.fork, name="table_fork"),
    path("tables/<uuid:session>/dice/", views.dice, name="table_dice"),
    path("tables/<uuid:session>/export/", views.export, name="table_export"),
    path("tables/<uuid:session>/delete/", views.table_delete, name="table_delete"),
    path("tables/<uuid:session>/watchers/", watching.table_watching, name="table_watching"),
    path("watch/<str:link>/", watching.watch, name="watch"),
    path("maps/<slug:game>/<slug:digest>/<slug:name>.svg", views.map_ground, name="map_ground"),
    path("verify/", verify, name="verify"),
    path("signing-keys/", fairness_views.signing_keys_page, name="signing_keys"),
    path("signing-keys.json", fairness_views.signing_keys_json, name="signing_keys_json"),
    path("files/<uuid:upload>/", uploads.upload, name="upload"),
    path("house-key/", fairness_views.old_signing_keys_url, name="house_key"),
    path("live/<uuid:session>/", streams.live, name="live"),
]
