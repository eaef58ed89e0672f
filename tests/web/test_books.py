"""Books out and in: CSV of careers, groups and all of one's own; a log taken in after a trial; a career as one file."""

import csv
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns import book_import, books, career_file, groups
from campaigns.beginnings import Wanted, career_begin
from campaigns.logbook import Career, Engagement, Sortie, Source
from engine.interceptor.bots import POLICIES
from engine.kernel.game import RandomPolicy
from play import keeping
from play.models import Session
from play.selectors import session_at
from tests.careers import again, begun, fly, seed_bytes, seed_for
from tests.factories import PlayerFactory
from tests.tables import carried_out, give

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return PlayerFactory(display_name="Alice")


def come(player):
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def read(answer):
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def kept_books(alice, lines=30, seed=2):
    """A tabletop career of so many lines, made up by a die."""
    import random

    setup = {"play": "solitaire", "pilots": [{"name": "Jakob Wieland", "track": "officer", "unit": 6}]}
    career = career_begin(owner=alice, wanted=Wanted(setup, "standard", "Jakob Wieland", Source.TABLETOP))
    Session.objects.filter(pk=career.session_id).update(seed=seed_bytes(seed), nonces={"pilot": "a nonce"})
    session, rng = carried_out(session_at(career.session_id)), random.Random(seed)
    chance = RandomPolicy(lambda sides: rng.randint(1, sides))
    bot = POLICIES["sensible"](keeping.pack_of(session), "pilot", seed)
    while session.status == "playing" and again(career).sorties.count() < lines:
        (decision,) = keeping.resume(session).asked("pilot")
        if decision.form:
            answer = keeping.plain(chance.choose(decision))
            if answer["pilot_wound"] == "KIA":
                answer |= {"pilot_wound": "", "landing": "safe"}
            answer["wingman"] = "present"
        else:
            answer = "done" if "done" in decision.options else bot.choose(decision)
        session = give(session, "pilot", answer)
    return again(career)


def brought(text, name="log.csv"):
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode(), content_type="text/csv")


def exported(career):
    return b"".join(books.pieces("sorties", [career])).decode()


# Out


def test_a_career_goes_out_line_by_line_and_enemy_by_enemy(alice):
    career = fly(begun(alice, seed_for(lambda one: one.alive and one.bombers > 5)))
    answer = come(alice).get(reverse("career_sorties", args=[career.pk]))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = read(answer)
    assert tuple(rows[0]) == books.SORTIES and len(books.SORTIES) == 22
    assert len(rows) == Sortie.objects.filter(career=career).count()
    assert sum(int(row["bombers"]) for row in rows) == career.bombers
    met = read(come(alice).get(reverse("career_engagements", args=[career.pk])))
    assert tuple(met[0]) == books.ENGAGEMENTS
    assert len(met) == Engagement.objects.filter(career=career).count()
    assert sum(len(row["met"].split("; ")) for row in rows if row["met"]) == len(met)
    fell = [row for row in met if row["credit"] == "pilot" and row["result"] in ("destroyed", "crashed")]
    assert sum(row["class"] == "bomber" for row in fell) == career.bombers


def test_enemies_stay_with_their_lines_when_many_logs_are_written(alice):
    careers = [kept_books(alice, 6, seed) for seed in (1, 2, 3)]
    rows = read(come(alice).get(reverse("my_sorties")))
    assert {row["career"] for row in rows} == {str(one.pk) for one in careers}
    for row in rows:
        line = Sortie.objects.get(career=row["career"], month=row["month"], line=row["line"])
        assert row["met"].count(";") == max(line.met.count() - 1, 0)
        assert [part.split()[0] for part in filter(None, row["met"].split("; "))] == [
            one.enemy for one in line.met.all()
        ]


@pytest.mark.parametrize("name", ["=1+1", "+49", "-2", "@me", "\tx", "'=1", "O'Neill", "Jakob"])
def test_a_formula_is_made_harmless_and_comes_back_as_it_was(alice, name):
    assert not books.harmless(name).startswith(books.FORMULA)
    assert books.as_written(books.harmless(name)) == name
    career = kept_books(alice, 1)
    Career.objects.filter(pk=career.pk).update(name=name)
    (row,) = read(come(alice).get(reverse("my_sorties")))
    assert row["pilot"] == books.harmless(name)


def test_a_group_reads_its_members_logs_and_nobody_else_does(alice):
    bob, eve = PlayerFactory(display_name="Bob"), PlayerFactory(display_name="Eve")
    kept_books(alice, 2), kept_books(bob, 2), kept_books(eve, 2)
    client = come(alice)
    answer = client.post(reverse("group_new"), {"name": "Tuesday club"})
    group = groups.Group.objects.get()
    assert answer.headers["Location"] == reverse("group", args=[group.pk])
    assert group.invitation in client.get(reverse("group", args=[group.pk])).content.decode()
    come(bob).post(reverse("group_join", args=[group.invitation]))
    rows = read(come(bob).get(reverse("group_sorties", args=[group.pk])))
    assert len({row["career"] for row in rows}) == 2
    assert come(eve).get(reverse("group_sorties", args=[group.pk])).status_code == 404
    old = group.invitation
    client.post(reverse("group_leave", args=[group.pk]))
    group.refresh_from_db()
    assert group.owner == bob and group.invitation != old
    come(bob).post(reverse("group_leave", args=[group.pk]))
    assert not groups.Group.objects.exists()


# In


@pytest.mark.parametrize("seed", range(4))
def test_a_tabletop_log_goes_out_and_comes_in_again(alice, seed):
    career = kept_books(alice, 30, seed)
    text = exported(career)
    answer = come(alice).post(reverse("log_take_in"), {"file": brought(text)})
    assert answer.context["trial"].problems == []
    assert Career.objects.count() == 1
    kept = answer.context["trial"].text
    answer = come(alice).post(reverse("log_take_in"), {"text": kept, "do": "take-in"})
    new = Career.objects.exclude(pk=career.pk).get()
    session = carried_out(session_at(new.session_id))
    assert session.status in ("playing", "over")
    same = [one for one in books.SORTIES if one not in ("career", "fatigue", "xp", "prestige")]
    before, after = list(books.sorties([career])), list(books.sorties([again(new)]))
    for old, row in zip(before, after, strict=False):
        old, row = (dict(zip(books.SORTIES, one, strict=True)) for one in (old, row))
        assert {name: old[name] for name in same} == {name: row[name] for name in same}
    assert again(new).source == Source.TABLETOP and again(new).bombers == career.bombers


def problems(alice, text):
    answer = come(alice).post(reverse("log_take_in"), {"file": brought(text)})
    assert answer.status_code == 422
    assert not Career.objects.filter(source=Source.TABLETOP, name="Paul Merz").exists()
    return [(one.line, one.column) for one in answer.context["trial"].problems]


HEAD = "pilot,unit,base,month,line,raid,kind,aircraft,met,hits,end,wound"


def merz(*rows):
    from play import titles

    unit = titles.pack_of("interceptor-ace", "standard").units[6]
    first = f"Paul Merz,{unit.unit},{unit.base}"
    return "\r\n".join([HEAD, *(row.format(who=first, model=unit.aircraft[0]) for row in rows)])


def test_each_problem_is_named_by_line_and_column_and_nothing_is_taken_in(alice):
    text = merz(
        "{who},1943-03,1,Lorient,flown,{model},B-17 destroyed pilot,2,landed safe,",
        "{who},1943-03,two,Lorient,flew,{model},,x,landed safe,XX",
        "{who},1943-03,3,Lorient,flown,{model},,0",
    )
    assert problems(alice, text) == [(3, "line"), (3, "hits"), (3, "kind"), (3, "wound"), (4, "")]


def test_what_the_rules_rule_out_is_named_too(alice):
    text = merz(
        "{who},1943-03,1,Berlin,flown,{model},P-51 missed,2,landed rough,",
        "{who},1943-03,2,Lorient,flown,{model},B-17 destroyed,0,landed safe,",
        "{who},1943-03,4,Lorient,flown,{model},,0,landed safe,",
    )
    assert problems(alice, text) == [(2, "raid"), (2, "met"), (2, "wound"), (3, "met"), (4, "line")]


def test_a_line_missed_for_no_reason_is_a_problem(alice):
    text = merz("{who},1943-03,1,,missed,{model},,0,hospital,")
    assert problems(alice, text) == [(2, "kind")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(0, "")]),
        ("pilot,unit\r\nx,y", [(1, name) for name in book_import.NEEDED if name not in ("pilot", "unit")]),
        (HEAD + ",beer\r\n", [(1, "beer")]),
        (HEAD + "\r\n", [(0, "")]),
        (HEAD + "\r\nA,No such wing,Nowhere,1943-03,1,Lorient,flown,X,,0,landed safe,", [(2, "unit")]),
    ],
)
def test_a_file_that_is_no_log(alice, text, found):
    answer = come(alice).post(reverse("log_take_in"), {"file": brought(text or b"\xff\xfe")})
    assert answer.status_code == 422
    assert [(one.line, one.column) for one in answer.context["trial"].problems] == found


# One file


def test_a_career_goes_out_is_wiped_and_comes_in_equal(alice):
    career = fly(begun(alice, seed_for(lambda one: one.alive and one.wounds and one.bombers > 5)))
    client = come(alice)
    file = client.get(reverse("career_json", args=[career.pk])).content
    career.session.delete()
    career.delete()
    assert not Sortie.objects.exists()
    client.post(reverse("career_take_in"), {"file": brought(file, "career.json")})
    back = Career.objects.get()
    assert career_file.written(back) == file
    assert back.source == Source.IMPORTED and Sortie.objects.count() == json.loads(file)["sorties"][-1]["place"]
    assert client.get(reverse("career", args=[back.pk])).status_code == 200


@pytest.mark.parametrize(
    "spoil",
    [
        lambda one: one.update(version=2),
        lambda one: one["career"].update(id="x"),
        lambda one: one["career"].update(month="1999-01"),
        lambda one: one["career"].update(rank=7),
        lambda one: one["sorties"].append(one["sorties"][0]),
        lambda one: one["sorties"][0].update(airframe=99),
        lambda one: one["sorties"][0].update(hits=-1),
        lambda one: one["career"].update(skills=[{"a": 1}]),
    ],
)
def test_what_is_no_career_is_not_taken_in(alice, spoil):
    document = json.loads(career_file.written(kept_books(alice, 3)))
    spoil(document)
    answer = come(alice).post(reverse("career_take_in"), {"file": brought(json.dumps(document), "career.json")})
    assert Career.objects.count() == 1, answer.headers
    assert answer.status_code == 422
