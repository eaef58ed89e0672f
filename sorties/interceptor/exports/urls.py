"""The addresses of exports and imports."""

from django.urls import path

from sorties.interceptor.exports import views

urlpatterns = [
    path("exports/", views.exports_page, name="exports"),
    path("exports/sorties.csv", views.my_sorties, name="my_sorties"),
    path("exports/engagements.csv", views.my_engagements, name="my_engagements"),
    path("imports/career/", views.career_import, name="career_import"),
    path("imports/log/", views.log_file_import, name="log_import"),
    path("careers/<uuid:career>/sorties.csv", views.career_sorties, name="career_sorties"),
    path("careers/<uuid:career>/engagements.csv", views.career_engagements, name="career_engagements"),
    path("careers/<uuid:career>/career.json", views.career_json, name="career_json"),
    path("groups/<uuid:group>/sorties.csv", views.group_sorties, name="group_sorties"),
    path("groups/<uuid:group>/engagements.csv", views.group_engagements, name="group_engagements"),
]
