"""All that the site need know of Bomber Command."""

from campaigns.games import CampaignGame
from engine.bomber_command import simulate
from engine.bomber_command.analysis.entry import ANALYSIS
from engine.bomber_command.charts.compiled import Charts
from engine.bomber_command.game import TITLE
from engine.bomber_command.state import Setup, State
from play.charts.selectors import STANDARD
from raids import demo, demo_seasons
from raids.auto_orders.card_windows import answer
from raids.board import BOARD
from raids.board.map_layer import ground
from raids.board.next_pages import next_pages
from raids.estimate.route_library import library_load
from raids.exports.csv_export import COMBATS, NIGHTS, RAIDS
from raids.replay import REPLAY
from raids.secrecy import secrecy
from raids.text import WORDS


def usual_seasons() -> list[dict[str, str]]:
    """Return the scenarios of the book, each as a season may be played."""
    return [{"scenario": name} for name in TITLE.load_pack(STANDARD).scenarios]


GAME: CampaignGame[State, Setup, Charts] = CampaignGame(
    name=TITLE.name,
    title=TITLE,
    words=WORDS,
    analysis=ANALYSIS,
    simulator=simulate,
    begins="raid_new",
    begins_there_alone=True,
    ways=next_pages,
    board=BOARD,
    maps=ground,
    film=REPLAY,
    before_odds=library_load,
    standing=answer,
    secrecy=secrecy,
    card="raids/front_card.html",
    seasons=usual_seasons,
    marks={demo.NIGHT: lambda state: state.phase == "over"},
    csv_files=(NIGHTS, RAIDS, COMBATS),
    demo=demo.made,
    demo_seasons=demo_seasons.made,
    pictures=demo.pictures,
)
