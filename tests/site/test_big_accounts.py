"""Every address, asked with much behind it: no answer is larger than two megabytes, none takes ten seconds of CPU.

Alice has what years of play and ill will leave: careers, games, packs full of faults, groups of hundreds. What a new
page lists is found here by itself as far as `much` makes rows of it; a new model that users fill adds a line there.
"""

import time
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.db import connection, models
from django.db.models import Q
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from campaigns.accounts.models import Player
from campaigns.api.models import Token
from campaigns.comments.models import Comment
from campaigns.comments.services import MOST as MOST_FOOTNOTES
from campaigns.groups.models import AuditEntry, Group, Invitation, Membership, SharedPack
from campaigns.matches.models import Contender, Match
from campaigns.moderation.models import Block, Report
from campaigns.results.models import Result
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from play.charts.models import ChartPack
from play.charts.services import MOST_PACKS, pack_import
from play.models import Exercise, ExerciseAnswer
from play.sessions.models import Session
from play.spectators.models import SpectatorLink
from play.umpire.models import Remark
from play.utils.tokens import new_invitation
from raids.plans.models import RaidPlan
from raids.plans.services import MOST_PLANS
from sorties.interceptor.records.models import InterceptorCareer
from sorties.nightfighter.models import NightCareer
from sorties.nightfighter.setup.models import SavedScenario
from sorties.nightfighter.setup.services import MOST as MOST_SCENARIOS
from tests.shared.addresses import THINGS, Cast, made
from tests.shared.builders.tables import begun, play
from tests.shared.factories import GuestFactory, PlayerFactory
from tests.site.test_audiences import FOR_THE_KEYS_OWNER, aside, come_as, walk

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
LARGEST, DEAREST = 2_000_000, 10.0
CAREERS, GAMES, MEMBERS, ROWS, LINES = 500, 5_000, 400, 1_000, 20


class Copy(NamedTuple):
    """A row that was written beside the ORM, by its key."""

    pk: Any


def several(row: Any, count: int, **fields: Callable[[int], Any]) -> list[Copy]:
    """Write so many copies of a row, each with fields of its own; links and names that must be unique are new.

    The values of all columns are prepared once: a hundred thousand rows one by one take ten seconds of CPU time.
    """
    model, columns = type(row), type(row)._meta.concrete_fields
    if row.pk is not None:
        row = model._base_manager.get(pk=row.pk)
    for name in ("link", "invitation", "hash"):
        if hasattr(row, name) and model._meta.get_field(name).unique:
            fields.setdefault(name, lambda _number: new_invitation())
    if isinstance(model._meta.pk, models.UUIDField):
        fields["id"] = lambda _number: uuid.uuid4()
    else:
        last = model._base_manager.aggregate(last=models.Max("pk"))["last"] or 0
        fields["id"] = lambda number: last + 1 + number
    like = [column.get_db_prep_save(column.pre_save(row, add=True), connection) for column in columns]
    own = [(place, column, fields.pop(column.name)) for place, column in enumerate(columns) if column.name in fields]
    assert not fields, "there are no such columns"
    rows, copies = [], []
    for number in range(count):
        values = like.copy()
        for place, column, value in own:
            one = value(number)
            values[place] = column.get_db_prep_save(getattr(one, "pk", one), connection)
            if column.primary_key:
                copies.append(Copy(one))
        rows.append(values)
    names = ", ".join(connection.ops.quote_name(column.column) for column in columns)
    marks = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({names}) VALUES ({marks})", rows
        )
    return copies


def games(player: Any, like: Session, count: int) -> list[Copy]:
    """Write so many games like one, with their seats and results."""
    sessions = several(like, count, owner=lambda _number: player)
    for seat in like.seats_taken.all():
        several(seat, count, session=lambda number: sessions[number])
    for result in Result.objects.filter(session=like):
        several(result, count, session=lambda number: sessions[number])
    return sessions


def much(cast: Cast) -> None:
    """Fill what is there with what users may add to it."""
    alice, tables = cast.owner, list(Session.objects.all())
    people = Player.objects.bulk_create(
        Player(display_name=f"Player {number} {'é' * 20}", email=f"much{number}@example.org", username=f"much{number}")
        for number in range(MEMBERS)
    )
    over = play(begun(alice, cast.other_side, rounds=2))
    waiting = begun(alice, cast.other_side, rounds=3)
    for like in (over, waiting):
        games(alice, like, GAMES // 2)
    for head in (*InterceptorCareer.objects.all(), *NightCareer.objects.all()):
        sessions = games(alice, head.session, CAREERS // 2)
        several(head, CAREERS // 2, session=lambda number, sessions=sessions: sessions[number])
    several(RaidPlan.objects.get(), MOST_PLANS, name=lambda number: f"Plan {number}")
    several(SavedScenario.objects.first(), MOST_SCENARIOS, title=lambda number: f"Night {number}")
    _packs(alice)
    _groups(alice, people)
    _tables(alice, tables)
    several(Player(display_name="Bot", is_bot=True, keeper=alice), 20, username=lambda number: f"bot{number}")
    several(
        ExerciseAnswer(exercise=Exercise.objects.get(), option="level"), MEMBERS, player=lambda number: people[number]
    )
    several(
        Exercise.objects.get(),
        300,
        week=lambda number: f"{2000 + number // 50}-W{number % 50 + 1:02}",
        place=lambda number: number + 2,
    )


def _packs(alice: Player) -> None:
    """Fill her packs with as many faults as a file holds, with long ones, and with much that is sound."""
    manifest = "{game: bomber_command, name: mine, title: Night charts, version: '1', base: standard}"
    texts = {
        "faults": "bad_weather:\n" + "".join(f"  k{number}: {{}}\n" for number in range(70_000)),
        "long": "bad_weather:\n" + "".join(f"  {'&' * 900}{number}: {{}}\n" for number in range(1_000)),
        "nested": f"{'&' * 900_000}:\n" + "".join(f"  k{number}: [{{}}]\n" for number in range(9_000)),
        "sound": "bad_weather: {dice: d6, rows: {1: good, 2-6: bad}, provenance: 'printed " + "&" * 900_000 + "'}\n",
    }
    for name, text in texts.items():
        pack_import(owner=alice, texts={"pack.yaml": manifest, "more.yaml": text}, title=name)
    full = ChartPack.objects.filter(owner=alice, hash="").first()
    assert full is not None
    several(full, MOST_PACKS - ChartPack.objects.filter(owner=alice).count(), title=lambda number: f"Pack {number}")


def _groups(alice: Player, people: list[Player]) -> None:
    """Fill her groups with members, links, tokens, reports and seasons, and let her be in many."""
    pack = ChartPack.objects.exclude(hash="").first()
    assert pack is not None
    packs = several(pack, MEMBERS, owner=lambda number: people[number])
    for group in Group.objects.all():
        several(Membership(group=group), MEMBERS, player=lambda number: people[number])
        several(AuditEntry(group=group, by=alice, kind=AuditEntry.Kind.ANNOUNCED), ROWS)
        several(Invitation(group=group, by=alice), ROWS)
        several(
            Token(group=group, by=group.owner, name="a program", scope="members"),
            ROWS,
            hash=lambda _number: uuid.uuid4().hex,
        )
        several(Report(group=group, by=alice, about=people[0], text="&" * 500), ROWS)
        several(Block(group=group, reason="&" * 200), MEMBERS, player=lambda number: people[number])
        several(SharedPack(group=group), MEMBERS, pack=lambda number: packs[number])
    for season in Season.objects.all():
        if season.mirrored:
            _matches(season, people)
        else:
            _entries(season, people)
        several(season, ROWS // 5, calendar=lambda _number: None)
    every = several(Group.objects.latest("created"), CAREERS)
    several(Membership(player=alice), len(every), group=every.__getitem__)


def _entries(season: Season, people: list[Player]) -> None:
    """Let everybody enter a game, and have lines to show for it."""
    like = Session.objects.filter(title=season.title).first() or Session.objects.first()
    assert like is not None
    sessions = several(like, MEMBERS, title=lambda _number: season.title)
    entries = several(
        SeasonEntry(season=season, seat="pilot", name="Jakob Wieland"),
        MEMBERS,
        player=lambda number: people[number],
        session=lambda number: sessions[number],
    )
    several(
        ScoreRow(season=season, at=timezone.now(), kind="flown"),
        MEMBERS * LINES,
        entry=lambda number: entries[number // LINES],
        line=lambda number: number % LINES + 1,
        value=lambda number: number % 97,
        head=lambda number: number % LINES == LINES - 1,
    )


def _matches(season: Season, people: list[Player]) -> None:
    """Let everybody play eight rounds."""
    contenders = several(Contender(season=season), MEMBERS, player=lambda number: people[number])
    half = MEMBERS // 2
    several(
        Match(season=season, round=1, margin=3, finished=timezone.now()),
        half * 8,
        round=lambda number: number // half + 1,
        one=lambda number: contenders[number % half],
        other=lambda number: contenders[half + (number + number // half) % half],
    )


def _tables(alice: Player, tables: list[Session]) -> None:
    """Give out links to each table, and say much at it."""
    for session in tables:
        seat = session.seats_taken.first()
        assert seat is not None
        several(SpectatorLink(session=session, kind=SpectatorLink.Kind.OPEN, by=alice), ROWS)
        several(Remark(session=session, seat=seat.name, text="&" * 500, seq=1), ROWS)
        several(Comment(session=session, text="&" * 280, by=alice), MOST_FOOTNOTES)


@pytest.fixture
def cast(db: None) -> Cast:
    return Cast(
        owner=PlayerFactory(display_name="Alice"),
        other_side=PlayerFactory(display_name="Bob"),
        stranger=PlayerFactory(display_name="Charlie"),
        guest=GuestFactory(),
        staff=PlayerFactory(display_name="Gunn", is_staff=True, is_superuser=True),
    )


def cost(client: Client, address: str) -> tuple[int, float]:
    """Ask once, leaving no trace; return the bytes of the page and the seconds of CPU that it took.

    A file that is taken out is as large as what was put in.
    """
    cache.clear()
    with aside():
        before = time.process_time()
        answer = client.get(address)
        size = sum(map(len, answer.streaming_content)) if answer.streaming else len(answer.content)
        seconds = time.process_time() - before
    is_file = answer.get("Content-Disposition", "").startswith("attachment")
    return 0 if is_file else size, seconds


def more_addresses() -> list[str]:
    """Return the addresses of what there are several kinds of: seasons, and packs with their faults."""
    seasons = Season.objects.filter(Q(entries__isnull=False) | Q(contenders__isnull=False)).distinct()
    about_seasons = [reverse(name, args=[one.pk]) for one in seasons for name in ("season", "season_lines")]
    packs = ChartPack.objects.filter(title__in=("faults", "long", "nested", "Night charts"))
    sound = [reverse("pack_table", args=[one.pk, "bad_weather"]) for one in packs.exclude(hash="")]
    assert len(sound) == 1
    return [*about_seasons, *(reverse("pack_own", args=[one.pk]) for one in packs), *sound]


def test_no_answer_is_too_large_or_too_dear_for_who_has_much(cast: Cast) -> None:
    pages = [page for page in walk(get_resolver()) if page.name not in FOR_THE_KEYS_OWNER | {"live"}]
    things = made(cast, [page.name for page in pages if page.name in THINGS])
    much(cast)
    addresses = [page.address(cast, things) for page in pages] + more_addresses()
    found = {}
    for visitor in ("owner", "other_side"):
        client = come_as(visitor, cast)
        for address in addresses:
            size, seconds = cost(client, address)
            found[visitor, address] = size, round(seconds, 2)
    assert {one: of for one, of in found.items() if of[0] > LARGEST or of[1] > DEAREST} == {}
