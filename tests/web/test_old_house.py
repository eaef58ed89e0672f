"""The house that an earlier release left: everything in it is there, and is read and played by today's code."""

import pytest
from django.core.files import File
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from campaigns.groups.models import Group
from campaigns.models import Player
from engine.kernel.game import RandomPolicy
from play import exports, services, titles
from play.honesty import verification
from play.journal import keeping
from play.models import OrderStatus
from play.packs import charts
from sorties.interceptor.models import BotFlight, Sortie
from tests import houses
from tests.tables import carried_out

pytestmark = pytest.mark.slow


def test_every_piece_is_found_by_its_name(old_house):
    assert connection.vendor == "sqlite"
    for name in (
        "In a fight", "Between sorties", "In hospital", "Fallen", "Of the table", "Of a guest", "Leads", "Rival",
        "Flown by a bot", "plotting", "two", "against-a-bot", "night-over", "solo", "solo-over",
        "umpired-by-computer", "umpired", "year", "year-over", "staffel", "sandbox", "imported",
    ):  # fmt: skip
        session = old_house.session(name)
        assert session.status == ("over" if name in ("Fallen", "imported") or name.endswith("over") else "playing")
    assert old_house.career("Brought in").source == "imported"
    assert old_house.career("Flown by a bot").session == BotFlight.objects.get(status="running").career.session
    assert Group.objects.get().members.count() == 2
    assert len(old_house.sessions()) == 23


def test_the_files_of_the_release_are_there(old_house):
    assert all(old_house.file(name).startswith(b"{") for name in houses.FILES)


def test_a_test_writes_into_a_copy(old_house):
    Group.objects.all().delete()


def test_and_another_finds_it_whole(old_house):
    assert Group.objects.exists()


GAMES = (
    "In a fight", "Between sorties", "In hospital", "Fallen", "Of the table", "Of a guest", "Leads", "Rival",
    "Flown by a bot", "plotting", "two", "against-a-bot", "night-over", "solo", "solo-over", "umpired-by-computer",
    "umpired", "year", "year-over", "staffel", "sandbox", "imported",
)  # fmt: skip


def test_the_dry_run_finds_every_game_the_same(old_house, capsys):
    call_command("upgrade_sessions", "--dry-run")
    under_way = sum(session.status == "playing" for session in old_house.sessions())
    assert capsys.readouterr().out.split("\n")[:3] == [f"same: {under_way}", "differs: 0", "cannot: 0"]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_again_from_its_first_line(old_house, name):
    session = old_house.session(name)
    run = keeping.replayed(session)
    last = session.journal.filter(undone_by=None, kind__in=("begin", "answer")).latest("seq")
    assert run.agrees(last.digest), "the state at the last line is the one that the release kept"
    assert session.began == "1"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_on_by_the_task(old_house, name):
    session = old_house.session(name)
    before = session.entries_made
    for _answer in range(6):
        if session.status != "playing":
            break
        session = answered(session)
    assert session.status == "over" or session.entries_made >= before + 5
    assert keeping.replayed(session).agrees(session.journal.filter(undone_by=None).latest("seq").digest)


def answered(session):
    """Answer what is asked as the game's first bot would, and let the task carry it out."""
    # A bot that thinks gives its order first.
    while session.orders.filter(status=OrderStatus.PENDING).exists():
        session = carried_out(session)
    run = keeping.resume(session)
    place = min(run.pending)
    decision = run.pending[place]
    bot = next(iter(keeping.title_of(session).policies().values()))(run.pack, decision.actor, session.entries_made)
    if decision.form is not None:
        bot = RandomPolicy(lambda sides: 1)
    answer = keeping.plain(bot.choose(decision, lambda: run.view(decision.actor)))
    token = keeping.token_of(decision.key, keeping.asked_of(session)[place])
    services.answer_give(session=session, seat=session.seat(decision.actor), token=token, answer=answer)
    return carried_out(session)


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_every_game_is_shown_again(old_house, name, client):
    session = old_house.session(name)
    client.force_login(session.owner, backend="django.contrib.auth.backends.ModelBackend")
    for address in ("table", "table_replay", "table_dice"):
        assert client.get(reverse(address, kwargs={"session": session.pk})).status_code == 200
    for row in session.told.select_related("entry").order_by("number")[:: max(1, session.events_told // 5)]:
        assert keeping.title_of(session).view(keeping.state_after(session, row), keeping.pack_of(session), "")


@pytest.mark.parametrize("name", ("interceptor-ace", "bomber-command", "nightfighter", "staffel"))
def test_a_file_of_the_release_holds_and_is_taken_in(old_house, name, tmp_path):
    path = tmp_path / "file.json"
    path.write_bytes(old_house.file(name))
    call_command("verify", str(path), "--no-limits")
    with path.open("rb") as file:
        taken = carried_out(exports.take_in(File(file), Player.objects.get(display_name="Tomasz")))
    document = exports.read(path.read_bytes())
    assert taken.status == "over" and taken.outcome == document.outcome
    assert keeping.resume(taken).agrees([line for line in document.entries if line.undone_by is None][-1].digest)


@pytest.mark.parametrize("name", GAMES)
def test_a_file_written_today_of_a_game_of_the_release_holds(old_house, name):
    """Its first lines are the release's, its last today's; one that goes on misses nothing but its end."""
    session = old_house.session(name)
    under_way = session.status == "playing"
    for _answer in range(4 if under_way else 0):
        session = answered(session) if session.status == "playing" else session
    under_way, session.status = session.status == "playing", "over"
    verdict = verification.verify(exports.read(exports.written(session, session.owner)))
    assert verdict.faults == (["The game is not over with the last entry."] if under_way else [])
    assert verdict.replayed == session.entries_made and verdict.signed.state == "ours"


def test_the_books_of_every_career_can_be_written_again(old_house):
    def books():
        return list(Sortie.objects.order_by("career", "place").values_list("career", "month", "line", "kind"))

    before = books()
    call_command("rebuild")
    assert books() == before != []
    fallen, brought = old_house.career("Fallen"), old_house.career("Brought in")
    assert fallen.pack_hash == brought.pack_hash == fallen.session.pack_hash


def test_charts_of_the_release_are_kept_whatever_the_folder_has(old_house, monkeypatch):
    def gone(self, name):
        raise FileNotFoundError(name)

    for title in {session.title for session in old_house.sessions()}:
        monkeypatch.setattr(type(titles.title_of(title)), "load_pack", gone)
    charts._known.clear()
    for name in ("In a fight", "against-a-bot", "solo"):
        assert answered(old_house.session(name)).status == "playing"
