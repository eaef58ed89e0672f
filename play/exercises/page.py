"""Context of an exercise: the moment and its orders; after an answer, the other answers and the rollouts."""

from dataclasses import dataclass

import msgspec

from engine.kernel.decisions import Decision, read_question
from engine.kernel.events import event_of
from play.charts import pack_store
from play.charts.pack_store import PackGone
from play.exercises.selection import ExerciseMoment
from play.exercises.selectors import answers_of, weeks_before
from play.games import titles
from play.games.text import GameText
from play.models import Exercise, ExerciseAnswer
from play.odds.page import table
from play.reviews.page import label_of, signed
from play.utils.players import Visitor


def words_of(exercise: Exercise) -> GameText:
    """Return the words of its game, with the names of its charts if they are stored."""
    words = titles.words_of(exercise.title)
    try:
        return words.of(pack_store.compiled_charts(exercise.title, exercise.charts))
    except PackGone:
        return words


def exercise_page(exercise: Exercise | None, player: Visitor) -> dict[str, object]:
    """Return the page's context."""
    if exercise is None:
        return {"exercise": None}
    words, moment = words_of(exercise), msgspec.convert(exercise.moment, ExerciseMoment)
    title = titles.title_of(exercise.title)
    facts = read_question(title.questions, moment.kind, moment.facts)
    decision = Decision("", moment.kind, tuple(moment.options), "", "", facts)
    events = [words.event(event_of(title.events, record)) for record in moment.before]
    context: dict[str, object] = {
        "exercise": exercise,
        "words": words,
        "question": words.question(decision),
        "stakes": words.at_stake(decision),
        "before": [line for line in events if line],
        "orders": [(option, words.order(moment.kind, option, facts)) for option in moment.options],
        "earlier": weeks_before(exercise),
        "assumes": words.label("odds-assumes"),
    }
    mine = ExerciseAnswer.objects.filter(exercise=exercise, player=player).first() if player.is_authenticated else None
    return context | (solved(exercise, moment, words, mine.option) if mine is not None else {})


@dataclass(frozen=True)
class FieldRow:
    """An order of an exercise, with how many would give it."""

    label: str
    n: int
    share: int
    mine: bool
    taken: bool
    preferred: bool


def solved(exercise: Exercise, moment: ExerciseMoment, words: GameText, mine: str) -> dict[str, object]:
    """Return one's answer beside the field's, what was done in the game, and what the rollouts say."""
    given = answers_of(exercise)
    whole = sum(given.values())
    facts = read_question(titles.title_of(exercise.title).questions, moment.kind, moment.facts)
    named = {option: words.order(moment.kind, option, facts) for option in moment.options}
    return {
        "answered": True,
        "whole": whole,
        "field": [
            FieldRow(
                label=label,
                n=given[option],
                share=round(100 * given[option] / whole) if whole else 0,
                mine=option == mine,
                taken=option == moment.taken,
                preferred=option == moment.preferred,
            )
            for option, label in named.items()
        ],
        "taken": named.get(moment.taken, moment.taken),
        "preferred": named.get(moment.preferred, moment.preferred),
        "cost": signed(-moment.gap, 2),
        "error": f"{moment.error:.2f}",
        "measure": label_of(words, "lost-measure", moment.measured),
        "odds": table(moment.told, words, exercise.title),
    }
