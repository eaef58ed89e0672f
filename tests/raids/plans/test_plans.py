"""The plotting table and stored plans: judged as the rules judge, shown to nobody else."""

import html
import json
import random

import msgspec
import pytest
from django.urls import reverse

from play.journal import store
from play.sessions import services
from play.sessions.models import Session
from play.sessions.services import run_of
from raids.models import RaidPlan
from raids.plans.selectors import plan_at, plot_of
from raids.plans.services import plan_save
from tests.raids.board.test_map import BACKEND, night
from tests.shared.builders.tables import carried_out, give, token
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def plotting(scenario="berlin", **setup):
    """A night up to the plot, with an example of one."""
    session, players = night(scenario, **setup)
    while (decision := next(iter(run_of(session).pending.values()))).kind != "raids.plot":
        session = give(session, decision.actor, decision.options[0])
    rng = random.Random(4)
    return session, players, msgspec.to_builtins(decision.form.example(lambda sides: rng.randint(1, sides)))


def judge(client, session, plot, seat="british", active=-1, **more):
    draft = {"plot": plot, "active": active} | more
    fields = {"seat": seat, "token": token(session, "british"), "draft": json.dumps(draft)}
    return client.post(reverse("raid_plot_validate", args=[session.pk]), fields)


@pytest.fixture
def table(client):
    session, players, plot = plotting()
    client.force_login(players["british"], backend=BACKEND)
    return session, players, plot


def test_a_sound_plot_is_laid_out_as_the_rules_fly_it(client, table):
    session, _players, plot = table
    answer = judge(client, session, plot, opens=True).json()
    assert answer["faults"] == [] and all(one["faults"] == [] and one["sound"] for one in answer["raids"])
    assert {plan["name"] for plan in answer["plans"]} == set()
    main = next(at for at, raid in enumerate(plot["raids"]) if raid["kind"] == "main")
    assert answer["twins"] == [] and judge(client, session, plot, active=main).json()["twins"]
    assert judge(client, session, plot, active=99).json()["twins"] == []
    session = give(session, "british", plot)
    for drawn, raid in zip(answer["raids"], run_of(session).state.raids, strict=True):
        assert drawn["route"] == raid.route
        assert [turn for turn, _hexes in drawn["stands"]] == sorted({turn for turn, _hexes in drawn["stands"]})


def test_a_kept_plan_sets_a_night_and_lies_on_its_plotting_table(client):
    alice, bob = PlayerFactory.create_batch(2)
    plot = {"raids": [{"letter": "A", "kind": "main", "target": "leuna", "entry": "D6"}]}
    plan = plan_save(owner=alice, name="Feint", scenario="downfall", plot=plot)
    client.force_login(alice, backend=BACKEND)
    order = reverse("raid_new")
    assert f"{order}?plan={plan.pk}" in client.get(reverse("raid_plan", args=[plan.pk])).content.decode()
    page = html.unescape(client.get(order, {"plan": plan.pk}).content.decode())
    assert 'value="downfall" checked' in page and "<b>Feint</b> will be on your plotting table" in page
    # What else a table agrees on stays as it is offered to everybody.
    assert page.count(" checked") == html.unescape(client.get(order).content.decode()).count(" checked")

    def signed(**chosen):
        fields = {"f.scenario": "downfall", "side": "both", "plan": plan.pk, "opponent": "bot"} | chosen
        fields |= {"f.asks_alike": "on"}
        assert client.post(order, fields).status_code == 302
        return Session.objects.order_by("-created").first()

    session = signed()
    services.session_begin(session=session, player=alice, nonce="a nonce")
    session = carried_out(session)
    while (decision := next(iter(run_of(session).pending.values()))).kind != "raids.plot":
        session = give(session, decision.actor, decision.options[0])
    assert judge(client, session, {"raids": []}, opens=True).json()["intended"] == str(plan.pk)
    assert "intended" not in judge(client, session, {"raids": []}).json()
    # Another's plan, another side and another scenario take no plan along.
    for chosen in ({"side": "german"}, {"f.scenario": "berlin"}, {"plan": "x"}):
        assert not hasattr(signed(**chosen), "intended_plan")
    client.force_login(bob, backend=BACKEND)
    assert not hasattr(signed(), "intended_plan")
    assert "Feint" not in client.get(order, {"plan": plan.pk}).content.decode()


def test_a_plot_is_drawn_from_nothing_by_what_is_offered_alone(client, table):
    session, _players, _plot = table
    targets = judge(client, session, {"raids": []}).json()["targets"]
    raid = {"letter": "A", "kind": "main", "target": targets[0], "entry": "", "out": [], "home": []}
    for _stroke in range(40):
        answer = judge(client, session, {"raids": [raid]}, active=0).json()
        if not answer["ways"]:
            break
        way = next((one for one in answer["ways"] if one["arrives"]), answer["ways"][0])
        if way["field"] == "entry":
            raid["entry"] = way["value"]
        else:
            raid[way["field"]].append({"to": way["value"], "via": way["via"]})
    assert answer["raids"][0]["arrived"] and answer["raids"][0]["faults"] == [] == answer["faults"]
    assert give(session, "british", {"raids": [raid]}).status == "playing"


def test_faults_are_told_by_raid_with_rule_and_hex(client, table):
    session, _players, plot = table
    raid = plot["raids"][0]
    astray = raid | {"out": [*raid["out"][:-1], {"to": "A1"}]}
    told = [judge(client, session, {"raids": raids}).json()["raids"] for raids in ([raid, raid], [astray])]
    faults = [fault for raids in told for one in raids for fault in one["faults"]]
    assert {"leg-off-grain", "letter-twice"} <= {fault["code"] for fault in faults}
    assert all(fault["rule"] and fault["said"] for fault in faults)


def test_nobody_else_learns_what_is_drawn_or_what_is_wrong_with_it(client, table):
    session, players, plot = table
    client.force_login(players["german"], backend=BACKEND)
    for seat in ("german", "british"):
        answer = judge(client, session, plot, seat=seat)
        assert answer.status_code >= 400 and set(answer.json()) == {"refused"}
    client.force_login(PlayerFactory(), backend=BACKEND)
    assert judge(client, session, plot).status_code == 404
    # Once it is sealed even the British player is asked nothing more.
    client.force_login(players["british"], backend=BACKEND)
    held = token(session, "british")
    give(session, "british", plot)
    fields = {"seat": "british", "token": held, "draft": json.dumps({"plot": plot})}
    assert set(client.post(reverse("raid_plot_validate", args=[session.pk]), fields).json()) == {"refused"}


def test_odd_drafts_are_refused_with_a_sentence(client, table):
    session, _players, _plot = table
    much = {"raids": [{"letter": "A", "kind": "main", "out": [{"to": "A1"}] * 900}]}
    for odd in ({"raids": 5}, {"raids": [{"kind": "main"}]}, much, None, []):
        answer = judge(client, session, odd, active="x")
        assert 400 <= answer.status_code < 500 and answer.json()["refused"]
    text = {"seat": "british", "token": token(session, "british"), "draft": "["}
    assert client.post(reverse("raid_plot_validate", args=[session.pk]), text).status_code == 400


def test_a_plan_is_kept_changed_copied_compared_and_taken_as_a_file(client, table, tmp_path):
    session, players, plot = table
    fields = {"seat": "british", "token": token(session, "british"), "draft": json.dumps(plot), "name": "Baltic  feint"}
    kept = client.post(reverse("raid_plot_save", args=[session.pk]), fields).json()
    plan = plan_at(kept["id"])
    # What a plot leaves out is written with its default, and the legs come back in their order.
    assert [raid["out"] for raid in plot_of(plan)["raids"]] == [raid["out"] for raid in plot["raids"]]
    assert plan.name == "Baltic feint" and plan.belongs_to(players["british"])
    page = client.get(reverse("raid_plan", args=[plan.pk]))
    assert page.status_code == 200 and b"Baltic feint" in page.content
    changed = client.post(reverse("raid_plan", args=[plan.pk]), {"name": "Feint", "notes": "North about."})
    assert changed.status_code == 302 and plan_at(plan.pk).notes == "North about."
    assert client.post(reverse("raid_plan", args=[plan.pk]), {"name": " ", "notes": ""}).status_code == 422
    copy = client.post(reverse("raid_plan_clone", args=[plan.pk])).url
    other = RaidPlan.objects.exclude(pk=plan.pk).get()
    assert str(other.pk) in copy and plot_of(plan_at(other.pk)) == plot_of(plan_at(plan.pk))
    pair = client.get(reverse("raid_plan_compare", args=[plan.pk]), {"with": str(other.pk)})
    assert pair.status_code == 200 and pair.content.count(b'<svg class="plan-map') == 2
    file = client.get(reverse("raid_plan_export", args=[plan.pk]))
    client.post(reverse("raid_plan_delete", args=[plan.pk]))
    (tmp_path / "plan.json").write_bytes(file.content)
    with (tmp_path / "plan.json").open("rb") as opened:
        back = client.post(reverse("raid_plan_import"), {"file": opened})
    again = RaidPlan.objects.get(name="Feint")
    assert str(again.pk) in back.url and again.notes == "North about."
    assert plot_of(plan_at(again.pk)) == plot_of(plan_at(other.pk))
    assert client.get(reverse("raid_plans")).content.count(b"/raids/plans/") > 2
    # It is flown as it was drawn.
    assert judge(client, session, plot_of(plan_at(again.pk))).json()["faults"] == []


def test_a_plan_of_a_name_that_is_taken_is_stored_beside_the_other(client, table, tmp_path):
    session, players, plot = table
    owner = players["british"]
    first = plan_save(owner=owner, name="North about", scenario="berlin", plot=plot, notes="Mine.")
    whole = {"format": "dispersal/raid-plan", "name": "North about", "scenario": "berlin", "raids": []}
    (tmp_path / "plan.json").write_text(json.dumps(whole))
    for number in (2, 3):
        with (tmp_path / "plan.json").open("rb") as opened:
            page = client.post(reverse("raid_plan_import"), {"file": opened}, follow=True).content.decode()
        assert f"North about ({number})" in page and "You already have a plan named “North about”" in page
        whole["raids"] = [{"letter": "A", "kind": "main"}]
        (tmp_path / "plan.json").write_text(json.dumps(whole))
    assert len(plot_of(plan_at(first.pk))["raids"]) == len(plot["raids"]) and plan_at(first.pk).notes == "Mine."
    # At the table the other way round; what is the same already is not stored twice.
    fields = {"seat": "british", "token": token(session, "british"), "draft": '{"raids": []}', "name": "North about"}
    kept = client.post(reverse("raid_plot_save", args=[session.pk]), fields).json()
    assert kept["name"] == "North about (4)" and "“North about (4)”" in kept["said"]
    kept = client.post(reverse("raid_plot_save", args=[session.pk]), fields | {"draft": json.dumps(plot)}).json()
    assert kept == {"id": str(first.pk), "name": "North about", "said": ""}
    # Nor does a new name take another's.
    other = RaidPlan.objects.get(name="North about (2)")
    client.post(reverse("raid_plan", args=[other.pk]), {"name": "North about", "notes": ""})
    client.post(reverse("raid_plan", args=[first.pk]), {"name": "North about", "notes": "Still mine."})
    names = sorted(RaidPlan.objects.values_list("name", flat=True))
    assert names == ["North about", *(f"North about ({n})" for n in (2, 3, 4))]


def test_a_file_that_is_no_plan_is_refused(client, table, tmp_path):
    whole = {"format": "dispersal/raid-plan", "name": "x", "scenario": "berlin", "raids": []}
    odd = [{"name": 5}, {"scenario": "ruhr"}, {"raids": [{"letter": "A" * 9, "kind": "main"}]}, {"raids": 7}]
    for text in ("", "[]", "{}", *(json.dumps(whole | each) for each in odd)):
        (tmp_path / "odd.json").write_text(text)
        with (tmp_path / "odd.json").open("rb") as opened:
            assert client.post(reverse("raid_plan_import"), {"file": opened}).url == reverse("raid_plans")
    assert not RaidPlan.objects.exists()


def test_downfall_with_every_rule_is_plotted_too(client):
    session, players, plot = plotting("downfall", bomb_loads=True, tail_winds=True, intruders=True)
    client.force_login(players["british"], backend=BACKEND)
    answer = judge(client, session, plot, active=0, opens=True).json()
    assert answer["bomb_loads"] and not [fault for one in answer["raids"] for fault in one["faults"]]
    assert carried_out(session).status == "playing" and store.questions_of(session)
