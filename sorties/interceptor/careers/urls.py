"""The addresses of careers."""

from django.urls import path

from sorties.interceptor.careers import views
from sorties.interceptor.tabletop import views as tabletop_views

urlpatterns = [
    path("new/", views.career_new, name="career_new"),
    path("shared/<str:link>/", views.career_shared, name="career_shared"),
    path("shared/<str:link>/end/", views.career_shared_end, name="career_shared_end"),
    path("<uuid:career>/", views.career, name="career"),
    path("<uuid:career>/end/", views.career_end, name="career_end"),
    path("<uuid:career>/share/", views.career_share, name="career_share"),
    path("<uuid:career>/dice/", views.career_dice_stats, name="career_dice_stats"),
    path("<uuid:career>/compare/", views.career_compare, name="career_compare"),
    path("<uuid:career>/debriefing/", views.debriefing, name="debriefing"),
    path("<uuid:career>/spending/", views.spending, name="spending"),
    path("<uuid:career>/spending/order/", views.spending_order, name="spending_order"),
    path("<uuid:career>/line/", tabletop_views.line_enter, name="line_enter"),
    path("<uuid:career>/line/correct/", tabletop_views.line_correct, name="line_correct"),
    path("<uuid:career>/line/take-back/", tabletop_views.line_take_back, name="line_take_back"),
    path("<uuid:career>/line/history/", tabletop_views.line_history, name="line_history"),
    path("<uuid:career>/bot/", views.bot_begin, name="bot_begin"),
    path("<uuid:career>/bot/stop/", views.bot_stop, name="bot_stop"),
    path("<uuid:career>/bot/progress/", views.bot_progress, name="bot_progress"),
]
