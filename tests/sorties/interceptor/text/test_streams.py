"""Names of dice, cards and random events: no page shows the internal name of the rules."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from engine.kernel.dice import FastDice
from engine.kernel.run import Run
from engine.kernel.title import RandomPolicy
from play.games import titles
from sorties.interceptor.text import names, tabletop
from tests.shared.builders.careers import flown_in_memory

TITLES = {"interceptor-ace": "interceptor", "bomber-command": "bomber_command", "nightfighter": "nightfighter"}
DRAWS = re.compile(r"\b(?:roll|throw)\(\"([a-z0-9-]+)\"|\brolled\(table, \"([a-z0-9-]+)\"|\.roll\(\"([a-z0-9-]+)\"")
DECKS = re.compile(r"\bdeck\(f?\"([a-z-]+)\{?")
LOOKS_RAW = re.compile(r"\b[a-z0-9]+(?:[-_][a-z0-9]+)+\b|/|@")


def streams_in_source(package):
    """Streams as the rules write them down."""
    found = set()
    for module in (Path(settings.BASE_DIR) / "engine" / package).rglob("*.py"):
        text = module.read_text()
        found |= {name for names_ in DRAWS.findall(text) for name in names_ if name}
        found |= {f"deck/{name.rstrip('-')}" for name in DECKS.findall(text)}
    return found


def streams_drawn(title, answers=400):
    """Streams that a bot meets who plays at random."""
    game = titles.title_of(title)
    dice = FastDice(7)
    run = Run.begin(game, titles.pack_of(title, "standard"), game.Setup(), dice)
    bot, found = RandomPolicy(lambda sides: dice.draw("whim", sides)), set()
    for _answer in range(answers):
        found |= {draw.stream for draw in run.step.draws}
        if run.over:
            break
        place, decision = next(iter(run.pending.items()))
        run.answer(place[0], bot.choose(decision), decision.key)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_every_stream_has_words_in_both_languages(title):
    words = titles.words_of(title)
    written = streams_in_source(TITLES[title])
    assert len(written) > 9
    streams = written | streams_drawn(title)
    for stream in streams:
        said = {}
        for language in ("en-gb", "pl"):
            with translation.override(language):
                said[language] = words.stream(stream)
        assert stream.rpartition("/")[2].partition("@")[0] not in said.values(), stream
        assert not [one for one in said.values() if LOOKS_RAW.search(one) or not one[0].isupper()], (stream, said)


def test_a_stream_is_named_without_its_branch_and_its_calendar():
    words = titles.words_of("interceptor-ace")
    assert words.stream("second/raid@season/1943-07/3") == words.stream("raid") == "Raids"
    assert words.stream("second/deck/combat-second") == "Combat Cards"


def test_every_random_event_and_marker_has_a_short_name():
    rows = titles.pack_of("interceptor-ace", "standard").career.random_events.rows.rows
    events = {row.event for _faces, row in rows if row.event}
    assert events <= names.EVENT_NAMES.keys() and not [
        one for one in names.EVENT_NAMES.values() if LOOKS_RAW.search(str(one))
    ]
    assert {row.event for _faces, row in rows if row.marker == "kept"} <= names.MARKERS.keys()


def test_a_rough_landing_is_told_by_its_own_rule():
    """It wounds lightly; only a crash is rolled for. [7.4.6]"""
    say = tabletop.FAULTS["landing-hurts"]
    assert "rolls" not in say({"landing": "rough"}) and "lightly" in say({"landing": "rough"})
    assert "rolls" in say({"landing": "crash"})


@pytest.mark.django_db
def test_dice_page_log_and_debriefings_show_no_raw_name(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    career = flown_in_memory(alice, 2)
    session = career.session_id
    page = client.get(reverse("table_dice", args=[session]), {"seat": "pilot"}).content.decode()
    body = strip_tags(re.sub(r"<script.*?</script>", "", page[page.index("<main") : page.index("</main>")], flags=re.S))
    raw = {"deck/combat", "intercept", "r1", "jam", "initiative", "target"}
    assert not raw & set(body.split()) and "Combat Cards" in body and "Interception" in body
    said = client.get(reverse("debriefing", args=[career.pk])).content.decode()
    single = career.aircraft.startswith(("Fw190", "Bf109"))
    assert single and "port engine" not in said and "starboard engine" not in said


@pytest.mark.django_db
def test_a_single_engine_is_neither_port_nor_starboard_in_log_debriefing_and_epitaph(alice):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    for unit, single in ((6, True), (20, False)):
        career = flown_in_memory(alice, 5, "careless", unit=unit)
        told = career.session.told.filter(kind="interceptor.hit", data__effect=True)
        hit = told.filter(data__part__in=("port-engine", "starboard-engine"))
        assert hit.exists()
        number = hit.last().number
        page = client.get(reverse("table_replay", args=[career.session_id]), {"seat": "pilot", "at": number})
        said = re.sub(r"\s+", " ", strip_tags(page.content.decode()))
        assert ("Hit: engine" in said) is single
        assert bool(re.search("Hit: (port|starboard) engine", said)) is not single
