"""Uploaded files: accepted within limits, read by a child process, cancelled, resumed, shown to one person."""

import json
import zlib
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.kernel.packs import faults
from play.charts import services as pack_services
from play.charts import uploads as pack_uploads
from play.charts.models import ChartPack
from play.fairness import file_checks, verification
from play.sessions import exports
from play.sessions.models import Session
from play.uploads import kinds, limits, reader, services, views
from play.uploads.models import Upload
from play.utils.plain_data import DuplicateName, refuse_duplicates
from raids.plans.services import PlanRejected, plan_import
from sorties.interceptor.exports import career_file
from sorties.interceptor.exports.log_upload import LogCheck
from tests.shared.builders.careers import kept
from tests.shared.builders.tables import begun, play
from tests.shared.builders.uploads import read_all, result_of
from tests.shared.factories import GuestFactory

pytestmark = pytest.mark.django_db
ENDLESS_DIE = {
    **{"format": "dispersal-session", "version": 1, "title": "strait", "setup": {}, "pack": "standard"},
    **{"pack_hash": "", "rules": "1", "status": "over", "complete": True, "events": [], "seed": "00"},
    **{"seats": [], "commitment": "", "entries": [{"seq": 1, "kind": "begin", "draws": []}]},
}


def come(player=None):
    client = Client()
    if player is not None:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def bring(client, data=b"{}", name="verify", **fields):
    return client.post(reverse(name), {"file": ContentFile(data, "file.json"), **fields})


def honest(player):
    return exports.session_file(play(begun(player, rounds=1)), player)


# A die that no word can decide


@pytest.mark.parametrize("sides", [2**32 + 1, 2**53 - 1, 0, -1])
def test_a_die_that_no_word_can_decide_is_refused_at_once_wherever_a_file_comes_in(alice, sides):
    document = json.loads(json.dumps(ENDLESS_DIE))
    document["entries"][0]["draws"] = [["any", 1, sides, 1]]
    data = json.dumps(document).encode()
    with pytest.raises((file_checks.CannotCheck, AssertionError)):
        assert file_checks.check(data).holds
    client = come(alice)
    for name in ("verify", "table_import"):
        page = result_of(client, bring(client, data, name))
        assert page.context.get("problem") or page.context["checked"].faults
    assert not Session.objects.exists()


def test_a_check_of_dice_names_a_die_that_no_word_can_decide():
    found = exports.dice_check.verify(seed=b"x", commits="", nonces={}, draws=[(1, "any", 1, 2**40, 1)])
    assert any("does not match the seed" in fault for fault in found.faults)


# Who may bring how much, and who reads what came of it


def test_a_visitor_without_an_account_reads_the_result_in_his_browser_alone(alice):
    visitor, data = come(), honest(alice)
    answer = bring(visitor, data)
    page = result_of(visitor, answer)
    assert page.context["checked"].upshot == "The game was played by the rules."
    assert come().get(answer.url).status_code == come(alice).get(answer.url).status_code == 404


def test_a_player_reads_the_result_in_every_browser_and_nobody_else_does(alice, bob):
    answer = bring(come(alice), honest(alice))
    assert "Being checked" in come(alice).get(answer.url).content.decode()
    read_all()
    assert come(alice).get(answer.url).context["checked"].holds
    assert come(bob).get(answer.url).status_code == come().get(answer.url).status_code == 404
    assert bytes(Upload.objects.get().content) == b"", "the file itself is not kept"


def test_a_player_has_few_files_that_wait_and_so_has_an_address(alice, monkeypatch):
    mine = come(alice)
    assert [bring(mine).status_code for _ in range(5)] == [302] * 3 + [429] * 2
    read_all()
    assert bring(mine).status_code == 302
    monkeypatch.setattr(services, "MOST_OF_AN_ADDRESS", 4)
    met = [bring(come(GuestFactory() if n % 2 else None)).status_code for n in range(6)]
    assert met == [302] * 3 + [429] * 3
    monkeypatch.setattr(services, "MOST_OF_AN_ADDRESS", 99)
    monkeypatch.setattr(services, "MOST_OF_ALL", Upload.objects.filter(status="waiting").count())
    assert bring(come()).status_code == 503


def test_the_page_asks_again_more_rarely_and_gives_up_with_a_sentence(alice):
    client, answer = come(alice), None
    answer = bring(client)
    asked = []
    for age, _delay in (*views.ASKS_AGAIN, (9999, "")):
        Upload.objects.update(made=timezone.now() - timedelta(seconds=age - 1))
        asked.append(client.get(answer.url, headers={"HX-Request": "true"}).content.decode())
    assert [f"load delay:{delay}" in text for (_age, delay), text in zip(views.ASKS_AGAIN, asked, strict=False)]
    assert "hx-get" not in asked[-1] and "takes longer than five minutes" in asked[-1]
    read_all()
    done = client.get(answer.url, headers={"HX-Request": "true"})
    assert done.headers["HX-Redirect"] == answer.url


def test_what_came_of_a_file_is_deleted_after_a_day(alice):
    bring(come(alice))
    bring(come(alice))
    Upload.objects.filter(pk=Upload.objects.first().pk).update(made=timezone.now() - timedelta(hours=25))
    assert services.uploads_delete() == 1 and Upload.objects.count() == 1


# Lost, killed, given up


def waiting(alice, **fields):
    upload = services.upload_make(kind="check", content=b"{}", owner=alice)
    Upload.objects.filter(pk=upload.pk).update(**fields)
    return upload


def since(**ago):
    return timezone.now() - timedelta(**ago)


def test_a_lost_message_and_a_lost_worker_are_taken_up_again_once(alice):
    fresh, silent = waiting(alice), waiting(alice, made=since(seconds=40))
    held = waiting(alice, status="running", attempts=1, tried=timezone.now())
    lost = waiting(alice, status="running", attempts=1, tried=since(minutes=6), made=since(minutes=7))
    twice = waiting(alice, status="running", attempts=2, tried=since(minutes=6), made=since(minutes=7))
    assert set(services.uploads_resend()) == {silent.pk, lost.pk}
    assert services.claimed(held.pk) is None and services.claimed(lost.pk).attempts == 2
    assert services.claimed(lost.pk) is None, "another worker has it"
    twice.refresh_from_db()
    assert twice.status == Upload.Status.FAILED and "made an error" in twice.result["problem"]
    assert services.claimed(fresh.pk) and services.claimed(fresh.pk) is None


def test_a_file_that_no_worker_takes_up_is_given_up_with_a_sentence(alice):
    upload = waiting(alice, made=since(minutes=20))
    assert services.uploads_resend() == []
    upload.refresh_from_db()
    assert upload.status == Upload.Status.FAILED
    assert "could not be checked" in come(alice).get(reverse("upload", args=[upload.pk])).content.decode()


@pytest.mark.parametrize(("code", "limit"), [(-9, True), (-24, True), (-14, True), (3, True), (1, False), (-11, False)])
def test_how_a_child_ended_decides_whether_a_file_is_tried_again(alice, monkeypatch, code, limit):
    """A file that takes too much is tried once; where something else broke, once more."""
    upload, ended = waiting(alice), []
    monkeypatch.setattr(services, "run_limited", lambda *asked: ended.append(asked) or limits.Ended(code))
    for _try in range(3):
        services.upload_process(upload_id=upload.pk)
    upload.refresh_from_db()
    assert len(ended) == (1 if limit else 2) and upload.status == Upload.Status.FAILED
    assert ("exceeds our limits" in upload.result["problem"]) is limit


def test_a_child_that_was_overtaken_writes_nothing(alice):
    data = honest(alice)
    upload = services.upload_make(kind="session", content=data, owner=alice)
    claimed = services.claimed(upload.pk)
    claimed.content = zlib.compress(data)
    Upload.objects.filter(pk=upload.pk).update(attempts=2)
    before = Session.objects.count()
    with pytest.raises(reader.UploadTaken):
        reader.work(claimed)
    assert Session.objects.count() == before


def test_more_than_a_page_can_hold_is_refused(alice, monkeypatch):
    monkeypatch.setattr(reader, "LARGEST_RESULT", 200)
    client = come(alice)
    assert "more findings than a page" in result_of(client, bring(client, honest(alice))).context["problem"]


def test_a_page_lists_no_more_than_two_hundred_faults(alice, monkeypatch):
    many = file_checks.FileCheckResult("Wrong.", [f"fault {n} " + "x" * 900 for n in range(5000)])
    monkeypatch.setattr(file_checks, "check", lambda data, wanted="": many)
    client = come(alice)
    page = result_of(client, bring(client))
    assert len(page.content) < 200_000 and "And 4800 more." in page.content.decode()


# The child itself


@pytest.fixture
def to_children(child_environ, monkeypatch):
    """Let a child of this process see the test's database."""
    for name, value in child_environ.items():
        monkeypatch.setenv(name, value)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_command_checks_in_the_same_child(alice, to_children, tmp_path, capsys):
    path = tmp_path / "file.json"
    path.write_bytes(honest(alice))
    call_command("verify", str(path))
    said = capsys.readouterr().out
    assert "The game was played by the rules." in said and "Proven fair" in said
    path.write_bytes(b"{}")
    with pytest.raises(CommandError, match="not a game's file"):
        call_command("verify", str(path))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_command_says_which_limit_a_file_has_met(alice, to_children, settings, tmp_path, monkeypatch):
    settings.FILE_CPU_SECONDS = 1
    data = exports.session_file(play(begun(alice, rounds=1, game="trap")), alice)
    (tmp_path / "spin").write_text("1")
    monkeypatch.setenv("TRAPS", str(tmp_path))
    path = tmp_path / "file.json"
    path.write_bytes(data)
    with pytest.raises(CommandError, match="exceeds our limits for a check: 1 s of CPU time, 512 MB"):
        call_command("verify", str(path))


# Proven, or only played by the rules


@pytest.mark.parametrize(
    ("signed", "more", "says"),
    [
        ("ours", {}, "Proven fair"),
        ("wanted", {}, "Proven fair"),
        ("none", {}, "Not proven fair: the file is not signed"),
        ("other", {}, "Fair if you trust"),
        ("ours", {"borrowed": 3, "elsewhere": 2}, "Not proven fair: some of its dice come from another game"),
        ("ours", {"elsewhere": 2}, "Not proven fair: some of its dice need a key"),
    ],
)
def test_fair_is_another_question_than_played_by_the_rules(signed, more, says):
    verdict = verification.FileVerdict(signed=verification.signatures.SignatureCheck(signed, "ab"), **more)
    assert verification.fairness(verdict).startswith(says)


def test_a_file_without_its_seal_was_played_by_the_rules_and_is_not_proven_fair(alice, tmp_path, capsys):
    document = json.loads(honest(alice))
    del document["seal"]
    data = json.dumps(document).encode()
    client = come(alice)
    page = result_of(client, bring(client, data)).content.decode()
    assert "The game was played by the rules." in page and "Not proven fair" in page
    path = tmp_path / "file.json"
    path.write_bytes(data)
    call_command("verify", str(path), "--no-limits")
    told = capsys.readouterr().out
    assert "The game was played by the rules." in told and "Not proven fair" in told


# A field that has the field


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "c": 2, "a": 3}}]', '{"a": 1, "\\u0061": 2}'])
def test_a_field_that_stands_twice_is_found_at_every_depth(text):
    with pytest.raises(DuplicateName) as found:
        refuse_duplicates(text)
    assert found.value.name == "a"
    refuse_duplicates('{"a": {"a": [{"a": 1}, {"a": 2}]}}')


def test_a_file_with_a_field_twice_is_refused_wherever_one_is_read(alice):
    session = honest(alice).replace(b'"outcome":', b'"outcome": {"score": 999999}, "outcome":', 1)
    career = career_file.dump(kept(alice, 2)).replace(b'"career": {', b'"career": {"name": "Forged",', 1)
    client = come(alice)
    for name, data in (
        ("verify", session),
        ("table_import", session),
        ("verify", career),
        ("career_import", career),
    ):
        page = result_of(client, bring(client, data, name))
        assert "has the field “" in page.context["problem"], name
    with pytest.raises(PlanRejected, match="has the field “name” twice"):
        plan_import(owner=alice, text='{"format": "dispersal/raid-plan", "name": "a", "name": "b"}')


# Packs, logs


def test_a_pack_of_an_earlier_release_is_looked_at_again(alice):
    texts = {"pack.yaml": "{game: bomber_command, name: mine, title: Mine, version: '1', base: standard}"}
    own = pack_services.pack_import(owner=alice, texts=texts)
    wanted, content = own.hash, bytes(own.content)
    ChartPack.objects.update(checked=0, content=b"")
    page = come(alice).get(reverse("pack_own", args=[own.pk]))
    assert "We are checking this pack." in page.content.decode()
    for _beat in range(2):
        pack_uploads.packs_check_again()
    assert Upload.objects.count() == 1, "once for each"
    read_all()
    own.refresh_from_db()
    assert (own.hash, bytes(own.content), own.checked) == (wanted, content, pack_services.CHECK)


def test_a_pack_that_no_check_ends_cannot_be_played_by(alice):
    texts = {"pack.yaml": "{game: bomber_command, name: mine, title: Mine, version: '1', base: standard}"}
    own = pack_services.pack_import(owner=alice, texts=texts)
    ChartPack.objects.update(checked=0)
    pack_uploads.packs_check_again()
    services.upload_fail(upload=Upload.objects.get(), by_a_limit=True)
    own.refresh_from_db()
    assert own.hash == "" and "within the limits" in own.faults[0]["expected"]
    assert come(alice).get(reverse("pack_own", args=[own.pk])).status_code == 200


def test_a_pack_full_of_faults_has_a_page_of_two_hundred(alice):
    manifest = "{game: bomber_command, name: mine, title: Mine, version: '1', base: standard}"
    wrong = "bad_weather:\n" + "".join(f"  k{n}: 1\n" for n in range(3000))
    own = pack_services.pack_import(owner=alice, texts={"pack.yaml": manifest, "sky.yaml": wrong})
    assert own.faults_in_all == len(own.faults) == faults.MOST_FAULTS
    page = come(alice).get(reverse("pack_own", args=[own.pk])).content.decode()
    assert "The first 200 faults. Checking stopped there" in page


def test_a_pack_that_was_changed_meanwhile_keeps_the_later_change(alice):
    texts = {"pack.yaml": "{game: bomber_command, name: mine, title: Mine, version: '1', base: standard}"}
    own = pack_services.pack_import(owner=alice, texts=texts)
    upload = services.upload_make(kind="pack", content=b"{}", owner=alice, asked={"pack": str(own.pk)})
    write = pack_uploads.UPLOAD.read(upload, b"{}")
    pack_services.pack_change(own=ChartPack.objects.get(), texts={"pack.yaml": texts["pack.yaml"] + "\n"})
    with pytest.raises(kinds.UploadRefused, match="changed or deleted"):
        write()


def test_a_log_is_imported_once_and_by_its_owner(alice, bob):
    found = LogCheck("officer", lines=1, setup={}, journal=[], pack="standard")
    upload = services.upload_make(kind="log", content=b"", owner=alice)
    result = {"track": found.track, "lines": 1, "setup": {}, "journal": [], "pack": "standard", "pack_hash": "other"}
    Upload.objects.filter(pk=upload.pk).update(status="done", result=result)
    fields = {"upload": upload.pk, "do": "take-in"}
    assert "no longer" in come(bob).post(reverse("log_import"), fields).content.decode()
    assert "have changed since" in come(alice).post(reverse("log_import"), fields).content.decode()
    assert "no longer" in come(alice).post(reverse("log_import"), {"upload": "x", "do": "take-in"}).content.decode()
