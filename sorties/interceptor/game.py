"""All that the site need know of Interceptor Ace."""

from campaigns.games import CampaignGame
from engine.interceptor import simulate
from engine.interceptor.analysis.entry import ANALYSIS
from engine.interceptor.charts.compiled import Charts
from engine.interceptor.game import TITLE
from engine.interceptor.state import Setup, State
from sorties.interceptor import demo, demo_seasons, seasons
from sorties.interceptor.board import BOARD
from sorties.interceptor.board.next_pages import next_pages
from sorties.interceptor.careers.career_list import CAREER_LIST
from sorties.interceptor.exports import career_file
from sorties.interceptor.exports.csv_export import ENGAGEMENTS, SORTIES
from sorties.interceptor.records.projection import MARKS
from sorties.interceptor.setup.first_posting import post_the_pilot
from sorties.interceptor.text import WORDS

GAME: CampaignGame[State, Setup, Charts] = CampaignGame(
    name=TITLE.name,
    title=TITLE,
    words=WORDS,
    analysis=ANALYSIS,
    simulator=simulate,
    board=BOARD,
    ways=next_pages,
    begins="career_new",
    begins_there_alone=True,
    usual=post_the_pilot,
    checks={"dispersal-career": career_file.check},
    card="sorties/interceptor/front_card.html",
    charts={
        "4.1": ("units",),
        "a1": ("raids",),
        "a2": ("skills", "awards", "ranks"),
        "a3": ("bomber_types", "escorts"),
        "b1": ("interception",),
        "b2": ("cards",),
        "b3": ("bomber_damage", "packages"),
        "b4": ("fighter_crew", "severity"),
        "b5": ("skills",),
        "b6": ("fighter_damage", "fuel_tank"),
        "b7": ("landing",),
        "b8": ("parachute",),
        "b9": ("weather",),
        "b10": ("ranges",),
        "b12": ("initiative",),
        "c1": ("random_events",),
        "c2": ("serious_wound",),
        "c3": ("extended_burst",),
        "p1": ("positions",),
        "r1": ("replacement",),
        "w1": ("wingman_attack",),
    },
    careers=CAREER_LIST,
    season=seasons.log,
    seasons=seasons.usual_seasons,
    csv_files=(SORTIES, ENGAGEMENTS),
    demo=demo.made,
    demo_seasons=demo_seasons.made,
    pictures=demo.pictures,
    group_exports="sorties/interceptor/exports/group.html",
    marks=MARKS,
    corrected=("log.line",),
)
