"""The bots of Interceptor Ace: how a pilot flies, fights and spends by his orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, TypeVar

import msgspec

from engine.interceptor.charts.compiled import Charts
from engine.interceptor.questions import (
    BerlinAttempt,
    BomberAgain,
    BomberPosition,
    BomberRound,
    BomberStart,
    BoxOrder,
    BoxReroll,
    BoxState,
    DispersalAircraft,
    DispersalCrewman,
    DispersalGunner,
    DispersalRecall,
    DispersalSpend,
    DuelState,
    EscortMeet,
    ExpertRedraw,
    FighterAnother,
    FighterAssist,
    FighterReflexes,
    FighterRockets,
    FighterRound,
    HomeWitness,
    LandingForced,
    LandingHurt,
    PassState,
    PilotState,
    PositionState,
    PurseState,
    RaidApproach,
    RaidState,
    SetupAircraft,
    SetupSkill,
    SkillMenu,
)
from engine.interceptor.rules.combat.positions import price
from engine.interceptor.state import ADVANTAGED, DISADVANTAGED, HEAD_ON, REACHES, SERIOUS
from engine.kernel.decisions import Decision, Question, about, parts_of
from engine.kernel.title import Look

Hits = Annotated[int, msgspec.Meta(ge=0, le=40)]


QuestionT = TypeVar("QuestionT", bound=Question)
Options = Sequence[str]
Answers = dict[str, Callable[..., str]]
"""A pilot's answers, by the kind of the question: given its orders and his knowledge."""
SKILL_ORDER = ("parachute", "acm", "gunnery", "landing", "leadership", "aim", "awareness", "sixth-sense")


class PilotOrders(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Standing orders of a pilot; a player sets them by ticking boxes."""

    escorted: Literal["bombers", "escort", "slip-away"] = "bombers"
    """His aim when the raid is escorted."""
    passes: Annotated[int, msgspec.Meta(ge=1, le=9)] = 2
    """Passes that he makes at bombers without escort."""
    enemies: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    """Enemies after which he searches no further box."""
    closest: Literal["long", "medium", "close"] = "close"
    """The range to which he presses a pass."""
    break_off_at: Hits = 3
    """Hits on his aircraft at which he leaves the bombers."""
    go_home_at: Hits = 3
    """Hits at which he searches no further box."""
    bursts: Literal["never", "long", "always"] = "never"
    """Cases in which he fires extended bursts."""
    wingman_attacks: Literal["never", "unescorted", "always"] = "never"
    """Cases in which he sends his wingman at bombers."""
    call_wingman: Literal["never", "trained", "always"] = "trained"
    """Cases in which he calls him against a fighter: trained is an expert or a gunner."""
    defence: Literal["card", "barrel-roll", "tight-turn", "turn-if-agile"] = "turn-if-agile"
    """His defence when an enemy is behind him."""
    evade_at: Hits = 3
    """Hits at which he only looks for a way out of a dogfight."""
    another: bool = False
    """True if he attacks a second fighter."""
    skills: tuple[str, ...] = SKILL_ORDER
    """The skills that he saves for, in this order."""
    wingman_skills: tuple[str, ...] = ("expert", "gunnery", "aim")
    gunner_skills: tuple[str, ...] = ("awareness", "gunnery", "parachute")
    upgrades: Literal["never", "series", "any"] = "series"
    """Better aircraft that he buys."""
    slower: bool = False
    """True if he accepts less speed for heavier weapons."""
    leave_at: Annotated[int, msgspec.Meta(ge=1, le=99)] = 18
    """The fatigue at which he takes his leave."""


class CarelessOrders(PilotOrders, kw_only=True):
    """Orders of the reckless pilot: he attacks everything and stays until he is hurt."""

    enemies: Annotated[int, msgspec.Meta(ge=1, le=99)] = 99
    passes: Annotated[int, msgspec.Meta(ge=1, le=9)] = 9
    break_off_at: Hits = 12
    go_home_at: Hits = 12
    bursts: Literal["never", "long", "always"] = "always"
    wingman_attacks: Literal["never", "unescorted", "always"] = "always"
    call_wingman: Literal["never", "trained", "always"] = "never"
    defence: Literal["card", "barrel-roll", "tight-turn", "turn-if-agile"] = "card"
    slower: bool = True
    evade_at: Hits = 12
    another: bool = True
    skills: tuple[str, ...] = ("reflexes", "gunnery", "aim", "precision", "acm")


class CarefulOrders(PilotOrders, kw_only=True):
    """Orders of the cautious pilot: long range only, away from escorts, with a wingman whom he trains."""

    escorted: Literal["bombers", "escort", "slip-away"] = "slip-away"
    passes: Annotated[int, msgspec.Meta(ge=1, le=9)] = 4
    closest: Literal["long", "medium", "close"] = "long"
    break_off_at: Hits = 2
    go_home_at: Hits = 1
    evade_at: Hits = 1
    skills: tuple[str, ...] = ("parachute", "acm", "leadership", "landing", "sixth-sense", "awareness", "gunnery")


def answer(kind: type[QuestionT], how: Callable[[Options, QuestionT], str]) -> Answers:
    """Return the entry of a question in a table of answers."""
    return {kind.kind: how}


class Pilot:
    """A pilot who answers every question by his standing orders."""

    Orders: type[PilotOrders] = PilotOrders

    def __init__(self, charts: Charts, seat: str, seed: int, orders: PilotOrders | None = None) -> None:
        self.charts = charts
        self.orders = orders or self.Orders()
        self._closest = REACHES.index(self.orders.closest)
        self._answers = self._flying() | self._fighting() | self._on_the_ground()

    def _flying(self) -> Answers:
        return {
            **answer(BoxOrder, self.box_order),
            **answer(BoxReroll, self.reroll),
            **answer(RaidApproach, self.approach),
            **answer(EscortMeet, self.meet_escort),
            **answer(LandingForced, lambda options, _asked: "land"),
            **answer(LandingHurt, lambda options, _asked: "land"),
        }

    def _fighting(self) -> Answers:
        return {
            **answer(BomberRound, self.bomber_round),
            **answer(BomberAgain, self.again),
            **answer(BomberPosition, self.position),
            **answer(BomberStart, lambda options, _asked: "medium"),
            **answer(ExpertRedraw, self.redraw),
            **answer(HomeWitness, self.witness),
            **answer(FighterRockets, lambda options, _asked: "jettison"),
            **answer(FighterRound, self.fighter_round),
            **answer(FighterReflexes, self.reflexes),
            **answer(FighterAnother, self.another),
            **answer(FighterAssist, lambda options, _asked: "assist"),
        }

    def _on_the_ground(self) -> Answers:
        return {
            **answer(BerlinAttempt, lambda options, _asked: "salute"),
            **answer(DispersalSpend, self.spend),
            **answer(SetupSkill, self.learn),
            **answer(DispersalAircraft, self.take_aircraft),
            **answer(SetupAircraft, lambda options, _asked: max(options, key=self.worth)),
            **answer(DispersalCrewman, lambda options, asked: "paid" if asked.points > 2 else "plain"),
            **answer(DispersalRecall, lambda options, asked: "recall" if asked.skills else "new"),
            **answer(
                DispersalGunner, lambda options, asked: "old" if len(asked.old) >= len(asked.stand_in) else "stand-in"
            ),
        }

    def choose(self, decision: Decision, look: Look | None = None) -> str:
        """Answer by the standing orders; what they do not speak of is answered by the first order on offer."""
        how = self._answers.get(decision.kind)
        if how is None:
            return decision.options[0]
        order = how(decision.options, decision.question)
        return order if order in decision.options else decision.options[0]

    # -- on the way

    def box_order(self, options: Options, asked: BoxState) -> str:
        """Search on, unless hurt, out of ammunition or short of the orders' patience."""
        hurt = asked.hits >= self.orders.go_home_at or asked.wound >= SERIOUS
        done = asked.met >= self.orders.enemies
        return "go-home" if hurt or done or not asked.fp else "search"

    def reroll(self, options: Options, asked: BoxReroll) -> str:
        """Have the controller look again when nothing or nothing good was found."""
        return "keep" if asked.result == "bombers" and asked.orientation != "disadvantaged" else "reroll"

    def approach(self, options: Options, asked: RaidState) -> str:
        """Attack the bombers, or what the orders say of escorted ones."""
        if not asked.escort or asked.sun:
            return "bombers"
        return self.orders.escorted

    def meet_escort(self, options: Options, asked: RaidState) -> str:
        """After a pass a cloud is better than luck, and luck better than a fight."""
        return "cloud-bank" if "cloud-bank" in options else "slip-away"

    # -- bombers

    def is_hurt(self, asked: PassState | PilotState, hits: int) -> bool:
        """Say whether his aircraft, or he, has had enough."""
        if asked.hits >= hits or asked.wound >= SERIOUS:
            return True
        return max(asked.airframe) > 2 or bool(asked.escaping)

    def aim(self, asked: PassState) -> str:
        """Aim at the bombs while they are aboard, else at the wing that is worse off."""
        port, starboard, airframe, _ = asked.target
        if asked.bombs or airframe > max(port, starboard) + 1:
            return "airframe"
        return "starboard-wing" if starboard > port else "port-wing"

    def bomber_round(self, options: Options, asked: PassState) -> str:
        """Fire at each range down to the closest of the orders, as long as the aircraft holds."""
        orders = self.orders
        if self.is_hurt(asked, orders.break_off_at) or asked.reach > self._closest or not asked.fp:
            return "break-off"
        if "wingman" in options and (
            orders.wingman_attacks == "always" or (orders.wingman_attacks == "unescorted" and not asked.escort)
        ):
            return "wingman"
        aim = self.aim(asked)
        if f"rockets:{aim}" in options:
            return f"rockets:{aim}"
        if orders.bursts == "always" or (orders.bursts == "long" and not asked.reach):
            burst = f"burst:{aim}"
            if burst in options:
                return burst
        return f"fire:{aim}"

    def again(self, options: Options, asked: PassState) -> str:
        """Come back for a damaged bomber, or another one, until the orders' passes are flown."""
        if self.is_hurt(asked, self.orders.break_off_at) or asked.pass_number >= self.orders.passes or not asked.fp:
            return "leave"
        return "same" if "same" in options else "new"

    def position(self, options: Options, asked: PositionState) -> str:
        """Take the place that gives most for the hits it costs."""
        return max(options, key=lambda option: self._place_worth(option, asked))

    def _place_worth(self, option: str, asked: PositionState) -> float:
        rows = self.charts.tables.positions
        _, place, level = parts_of(option)
        row = rows.rows.get(int(place))
        pair = (
            getattr(row, level)
            if row is not None
            else rows.climb.modifiers
            if level == "climb"
            else rows.dive.modifiers
        )
        hits, climbed = price(option, asked.location, asked.altitude)
        return float(pair[1] - pair[0] - 2 * hits - climbed - (2 if row is None else 0))

    # -- fighters

    def fighter_round(self, options: Options, asked: DuelState) -> str:
        """Shoot with an enemy before the guns, defend with one behind, get away when hurt."""
        hurt = self.is_hurt(asked, self.orders.evade_at)
        orientation = asked.orientation
        if orientation >= ADVANTAGED:
            if "fire" not in options or (hurt and not asked.leaving):
                return "disengage"
            return "fire"
        if orientation == HEAD_ON and "fire" in options and not hurt:
            return "fire"
        return self.defend(options, asked, orientation)

    def defend(self, options: Options, asked: DuelState, orientation: int) -> str:
        """Defend as the orders say: a learned manoeuvre first, then the wingman, a turn, a roll or the card."""
        orders = self.orders
        for manoeuvre in ("split-s", "immelmann", "chandelle", "cuban-eight"):
            if manoeuvre in options and orientation <= DISADVANTAGED:
                return manoeuvre
        if "wingman" in options and self.calls_wingman(asked):
            return "wingman"
        if orders.defence == "turn-if-agile":
            return "tight-turn" if asked.agile else "defend"
        return "defend" if orders.defence == "card" else orders.defence

    def calls_wingman(self, asked: DuelState) -> bool:
        """Say whether his wingman is good enough to be called."""
        if self.orders.call_wingman == "trained":
            return any(skill.startswith("expert") or skill == "gunnery" for skill in asked.wingman_skills)
        return self.orders.call_wingman == "always"

    def reflexes(self, options: Options, asked: FighterReflexes) -> str:
        """Keep reflexes for when an enemy is behind."""
        return "gain" if asked.orientation <= DISADVANTAGED else "save"

    def another(self, options: Options, asked: PilotState) -> str:
        """Take on another fighter, or help a comrade, only by order and in one piece."""
        if "assist" in options:
            return "assist"
        return "another" if self.orders.another and not self.is_hurt(asked, self.orders.evade_at) else "end"

    def redraw(self, options: Options, asked: ExpertRedraw) -> str:
        """Take another card for one that does little."""
        if asked.who == "wingman" and not asked.fp:
            helps = asked.wingman_fp or asked.wingman_avoid or asked.wingman_improve
            return "keep" if helps else "redraw"
        if asked.fp:
            weak = asked.result in (0, 1) or asked.jam
            return "redraw" if weak else "keep"
        text = self.charts.tables.defences.rows[asked.defence]
        return "keep" if text.ends or text.avoid == "all" or text.avoid > 1 or text.improve > 0 else "redraw"

    def witness(self, options: Options, asked: HomeWitness) -> str:
        """Keep the witness for a bomber."""
        return "eyewitness" if asked.enemy in self.charts.tables.bombers.rows else "roll"

    # -- on the ground

    def spend(self, options: Options, asked: PurseState) -> str:
        """Save for the next skill of the list, buy a better aircraft, take leave when tired."""
        if asked.fatigue >= self.orders.leave_at and "leave" in options:
            return "leave"
        return self.learn(options, asked, "") or self.better_aircraft(options, asked) or "done"

    def learn(self, options: Options, asked: SkillMenu | PurseState, otherwise: str = "done") -> str:
        """Save for the next skill of the list."""
        wanted = {
            "pilot": self.orders.skills,
            "wingman": self.orders.wingman_skills,
            "gunner": self.orders.gunner_skills,
        }
        for who, learned in asked.skills.items():
            order = self.next_skill(who, wanted[who], learned, options)
            if order:
                return order
        return otherwise

    def next_skill(self, who: str, wanted: Sequence[str], learned: Sequence[str], options: Options) -> str:
        """Return the order that buys the next skill on the list, once it can be paid."""
        for name in wanted:
            if name not in learned and not any(skill.startswith(f"{name}:") for skill in learned):
                prefix = f"skill:{who}:{name}"
                return next((option for option in options if option.startswith(prefix)), "")
        return ""

    def better_aircraft(self, options: Options, asked: PurseState) -> str:
        """Return the order that buys the best aircraft on offer, if it beats his own."""
        if self.orders.upgrades == "never":
            return ""
        mine = self.charts.models[asked.aircraft]
        found = {
            option: model
            for option in options
            if option.startswith("upgrade:")
            and self.would_fly(model := about(option), mine.name)
            and (self.orders.upgrades == "any" or self.charts.models[model].series == mine.series)
        }
        best = max(found, key=lambda option: self.worth(found[option]), default="")
        return best if best and self.worth(found[best]) > self.worth(mine.name) + 0.5 else ""

    def would_fly(self, model: str, instead_of: str) -> bool:
        """Say whether a type is fast enough for him."""
        return self.orders.slower or self.charts.models[model].speed >= self.charts.models[instead_of].speed

    def worth(self, model: str) -> float:
        """Rate a type: firepower first, then speed, ammunition and what helps at initiative."""
        mat = self.charts.models[model]
        ammo = sum(row.ammo for row in mat.guns if row.ammo > 0)
        return mat.fp + 1.5 * mat.speed + 0.2 * ammo + 1.5 * bool(mat.boost) + 3 * mat.agile + 0.5 * bool(mat.rockets)

    def take_aircraft(self, options: Options, asked: DispersalAircraft) -> str:
        """Take the best of what replaces a loss, and no slower one than before."""
        fast = [option for option in options if self.would_fly(about(option), asked.old)]
        return max(fast or options, key=lambda option: self.worth(about(option)))


class Careless(Pilot):
    """A reckless pilot."""

    Orders = CarelessOrders


class Careful(Pilot):
    """Home is the aim."""

    Orders = CarefulOrders
