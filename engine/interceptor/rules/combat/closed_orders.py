"""Orders that the rules close now, in the air: each with its reason and rule, for display."""

from __future__ import annotations

from engine.interceptor.rules.career import aces, skills
from engine.interceptor.rules.combat.damage import firepower, must_leave
from engine.interceptor.state import CLOSE, COMPETITIVE, DISADVANTAGED, HEAD_ON, Career, State
from engine.kernel.decisions import ClosedOption, verb_of
from engine.kernel.table import Table


def closed_in_approach(career: Career) -> tuple[ClosedOption, ...]:
    """Return what is closed when a raid is met. [7.1.3, 7.1.10]"""
    if career.aloft.escort:
        return ()
    return (ClosedOption("escort", "no-escort", "7.1.3"), ClosedOption("slip-away", "no-escort", "7.1.10"))


def closed_in_pass(
    career: Career, table: Table, offered: tuple[str, ...], helped: bool, quick: bool
) -> tuple[ClosedOption, ...]:
    """Return what is closed in a round with bombers. [7.1.6, 7.1.11, 7.1.13, 7.1.14, 7.2.3.1, 7.7]"""
    flight, plane = career.aloft, career.plane
    open_now = {verb_of(option) for option in offered}
    armed = firepower(plane, table.pack.models[plane.model]) > 0
    burst = "burst-ammunition"
    if flight.reach == CLOSE and not aces.has_special(career, "presses-home", table.pack):
        burst = "burst-close"
    spent = "wingman-pass" if flight.wingman_pass == flight.pass_number else "wingman-limit"
    reasons = {
        "fire": ("no-firepower", "7.1.6"),
        "burst": (burst if armed else "no-firepower", "7.1.13"),
        "rockets": (rockets(career), "7.1.14"),
        "wingman": ("wingman-sent" if helped else wingman(career, spent), "7.2.3.1"),
        "reflexes": (reflexes(career, armed, quick or flight.sun), "7.7"),
    }
    shut = [ClosedOption(order, *why) for order, why in reasons.items() if order not in open_now]
    if flight.escort:
        shut.append(ClosedOption("again", "escort-near", "7.1.11"))
    return tuple(shut)


def closed_in_duel(
    state: State, career: Career, table: Table, offered: tuple[str, ...], alone: bool, quick: bool
) -> tuple[ClosedOption, ...]:
    """Return what is closed in a round with a fighter. [7.2.2.1, 7.2.3.2, 7.3, 7.6, 7.7, 10.6]"""
    flight, plane = career.aloft, career.plane
    armed = firepower(plane, table.pack.models[plane.model]) > 0
    shut = []
    if "fire" not in offered:
        bears = flight.orientation >= HEAD_ON
        why = "guns-do-not-bear" if not bears else "must-leave" if armed and must_leave(career) else "no-firepower"
        shut.append(ClosedOption("fire", why, "7.2.2.1"))
    if flight.orientation <= HEAD_ON:
        if "wingman" not in offered:
            why = (
                "rival-chooses" if state.play == COMPETITIVE else wingman(career, "wingman-alone" if alone else "radio")
            )
            shut.append(ClosedOption("wingman", why, "10.1.2" if state.play == COMPETITIVE else "7.2.3.2"))
        shut.append(ClosedOption("disengage", "facing", "7.3"))
        flown = [name for name in table.pack.tables.manoeuvres.advanced if name in flight.manoeuvres_used]
        shut += [ClosedOption(name, "used", "10.6") for name in flown]
    if "reflexes" not in offered and flight.orientation > DISADVANTAGED:
        why = reflexes(career, armed, quick)
        shut.append(ClosedOption("reflexes", "must-leave" if armed and why == "no-firepower" else why, "7.7"))
    if not flight.round:
        shut.append(ClosedOption("bail-out", "first-round", "7.6"))
    return tuple(shut)


def rockets(career: Career) -> str:
    """Say why no rockets can be fired. [7.1.14]"""
    return {"": "no-rockets", "loaded": "rockets-opening", "damaged": "rockets-damaged"}.get(
        career.plane.rockets, "rockets-fired"
    )


def wingman(career: Career, otherwise: str) -> str:
    """Say why the wingman cannot help. [7.2.3]"""
    status = career.wingman.status
    return otherwise if status == "present" else f"wingman-{status}"


def reflexes(career: Career, armed: bool, first: bool) -> str:
    """Say why Reflexes cannot be called up. [7.7]"""
    if not skills.has(career, "reflexes"):
        return "unlearned"
    if career.aloft.reflexes_used:
        return "reflexes-used"
    return "reflexes-now" if armed and first else "no-firepower"
