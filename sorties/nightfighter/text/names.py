"""Words for the stable names of an interception: aircraft, places, results."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.kernel.packs.schema import Pack
from engine.nightfighter.charts.schema import Tables
from play.games.text import Sentence, Sentences, localized

PHASES: Sentences = {
    "ai": _("Search by AI radar"),
    "combat": _("Combat"),
    "fighter": _("Move the fighters"),
    "radar": _("Search by radar"),
    "searchlight": _("Searchlights"),
    "setup": _("Set-up"),
    "tally": _("Tally"),
    "fighter.corkscrew": _("Combat"),
    "searchlight.hand-off": _("Move the bombers"),
    "umpire.ai-target": _("Search by AI radar"),
    "umpire.colour": _("Set-up"),
    "umpire.delay": _("Bombers enter"),
    "umpire.entry-speed": _("Bombers enter"),
    "umpire.gci-target": _("Search by radar"),
    "umpire.intruder-move": _("Move the bombers"),
    "umpire.intruder-speed": _("Move the bombers"),
    "umpire.intruder-target": _("Move the bombers"),
    "umpire.lit-bomber": _("Searchlights"),
    "umpire.search-marker": _("Searchlights"),
    "umpire.sweep": _("Search by radar"),
    "umpire.variant": _("Set-up"),
}
"""The phase in which a question is asked, by its kind, or else by the first word of its kind. [4.0]"""

NAMES: Sentences = {
    "all": _("all"),
    "blind": _("against an umpire"),
    "bomber": _("bomber"),
    "box": _("at the radio beacon"),
    "casualty": _("one of the crew is lost"),
    "centre": _("straight on"),
    "choose": _("choosing"),
    "cloudy": _("cloudy"),
    "collision": _("collision"),
    "computer": _("the computer"),
    "corkscrew": _("corkscrew"),
    "decisive": _("decisive victory"),
    "defeat": _("defeat"),
    "delayed": _("entry put off"),
    "demoted": _("He no longer counts as a seasoned pilot"),
    "destroyed": _("shot down"),
    "draw": _("draw"),
    "drawn": _("about to enter"),
    "europe": _("Europe"),
    "exact": _("exact"),
    "exited": _("has left"),
    "experte": _("experte"),
    "fair": _("fair"),
    "fire": _("fire"),
    "first": _("first"),
    "flare": _("flare dropper"),
    "fought": _("fought"),
    "front-left": _("front left"),
    "front-right": _("front right"),
    "full": _("full"),
    "goal": _("He has reached his goal"),
    "good": _("good"),
    "green": _("inexperienced"),
    "grounded": _("no aircraft"),
    "gun-belt": _("gun belt at the exit side"),
    "half": _("half"),
    "hard": pgettext_lazy("difficulty", "hard"),
    "identification": _("aircraft must be identified"),
    "impossible": pgettext_lazy("difficulty", "impossible"),
    "heavy": _("heavy"),
    "helpful": _("helpful"),
    "high": _("high"),
    "intruder": _("intruder"),
    "killed": _("Killed"),
    "left": _("left"),
    "light": _("light"),
    "loss": pgettext_lazy("result", "lost"),
    "low": _("low"),
    "map": _("on the map"),
    "medium": pgettext_lazy("altitude", "medium"),
    "minor-victory": _("minor victory"),
    "moderate": _("moderate"),
    "night": _("in the air"),
    "nobody-left": _("No crew is left"),
    "none": _("none"),
    "normal": pgettext_lazy("difficulty", "normal"),
    "nothing": _("nothing"),
    "over": _("over"),
    "pacific": _("the Pacific"),
    "poor-coordination": _("poor coordination"),
    "random": _("rolled"),
    "roll": _("by a roll"),
    "serrate-only-on-6": _("Serrate only on a 6"),
    "person": _("a person"),
    "phantom": _("phantom"),
    "pool": _("still to come"),
    "poor": _("poor"),
    "pursuit": _("in pursuit"),
    "rear": _("rear"),
    "rear-left": _("rear left"),
    "rear-right": _("rear right"),
    "red": _("red"),
    "repairable": _("damaged but repairable"),
    "returned": _("met nobody"),
    "right": _("right"),
    "safe": _("safe"),
    "seasoned": _("seasoned"),
    "second": _("second"),
    "serrate": _("following Serrate"),
    "setup": _("set-up"),
    "shot-down": _("shot down"),
    "sly": _("sly"),
    "solo": _("alone"),
    "staffel": _("a whole Staffel"),
    "stayed": _("stayed"),
    "stream": _("with the stream"),
    "tabletop": _("with the printed game"),
    "target": _("German fighter"),
    "torpedo": _("torpedo bomber"),
    "turn": _("under way"),
    "untrained": _("untrained crews"),
    "v1": _("flying bombs"),
    "y-displacement": _("displacement under Y guidance"),
    "unhurt": _("nobody is hurt"),
    "victory": _("victory"),
    "waiting": _("waiting"),
    "win": _("won"),
    "wounded": _("he is wounded"),
    "wounded-and-casualty": _("he is wounded and one of the crew is lost"),
    "written-off": _("written off"),
    "year": _("May 1943 is over"),
    "yellow": _("yellow"),
}

PLACES: Sentences = {
    "Japan": _("Japan"),
    "North German coast": _("North German coast"),
    "Philippine Sea": _("Philippine Sea"),
    "Thames estuary": _("Thames estuary"),
    "over Germany": _("over Germany"),
    "south-east England": _("south-east England"),
    "the Netherlands": _("the Netherlands"),
    "the approach to Berlin": _("the approach to Berlin"),
}
"""Places of scenarios, by their names in the pack; towns and islands have the same names everywhere."""

MEDALS: Sentences = {
    "Iron Cross 1st Class": _("Iron Cross 1st Class"),
    "Iron Cross 2nd Class": _("Iron Cross 2nd Class"),
    "German Cross": _("German Cross in Gold"),
    "Knight's Cross": _("Knight’s Cross"),
}


def pack_names(pack: Pack[Tables]) -> dict[str, Sentence]:
    """Return what a pack puts in words itself: its medals."""
    medals = pack.tables.campaign.medals
    return {medal.name: localized(medal.title) for medal in medals if medal.title is not None}


MEASURES: Sentences = {
    "wins": _("Share of nights won"),
    "mean_kills": _("Bombers shot down in a night, on average"),
    "losses_a_game": _("Own losses in a night, on average"),
    "mean_turns": _("Turns of a night, on average"),
}
"""The figures by which charts are compared."""

DESTRUCTION: Sentences = {
    "avoidance": _("%(fighter)s must avoid the wreck."),
    "flash": _("The explosion blinds the crew of %(fighter)s."),
    "follow-down": _("%(fighter)s follows it down."),
    "nothing": _("%(fighter)s is clear of it."),
}
"""Fate of a fighter when its bomber blows up."""

VARIANTS: Sentences = {
    "6A": _("6A: Music"),
    "6B": _("6B: Experte"),
    "6C": _("6C: Thin stream"),
    "6D": _("6D: Monica and Flensburg"),
    "6E": _("6E: Boozer"),
    "6F": _("6F: Sky markers"),
    "6G": _("6G: New Junkers"),
    "6H": _("6H: H2S and Naxos"),
    "6I": _("6I: Fishpond"),
    "6J": _("6J: Type M Window"),
}
"""The variants of a scenario, by their numbers."""
