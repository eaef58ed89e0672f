"""Games by a pack in which all that may be new is new: no page falls over, and none shows a stable name of it."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.kernel.dice import commitment
from engine.kernel.packs.files import dump_pack
from play.charts import pack_store, selectors
from play.charts import services as pack_services
from play.charts.models import ChartPack
from play.journal import store
from play.sessions import exports, services
from play.sessions.models import Session, SessionStatus
from play.sessions.selectors import session_at
from play.sessions.services import run_of
from sorties.interceptor.records.models import InterceptorCareer
from tests.shared.builders.careers import fly
from tests.shared.builders.sorties import carried_out
from tests.shared.factories import PlayerFactory

RENAMED = {
    "interceptor-ace": {
        "Fw190": "Zw190", "B-24": "Z-24", "P-47": "Z-47", "MG17": "ZG17", "Bremen": "Zremen", "Dutch": "Zutch",
        "Oberleutnant": "Zoberleutnant", "ehrenpokal": "zz-goblet", "ek2": "zz-ek", "jink": "zz-jink",
        "trained": "zz-trained",
    },
    "bomber-command": {
        "essen": "zz-essen", "I-NJG1": "zz-NJG1", "Bf 110": "Zf 110", "gertrud": "zz-gertrud", "venlo": "zz-venlo",
        "b22": "zz-b22", "T01": "zz-T01",
    },
    "nightfighter": {
        "Lancaster I / III": "Zancaster", "Do215B-5": "Zo215", "Lichtenstein BC": "Zichtenstein",
        "Würzburg": "Zürzburg",
        "Iron Cross 2nd Class": "zz-cross",
    },
}  # fmt: skip
"""Names of the standard packs, each with another that no word, drawing or rule knows."""
SETUPS: dict[str, dict[str, Any]] = {
    "interceptor-ace": {"pilots": [{"name": "Jakob Wieland", "unit": 16}], "options": {"quality": True}},
    "bomber-command": {"scenario": "berlin"},
    "nightfighter": {"scenario": "4B", "mode": "solo"},
}
BOTS = {"interceptor-ace": "careless", "bomber-command": "weak", "nightfighter": "hunter"}
QUESTIONS = 42
SHOWN_EVERY = 6


def strange(game: str, player: Any) -> ChartPack:
    """Return the standard pack with every name changed."""
    standard = selectors.site_pack_at(game, "standard")
    texts = dump_pack(standard, name="strange", title="Strange charts")
    for name, text in texts.items():
        if name != "pack.yaml":
            texts[name] = changed(game, text)
    own = pack_services.pack_import(owner=player, texts=texts)
    assert selectors.faults_of(own) == ()
    return own


def changed(game: str, text: str) -> str:
    """A table's text with every name changed; awards, defences, qualities and medals get words with it."""
    if game == "interceptor-ace":
        text = re.sub(r"(?m)^( *)- name: (ek2|ehrenpokal)$", _award, text)
        text = re.sub(r"(?m)^( *)jink:$", r"\1jink:\n\1  title: {en: zealous jink}", text)
        text = re.sub(r"(?m)^( *)trained: \{\}$", r"\1trained: {title: {en: zealously trained}}", text)
    if game == "nightfighter":
        text = re.sub(
            r"(?m)^( *)- name: Iron Cross 2nd Class$", r"\1- title: {en: Zeal Cross}\n\1  name: zz-cross", text
        )
    for old, new in RENAMED[game].items():
        text = re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w])" if old.islower() else re.escape(old), new, text)
    return text


def _award(found: re.Match[str]) -> str:
    return f"{found[1]}- title: {{en: Zeal Medal}}\n{found[1]}  name: {found[2]}"


def begun(game: str, player: Any, own: ChartPack) -> Session:
    """A game by the pack, its first seat the player's and the others bots'."""
    setup = store.json_data(services.read_setup(game, SETUPS[game]))
    seats = selectors.titles.title_of(game).seats(services.read_setup(game, SETUPS[game]))
    sitters = {seat: services.SeatAssignment(policy=BOTS[game]) for seat in seats[1:]}
    sitters[seats[0]] = services.SeatAssignment(player=player)
    session = services.session_open(owner=player, title=game, setup=setup, sitters=sitters, pack=own.key)
    seed = b"by strange charts" * 2
    Session.objects.filter(pk=session.pk).update(seed=seed, commitment=commitment(seed))
    services.session_begin(session=session_at(session.pk), player=player, nonce="a nonce")
    return carried_out(session)


def answered(session: Session) -> Session:
    """The next question answered by the bot, as a player would answer it."""
    run = run_of(session)
    decision = next(iter(run.pending.values()))
    bot = store.title_of(session).policies()[BOTS[session.title]](run.pack, decision.actor, 3)
    answer = bot.choose(decision, lambda: store.title_of(session).view(run.state, run.pack, decision.actor))
    token = store.token_of(decision.key, store.questions_of(session)[(decision.actor, decision.key)])
    seat = session.seat(decision.actor)
    services.answer_give(session=session, seat=seat, token=token, answer=store.json_data(answer))
    return carried_out(session)


def shown(client: Client, address: str) -> str:
    """Return the text of a page, without its tags; raw names and missing sentences are reported."""
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, address
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    said = html.unescape(re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", body.decode(), flags=re.DOTALL))
    raw = re.findall(r"\S*zz[- ]\S*|\[[a-z][a-z ]+\]", said)
    assert raw == [], (address, raw)
    return said


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_a_game_by_strange_charts_is_played_and_shown(db, game):
    alice, client = PlayerFactory(display_name="Alice"), Client()
    client.force_login(alice)
    session = begun(game, alice, strange(game, alice))
    for number in range(QUESTIONS):
        if session.status != SessionStatus.PLAYING:
            break
        if number % SHOWN_EVERY == 0:
            shown(client, reverse("table", args=[session.pk]))
        session = answered(session)
    assert number > 10
    for name in ("table", "table_replay", "table_dice"):
        shown(client, reverse(name, args=[session.pk]))


@pytest.mark.slow
def test_a_career_by_strange_charts_has_all_its_pages(db):
    alice, client = PlayerFactory(display_name="Alice"), Client()
    client.force_login(alice)
    session = begun("interceptor-ace", alice, strange("interceptor-ace", alice))
    career = InterceptorCareer.objects.get(session=session)
    career = fly(career, "sortie", "careful")
    for name in ("career", "spending"):
        shown(client, reverse(name, args=[career.pk]))
    career = career if career.over else fly(career, "year", "careful")
    said = shown(client, reverse("career", args=[career.pk]))
    assert "Zeal Medal" in said and "Zw190" in said
    for name in ("career_end", "career_dice_stats", "career_compare", "career_sorties", "career_engagements"):
        shown_file = client.get(reverse(name, args=[career.pk]), follow=True)
        assert shown_file.status_code == 200, name
    for name in ("careers", "exports"):
        shown(client, reverse(name))


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_a_pack_is_deleted_and_games_by_it_go_on(db, game):
    alice, client = PlayerFactory(display_name="Alice"), Client()
    client.force_login(alice)
    own = strange(game, alice)
    session = answered(begun(game, alice, own))
    assert client.post(reverse("pack_delete", args=[own.pk])).status_code == 302
    assert not ChartPack.objects.exists()
    pack_store._known.clear()
    session = answered(answered(session))
    assert session.pack_hash == own.hash and not store.is_stuck(session) and not store.has_newer_charts(session)
    for name in ("table", "table_replay", "table_charts", "table_dice"):
        shown(client, reverse(name, args=[session.pk]))
    assert exports.read(exports.session_file(session, alice)).charts[own.hash], "its file carries them"
    for career in InterceptorCareer.objects.filter(session=session):
        shown(client, reverse("career", args=[career.pk]))
