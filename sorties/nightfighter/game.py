"""All that the house need know of Nightfighter."""

from play.games.registry import GameSpec

GAME = GameSpec(
    name="nightfighter",
    title="engine.nightfighter.game:TITLE",
    words="sorties.nightfighter.text:WORDS",
    analysis="engine.nightfighter.analysis.entry:ANALYSIS",
    simulator="engine.nightfighter.simulate",
    board="sorties.nightfighter.board:BOARD",
    maps="sorties.nightfighter.board.map_layer:ground",
    film="sorties.nightfighter.replay:REPLAY",
    secrecy="sorties.nightfighter.secrecy:secrecy",
    ways="sorties.nightfighter.board.next_pages:next_pages",
    begins="night_new",
    careers="sorties.nightfighter.careers.career_list:CAREER_LIST",
    checks={"dispersal-night-career": "sorties.nightfighter.exports.career_file:check"},
    group_exports="sorties/nightfighter/exports/group.html",
    corrected=("log.week", "log.night"),
    marks="sorties.nightfighter.records.projection:MARKS",
    season="sorties.nightfighter.seasons:log",
    seasons="sorties.nightfighter.setup.page:usual_seasons",
    demo="sorties.nightfighter.demo:made",
    demo_seasons="sorties.nightfighter.demo_seasons:made",
    pictures="sorties.nightfighter.demo:pictures",
    card="sorties/nightfighter/front_card.html",
)
