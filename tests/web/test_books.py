"""Books out and in: CSV of careers, groups and all of one's own; a log taken in after a trial; a career as one file."""

import csv
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns import book_import, books, career_file, groups, luck_page, tabletop
from campaigns.logbook import Career, Engagement, Sortie, Source
from play import titles
from play.selectors import session_at
from tests.careers import again, begun, fly, kept, seed_for
from tests.factories import PlayerFactory
from tests.tables import carried_out

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """No worker runs here that could be waited for."""
    monkeypatch.setattr(book_import, "WAIT_SECONDS", 0)


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
    assert tuple(rows[0]) == books.SORTIES and len(books.SORTIES) == 31
    assert len(rows) == Sortie.objects.filter(career=career).count()
    assert sum(int(row["bombers"]) for row in rows) == career.bombers
    met = read(come(alice).get(reverse("career_engagements", args=[career.pk])))
    assert tuple(met[0]) == books.ENGAGEMENTS
    assert len(met) == Engagement.objects.filter(career=career).count()
    assert sum(len(row["met"].split("; ")) for row in rows if row["met"]) == len(met)
    fell = [row for row in met if row["credit"] == "pilot" and row["result"] in ("destroyed", "crashed")]
    assert sum(row["class"] == "bomber" for row in fell) == career.bombers


def test_enemies_stay_with_their_lines_when_many_logs_are_written(alice):
    careers = [kept(alice, 6, seed) for seed in (1, 2, 3)]
    rows = read(come(alice).get(reverse("my_sorties")))
    assert {row["career"] for row in rows} == {str(one.pk) for one in careers}
    for row in rows:
        line = Sortie.objects.get(career=row["career"], month=row["month"], line=row["line"])
        assert row["met"].count(";") == max(line.met.count() - 1, 0)
        said = [f"{one.enemy} {one.result} {one.credit}".rstrip() for one in line.met.all()]
        assert row["met"] == "; ".join(said)


@pytest.mark.parametrize("name", ["=1+1", "+49", "-2", "@me", "\tx", "'=1", "O'Neill", "Jakob"])
def test_a_formula_is_made_harmless_and_comes_back_as_it_was(alice, name):
    assert not books.harmless(name).startswith(books.FORMULA)
    assert books.as_written(books.harmless(name)) == name
    career = kept(alice, 1)
    Career.objects.filter(pk=career.pk).update(name=name)
    (row,) = read(come(alice).get(reverse("my_sorties")))
    assert row["pilot"] == books.harmless(name)


def test_a_group_reads_its_members_logs_and_nobody_else_does(alice):
    bob, eve = PlayerFactory(display_name="Bob"), PlayerFactory(display_name="Eve")
    kept(alice, 2), kept(bob, 2), kept(eve, 2)
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


KINDS = [
    {"lines": 92},
    {"lines": 26, "track": "nco", "unit": 20},
    {"lines": 60, "unit": 0, "options": {"fatigue": True, "manoeuvres": True, "attempt": True}},
    {"lines": 92, "ace": "Hugo Frey", "unit": 0},
    {"lines": 92, "unit": 22, "options": {"repair_by": "systems", "aim_needs_hit": False}, "hardy": False},
    {"lines": 33, "track": "nco", "hardy": False, "options": {"attempt": True}},
]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_career_goes_out_comes_in_again_equal(alice, seed):
    career = kept(alice, seed=seed, **KINDS[seed % len(KINDS)])
    text = exported(career)
    client = come(alice)
    answer = client.post(reverse("log_take_in"), {"file": brought(text)})
    trial = answer.context["trial"]
    assert (trial.problems, trial.notes) == ([], [])
    assert Career.objects.count() == 1
    client.post(reverse("log_take_in"), {"text": trial.text, "do": "take-in"})
    new = Career.objects.exclude(pk=career.pk).get()
    session = carried_out(session_at(new.session_id))
    new = again(new)
    assert (session.status, session.borrowed) == (career.session.status, session.entries_made)
    assert career_file.written(new) == career_file.written(career)
    assert exported(new).replace(str(new.pk), str(career.pk)) == text


def taken(*lines, columns=""):
    """What the rules make of a log that has no dice."""
    head = ",".join(filter(None, (HEAD, columns)))
    return book_import.read(None, merz(*lines, head=head))


SAFE = "0,landed safe,"
LORIENT = "{who},1943-03,%d,Lorient,flown,{model},"


def line(number, rest):
    return LORIENT % number + rest


@pytest.mark.rule("7.4.8")
def test_a_time_in_hospital_is_read_from_the_lines_missed(alice):
    missed = [f"{{who}},1943-03,{number},,missed,{{model}},,0,hospital," for number in range(2, 7)]
    trial = taken(line(1, "B-17,0,landed safe,SW"), *missed, line(7, "," + SAFE))
    assert trial.problems == []
    assert [one.cause for one in trial.career.log] == ["", *["hospital"] * 5, ""]


@pytest.mark.rule("7.8.7")
@pytest.mark.parametrize(("awards", "grades"), [("", []), ("knights-cross", ["knights-cross"])])
def test_a_knights_cross_is_believed_and_none_is_invented(alice, awards, grades):
    bag = "; ".join(["B-17 destroyed pilot"] * 15)
    lines = (line(1, f"{bag},{SAFE},"), line(2, f"{bag},{SAFE},{awards}"))
    trial = taken(*lines, columns="awards")
    assert trial.problems == []
    assert [one.name for one in trial.career.awards if one.name == "knights-cross"] == grades


@pytest.mark.rule("7.9.3")
@pytest.mark.parametrize(("promotion", "rank"), [("", "Unteroffizier"), ("Unterfeldwebel", "Unterfeldwebel")])
def test_a_promotion_is_believed_and_none_is_invented(alice, promotion, rank):
    lines = [
        f"{{who}},1943-06,{number},Kiel,missed,{{model}},,0,stood-down,,nco,{promotion if number == 8 else ''}"
        for number in range(1, 9)
    ]
    trial = taken(*lines, columns="setup,promotion")
    assert (trial.problems, trial.rank) == ([], rank)


@pytest.mark.rule("4.6.4")
@pytest.mark.rule("8.1")
def test_aircraft_skills_and_spared_repairs_come_from_the_orders_or_from_what_is_flown(alice):
    def flown(number, model, rest):
        return f"{{who}},1943-04,{number},Lorient,flown,{model},{rest}"

    met = "B-17 destroyed pilot; B-17 destroyed pilot,0,landed safe,,"
    rest = flown(2, "Fw190A-5", "B-17,4,landed safe,,"), flown(3, "Fw190A-5", f",{SAFE},")
    trial = taken(flown(1, "Fw190A-4", met), *rest, columns="orders")
    assert trial.problems == []
    assert [entry.cause for entry in trial.career.prestige_ledger] == ["ek2", "ek1", "Fw190A-5", "no-repair"]
    ordered = flown(1, "Fw190A-4", f"{met}upgrade:Fw190A-5; skill:wingman:parachute")
    assert taken(ordered, *rest, columns="orders").career.wingman.skills == ["parachute"]
    trial = taken(flown(1, "Fw190A-4", f"{met}skill:pilot:gunnery"), *rest, columns="orders")
    assert [(one.line, one.column) for one in trial.problems] == [(2, "orders"), (3, "aircraft")]


@pytest.mark.rule("7.10")
def test_events_markers_and_the_wingman_are_kept(alice):
    columns = "event,used,wingman,dice"
    lines = (line(1, f",{SAFE},mine-shells,,lost,"), line(2, f",{SAFE},mentioned,mine-shells,damaged,repair 3"))
    trial = taken(*lines, columns=columns)
    assert trial.problems == []
    assert [one.events for one in trial.career.log] == [["mine-shells"], ["mentioned"]]
    assert trial.career.markers == [] and trial.career.level == 1
    wrong = line(1, f",{SAFE},rain,eyewitness,asleep,repair 7")
    found = [(one.line, one.column) for one in taken(wrong, columns=columns).problems]
    assert found == [(2, "dice")]
    wrong = line(1, f",{SAFE},rain,eyewitness,asleep,")
    found = [(one.line, one.column) for one in taken(wrong, columns=columns).problems]
    assert found == [(2, "wingman")]
    wrong = line(1, f",{SAFE},rain,eyewitness,,")
    found = [(one.line, one.column) for one in taken(wrong, columns=columns).problems]
    assert found == [(2, "event"), (2, "used")]


def test_what_the_rules_work_out_otherwise_is_said_and_what_they_rule_out_refused(alice):
    lines = (line(1, f"B-17 destroyed pilot,{SAFE},2,ace"), line(2, f",{SAFE},1,"))
    trial = taken(*lines, columns="prestige,awards")
    assert [(one.line, one.column) for one in trial.problems] == [(2, "awards")]
    assert [(one.line, one.column) for one in trial.notes] == [(2, "prestige")]
    text = merz(line(1, f"B-17 destroyed pilot,{SAFE},2"), head=f"{HEAD},prestige")
    page = come(alice).post(reverse("log_take_in"), {"file": brought(text)}).content.decode()
    assert "The file has 2, the rules come to 1, which is kept." in page


def test_the_last_line_of_a_log_that_came_in_is_corrected_like_any_other(alice, monkeypatch):
    monkeypatch.setattr(tabletop, "WAIT_SECONDS", 0)
    career = kept(alice, 12, seed=4)
    last = tabletop.Line.last_of(career)
    fields = {"token": last.token, "do": "enter", "flown": "no", "target": ""}
    assert come(alice).post(reverse("line_correct", args=[career.pk]), fields).status_code == 302
    carried_out(session_at(career.session_id))
    line = Sortie.objects.get(career=career, month=last.name.split("/")[0], line=last.number)
    assert (line.kind, line.cause) == ("missed", "stood-down")
    assert luck_page.rolls_of(again(career)) == []


def test_what_a_spreadsheet_kept_is_understood():
    text = merz(line(1, f",{SAFE}"), line(2, f",{SAFE}")).replace("1943-03,2", "Mar-43,2")
    assert book_import.read(None, text.replace(",", ";").replace("1943-03;1", "1943-03-01;1")).problems == []
    text = merz(line(1, f",{SAFE}")).replace("1943-03", "Mar-84")
    assert [(one.line, one.column) for one in book_import.read(None, text).problems] == [(2, "month")]


@pytest.mark.parametrize("said", ["sailor", "ace Nobody", "pack none", "repair_by=luck", "skill:pilot:flying"])
def test_a_beginning_that_cannot_be(alice, said):
    trial = taken(line(1, f",{SAFE},{said}"), columns="setup")
    assert [(one.line, one.column) for one in trial.problems] == [(2, "setup")]


def problems(alice, text):
    answer = come(alice).post(reverse("log_take_in"), {"file": brought(text)})
    assert answer.status_code == 422
    assert not Career.objects.filter(source=Source.TABLETOP, name="Paul Merz").exists()
    return [(one.line, one.column) for one in answer.context["trial"].problems]


HEAD = "pilot,unit,base,month,line,raid,kind,aircraft,met,hits,end,wound"


def merz(*rows, head=HEAD):
    unit = titles.pack_of("interceptor-ace", "standard").units[6]
    first = f"Paul Merz,{unit.unit},{unit.base}"
    return "\r\n".join([head, *(row.format(who=first, model=unit.aircraft[0]) for row in rows)])


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
    document = json.loads(career_file.written(kept(alice, 3)))
    spoil(document)
    answer = come(alice).post(reverse("career_take_in"), {"file": brought(json.dumps(document), "career.json")})
    assert Career.objects.count() == 1, answer.headers
    assert answer.status_code == 422
