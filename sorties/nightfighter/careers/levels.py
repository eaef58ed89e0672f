"""The levels that a year of nights is weighed by, the lowest first: from which figure, and their name. [S campaign]"""

from engine.nightfighter.charts.schema import Tables

Levels = list[tuple[int, str]]


def levels(kind: str, tables: Tables) -> Levels:
    """Return the levels of a kind of year: a green pilot's and a Staffel's by points, a seasoned pilot's by kills."""
    book, staffel = tables.campaign, tables.staffel
    if kind == "staffel":
        named = ((staffel.draw, "draw"), (staffel.win, "win"), (staffel.decisive, "decisive"))
        return [(2 * staffel.draw, "defeat"), *named]
    if kind == "green":
        minor = next((one.points for one in book.medals if one.name == book.minor_medal), 0)
        return [(0, "defeat"), (minor, "minor-victory"), (book.points_to_win, "victory")]
    return [(book.seasoned_from, "defeat"), (book.minor_from, "minor-victory"), (book.experte_from, "victory")]
