"""The addresses of the tables."""

from django.urls import path

from . import live, views

urlpatterns = [
    path("tables/", views.tables, name="tables"),
    path("tables/new/<slug:game>/", views.table_new, name="table_new"),
    path("tables/import/", views.table_import, name="table_import"),
    path("tables/seat/<str:invitation>/", views.seat, name="seat"),
    path("tables/<uuid:session>/", views.table, name="table"),
    path("tables/<uuid:session>/begin/", views.begin, name="table_begin"),
    path("tables/<uuid:session>/prompt/", views.prompt, name="table_prompt"),
    path("tables/<uuid:session>/board/", views.board, name="table_board"),
    path("tables/<uuid:session>/log/", views.log, name="table_log"),
    path("tables/<uuid:session>/line/", views.log_line, name="table_line"),
    path("tables/<uuid:session>/version/", views.version, name="table_version"),
    path("tables/<uuid:session>/order/", views.order, name="table_order"),
    path("tables/<uuid:session>/undo/", views.undo, name="table_undo"),
    path("tables/<uuid:session>/consent/", views.consent, name="table_consent"),
    path("tables/<uuid:session>/step-back/", views.step_back, name="table_step_back"),
    path("tables/<uuid:session>/replay/", views.replay, name="table_replay"),
    path("tables/<uuid:session>/fork/", views.fork, name="table_fork"),
    path("tables/<uuid:session>/dice/", views.dice, name="table_dice"),
    path("tables/<uuid:session>/export/", views.export, name="table_export"),
    path("tables/<uuid:session>/delete/", views.table_delete, name="table_delete"),
    path("live/<uuid:session>/", live.live, name="live"),
]
