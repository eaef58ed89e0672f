"""Export and import of logs: CSV of careers, groups and an account; a log imported after a trial; a career file."""

import csv
import io
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import CharField, JSONField
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone, translation
from hypothesis import given, strategies

from campaigns.groups.models import Group, Role
from campaigns.seasons.models import ScoreRow, Season, SeasonEntry
from play.charts.services import pack_import
from play.games import titles
from play.journal.models import JournalEntry
from play.sessions.selectors import session_at
from play.utils.csv_cells import escape_formula, unescape_formula
from sorties.interceptor.dice_stats import page as luck_page
from sorties.interceptor.exports import career_file, csv_export, log_import
from sorties.interceptor.records.models import (
    AwardRecord,
    CareerSource,
    EngagementRecord,
    InterceptorCareer,
    SortieRecord,
)
from sorties.interceptor.tabletop import log_line as tabletop
from tests.shared.builders.careers import again, begun, fly, kept, seed_for
from tests.shared.builders.commitments import sealed
from tests.shared.builders.tables import carried_out
from tests.shared.builders.uploads import result_of
from tests.shared.factories import PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

SHORT_MARCH = """calendar:
  provenance: printed sheet
  raids: {1943-03: 2, 1943-04: 4, 1943-05: 8, 1943-06: 8, 1943-07: 8, 1943-08: 8, 1943-09: 8, 1943-10: 8, 1943-11: 8,
          1943-12: 8, 1944-01: 8, 1944-02: 8}
"""


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """No worker runs here that could be waited for."""
    monkeypatch.setattr(log_import, "WAIT_SECONDS", 0)


def come(player):
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def looked_through(client, text):
    """The page of a log that a worker has flown through."""
    return result_of(client, client.post(reverse("log_import"), {"file": brought(text)}))


def read(answer):
    text = answer.getvalue().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def brought(text, name="log.csv"):
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode(), content_type="text/csv")


def exported(career):
    return b"".join(csv_export.pieces("sorties", [career])).decode()


# Out


def test_a_career_goes_out_line_by_line_and_enemy_by_enemy(alice):
    career = fly(begun(alice, seed_for(lambda one: one.alive and one.bombers > 5)))
    answer = come(alice).get(reverse("career_sorties", args=[career.pk]))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = read(answer)
    assert tuple(rows[0]) == csv_export.SORTIES.head
    assert len(rows) == SortieRecord.objects.filter(career=career).count()
    assert sum(int(row["bombers"]) for row in rows) == career.bombers
    met = read(come(alice).get(reverse("career_engagements", args=[career.pk])))
    assert tuple(met[0]) == csv_export.ENGAGEMENTS.head
    assert len(met) == EngagementRecord.objects.filter(career=career).count()
    assert sum(len(row["met"].split("; ")) for row in rows if row["met"]) == len(met)
    fell = [row for row in met if row["credit"] == "pilot" and row["result"] in ("destroyed", "crashed")]
    assert sum(row["class"] == "bomber" for row in fell) == career.bombers


def test_what_a_fair_career_has_spent_between_lines_goes_out_with_the_line_before(alice):
    """All that its journal has of the ground, in order, and nothing that was ordered in the air."""
    career = fly(begun(alice, seed_for(lambda one: one.alive and one.bombers > 5)))
    rows = read(come(alice).get(reverse("career_sorties", args=[career.pk])))
    spent = [order for row in rows for order in filter(None, row["orders"].split("; ")) if order != "done"]
    answered = career.session.journal.filter(kind="answer", undone_by=None).order_by("seq").values_list("key", "answer")
    assert spent == [answer for key, answer in answered if key.startswith("19") and answer != "done"]
    kinds = {order.partition(":")[0] for order in spent}
    assert {"skill", "take", "upgrade"} <= kinds and kinds.isdisjoint(("fire", "search", "bombers"))
    learned = [answer for key, answer in answered if key.startswith("setup/") and answer != "done"]
    assert learned and all(answer in rows[0]["setup"] for answer in learned)


def test_enemies_stay_with_their_lines_when_many_logs_are_written(alice):
    careers = [kept(alice, 6, seed) for seed in (1, 2, 3)]
    rows = read(come(alice).get(reverse("my_sorties")))
    assert {row["career"] for row in rows} == {str(one.pk) for one in careers}
    for row in rows:
        line = SortieRecord.objects.get(career=row["career"], month=row["month"], line=row["line"])
        assert row["met"].count(";") == max(line.met.count() - 1, 0)
        said = [f"{one.enemy} {one.result} {one.credit}".rstrip() for one in line.met.all()]
        assert row["met"] == "; ".join(said)


DANGER = tuple("=+-@\t\r\n＝＋－＠")
HOSTILE = ["=1+1", "+49", "-2", "@me", "\tx", "'=1", "a;=1", "a; =1", "a\n-1", " =1", "＝1"]
TAME = ["O'Neill", "Jakob", "FW 190A-5", "wound 2 5; r1 7", "a=b", "'", ""]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_formula_is_made_harmless_wherever_a_spreadsheet_may_look_for_one(text):
    cells = re.split(r"[;\t\r\n]", escape_formula(text))
    assert not any(cell.lstrip(" ").startswith(DANGER) for cell in cells)


@pytest.mark.parametrize("text", TAME)
def test_what_is_no_formula_goes_out_as_it_is(text):
    assert escape_formula(text) == text


@given(strategies.text(alphabet="'=+-@;\t\r\n \x0b\u00a0aż＝", max_size=12))
def test_the_guard_is_taken_off_again(text):
    assert unescape_formula(escape_formula(text)) == text
    assert all(not cell.lstrip(" ").startswith(DANGER) for cell in re.split(r"[;\t\r\n]", escape_formula(text)))


COUNTED = {"damaged", "bombers", "fighters", "hits", "fatigue", "xp", "prestige"}
MADE_HERE = COUNTED | {"career", "line", "place", "class", "box", "notes", "wounds"}
"""Columns of numbers, and of words that no file or form can choose."""


def poison(career, **fixed):
    """Put a formula into every stored text of a career and its table."""
    for model in (InterceptorCareer, SortieRecord, EngagementRecord, AwardRecord):
        texts = {
            one.name: "=1"
            for one in model._meta.concrete_fields
            if isinstance(one, (CharField, JSONField)) and not one.unique and one.name != "digests"
        }
        lists = {name: value for name, value in JSONS.items() if name in texts}
        rows = model.objects.filter(**({"pk": career.pk} if model is InterceptorCareer else {"career": career}))
        rows.update(**texts | lists | {name: value for name, value in fixed.items() if name in texts})
    for entry in JournalEntry.objects.filter(session=career.session):
        if entry.key == tabletop.KEY:
            entry.answer |= {"used": ["=1"], "wingman": "=1", "rolls": {"=1": [1]}}
        else:
            entry.answer = "=1"
        month, _stroke, rest = entry.key.partition("/")
        entry.key = f"=1/{rest}" if month[:2] == "19" else entry.key
        entry.draws = [["=1", 1, 6, 1]]
        entry.save()


JSONS = {"options": {"=1": "=1"}, "promotions": [["=1", "=1"]], "skills": ["=1"], "events": ["=1"]}


OF_THE_NIGHT = {
    *("raid_combats_csv", "raid_nights_csv", "raid_raids_csv"),
    *("my_nights", "my_kills", "group_night_weeks", "group_night_kills", "night_career_nights", "night_career_kills"),
    "group_finished_games",
}
"""What `test_raid_records`, `test_night_career_pages` and `test_footnotes` look through."""


def csv_addresses():
    """Every address of a CSV file, from the address book itself, but for those of the other games."""
    known = get_resolver().reverse_dict
    every = {n for n in known if isinstance(n, str) and known.getlist(n)[0][0][0][0].endswith(".csv")}
    every = {n for n in every if not n.startswith("old_")}
    assert every >= OF_THE_NIGHT
    return sorted(every - OF_THE_NIGHT)


def poisoned_season(career):
    """A season of the group with an entry under a name that is a formula, voided for a reason that is one."""
    today = timezone.localdate()
    season = Season.objects.create(
        group=Group.objects.get(), name="=1", title="interceptor-ace", opens=today, closes=today, ends=today
    )
    for voided in (None, timezone.now()):
        entry = SeasonEntry.objects.create(
            season=season, player=career.owner, session=career.session, seat=f"=1{voided}", voided=voided, name="=1"
        )
        SeasonEntry.objects.filter(pk=entry.pk).update(void_reason="=1")
        for line in (0, 1):
            row = {"line": line, "head": line == 1, "at": timezone.now(), "state": "=1"}
            ScoreRow.objects.create(season=season, entry=entry, kind="=1", **row)
    return season


def test_no_cell_of_any_file_that_goes_out_begins_a_formula(alice):
    client = come(alice)
    client.post(reverse("group_new"), {"name": "=1"})
    at_table, brought_in = kept(alice, 4, seed=3), kept(alice, 4, seed=4)
    assert at_table.session.journal.exclude(key=tabletop.KEY).filter(key__startswith="1943").exists()
    fought = EngagementRecord.objects.filter(career__in=[at_table, brought_in])
    assert {one.career_id for one in fought} == {at_table.pk, brought_in.pk}
    AwardRecord.objects.create(career=brought_in, place=99, name="ek2", line=1)
    poison(at_table, kind="flown", source=CareerSource.TABLETOP, seat="pilot")
    poison(brought_in, holder="pilot")
    type(alice).objects.filter(pk=alice.pk).update(display_name="=1")
    things = {"career": at_table.pk, "group": Group.objects.get().pk, "season": poisoned_season(at_table).pk}
    assert len(csv_addresses()) == 8
    for name in csv_addresses():
        wanted = [word for word in things if word == name.partition("_")[0]]
        rows = read(client.get(reverse(name, kwargs={word: things[word] for word in wanted})))
        cells = [(column, cell) for row in rows for column, cell in row.items()]
        assert not [cell for cell in cells if any(part.lstrip(" ").startswith(DANGER) for part in cell[1].split(";"))]
        if not wanted:
            assert {column for column, cell in cells if "'=1" in cell} == set(rows[0]) - MADE_HERE


def test_a_name_that_looks_like_a_formula_comes_in_again_as_it_was(alice):
    trial = log_import.read(brought(exported(kept(alice, 2, name="=1+1; -2"))))
    assert not trial.problems
    assert trial.setup.pilots[0].name == "=1+1; -2"


def test_a_group_reads_its_members_logs_and_nobody_else_does(alice):
    bob, eve = PlayerFactory(display_name="Bob"), PlayerFactory(display_name="Eve")
    kept(alice, 2), kept(bob, 2), kept(eve, 2)
    client = come(alice)
    answer = client.post(reverse("group_new"), {"name": "Tuesday club"})
    group = Group.objects.get()
    assert answer.headers["Location"] == reverse("group", args=[group.pk])
    client.post(reverse("group_invite", args=[group.pk]), {"role": Role.MEMBER})
    link = group.invitations.get().link
    assert link in client.get(reverse("group_people", args=[group.pk])).content.decode()
    come(bob).post(reverse("group_join", args=[link]))
    rows = read(come(bob).get(reverse("group_sorties", args=[group.pk])))
    assert len({row["career"] for row in rows}) == 2
    assert come(eve).get(reverse("group_sorties", args=[group.pk])).status_code == 404
    client.post(reverse("group_leave", args=[group.pk]))
    group.refresh_from_db()
    assert group.owner == bob and not group.invitations.get().is_open
    come(bob).post(reverse("group_leave", args=[group.pk]))
    assert not Group.objects.exists()


# In


KINDS = [
    {"lines": 92},
    {"lines": 26, "track": "nco", "unit": 20},
    {"lines": 60, "unit": 0, "options": {"fatigue": True, "manoeuvres": True, "attempt": True}},
    {"lines": 92, "ace": "Hugo Frey", "unit": 0},
    {"lines": 92, "unit": 22, "options": {"repair_by": "systems", "aim_needs_hit": False}, "hardy": False},
    {"lines": 33, "track": "nco", "hardy": False, "options": {"attempt": True}},
]


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12))])
def test_whatever_career_goes_out_comes_in_again_equal(alice, seed):
    career = kept(alice, seed=seed, **KINDS[seed % len(KINDS)])
    text = exported(career)
    client = come(alice)
    context = looked_through(client, text).context
    trial = context["trial"]
    assert (trial.problems, trial.notes) == ([], [])
    assert InterceptorCareer.objects.count() == 1
    client.post(reverse("log_import"), {"upload": context["upload"].pk, "do": "take-in"} | sealed(client))
    new = InterceptorCareer.objects.exclude(pk=career.pk).get()
    session = carried_out(session_at(new.session_id))
    new = again(new)
    assert (session.status, session.borrowed) == (career.session.status, session.entries_made)
    assert books_in(career_file.dump(new)) == books_in(career_file.dump(career))
    assert exported(new).replace(str(new.pk), str(career.pk)) == text


def taken(*lines, columns=""):
    """Return the rules' result for a log without dice."""
    head = ",".join(filter(None, (HEAD, columns)))
    return log_import.read(None, merz(*lines, head=head))


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
    page = looked_through(come(alice), text).content.decode()
    assert "The file says 2. The rules give 1, which is stored." in page


def test_the_last_line_of_a_log_that_came_in_is_corrected_like_any_other(alice, monkeypatch):
    monkeypatch.setattr(tabletop, "WAIT_SECONDS", 0)
    career = kept(alice, 12, seed=4)
    last = tabletop.TabletopLine.last_of(career)
    fields = {"token": last.token, "do": "enter", "flown": "no", "target": ""}
    assert come(alice).post(reverse("line_correct", args=[career.pk]), fields).status_code == 302
    carried_out(session_at(career.session_id))
    line = SortieRecord.objects.get(career=career, month=last.name.split("/")[0], line=last.number)
    assert (line.kind, line.cause) == ("missed", "stood-down")
    assert luck_page.rolls_of(again(career)) == []


def test_what_a_spreadsheet_kept_is_understood():
    text = merz(line(1, f",{SAFE}"), line(2, f",{SAFE}")).replace("1943-03,2", "Mar-43,2")
    assert log_import.read(None, text.replace(",", ";").replace("1943-03;1", "1943-03-01;1")).problems == []


GERMAN = "Pilot;Einheit;Basis;Monat;Zeile;Angriff;Art;Flugzeug;Gegner;Treffer;Ende;Verwundung"
POLISH = "Pilot;Jednostka;Baza;Miesiąc;Wiersz;Nalot;Rodzaj;Samolot;Spotkani;Trafienia;Koniec;Rana"


@pytest.mark.parametrize(
    ("head", "months", "charset"),
    [(GERMAN, ("31.03.1943", "Mrz 43"), "cp1252"), (POLISH, ("1.03.43", "marzec 1943"), "cp1250")],
)
def test_a_log_that_a_german_or_polish_spreadsheet_has_saved_is_read(head, months, charset):
    text = merz(line(1, f",{SAFE}"), line(2, f",{SAFE}"))
    for month in months:
        text = text.replace("1943-03", month, 1)
    _english, *rows = text.replace(",", ";").splitlines()
    rows = [row.replace(";0;landed", ";0,0;landed") for row in rows]
    written = "\r\n".join([head, *rows])
    assert "0,0" in written
    with translation.override("pl" if head == POLISH else "de"):
        trial = log_import.read(brought(written.encode(charset)))
    assert trial.problems == []
    assert [row.cells["month"] for row in trial.rows] == ["1943-03"] * 2


def test_a_player_has_his_files_in_the_form_of_his_profile_or_of_the_query(alice):
    career, client = kept(alice, 2), come(alice)
    usual = client.get(reverse("career_sorties", args=[career.pk])).getvalue()
    assert usual == exported(career).encode()
    type(alice).objects.filter(pk=alice.pk).update(csv_separator="semicolon", csv_dates="dotted")
    written = client.get(reverse("career_sorties", args=[career.pk])).getvalue().decode()
    assert written.startswith("\ufeffcareer;pilot;unit;base;month;") and ";03.1943;" in written
    trial = log_import.read(brought(written))
    assert trial.problems == [] and len(trial.rows) == len(usual.splitlines()) - 1
    asked = {"separator": "comma", "dates": "iso"}
    assert client.get(reverse("career_sorties", args=[career.pk]), asked).getvalue() == usual
    text = merz(line(1, f",{SAFE}")).replace("1943-03", "Mar-84")
    assert [(one.line, one.column) for one in log_import.read(None, text).problems] == [(2, "month")]


@pytest.mark.parametrize("said", ["sailor", "ace Nobody", "pack none", "repair_by=luck", "skill:pilot:flying"])
def test_a_beginning_that_cannot_be(alice, said):
    trial = taken(line(1, f",{SAFE},{said}"), columns="setup")
    assert [(one.line, one.column) for one in trial.problems] == [(2, "setup")]


@pytest.mark.slow
def test_a_log_flown_by_charts_of_ones_own_comes_in_by_them_and_by_nobody_elses(alice):
    manifest = "{game: interceptor_ace, name: mine, title: Mine, version: '1', base: standard}"
    own = pack_import(owner=alice, texts={"pack.yaml": manifest, "calendar.yaml": SHORT_MARCH})
    march = [line(1, f",{SAFE},pack {own.key}"), line(2, f",{SAFE},")]
    text = merz(*march, line(1, f",{SAFE},").replace("1943-03", "1943-04"), head=f"{HEAD},setup")
    assert log_import.read(None, text, owner=alice).problems == []
    assert log_import.read(None, text.replace(own.key, "standard"), owner=alice).problems, "March has eight lines there"
    assert [one.column for one in log_import.read(None, text, owner=PlayerFactory()).problems] == ["setup"]
    client = come(alice)
    taken_in = {"upload": looked_through(client, text).context["upload"].pk, "do": "take-in"}
    client.post(reverse("log_import"), taken_in | sealed(client))
    career = InterceptorCareer.objects.get(owner=alice)
    carried_out(session_at(career.session_id))
    assert (career.pack, career.pack_hash) == (own.key, own.hash) and career.sorties.count() == 3
    assert f"pack {own.key}" in exported(career)


def problems(alice, text):
    answer = looked_through(come(alice), text)
    assert "Nothing was imported." in answer.content.decode()
    assert not InterceptorCareer.objects.filter(source=CareerSource.TABLETOP, name="Paul Merz").exists()
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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_log_is_read_however_a_spreadsheet_wrote_it(alice, encoding):
    text = merz("{who},1943-03,1,Lorient,flown,{model},B-17 destroyed pilot,2,landed safe,").replace("Merz", "Förster")
    trial = looked_through(come(alice), text.encode(encoding)).context["trial"]
    assert trial.setup.pilots[0].name == "Paul Förster" and not trial.problems


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(0, "")]),
        ("pilot,unit\r\nx,y", [(1, name) for name in log_import.NEEDED if name not in ("pilot", "unit")]),
        (HEAD + ",beer\r\n", [(1, "beer")]),
        (HEAD + "\r\n", [(0, "")]),
        (HEAD + "\r\nA,No such wing,Nowhere,1943-03,1,Lorient,flown,X,,0,landed safe,", [(2, "unit")]),
    ],
)
def test_a_file_that_is_no_log(alice, text, found):
    answer = looked_through(come(alice), text or b"\xff\xfe")
    assert "Nothing was imported." in answer.content.decode()
    assert [(one.line, one.column) for one in answer.context["trial"].problems] == found


# One file


def books_in(file):
    """Return the contents of a career's file without the statement of its site."""
    return {name: held for name, held in json.loads(file).items() if name not in ("told", "seal")}


def test_a_career_goes_out_is_wiped_and_comes_in_equal(alice):
    career = fly(begun(alice, seed_for(lambda one: one.alive and one.wounds and one.bombers > 5)))
    client = come(alice)
    file = client.get(reverse("career_json", args=[career.pk])).content
    career.session.delete()
    career.delete()
    assert not SortieRecord.objects.exists()
    taken = result_of(client, client.post(reverse("career_import"), {"file": brought(file, "career.json")}))
    assert taken.url == reverse("career", args=[InterceptorCareer.objects.get().pk])
    back = InterceptorCareer.objects.get()
    assert books_in(career_file.dump(back)) == books_in(file)
    assert json.loads(career_file.dump(back))["told"] == {"source": "imported", "commitment": ""}
    assert (
        back.source == CareerSource.IMPORTED
        and SortieRecord.objects.count() == json.loads(file)["sorties"][-1]["place"]
    )
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
    document = json.loads(career_file.dump(kept(alice, 3)))
    spoil(document)
    client = come(alice)
    file = brought(json.dumps(document), "career.json")
    answer = result_of(client, client.post(reverse("career_import"), {"file": file}))
    assert InterceptorCareer.objects.count() == 1, answer.headers
    assert answer.context["problem"]
