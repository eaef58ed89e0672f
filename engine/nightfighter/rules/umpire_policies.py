"""The two umpire policies: the umpire with his map, and the solitaire system. [5.0, S5]"""

from __future__ import annotations

from engine.nightfighter.rules.combat import made_out, umpired_corkscrew
from engine.nightfighter.rules.context import UmpirePolicy
from engine.nightfighter.rules.counters import displace
from engine.nightfighter.rules.solo.procedures import SOLO_POLICY
from engine.nightfighter.rules.umpired.ai_radar import search_by_ai
from engine.nightfighter.rules.umpired.bombers import enter_bombers, hand_off
from engine.nightfighter.rules.umpired.radar import search_by_radar
from engine.nightfighter.rules.umpired.searchlights import search_by_lights
from engine.nightfighter.rules.umpired.tallying import look_at_fixed, look_round

UMPIRED_POLICY = UmpirePolicy(
    name="umpire",
    enter=enter_bombers,
    search_by_radar=search_by_radar,
    search_by_ai=search_by_ai,
    search_by_lights=search_by_lights,
    hand_off=hand_off,
    look_round=look_round,
    look_at_fixed=look_at_fixed,
    lost=displace,
    corkscrew=umpired_corkscrew,
    reveal=made_out,
)
UMPIRE_POLICIES = {"blind": UMPIRED_POLICY, "solo": SOLO_POLICY}
