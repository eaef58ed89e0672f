"""The site that an earlier release left: everything in it is there, and present code reads and plays it."""

import pytest
from django.core.files import File
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from campaigns.accounts.models import Player
from campaigns.groups.models import Group
from engine.kernel.title import RandomPolicy
from play.charts import pack_store
from play.fairness import verification
from play.games import titles
from play.journal import store
from play.orders.models import OrderStatus
from play.sessions import exports, services
from sorties.interceptor.records.models import BotFlight, SortieRecord
from tests import upgrades
from tests.shared.builders.tables import carried_out

pytestmark = pytest.mark.slow


def test_every_piece_is_found_by_its_name(release_2a36ce7):
    assert connection.vendor == "sqlite"
    for name in (
        "In a fight", "Between sorties", "In hospital", "Fallen", "Of the table", "Of a guest", "Leads", "Rival",
        "Flown by a bot", "plotting", "two", "against-a-bot", "night-over", "solo", "solo-over",
        "umpired-by-computer", "umpired", "year", "year-over", "staffel", "sandbox", "imported",
    ):  # fmt: skip
        session = release_2a36ce7.session(name)
        assert session.status == ("over" if name in ("Fallen", "imported") or name.endswith("over") else "playing")
    assert release_2a36ce7.career("Brought in").source == "imported"
    assert release_2a36ce7.career("Flown by a bot").session == BotFlight.objects.get(status="running").career.session
    assert Group.objects.get().members.count() == 2
    assert len(release_2a36ce7.sessions()) == 23


def test_the_files_of_the_release_are_there(release_2a36ce7):
    assert all(release_2a36ce7.file(name).startswith(b"{") for name in upgrades.FILES)


def test_a_test_writes_into_a_copy(release_2a36ce7):
    Group.objects.all().delete()


def test_and_another_finds_it_whole(release_2a36ce7):
    assert Group.objects.exists()


GAMES = (
    "In a fight", "Between sorties", "In hospital", "Fallen", "Of the table", "Of a guest", "Leads", "Rival",
    "Flown by a bot", "plotting", "two", "against-a-bot", "night-over", "solo", "solo-over", "umpired-by-computer",
    "umpired", "year", "year-over", "staffel", "sandbox", "imported",
)  # fmt: skip


def test_the_dry_run_finds_every_game_the_same(release_2a36ce7, capsys):
    call_command("upgrade_sessions", "--dry-run")
    under_way = sum(session.status == "playing" for session in release_2a36ce7.sessions())
    assert capsys.readouterr().out.split("\n")[:3] == [f"same: {under_way}", "differs: 0", "cannot: 0"]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_again_from_its_first_line(release_2a36ce7, name):
    session = release_2a36ce7.session(name)
    run = store.replayed(session)
    last = session.journal.filter(undone_by=None, kind__in=("begin", "answer")).latest("seq")
    assert run.agrees(last.digest), "the state at the last line is the one that the release kept"
    assert session.began == "1"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_on_by_the_task(release_2a36ce7, name):
    session = release_2a36ce7.session(name)
    before = session.entries_made
    for _answer in range(6):
        if session.status != "playing":
            break
        session = answered(session)
    assert session.status == "over" or session.entries_made >= before + 5
    assert store.replayed(session).agrees(session.journal.filter(undone_by=None).latest("seq").digest)


def answered(session):
    """Answer what is asked as the game's first bot would, and let the task carry it out."""
    # A bot that thinks gives its order first.
    while session.orders.filter(status=OrderStatus.PENDING).exists():
        session = carried_out(session)
    run = store.resume(session)
    place = min(run.pending)
    decision = run.pending[place]
    bot = next(iter(store.title_of(session).policies().values()))(run.pack, decision.actor, session.entries_made)
    if decision.form is not None:
        bot = RandomPolicy(lambda sides: 1)
    answer = store.json_data(bot.choose(decision, lambda: run.view(decision.actor)))
    token = store.token_of(decision.key, store.questions_of(session)[place])
    services.answer_give(session=session, seat=session.seat(decision.actor), token=token, answer=answer)
    return carried_out(session)


def is_shown_played_on_and_holds(session, client, answers):
    """Show a game of an earlier release, answer so often as a bot would, replay it and verify its file."""
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("table", kwargs={"session": session.pk})).status_code == 200
    before = session.entries_made
    for _answer in range(answers):
        session = answered(session) if session.status == "playing" else session
    assert session.status == "over" or session.entries_made >= before + answers
    last = session.journal.filter(undone_by=None, kind__in=("begin", "answer")).latest("seq")
    assert store.resume(session).agrees(last.digest)
    under_way, session.status = session.status == "playing", "over"
    verdict = verification.verify(exports.read(exports.session_file(session, session.owner)))
    assert verdict.faults == (["The game is not over with the last entry."] if under_way else [])
    assert verdict.replayed == session.entries_made and verdict.signed.state == "ours"


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_every_game_is_shown_again(release_2a36ce7, name, client):
    session = release_2a36ce7.session(name)
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    for address in ("table", "table_replay", "table_dice"):
        assert client.get(reverse(address, kwargs={"session": session.pk})).status_code == 200
    for row in session.told.select_related("entry").order_by("number")[:: max(1, session.events_told // 5)]:
        assert store.title_of(session).view(store.state_after(session, row), store.pack_of(session), "")


@pytest.mark.parametrize("name", ("interceptor-ace", "bomber-command", "nightfighter", "staffel"))
def test_a_file_of_the_release_holds_and_is_taken_in(release_2a36ce7, name, tmp_path):
    path = tmp_path / "file.json"
    path.write_bytes(release_2a36ce7.file(name))
    call_command("verify", str(path), "--no-limits")
    with path.open("rb") as file:
        taken = carried_out(exports.import_session(File(file), Player.objects.get(display_name="Tomasz")))
    document = exports.read(path.read_bytes())
    assert taken.status == "over" and taken.outcome == document.outcome
    assert store.resume(taken).agrees([line for line in document.entries if line.undone_by is None][-1].digest)


@pytest.mark.parametrize("name", GAMES)
def test_a_file_written_today_of_a_game_of_the_release_holds(release_2a36ce7, name):
    """Its first lines are the release's, its last today's; one that goes on misses nothing but its end."""
    session = release_2a36ce7.session(name)
    under_way = session.status == "playing"
    for _answer in range(4 if under_way else 0):
        session = answered(session) if session.status == "playing" else session
    under_way, session.status = session.status == "playing", "over"
    verdict = verification.verify(exports.read(exports.session_file(session, session.owner)))
    assert verdict.faults == (["The game is not over with the last entry."] if under_way else [])
    assert verdict.replayed == session.entries_made and verdict.signed.state == "ours"


def test_the_books_of_every_career_can_be_written_again(release_2a36ce7):
    def books():
        return list(SortieRecord.objects.order_by("career", "place").values_list("career", "month", "line", "kind"))

    before = books()
    call_command("rebuild")
    assert books() == before != []
    fallen, brought = release_2a36ce7.career("Fallen"), release_2a36ce7.career("Brought in")
    assert fallen.pack_hash == brought.pack_hash == fallen.session.pack_hash


def test_charts_of_the_release_are_kept_whatever_the_folder_has(release_2a36ce7, monkeypatch):
    def gone(self, name):
        raise FileNotFoundError(name)

    for title in {session.title for session in release_2a36ce7.sessions()}:
        monkeypatch.setattr(type(titles.title_of(title)), "load_pack", gone)
    pack_store._known.clear()
    for name in ("In a fight", "against-a-bot", "solo"):
        assert answered(release_2a36ce7.session(name)).status == "playing"
