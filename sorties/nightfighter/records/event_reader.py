"""What a year of nights has been, read from the state of the game and from what its standing entries told.

Nothing of a night is read before it is over. Rows are plain, each known by its place.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.nightfighter import state as rules
from engine.nightfighter.charts.compiled import charts_of

Row = dict[str, Any]
KINDS = (
    "career.began",
    "career.week",
    "career.sky",
    "career.card",
    "career.raid",
    "career.recovered",
    "career.injury",
    "career.crew-lost",
    "career.medal",
    "career.retrained",
    "staffel.event",
    "staffel.replaced",
    "staffel.by-day",
    "staffel.placed",
    "staffel.passed",
    "staffel.scrambled",
    "staffel.debriefed",
    "staffel.lands",
    "staffel.week-over",
    "bomber.destroyed",
    "turn.began",
)
WRITES = frozenset(KINDS) - {"bomber.destroyed", "turn.began"}
"""Events after which the books are written anew."""
HURT = ("wounded", "casualty", "wounded-and-casualty", "killed")
FLOWN = ("returned", "fought")
GONE = ("written-off", "shot-down")
TWIN = 2
"""The engines of a type that later charts do not know."""


class YearReader:
    """The books of a year, filled event by event."""

    def __init__(self, state: rules.State, pack: Any) -> None:
        assert state.career is not None  # noqa: S101 - asked of a campaign
        self.state, self.charts = state, charts_of(pack)
        self.career, self.staffel = state.career, state.staffel
        self.weeks: list[Row] = []
        self.raids: list[Row] = []
        self.kills: list[Row] = []
        self.injuries: list[Row] = []
        self.medals: list[Row] = []
        self.lost: list[Row] = []
        self.crews: dict[str, Row] = {}
        self.types: dict[str, str] = {}
        self.crew, self.by_day, self.turn = "", False, 0
        self.card, self.pending = "", ""
        """The card drawn last, and the month's event, which is told before its first week."""
        self.total, self.points = 0, 0
        self.type, self.retrained = "", 0
        self.left_with: dict[int, tuple[int, int]] = {}
        """A pilot's kills and points after a man was lost, by week."""
        self.reckoned = False
        """Whether the loss of a man has set the crew's kills since it took off."""
        if state.setup.campaign == "seasoned":
            self.total = self.charts.tables.campaign.seasoned_from
        if self.staffel is not None:
            for kills, count in self.charts.tables.staffel.crews.items():
                for _place in range(count):
                    self.join(kills, 1)

    # -- reading

    def read(self, shown: Iterable[tuple[str, Mapping[str, Any], list[Any]]]) -> "YearReader":
        """Read all that was told, in order."""
        for kind, data, mods in shown:
            getattr(self, f"on_{kind.partition('.')[2].replace('-', '_')}")(data, mods)
        self.settle()
        return self

    def on_began(self, data: Any, mods: Any) -> None:
        """A pilot takes up his post, or a turn begins."""
        if "turn" in data:
            self.turn = data["turn"]
        else:
            self.type = data["type"]

    def on_week(self, data: Any, mods: Any) -> None:
        """A new line of the log."""
        week = self.charts.tables.calendar.weeks[data["week"] - 1]
        crews = sum(not one["left"] for one in self.crews.values()) if self.staffel is not None else 1
        self.weeks.append(
            {
                "place": data["week"],
                "month": week.month,
                "monday": data["monday"],
                "moon": data["moon"],
                "what": "",
                "visibility": "",
                "cloud": "",
                "moon_up": False,
                "event": "",
                "joker": False,
                "placed": 0,
                "home": "",
                "crew": "",
                "kills": self.total,
                "points": self.points,
                "crews": crews,
            }
        )
        self.crew, self.by_day, self.types = "", False, {}
        if self.pending:
            self.weeks[-1]["event"], self.pending = self.pending, ""

    def on_sky(self, data: Any, mods: Any) -> None:
        """The night's sky."""
        self.weeks[-1] |= {name: data[name] for name in ("visibility", "cloud", "moon_up")}

    def on_card(self, data: Any, mods: Any) -> None:
        """The card of a raid."""
        self.weeks[-1]["joker"] |= bool(data["joker"])
        self.card = data["card"]

    def on_raid(self, data: Any, mods: Any) -> None:
        """A raid is met: what is on its card."""
        self.turn = 0
        self.add_raid(**{name: data[name] for name in ("title", "bombers", "low", "massive", "jamming")})

    def add_raid(self, **more: Any) -> None:
        """Enter a raid."""
        self.raids.append(
            {
                "place": len(self.raids) + 1,
                "week": self.weeks[-1]["place"],
                "crew": "",
                "pilot": "",
                "aircraft": self.type,
                "card": self.card,
                "title": "",
                "box": "",
                "bombers": 0,
                "low": False,
                "massive": False,
                "jamming": "",
                "kills": 0,
                "points": 0,
                "hits": 0,
                "lost": False,
                "is_over": False,
            }
            | more
        )

    def on_destroyed(self, data: Any, mods: Any) -> None:
        """A bomber falls."""
        known = self.charts.bombers.get(data["type"])
        engines = known.engines if known is not None else TWIN
        raid = self.raids[-1]
        self.kills.append(
            {
                "place": len(self.kills) + 1,
                "raid": raid["place"],
                "week": raid["week"],
                "crew": raid["crew"],
                "type": data["type"],
                "engines": engines,
                "points": self.charts.tables.campaign.points.get(engines, 0),
                "turn": self.turn,
            }
        )

    def on_recovered(self, data: Any, mods: Any) -> None:
        """Somebody has come home."""
        hits = sum(_value(mod) for mod in mods if _reason(mod) == "hits") // self.charts.tables.recovery.each_hit
        raid = next((one for one in reversed(self.raids) if self.is_of_tonight(one)), None)
        if raid is not None:
            raid["hits"] = hits
        if self.staffel is not None and data["result"] == "written-off":
            self.lose("written-off")

    def is_of_tonight(self, raid: Row) -> bool:
        """Say whether a raid was met by the crew that comes home, this week."""
        return bool(raid["week"] == self.weeks[-1]["place"] and raid["crew"] == self.crew and not raid["box"])

    def on_injury(self, data: Any, mods: Any) -> None:
        """What befell a crew."""
        if data["result"] not in HURT:
            return
        self.injuries.append(
            {
                "place": len(self.injuries) + 1,
                "week": self.weeks[-1]["place"],
                "crew": self.crew,
                "result": data["result"],
                "weeks": data["weeks"],
                "by_day": self.by_day,
            }
        )
        if data["result"] == "killed" and self.crew in self.crews:
            self.leave(self.crew, "killed")

    def on_crew_lost(self, data: Any, mods: Any) -> None:
        """A man of the crew is lost, and kills with him."""
        if self.staffel is None:
            self.left_with[self.weeks[-1]["place"]] = (data["kills"], data["points"])
        elif self.crew in self.crews:
            self.crews[self.crew] |= {"kills": data["kills"], "points": data["points"]}
            self.reckoned = True

    def on_medal(self, data: Any, mods: Any) -> None:
        """A decoration."""
        row = {"name": data["medal"], "week": self.weeks[-1]["place"], "points": data["points"]}
        self.medals.append({"place": len(self.medals) + 1} | row)

    def on_retrained(self, data: Any, mods: Any) -> None:
        """Two weeks have gone by with another type."""
        self.retrained, self.type = self.weeks[-1]["place"], data["type"]

    # -- a Staffel's

    def on_event(self, data: Any, mods: Any) -> None:
        """What the month brought."""
        self.pending = data["event"]
        week = self.weeks[-1]["place"] + 1 if self.weeks else 1
        if data["event"] == "promoted":
            for name in data["names"]:
                self.leave(name, "promoted", week)
        elif data["event"] == "ace":
            self.join(self.charts.tables.staffel.ace_kills, week)

    def on_replaced(self, data: Any, mods: Any) -> None:
        """New crews have come."""
        for _place in range(data["crews"]):
            self.join(0, self.weeks[-1]["place"] + 1)

    def join(self, kills: int, week: int) -> None:
        """Enter a crew."""
        name = f"C{len(self.crews) + 1}"
        self.crews[name] = {
            "place": len(self.crews) + 1,
            "name": name,
            "joined": week,
            "left": 0,
            "status": "here",
            "start_kills": kills,
            "kills": kills,
            "best": kills,
            "points": 0,
            "well_in": 1,
            "patrols": 0,
            "raids": 0,
        }

    def leave(self, name: str, status: str, week: int = 0) -> None:
        """Strike a crew off."""
        self.crews[name] |= {"left": week or self.weeks[-1]["place"], "status": status}

    def on_by_day(self, data: Any, mods: Any) -> None:
        """A crew was sent up by day."""
        self.crew, self.by_day = data["crew"], True

    def on_placed(self, data: Any, mods: Any) -> None:
        """A crew is on patrol."""
        self.weeks[-1]["placed"] += 1
        self.types[data["crew"]] = data["type"]
        self.crews[data["crew"]]["patrols"] += 1
        self.by_day = False

    def on_passed(self, data: Any, mods: Any) -> None:
        """A raid passes where nobody waits."""
        self.add_raid(box=data["box"], aircraft="", is_over=True)
        self.points = data["points"]

    def on_scrambled(self, data: Any, mods: Any) -> None:
        """A crew flies against the raid that was just told."""
        self.crew, self.by_day, self.reckoned = data["crew"], False, False
        flies = {"crew": self.crew, "pilot": data["pilot"], "aircraft": self.types.get(self.crew, "")}
        self.raids[-1] |= flies
        self.crews[self.crew]["raids"] += 1

    def on_debriefed(self, data: Any, mods: Any) -> None:
        """The crew is back, or is not."""
        raid, crew = self.raids[-1], self.crews[data["crew"]]
        mine = [kill for kill in self.kills if kill["raid"] == raid["place"]]
        raid |= {"kills": data["kills"], "lost": data["lost"], "is_over": True}
        raid["points"] = sum(kill["points"] for kill in mine)
        if not self.reckoned:
            crew["kills"] += data["kills"]
            crew["points"] += raid["points"]
            crew["best"] = max(crew["best"], crew["kills"])
        self.total, self.points = self.total + data["kills"], data["total"]
        if data["lost"]:
            self.lose("shot-down")

    def on_lands(self, data: Any, mods: Any) -> None:
        """A crew comes home."""
        self.crew, self.by_day = data["crew"], False

    def lose(self, fate: str) -> None:
        """Strike the aircraft of the crew on duty off."""
        week = self.weeks[-1]["place"]
        self.lost.append(machine(self.types.get(self.crew, ""), crew=self.crew, last_week=week, fate=fate))

    def on_week_over(self, data: Any, mods: Any) -> None:
        """The week's sums."""
        self.points = data["points"]
        here = {"what": "patrol", "kills": self.total, "points": self.points, "crews": data["crews"]}
        self.weeks[-1] |= here

    # -- what only the state knows

    def settle(self) -> None:
        """Take from the state what was not told."""
        open_ = self.career.stage == "night"
        if open_ and self.raids:
            self.kills = [kill for kill in self.kills if kill["raid"] != self.raids[-1]["place"]]
        if self.staffel is not None:
            for crew in self.staffel.crews:
                found = {"kills": crew.kills, "points": crew.points, "best": crew.best, "well_in": crew.well_in}
                self.crews[crew.name] |= found
            return
        by_week, kills, points = {row["place"]: row for row in self.weeks}, self.total, 0
        raids = {row["week"]: row for row in self.raids}
        for log in self.career.log:
            kills, points = self.left_with.get(log.week, (kills + log.kills, points + log.points))
            row = by_week[log.week]
            row |= {"what": log.what, "home": log.home, "crew": log.crew, "kills": kills, "points": points}
            if log.week in raids and log.what == "fought":
                over = {"kills": log.kills, "points": log.points, "lost": log.home == "shot-down", "is_over": True}
                raids[log.week] |= over
        for row in self.weeks[len(self.career.log) :]:
            row |= {"kills": kills, "points": points}


def machine(type_: str, **more: Any) -> Row:
    """Return the row of an aircraft."""
    blank = {"radar": False, "crew": "", "week": 0, "last_week": 0, "flights": 0, "kills": 0, "repairs": 0}
    return {"type": type_, **blank, "back_in": 1, "fate": ""} | more


def _value(mod: Any) -> int:
    return int(mod["value"] if isinstance(mod, dict) else mod[0])


def _reason(mod: Any) -> str:
    return str(mod["reason"] if isinstance(mod, dict) else mod[1])
