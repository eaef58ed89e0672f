"""The addresses of the charts."""

from django.urls import path

from play.charts import views

urlpatterns = [
    path("", views.charts, name="charts"),
    path("import/", views.pack_bring, name="pack_import"),
    path("shared/<str:link>/", views.pack_shared, name="pack_shared"),
    path("shared/<str:link>/<slug:table>/", views.pack_shared_table, name="pack_shared_table"),
    path("own/<uuid:pack>/", views.pack_own, name="pack_own"),
    path("own/<uuid:pack>/zip/", views.pack_archive, name="pack_archive"),
    path("own/<uuid:pack>/share/", views.pack_share, name="pack_share"),
    path("own/<uuid:pack>/groups/", views.pack_groups, name="pack_groups"),
    path("own/<uuid:pack>/read/", views.pack_read, name="pack_read"),
    path("own/<uuid:pack>/table/<slug:table>/", views.pack_table, name="pack_table"),
    path("own/<uuid:pack>/delete/", views.pack_delete, name="pack_delete"),
    path("own/<uuid:pack>/calibrate/", views.calibration_begin, name="calibration_begin"),
    path("own/<uuid:pack>/calibrate/stop/", views.calibration_stop, name="calibration_stop"),
    path("own/<uuid:pack>/calibrate/progress/", views.calibration_progress, name="calibration_progress"),
    path("<slug:game>/<slug:pack>/", views.chart_pack, name="chart_pack"),
    path("<slug:game>/<slug:pack>/zip/", views.chart_archive, name="chart_archive"),
    path("<slug:game>/<slug:pack>/<slug:table>/", views.chart_table, name="chart_table"),
]
