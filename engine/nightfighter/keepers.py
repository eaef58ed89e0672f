"""The two keepers of what is uncertain: the umpire with his map, and the solitaire system. [5.0, S5]"""

from __future__ import annotations

from .ai_radar import search_by_ai
from .bombers import enter_bombers, hand_off
from .combat import made_out, umpired_corkscrew
from .fog import displace
from .night import Keeper
from .radar import search_by_radar
from .searchlights import search_by_lights
from .solo import SOLO
from .tallying import look_at_fixed, look_round

UMPIRED = Keeper(
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
KEEPERS = {"blind": UMPIRED, "solo": SOLO}
