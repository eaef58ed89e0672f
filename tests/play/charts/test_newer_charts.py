"""A game goes on by newer charts: by order, at a seam, with all who play; what was before is read as it was."""

import copy
import json

import msgspec
import pytest
from django.urls import reverse

from campaigns.results.models import Result
from engine.kernel.packs.files import decode_pack
from engine.kernel.packs.hashing import content_hash
from play.charts import pack_store, selectors
from play.charts.models import PackContent
from play.charts.provenance import provenance
from play.fairness import verification
from play.games import titles
from play.journal import store
from play.journal.rebuild import session_rebuild
from play.orders import corrections
from play.orders.refusals import OrderRefused
from play.pages import parts
from play.sessions import exports, services
from play.sessions.selectors import session_at
from sorties.interceptor.records.models import InterceptorCareer
from tests.shared.builders.careers import POIX, fly
from tests.shared.builders.careers import begun as flown
from tests.shared.builders.tables import begun, carried_out, planned, play
from tests.shared.factories import PlayerFactory
from tests.shared.games.smallgame import STANDARD, Strait
from tests.upgrades.test_2a36ce7 import answered

pytestmark = pytest.mark.slow

SURE = "fire: {provenance: rule 4, hits_on: 1}"


def newer(monkeypatch, tables=SURE):
    """Let the folder have newer charts from now on."""
    monkeypatch.setattr(Strait, "packs", {"standard": {"pack.yaml": STANDARD["pack.yaml"], "tables.yaml": tables}})


def moved(session, seat="raider"):
    """Order it as the page does."""
    found = titles.pack_hash(store.newer_charts(session))
    services.charts_move(session=session, seat=session.seat(seat), version=session.version, digest=found)
    return carried_out(session)


def to_the_seam(session):
    """Play on to where the state alone is the game."""
    for _answer in range(60):
        seam = store.resume(session).seam()
        if session.status != "playing" or (seam is not None and not seam.opening):
            return session
        session = play(session, decisions=1)
    raise AssertionError("no seam")


def entered(client, player):
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def halfway(alice, monkeypatch, bob=None):
    """A game with some rounds behind it, at a seam, for whose pack there are newer charts."""
    session = to_the_seam(play(planned(begun(alice, bob, rounds=12)), decisions=30))
    newer(monkeypatch)
    return session


@pytest.mark.django_db
def test_the_page_shows_what_differs_and_the_game_goes_on_by_it(monkeypatch, client):
    session = halfway(PlayerFactory(), monkeypatch)
    entered(client, session.owner)
    table, address = (reverse(name, kwargs={"session": session.pk}) for name in ("table", "table_charts"))
    assert "See the differences" in client.get(table).content.decode()
    page = client.get(address)
    assert (
        "<code>hits_on</code>" in page.content.decode() and "<del>5</del></td><td><ins>1</ins>" in page.content.decode()
    )
    old, told = session.pack_hash, session.events_told
    client.post(address, {"seat": "raider", "version": session.version, "charts": page.context["hash"]})
    session = carried_out(session)
    line = session.journal.latest("seq")
    assert (line.kind, line.answer) == ("charts", {"charts": [old, session.pack_hash]}) and session.pack_hash != old
    assert session.charts_before == [[line.seq, old]]
    assert PackContent.objects.filter(hash__in=(old, session.pack_hash)).count() == 2
    assert "See the differences" not in client.get(table).content.decode()
    session = play(session)
    fired = list(session.told.filter(kind="fired").order_by("number"))
    assert all(shot.data["hit"] == (shot.data["total"] >= 5) for shot in fired if shot.number <= told)
    late = [shot for shot in fired if shot.number > told]
    assert late and all(shot.data["hit"] for shot in late)


@pytest.mark.django_db
def test_it_is_played_again_verified_and_taken_in_by_the_charts_of_each_time(monkeypatch):
    session = play(moved(halfway(PlayerFactory(), monkeypatch)))
    assert session.status == "over"
    assert session_rebuild(session=session).sound
    pack_store._known.clear()
    document = exports.read(exports.session_file(session, session.owner))
    assert verification.verify(document).faults == []
    document.entries[session.charts_before[0][0] - 1].answer["charts"].reverse()
    document.seal = None
    assert not verification.verify(document).holds
    sandbox = carried_out(services.sandbox_fork(session=session, player=session.owner, at=session.entries_made))
    assert (sandbox.pack_hash, sandbox.charts_before) == (session.pack_hash, session.charts_before)
    assert sandbox.outcome == session.outcome and sandbox.entries_made == session.entries_made
    before = session.charts_before[0][0] - 1
    early = carried_out(services.sandbox_fork(session=session, player=session.owner, at=before))
    assert early.pack_hash == session.charts_before[0][1] and early.charts_before == []
    assert early.entries_made <= before


@pytest.mark.django_db
def test_lines_of_the_log_are_read_by_the_charts_of_their_time(monkeypatch):
    session = play(moved(halfway(PlayerFactory(), monkeypatch)))
    page = parts.TablePage(session, session.seat("raider"))
    fired = list(session.told.filter(kind="fired").select_related("entry").order_by("number"))
    first, last = fired[0].entry.seq, fired[-1].entry.seq
    assert [provenance(session, "fire", seq)[0]["text"] for seq in (first, last)] == ["rule 3", "rule 4"]
    fired[0].rank = 1
    assert page.board_after(fired[0]).view is not None


@pytest.mark.django_db
def test_whoever_else_plays_agrees_first(monkeypatch, client):
    alice, bob = PlayerFactory(), PlayerFactory()
    session = halfway(alice, monkeypatch, bob)
    old = session.pack_hash
    session = moved(session)
    assert session.pack_hash == old and session.proposal["needs"] == ["escort"]
    page = entered(client, bob).get(reverse("table", kwargs={"session": session.pk})).content.decode()
    assert "asks to switch to newer charts" in page
    services.consent_give(session=session, seat=session.seat("escort"), version=session.version, agrees=False)
    session = carried_out(session)
    assert session.pack_hash == old and session.proposal is None
    session = moved(session)
    services.consent_give(session=session, seat=session.seat("escort"), version=session.version, agrees=True)
    session = carried_out(session)
    assert session.pack_hash != old and session.proposal is None


@pytest.mark.django_db
def test_it_is_refused_between_seams_and_for_other_charts_than_were_shown(monkeypatch, client):
    session = play(to_the_seam(planned(begun(PlayerFactory()))), decisions=2)
    assert store.resume(session).seam() is None
    newer(monkeypatch)
    with pytest.raises(OrderRefused) as refusal:
        moved(session)
    assert refusal.value.code == "no_seam"
    address = reverse("table_charts", kwargs={"session": session.pk})
    assert "before any die is rolled" in entered(client, session.owner).get(address).content.decode()
    with pytest.raises(OrderRefused) as refusal:
        services.charts_move(
            session=session, seat=session.seat("raider"), version=session.version, digest=session.pack_hash
        )
    assert refusal.value.code == "other_charts"
    assert carried_out(session).entries_made == session.entries_made


@pytest.mark.django_db
def test_nothing_before_it_is_taken_back_and_its_result_stands_apart(monkeypatch):
    session = halfway(PlayerFactory(), monkeypatch)
    plain = Result.objects.filter(session=session).values_list("options_hash", flat=True)[0]
    session = moved(session)
    services.undo_give(session=session, seat=session.seat("raider"), version=session.version)
    again = carried_out(session)
    assert again.entries_made == session.entries_made
    result = Result.objects.filter(session=session)[0]
    assert result.pack_hash == session.pack_hash and result.options_hash != plain


@pytest.mark.django_db
def test_an_answer_before_it_is_not_mended(monkeypatch):
    session = moved(halfway(PlayerFactory(), monkeypatch))
    wrong = session.journal.filter(kind="answer", seat="raider", undone_by=None).latest("seq")
    monkeypatch.setattr(type(session), "is_solitaire", True)
    with pytest.raises(OrderRefused):
        corrections.find(session, "raider", wrong.seq)
    assert corrections.last_answer(session, "raider", wrong.key) is None
    session = play(session, decisions=20)
    later = session.journal.filter(kind="answer", seat="raider", undone_by=None).latest("seq")
    assert corrections.find(session, "raider", later.seq) == later


CHANGED = {
    "interceptor-ace": ("landing", "engine_damaged"),
    "bomber-command": ("bomb_accuracy", "good_visibility"),
    "nightfighter": ("flak", "trigger"),
}
"""A figure of each game's standard charts."""


def with_other_charts(monkeypatch, game, change):
    """Let the standard charts of a game be others from now on, as `change` makes them of their content."""
    title = titles.title_of(game)
    standard = selectors.pack_in(titles.pack_of(game, "standard"))
    content = copy.deepcopy(standard.content)
    change(content)
    made = decode_pack(msgspec.msgpack.encode([standard.manifest, content]), title.Tables, "")
    digest = content_hash(standard.manifest.game, made.tables)
    found = title.lay_out(decode_pack(msgspec.msgpack.encode([standard.manifest, content]), title.Tables, digest))
    monkeypatch.setattr(type(title), "load_pack", lambda self, name: found)
    return digest


def with_another_figure(monkeypatch, game):
    """Let the standard charts of a game differ in one figure from now on."""

    def change(content):
        table, name = CHANGED[game]
        content[table][name] += 1

    return with_other_charts(monkeypatch, game, change)


@pytest.mark.parametrize("name", ("In a fight", "Between sorties", "solo", "year", "against-a-bot", "Leads"))
def test_a_game_of_the_old_house_goes_on_by_newer_charts(release_2a36ce7, monkeypatch, client, name):
    session = release_2a36ce7.session(name)
    for _answer in range(60):
        seam = store.resume(session).seam()
        if seam is not None and not seam.opening:
            break
        session = answered(session)
    old = session.pack_hash
    digest = with_another_figure(monkeypatch, session.title)
    page = entered(client, session.owner).get(reverse("table_charts", kwargs={"session": session.pk}))
    table, figure = CHANGED[session.title]
    assert f"<code>{table}</code>" in page.content.decode() and f"<code>{figure}</code>" in page.content.decode()
    assert not page.context["problem"], page.context["problem"]
    seat = next(seat.name for seat in session.table if seat.player_id == session.owner_id)
    session = moved(session, seat)
    for other in (session.proposal or {}).get("needs", ()):
        services.consent_give(session=session, seat=session.seat(other), version=session.version, agrees=True)
        session = carried_out(session)
    assert session.pack_hash == digest and session.charts_before[0][1] == old
    session = answered(answered(session))
    pack_store._known.clear()
    assert session_rebuild(session=session).problem == ""
    assert store.replayed(session).agrees(session.journal.filter(undone_by=None).latest("seq").digest)
    assert all(career.pack_hash == digest for career in InterceptorCareer.objects.filter(session=session))
    for address in ("table", "table_replay", "table_dice"):
        assert client.get(reverse(address, kwargs={"session": session.pk})).status_code == 200
    assert json.loads(exports.session_file(session_at(session.pk), session.owner))["pack_hash"] == digest


def shorter_year(content):
    """Other charts: fewer raids in spring, his unit at another base, awards by other names."""
    content["calendar"]["raids"] |= {"1943-03": 2, "1943-04": 1}
    content["units"]["rows"][str(POIX) if str(POIX) in content["units"]["rows"] else POIX]["unit"] = "9./JG 99"
    for row in content["awards"]["rows"]:
        row["title"] = {"en": f"Newer {row['name']}"}


def sheet_of(client, career):
    """Return the sheet of his year on the career's page."""
    page = client.get(reverse("career", args=[career.pk]))
    assert page.status_code == 200
    return page.context["dossier"]


@pytest.mark.django_db
def test_each_part_of_a_career_is_read_by_the_charts_by_which_it_was_flown(monkeypatch, client):
    career = fly(flown(PlayerFactory(), seed=3), "month", "careful")
    before = sheet_of(entered(client, career.owner), career)
    old_units = {sortie.unit for sortie in before.sorties}
    lines = {month.key: len(month.lines) for month in before.sheet.months}
    story, medals = before.story, [(medal.name, medal.title) for medal in before.medals]
    with_other_charts(monkeypatch, "interceptor-ace", shorter_year)
    session = moved(session_at(career.session_id), "pilot")
    career.refresh_from_db()
    assert session.charts_before and career.charts_before == [[len(before.sorties), session.charts_before[0][1]]]
    after = sheet_of(client, career)
    assert [line.sortie.pk for line in after.sheet.entered] == [sortie.pk for sortie in before.sorties]
    assert {month.key: len(month.lines) for month in after.sheet.months}["1943-03"] == lines["1943-03"]
    assert after.story[:1] == story[:1] and [(medal.name, medal.title) for medal in after.medals] == medals
    career = fly(career, "month", "careful")
    later = sheet_of(client, career)
    units = [sortie.unit for sortie in later.sorties]
    assert set(units[: len(before.sorties)]) == old_units and set(units[len(before.sorties) :]) == {"9./JG 99"}
    assert {month.key: len(month.lines) for month in later.sheet.months}["1943-04"] == 1
    assert session_rebuild(session=session_at(session.pk)).differences == []
