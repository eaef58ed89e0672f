"""What happened, in Interceptor Ace: a sentence for each event, told of nobody in particular, so all seats read one."""

from play.games.text import EventSentences
from sorties.interceptor.text import against_bombers, against_fighters, damage, debriefing, raid

EVENTS: EventSentences = {
    **raid.EVENTS,
    **against_bombers.EVENTS,
    **against_fighters.EVENTS,
    **damage.EVENTS,
    **debriefing.EVENTS,
}
