"""Charts on the web: packs are read, imported, corrected, compared, shared, calibrated, and played by. [design 5]"""

import io
import tracemalloc
import zipfile

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.groups.models import Role
from campaigns.groups.services import group_found, group_join, group_leave
from engine.bomber_command.charts.schema import board_of
from engine.kernel.packs.faults import PackFault
from play.charts import selectors, sharing
from play.charts import services as pack_services
from play.charts.models import Calibration, ChartPack
from play.journal import store
from play.sessions.forms import NewTableForm
from play.sessions.models import Session
from sorties.interceptor.records.models import InterceptorCareer
from tests.shared.builders.uploads import result_of
from tests.shared.factories import GuestFactory, PlayerFactory

MANIFEST = "{game: %s, name: mine, title: Night charts, version: '1', base: standard}"
SKY = """bad_weather:
  provenance: "reconstructed: a wetter winter"
  dice: d6
  rows: {1: good, 2-6: bad}
"""
CALENDAR = """calendar:
  provenance: printed sheet
  raids: {1943-03: 9, 1943-04: 4, 1943-05: 8, 1943-06: 8, 1943-07: 8, 1943-08: 8, 1943-09: 8, 1943-10: 8, 1943-11: 8,
          1943-12: 8, 1944-01: 8, 1944-02: 8}
"""


@pytest.fixture
def alice(db):
    return PlayerFactory(display_name="Alice")


@pytest.fixture
def visitor(alice):
    client = Client()
    client.force_login(alice)
    return client


def sent(name, text):
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def archive(files):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return whole.getvalue()


def brought(visitor, *files, **fields):
    return result_of(visitor, visitor.post(reverse("pack_import"), {"files": list(files), **fields}))


def changed(visitor, own, texts):
    return result_of(visitor, visitor.post(reverse("pack_own", args=[own.pk]), texts))


def a_pack(player, game="bomber_command", **texts):
    files = {"pack.yaml": MANIFEST % game, **{f"{name}.yaml": text for name, text in texts.items()}}
    return pack_services.pack_import(owner=player, texts=files)


# Read


@pytest.mark.parametrize("game", ["interceptor-ace", "bomber-command", "nightfighter"])
def test_every_table_of_the_house_is_shown_with_where_it_comes_from(client, db, game):
    page = client.get(reverse("chart_pack", args=[game, "standard"]))
    assert page.status_code == 200 and sum(share for _word, _count, share in page.context["shares"]) in range(98, 103)
    for table, _name, href in page.context["tables"]:
        shown = client.get(href)
        assert shown.status_code == 200 and table.provenance in shown.context["table"].provenance
        assert len(shown.content) < 250_000, table.name
    assert client.get(reverse("chart_table", args=[game, "standard", "nothing"])).status_code == 404
    assert client.get(reverse("chart_pack", args=[game, "nothing"])).status_code == 404


def test_shares_count_rows_by_their_own_provenance():
    content = {
        "one": {"provenance": "rule 1", "rows": {"a": {"x": 1}, "b": {"x": 1, "provenance": "reconstructed"}}},
        "two": {"provenance": "ruling x", "number": 3},
        "three": {"provenance": "printed sheet", "rows": [{"x": 1}, {"x": 2, "provenance": "source JP1"}]},
    }
    assert selectors.shares(content) == [
        ("rule", 2, 40),
        ("source", 1, 20),
        ("printed", 1, 20),
        ("reconstructed", 1, 20),
    ]


# Bring in


def test_one_file_that_differs_makes_a_pack(visitor, alice):
    answer = brought(visitor, sent("sky.yaml", SKY), game="bomber-command", title="A wet winter")
    own = ChartPack.objects.get(owner=alice)
    assert answer.url == reverse("pack_own", args=[own.pk])
    assert (own.game, own.title, bool(own.hash)) == ("bomber-command", "A wet winter", True)
    page = visitor.get(answer.url)
    assert [(one.table, len(one.lines)) for one in page.context["differences"]] == [("bad_weather", 5)]
    assert "1-2" in page.content.decode() and own.title in visitor.get(reverse("charts")).content.decode()


def test_a_pack_taken_out_and_brought_in_is_the_same(visitor, alice, client):
    data = client.get(reverse("chart_archive", args=["nightfighter", "standard"])).content
    brought(visitor, sent("standard.zip", data))
    own = ChartPack.objects.get(owner=alice)
    assert own.hash == selectors.site_pack_at("nightfighter", "standard").hash
    assert visitor.get(reverse("pack_own", args=[own.pk])).context["differences"] == []
    again = visitor.get(reverse("pack_archive", args=[own.pk])).content
    with zipfile.ZipFile(io.BytesIO(again)) as files:
        assert {name: files.read(name).decode() for name in files.namelist()} == own.texts


def test_faults_are_told_by_file_line_and_field_and_nothing_is_lost(visitor, alice):
    brought(
        visitor, sent("pack.yaml", MANIFEST % "bomber_command"), sent("sky.yaml", SKY.replace("2-6: bad", "2-5: wet"))
    )
    own = ChartPack.objects.get(owner=alice)
    page = visitor.get(reverse("pack_own", args=[own.pk]))
    told = [(fault.file, fault.line, fault.field) for fault in page.context["faults"]]
    assert own.hash == "" and ("sky.yaml", 4, "bad_weather.rows.2-5") in told
    assert "2-5: wet" in page.content.decode(), "the file stands on the page to be mended"
    assert own.key not in dict(selectors.choices("bomber-command", alice))
    typed = {"file:sky.yaml": SKY.replace("2-6: bad", "2-5: bad"), "file:elsewhere.yaml": "not a file of it"}
    worse = changed(visitor, own, typed)
    assert "2-5: bad" in visitor.get(worse.url).content.decode()
    mended = changed(visitor, own, {"file:sky.yaml": SKY})
    own.refresh_from_db()
    assert mended.status_code == 302 and own.hash and set(own.texts) == {"pack.yaml", "sky.yaml"}
    assert own.key in dict(selectors.choices("bomber-command", alice))


@pytest.mark.parametrize(
    "files",
    [
        [("evil.zip", {"../pack.yaml": "x"})],
        [("evil.zip", {"/etc/pack.yaml": "x"})],
        [("evil.zip", {"pack.yaml": "x", "run.py": "print()"})],
        [("evil.zip", {f"{n}.yaml": "" for n in range(91)})],
        [("empty.zip", {})],
        [("broken.zip", b"PK\x03\x04 and then nothing")],
        [("latin.yaml", "grün".encode("latin-1"))],
        [("nul.yaml", b"a: \0")],
        [("notes.txt", b"a: 1")],
        [("large.yaml", b"a" * 1_500_000)],
        [(f"{n}.yaml", b"a: 1") for n in range(91)],
        [],
    ],
)
def test_what_is_no_pack_is_refused_with_a_sentence(visitor, files):
    uploads = [sent(name, archive(data) if isinstance(data, dict) else data) for name, data in files]
    answer = brought(visitor, *uploads, game="nightfighter", title="Kept as typed")
    assert answer.status_code == 422 and answer.context["problem"] and not ChartPack.objects.exists()
    assert 'value="Kept as typed"' in answer.content.decode()


@pytest.mark.slow
def test_a_zip_that_swells_is_not_unpacked(visitor):
    bomb = archive({f"{n}.yaml": b"\0" * 100_000_000 for n in range(4)})
    assert len(bomb) < 2_000_000
    tracemalloc.start()
    answer = brought(visitor, sent("bomb.zip", bomb), game="nightfighter")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert answer.status_code == 422 and peak < 30_000_000


@pytest.mark.parametrize(
    "text", ["game: [", "&a [*a]", "{" * 200, "game: nightfighter\nname: A B", "- 1", "a: !!python/x 1"]
)
def test_a_manifest_that_cannot_be_read_is_told_as_a_fault(visitor, alice, text):
    answer = brought(visitor, sent("pack.yaml", text), game="nightfighter")
    own = ChartPack.objects.get(owner=alice)
    assert answer.status_code == 302 and not own.hash
    assert visitor.get(answer.url).context["faults"][0].file == "pack.yaml"


def test_guests_and_members_have_limits(alice):
    guest = GuestFactory()
    for player, most in ((guest, pack_services.MOST_PACKS_OF_A_GUEST), (alice, pack_services.MOST_PACKS)):
        for _ in range(most):
            a_pack(player)
        with pytest.raises(pack_services.PackRefused):
            a_pack(player)
    own = ChartPack.objects.filter(owner=guest).first()
    with pytest.raises(pack_services.PackRefused):
        pack_services.calibration_begin(own=own, games=400)


# Played on trial


@pytest.fixture
def tried(monkeypatch):
    """The games whose charts were played on trial; what is put into `faults` is found by every trial."""
    games, faults = [], []
    monkeypatch.setattr(pack_services.simulation, "trial_faults", lambda game, _charts: games.append(game) or faults)
    return games, faults


def test_charts_are_played_on_trial_unless_the_same_charts_have_passed(alice, tried):
    games, _faults = tried
    a_pack(alice)
    assert games == [], "the standard charts are proved by tests/engine/kernel/packs/test_trial_games.py"
    first, second = a_pack(alice, sky=SKY), a_pack(PlayerFactory(), sky=SKY)
    assert first.hash == second.hash and games == ["bomber-command"]
    assert a_pack(alice, sky=SKY.replace("1: good, 2-6", "1-5: good, 6")).hash != first.hash
    assert games == ["bomber-command"] * 2
    ChartPack.objects.update(checked=pack_services.CHECK - 1)
    a_pack(alice, sky=SKY)
    assert games == ["bomber-command"] * 3, "another check has let them pass"


def test_charts_that_fail_on_trial_fail_again(alice, tried):
    games, faults = tried
    faults.append(PackFault("pack.yaml", 1, "berlin", "an end", "none"))
    for _ in range(2):
        own = a_pack(alice, sky=SKY)
        assert (own.hash, own.content, own.faults_in_all, own.faults[0]["got"]) == ("", b"", 1, "none")
    assert games == ["bomber-command"] * 2


def test_packs_with_the_same_map_share_its_board(alice):
    one, other = (selectors.charts_of(a_pack(alice, **texts)) for texts in ({}, {"sky": SKY}))
    assert one.hash != other.hash and one.boards["berlin"] is other.boards["berlin"]
    assert one.boards["berlin"] is not one.boards["downfall"]
    tables = one.tables
    shorter = msgspec.structs.replace(tables.berlin_map, out_of_range=tables.berlin_map.out_of_range[1:])
    board = board_of(tables.hexes, shorter, tables.berlin_units)
    assert board.out_of_range < one.boards["berlin"].out_of_range


# Shared, deleted


def test_a_pack_is_private_until_it_is_shared_and_can_then_be_copied(visitor, alice):
    own = a_pack(alice, sky=SKY)
    bob = PlayerFactory(display_name="Bob")
    other = Client()
    other.force_login(bob)
    shared = reverse("pack_shared", args=[own.link])
    assert other.get(shared).status_code == 404 and other.get(reverse("pack_own", args=[own.pk])).status_code == 404
    visitor.post(reverse("pack_share", args=[own.pk]), {"shared": "yes"})
    assert other.get(shared).status_code == 200
    other.post(shared)
    copy = ChartPack.objects.get(owner=bob)
    assert (copy.texts, copy.hash) == (own.texts, own.hash)
    visitor.post(reverse("pack_share", args=[own.pk]), {"shared": "no"})
    assert other.get(shared).status_code == 404


@pytest.fixture
def club(alice):
    """A group of Alice's and Bob's, with a guest who reads along; Eve is not in it."""
    group = group_found(owner=alice, name="Tuesday club")
    people = {name: PlayerFactory(display_name=name) for name in ("Bob", "Ruth", "Eve")}
    group_join(group=group, player=people["Bob"])
    group_join(group=group, player=people["Ruth"], role=Role.READER)
    return group, people


def signed_in(player):
    client = Client()
    client.force_login(player)
    return client


def test_a_pack_that_is_shared_with_a_group_is_read_and_chosen_there_and_nowhere_else(visitor, alice, club):
    group, people = club
    own = a_pack(alice, sky=SKY)
    elsewhere = group_found(owner=people["Eve"], name="Others")
    read, table = reverse("pack_read", args=[own.pk]), reverse("pack_table", args=[own.pk, "bad_weather"])
    bob, eve = signed_in(people["Bob"]), signed_in(people["Eve"])
    assert bob.get(read).status_code == bob.get(table).status_code == 404
    assert f'value="{group.pk}"' in visitor.get(reverse("pack_own", args=[own.pk])).content.decode()
    visitor.post(reverse("pack_groups", args=[own.pk]), {"groups": [group.pk, elsewhere.pk, "nothing"]})
    for reader in (bob, signed_in(people["Ruth"])):
        assert reader.get(read).status_code == reader.get(table).status_code == 200
        assert own.title in reader.get(reverse("charts")).content.decode()
        assert read in reader.get(reverse("group", args=[group.pk])).content.decode()
    assert "2-6" in bob.get(table).content.decode() and bob.get(reverse("pack_own", args=[own.pk])).status_code == 404
    assert eve.get(read).status_code == eve.get(table).status_code == Client().get(read).status_code == 404
    assert read not in eve.get(reverse("group", args=[elsewhere.pk])).content.decode()
    assert bob.post(reverse("pack_groups", args=[own.pk]), {"groups": []}).status_code == 404
    assert own.key in dict(selectors.choices("bomber-command", people["Bob"]))
    bob.post(reverse("raid_new"), {"f.scenario": "berlin", "side": "both", "pack": own.key})
    session = Session.objects.get(owner=people["Bob"])
    assert session.pack_hash == own.hash
    with pytest.raises(selectors.NoSuchPack):
        selectors.charts_named("bomber-command", own.key, people["Eve"])
    bob.post(read)
    assert ChartPack.objects.get(owner=people["Bob"]).hash == own.hash, "he may copy it"
    visitor.post(reverse("pack_groups", args=[own.pk]), {})
    assert bob.get(read).status_code == 404 and own.key not in dict(selectors.choices("bomber-command", people["Bob"]))
    assert selectors.pack_in(store.pack_of(session)).hash == own.hash, "what was begun goes on"


@pytest.mark.parametrize("way", ["owner leaves", "member leaves", "faults"])
def test_shared_charts_go_with_whose_they_are(alice, club, way):
    group, people = club
    own = a_pack(alice, sky=SKY)
    pack_services.pack_share_with(own=own, keys=[str(group.pk)])
    assert selectors.charts_named("bomber-command", own.key, people["Bob"])
    if way == "faults":
        pack_services.pack_change(own=own, texts={"sky.yaml": SKY.replace("bad}", "wet}")})
    else:
        group_leave(group=group, player=alice if way == "owner leaves" else people["Bob"])
    with pytest.raises(selectors.NoSuchPack):
        selectors.charts_named("bomber-command", own.key, people["Bob"])
    assert not sharing.provider().shared_packs(people["Bob"].pk).exists()


@pytest.mark.slow
def test_every_table_of_a_pack_of_ones_own_is_shown(visitor, alice):
    own = a_pack(alice, sky=SKY)
    page = visitor.get(reverse("pack_own", args=[own.pk]))
    for _table, _name, href in page.context["tables"]:
        assert visitor.get(href).status_code == 200
    pack_services.pack_share(own=own, shared=True)
    bob = signed_in(PlayerFactory())
    tables = bob.get(reverse("pack_shared", args=[own.link])).context["tables"]
    assert len(tables) == len(page.context["tables"]) > 5
    for _table, _name, href in tables:
        assert bob.get(href).status_code == 200 and str(own.pk) not in href
    assert visitor.get(reverse("pack_table", args=[own.pk, "nothing"])).status_code == 404
    pack_services.pack_change(own=own, texts={"sky.yaml": SKY.replace("bad}", "wet}")})
    assert visitor.get(reverse("pack_table", args=[own.pk, "bad_weather"])).status_code == 404


# Played by


@pytest.mark.parametrize("manifest", ["bomber_command", "nightfighter"])
def test_a_table_is_set_with_charts_of_ones_own(visitor, alice, manifest):
    own = a_pack(alice, manifest)
    where = reverse("raid_new") if manifest == "bomber_command" else reverse("table_new", args=["nightfighter"])
    page = visitor.get(where)
    assert f'<option value="{own.key}">{own.title}</option>' in page.content.decode()
    typed = {"f.scenario": "berlin", "side": "both"}
    if manifest == "nightfighter":
        form = NewTableForm("nightfighter", alice)
        typed = {one.name: one.value for one in form.fields} | {seat.name: seat.chosen for seat in form.seats}
    visitor.post(where, {**typed, "pack": own.key})
    session = Session.objects.get(owner=alice)
    assert (session.pack, session.pack_hash) == (own.key, own.hash)
    assert selectors.pack_in(store.pack_of(session)).hash == own.hash


def test_a_career_begins_by_charts_of_ones_own(visitor, alice):
    own = a_pack(alice, "interceptor_ace", calendar=CALENDAR)
    page = visitor.get(reverse("career_new"))
    assert own.key in page.content.decode()
    given = {"track": "officer", "play": "solitaire", "dice": "fair", "pack": own.key, "name": "Jakob Wieland"}
    visitor.post(reverse("career_new"), given)
    session = Session.objects.get(owner=alice)
    assert (session.pack, session.pack_hash) == (own.key, own.hash)
    career = InterceptorCareer.objects.filter(owner=alice).first()
    assert career is None or career.pack == own.key


def test_nobody_plays_by_charts_of_another(alice):
    own, bob = a_pack(alice), PlayerFactory()
    with pytest.raises(selectors.NoSuchPack):
        selectors.charts_named("bomber-command", own.key, bob)
    with pytest.raises(selectors.NoSuchPack):
        selectors.charts_named("nightfighter", own.key, alice)
    for name in ("own-x", "own-" + "0" * 32):
        with pytest.raises(selectors.NoSuchPack):
            selectors.charts_named("bomber-command", name, alice)


# Calibrated


@pytest.mark.slow
@pytest.mark.parametrize("game", ["interceptor_ace", "bomber_command", "nightfighter"])
def test_bots_play_by_it_and_by_the_standard_charts(alice, game, monkeypatch):
    monkeypatch.setattr(pack_services, "SHARE", 2)
    monkeypatch.setattr(pack_services, "SHARE_SECONDS", 600)
    own = a_pack(alice, game)
    run = pack_services.calibration_begin(own=own, games=40)
    Calibration.objects.filter(pk=run.pk).update(games=4)
    assert pack_services.calibration_carry_on(calibration_id=run.pk, played=0) == 2
    assert pack_services.calibration_carry_on(calibration_id=run.pk, played=0) is None, "a share is counted once"
    assert pack_services.calibration_carry_on(calibration_id=run.pk, played=2) is None
    run.refresh_from_db()
    assert (run.status, run.played) == (Calibration.Status.DONE, 4)
    assert run.figures and all(mine == standard for _name, mine, standard in run.figures), (
        "the same charts, the same games"
    )
    words = pack_services.titles.words_of(own.game).measures
    assert [name for name, _mine, _standard in run.figures if name not in words] == []


@pytest.mark.slow
def test_a_share_is_cut_short_where_games_take_long(alice, monkeypatch):
    monkeypatch.setattr(pack_services, "SHARE_SECONDS", 0)
    run = pack_services.calibration_begin(own=a_pack(alice), games=40)
    assert pack_services.calibration_carry_on(calibration_id=run.pk, played=0) == 1
    assert pack_services.calibration_carry_on(calibration_id=run.pk, played=1) == 2
    run.refresh_from_db()
    assert run.played == 2 and len(run.tallies) == 2 and run.figures


def test_a_calibration_is_seen_and_stopped(visitor, alice):
    own = a_pack(alice)
    visitor.post(reverse("calibration_begin", args=[own.pk]), {"games": "40"})
    run = Calibration.objects.get(pack=own)
    progress = visitor.get(reverse("calibration_progress", args=[own.pk])).content.decode()
    assert "<progress" in progress and reverse("calibration_stop", args=[own.pk]) in progress
    visitor.post(reverse("calibration_stop", args=[own.pk]))
    assert pack_services.calibration_carry_on(calibration_id=run.pk, played=run.played) is None
    run.refresh_from_db()
    assert run.status == Calibration.Status.STOPPED
    assert visitor.post(reverse("calibration_begin", args=[own.pk]), {"games": "99"}).status_code == 422


def test_a_calibration_whose_worker_has_gone_is_taken_up(alice):
    run = pack_services.calibration_begin(own=a_pack(alice), games=40)
    assert pack_services.calibrations_resume() == []
    Calibration.objects.filter(pk=run.pk).update(beat=run.beat - 2 * pack_services.STALLED_AFTER)
    assert pack_services.calibrations_resume() == [(run.pk, 0)]


def test_of_very_many_faults_the_first_are_shown_and_the_page_stays_small(visitor, alice):
    text = "bad_weather:\n" + "".join(f"  k{number}: 1\n" for number in range(5_000))
    brought(visitor, sent("pack.yaml", MANIFEST % "bomber_command"), sent("sky.yaml", text))
    page = visitor.get(reverse("pack_own", args=[ChartPack.objects.get().pk])).content.decode()
    assert "The first 200 faults. Checking stopped there" in page
    assert page.count("an unknown key") == 200


def test_a_file_too_large_for_the_page_is_named_and_kept_as_it_is(visitor, alice):
    prose = SKY.replace("a wetter winter", "a wetter winter" + "&" * 200_000)
    brought(visitor, sent("pack.yaml", MANIFEST % "bomber_command"), sent("sky.yaml", prose))
    own = ChartPack.objects.get()
    assert own.hash
    page = visitor.get(reverse("pack_own", args=[own.pk])).content.decode()
    assert "“sky.yaml” is too large to edit here" in page and len(page) < 500_000
    visitor.post(reverse("pack_own", args=[own.pk]), {"file:pack.yaml": MANIFEST % "bomber_command"})
    own.refresh_from_db()
    assert own.hash and own.texts["sky.yaml"] == prose


def test_of_a_long_table_the_first_rows_are_shown(visitor, alice):
    shown = selectors.table_at({"many": {"provenance": "printed", "rows": [{"n": n} for n in range(5_000)]}}, "many")
    (part,) = shown.parts
    assert (len(part.rows), part.of, shown.count) == (selectors.MOST_ROWS, 5_000, 5_000)
    wide = selectors.table_at({"wide": {"provenance": "printed", "rows": [{"n": "&" * 9_000}] * 900}}, "wide")
    assert sum(len(cell) for _key, cells, _said in wide.parts[0].rows for cell in cells) * 5 <= selectors.MOST_SIGNS
