"""The addresses of books."""

from django.urls import path

from sorties.interceptor.exports import views

urlpatterns = [
    path("books/", views.exports_page, name="books"),
    path("books/sorties.csv", views.my_sorties, name="my_sorties"),
    path("books/engagements.csv", views.my_engagements, name="my_engagements"),
    path("books/career/", views.career_import, name="career_take_in"),
    path("books/log/", views.log_file_import, name="log_take_in"),
    path("careers/<uuid:career>/sorties.csv", views.career_sorties, name="career_sorties"),
    path("careers/<uuid:career>/engagements.csv", views.career_engagements, name="career_engagements"),
    path("careers/<uuid:career>/career.json", views.career_json, name="career_json"),
    path("groups/<uuid:group>/sorties.csv", views.group_sorties, name="group_sorties"),
    path("groups/<uuid:group>/engagements.csv", views.group_engagements, name="group_engagements"),
]
