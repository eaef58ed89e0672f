"""All that the site need know of Nightfighter."""

from campaigns.games import CampaignGame
from engine.kernel.packs.schema import Pack
from engine.nightfighter import simulate
from engine.nightfighter.analysis.entry import ANALYSIS
from engine.nightfighter.charts.schema import Tables
from engine.nightfighter.game import TITLE
from engine.nightfighter.state import Setup, State
from sorties.nightfighter import demo, demo_seasons, seasons
from sorties.nightfighter.board import BOARD
from sorties.nightfighter.board.map_layer import ground
from sorties.nightfighter.board.next_pages import next_pages
from sorties.nightfighter.careers.career_list import CAREER_LIST
from sorties.nightfighter.exports import career_file
from sorties.nightfighter.exports.csv_export import KILLS, NIGHTS
from sorties.nightfighter.records.projection import MARKS
from sorties.nightfighter.replay import REPLAY
from sorties.nightfighter.secrecy import secrecy
from sorties.nightfighter.setup.page import usual_seasons
from sorties.nightfighter.text import WORDS

GAME: CampaignGame[State, Setup, Pack[Tables]] = CampaignGame(
    name=TITLE.name,
    title=TITLE,
    words=WORDS,
    analysis=ANALYSIS,
    simulator=simulate,
    board=BOARD,
    maps=ground,
    film=REPLAY,
    secrecy=secrecy,
    ways=next_pages,
    begins="night_new",
    careers=CAREER_LIST,
    checks={"dispersal-night-career": career_file.check},
    group_exports="sorties/nightfighter/exports/group.html",
    corrected=("log.week", "log.night"),
    marks=MARKS,
    season=seasons.log,
    seasons=usual_seasons,
    csv_files=(NIGHTS, KILLS),
    demo=demo.made,
    demo_seasons=demo_seasons.made,
    pictures=demo.pictures,
    card="sorties/nightfighter/front_card.html",
)
