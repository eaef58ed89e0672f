"""What happened, in Interceptor Ace: a sentence for each event, told of nobody in particular, so all seats read one."""

from typing import Any

from sorties.interceptor.text import against_bombers, against_fighters, damage, debriefing, raid

EVENTS: dict[str, Any] = (
    raid.EVENTS | against_bombers.EVENTS | against_fighters.EVENTS | damage.EVENTS | debriefing.EVENTS
)
