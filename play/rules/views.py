"""The pages of rules: all notes of a game with the charts read there, and one note for who meets its number."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from play.charts import selectors
from play.games import titles
from play.games.registry import NoSuchGame
from play.pages.audience import ANYONE, audience
from play.rules import glossary, notes

A_DAY = 86_400


@require_GET
@audience(ANYONE)
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Every rule of a game that its book numbers, chapter by chapter."""
    return render(request, "play/rules/book.html", _book(game) | {"here": "charts"})


@require_GET
@cache_control(max_age=A_DAY, private=True)
@vary_on_headers("HX-Request", "Accept-Language", "Cookie")
@audience(ANYONE)
def rule(request: HttpRequest, game: str, number: str) -> HttpResponse:
    """One note; who asks for it as a page of its own is led to its place among the others."""
    _known(game)
    found = notes.note_on(game, number)
    if found is None:
        raise Http404(f"nothing is said of rule {number}")
    name, note = found
    if not request.headers.get("HX-Request"):
        return redirect(f"{reverse('rules', args=[game])}#rule-{name}")
    return render(request, "play/rules/_note.html", {"number": name, "note": note, "charts": _charts(game, note)})


def _known(game: str) -> None:
    try:
        titles.title_of(game)
    except NoSuchGame as error:
        raise Http404(str(error)) from error


@dataclass(frozen=True)
class NoteRow:
    """A note with the charts that are read there."""

    number: str
    note: notes.RuleNote
    charts: Sequence[dict[str, str]]


def _book(game: str) -> dict[str, object]:
    _known(game)
    chapters: dict[str, list[NoteRow]] = {}
    for number, note in notes.notes_on(game).items():
        row = NoteRow(number, note, _charts(game, note))
        chapters.setdefault(number.partition(".")[0], []).append(row)
    if not chapters:
        raise Http404(f"nothing is said of the rules of {game}")
    standard = selectors.site_pack_names(game)[0]
    return {
        "title": titles.words_of(game).title,
        "chapters": list(chapters.items()),
        "glossary": glossary.words_of(game),
        "charts_at": reverse("chart_pack", args=[game, standard]),
    }


def _charts(game: str, note: notes.RuleNote) -> list[dict[str, str]]:
    """Return the charts of a note, each with the page of the first table that it is made of."""
    words, standard = titles.words_of(game), selectors.site_pack_names(game)[0]
    return [
        {
            "name": words.label(chart),
            "href": reverse("chart_table", args=[game, standard, notes.tables_of(game, chart)[0]]),
        }
        for chart in note.charts
    ]
