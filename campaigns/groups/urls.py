"""The addresses of groups."""

from django.urls import path

from campaigns.groups import views
from campaigns.matches import views as matches
from campaigns.seasons import views as seasons

urlpatterns = [
    path("", views.groups, name="groups"),
    path("new/", views.group_new, name="group_new"),
    path("join/<str:invitation>/", views.group_join, name="group_join"),
    path("<uuid:group>/", views.group, name="group"),
    path("<uuid:group>/people/", views.group_people, name="group_people"),
    path("<uuid:group>/feed/", views.group_feed, name="group_feed"),
    path("<uuid:group>/tables/", views.group_tables, name="group_tables"),
    path("<uuid:group>/members/<int:player>/", views.group_member, name="group_member"),
    path("<uuid:group>/shown/", views.group_shown, name="group_shown"),
    path("<uuid:group>/tables/show/", views.group_table_show, name="group_table_show"),
    path("<uuid:group>/change/", views.group_change, name="group_change"),
    path("<uuid:group>/audit-log/", views.group_audit_log, name="group_audit_log"),
    path("<uuid:group>/invite/", views.group_invite, name="group_invite"),
    path("<uuid:group>/withdraw/", views.group_withdraw, name="group_withdraw"),
    path("<uuid:group>/role/", views.group_role, name="group_role"),
    path("<uuid:group>/remove/", views.group_remove, name="group_remove"),
    path("<uuid:group>/season/", seasons.season_new, name="season_new"),
    path("seasons/<uuid:season>/", seasons.season, name="season"),
    path("seasons/<uuid:season>/enter/", seasons.season_enter, name="season_enter"),
    path("seasons/<uuid:season>/begin/", seasons.season_begin, name="season_begin"),
    path("seasons/<uuid:season>/ladder.csv", seasons.season_ladder, name="season_ladder"),
    path("seasons/<uuid:season>/lines.csv", seasons.season_lines, name="season_lines"),
    path("seasons/<uuid:season>/comparison/", seasons.season_comparison, name="season_comparison"),
    path("seasons/<uuid:season>/void/", seasons.season_void, name="season_void"),
    path("seasons/<uuid:season>/join/", matches.contender_enter, name="contender_enter"),
    path("seasons/<uuid:season>/draw/", matches.matches_draw, name="matches_draw"),
    path("matches/<int:match>/", matches.match, name="match"),
    path("matches/<int:match>/bid/", matches.match_bid, name="match_bid"),
    path("matches/<int:match>/claim/", matches.match_claim, name="match_claim"),
    path("matches/<int:match>/void/", matches.match_void, name="match_void"),
    path("matches/<int:match>/set/", matches.match_set, name="match_set"),
    path("<uuid:group>/games.csv", views.group_finished_games, name="group_finished_games"),
    path("<uuid:group>/leave/", views.group_leave, name="group_leave"),
]
