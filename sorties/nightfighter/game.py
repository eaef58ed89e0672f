"""All that the house need know of Nightfighter."""

from play.games import Game

GAME = Game(
    name="nightfighter",
    title="engine.nightfighter.title:TITLE",
    words="sorties.nightfighter.words:WORDS",
    simulator="engine.nightfighter.simulate",
    board="sorties.nightfighter.table:BOARD",
    maps="sorties.nightfighter.table.ground:ground",
    film="sorties.nightfighter.film:FILM",
    veil="sorties.nightfighter.veil:veil",
    ways="sorties.nightfighter.career.ways:ways",
    begins="night_new",
    careers="sorties.nightfighter.career.shelf:SHELF",
    checks={"dispersal-night-career": "sorties.nightfighter.books.career_file:check"},
    group_books="sorties/nightfighter/group_books.html",
    corrected=("log.week", "log.night"),
    marks="sorties.nightfighter.career.projection:MARKS",
    season="sorties.nightfighter.seasons:log",
    seasons="sorties.nightfighter.choosing.page:usual_seasons",
    demo="sorties.nightfighter.demo:fill",
    demo_seasons="sorties.nightfighter.demo_seasons:made",
    pictures="sorties.nightfighter.demo:pictures",
    card="sorties/nightfighter/front_card.html",
)
