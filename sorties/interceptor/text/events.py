"""Sentences of Interceptor Ace: one for each event, in the third person, the same for all seats."""

from play.games.text import EventSentences
from sorties.interceptor.text import against_bombers, against_fighters, damage, debriefing, raid

EVENTS: EventSentences = {
    **raid.EVENTS,
    **against_bombers.EVENTS,
    **against_fighters.EVENTS,
    **damage.EVENTS,
    **debriefing.EVENTS,
}
