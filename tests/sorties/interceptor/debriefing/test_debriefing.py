"""The debriefing sheet, the last fight of who fell, and the report of the bot."""

import re
from typing import Any

import pytest
from django.test import Client

from engine.interceptor.events import BomberChosen, CrewWounded, InterceptorDown
from engine.kernel.events import Event
from play.games import titles
from play.sessions.selectors import visible
from sorties.interceptor.debriefing import story
from sorties.interceptor.debriefing.sheet import debriefing_of, last_fight_of
from sorties.interceptor.records.models import EngagementRecord, InterceptorCareer, SortieRecord
from sorties.interceptor.spending import offer_effects
from sorties.interceptor.spending.page import SpendingPage
from tests.shared.builders.careers import again, begun, begun_and_flown_to, fly, seed_for
from tests.shared.builders.tables import carried_out
from tests.shared.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def at(player: Any) -> Client:
    client = Client()
    client.force_login(player)
    return client


def landed(run: Any) -> bool:
    """Say whether he has won something, was hit, and has points to spend."""
    pilot = run.state.careers[0]
    asked = any(decision.kind == "dispersal.spend" for decision in run.pending.values())
    return asked and pilot.bombers > 1 and pilot.log[-1].hits > 0 and pilot.flight is not None


@pytest.fixture
def career() -> InterceptorCareer:
    return begun_and_flown_to(PlayerFactory(), landed)


def test_the_sheet_says_what_the_books_say(career: InterceptorCareer) -> None:
    """Victories, hits, awards and points of every sortie so far are those of the log and the ledgers."""
    for number in range(1, career.flights + 1):
        sheet = debriefing_of(career, number)
        shown = sheet.context()
        line = SortieRecord.objects.filter(career=career, kind="flown").order_by("place")[number - 1]
        mine = EngagementRecord.objects.filter(sortie=line, credit="pilot", result__in=("destroyed", "crashed"))
        assert sorted(enemy for enemy, _bomber in shown["victories"]) == sorted(mine.values_list("enemy", flat=True))
        assert shown["line"] == line
        assert len(shown["medals"]) == career.awards.filter(month=line.month, line=line.line, holder="pilot").count()
        gained = sum(
            entry.value for entry in career.prestige_entries.filter(month=line.month, line=line.line, value__gt=0)
        )
        prestige = shown["points"][0]
        assert prestige.after - prestige.before == gained


def test_it_is_told_forwards_with_its_dice_and_without_what_was_taken_back(career: InterceptorCareer) -> None:
    rows = story.sortie_rows(career.session, career.seat, career.flights)
    assert [row.number for row in rows] == sorted(row.number for row in rows)
    told = story.chapters(
        story.events_of_sortie(career.session, career.seat, career.flights), debriefing_of(career).words
    )
    assert told[0].sentences[0].text.startswith("A raid on")
    assert told[-1].heading == "At the field" or told[-1].heading == "The way home"
    assert any(one.dice for chapter in told for one in chapter.sentences)
    row = rows[-1]
    type(row.entry).objects.filter(pk=row.entry_id).update(undone_by=row.entry_id)
    left = story.sortie_rows(career.session, career.seat, career.flights)
    assert row.entry_id not in [one.entry_id for one in left]


def test_the_page_has_one_button_on_and_the_table_leads_to_it(career: InterceptorCareer) -> None:
    client = at(career.owner)
    page = client.get(f"/careers/{career.pk}/debriefing/")
    assert page.status_code == 200
    assert f"/careers/{career.pk}/spending/" in page.content.decode()
    table = client.get(f"/tables/{career.session_id}/").content.decode()
    assert f"/careers/{career.pk}/debriefing/" in table
    assert 'value="done"' in table
    assert 'value="skill:' not in table
    assert client.get(f"/careers/{career.pk}/debriefing/?sortie=99").status_code == 404


@pytest.mark.rule("5.2.1", "7.7")
def test_it_says_what_is_missing_to_the_next_level_point_and_skill(career: InterceptorCareer) -> None:
    """Two points short of a skill for three with one in hand; a point for every fourth sortie; the bands of victory."""
    page = at(career.owner).get(f"/careers/{career.pk}/debriefing/").content.decode()
    shown = debriefing_of(career).context()
    before = career.bombers - sum(is_bomber for _enemy, is_bomber in shown["victories"])
    assert f"{before} → <b>{career.bombers}</b>" in page
    wanted = next(bombers for bombers in (5, 11, 21, 31) if bombers > career.bombers) - career.bombers
    assert f"{wanted} more bomber" in page and '<svg class="bands"' in page
    experience = next(purse for purse in shown["points"] if purse.title == "Experience")
    assert f"{4 - career.flights % 4} more sortie" in experience.next
    dear = min(cost for cost in (1, 2, 3, 4, 5) if cost > career.experience) - career.experience
    skill, short = shown["short"][0]
    assert short == f"{dear} point{'s' * (dear > 1)} short" and skill in page
    older = debriefing_of(career, 1).context()
    assert older["dossier"] is None or career.flights == 1


def test_who_fell_is_told_by_his_last_fight_and_the_bot_hands_in_a_report() -> None:
    seed = seed_for(lambda pilot: not pilot.alive and pilot.death == "air" and pilot.bombers > 0)
    fallen = fly(begun(PlayerFactory(), seed))
    told = last_fight_of(fallen)
    assert told
    killed = fallen.session.told.filter(visible(fallen.seat), kind="pilot.killed").get()
    assert killed.number >= max(story.sortie_rows(fallen.session, fallen.seat, fallen.flights)[0].number, 1)
    page = at(fallen.owner).get(f"/careers/{fallen.pk}/end/").content.decode()
    assert told[0].split(".")[0][:20] in page
    lines = SortieRecord.objects.filter(career=fallen).count()
    assert f"Report of the bot that flew by your standing orders: {lines} line" in page
    assert "killed on line" in page


# The basket


def dearest(career: InterceptorCareer) -> list[str]:
    """Two things that he can pay for out of different purses."""
    page = SpendingPage.of(career)
    assert page is not None
    cards = [offer for shelf in page.skills() for offer in shelf.offers if not offer.reason]
    return (
        [cards[0].order, cards[-1].order] if len({card.order.split(":")[1] for card in cards}) > 1 else [cards[0].order]
    )


def test_a_basket_is_paid_as_one_order_and_can_be_left_alone(career: InterceptorCareer, monkeypatch: Any) -> None:
    monkeypatch.setattr("sorties.interceptor.spending.page.WAIT_SECONDS", 0)
    client, address = at(career.owner), f"/careers/{career.pk}/spending/"
    page = client.get(address).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', page).group(1)  # type: ignore[union-attr]
    basket, orders = dearest(career), career.session.orders.count()
    before = career.session.entries_made
    client.post(f"{address}order/", {"token": token, "answers": [*basket, "done"]})
    carried_out(career.session)
    assert career.session.orders.count() == orders + 1
    bought = [entry.answer for entry in career.session.journal.filter(seq__gt=before).order_by("seq")]
    assert bought == [*basket, "done"]
    assert f'value="{token}"' not in client.get(address, follow=True).content.decode()


def test_a_basket_that_he_cannot_pay_is_refused_as_a_whole(career: InterceptorCareer) -> None:
    client, address = at(career.owner), f"/careers/{career.pk}/spending/"
    page = client.get(address).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', page).group(1)  # type: ignore[union-attr]
    before = again(career).experience
    dear = [offer.order for shelf in SpendingPage.of(career).skills() for offer in shelf.offers if offer.reason]  # type: ignore[union-attr]
    client.post(f"{address}order/", {"token": token, "answers": [*dearest(career), dear[-1], "done"]})
    carried_out(career.session)
    assert again(career).experience == before


@pytest.mark.rule("7.1.2")
def test_boxes_to_search_are_counted_over_the_raid_chart_by_hand() -> None:
    """Every raid of the month at its weight, each from the box in which it is met to the last of the track."""
    charts = titles.pack_of("interceptor-ace", "standard")
    column, track = charts.raids[0], charts.tables.tracks.rows["French"]["Fw190"]
    boxes = []
    for one in range(1, 7):
        for two in range(1, 7):
            entry = track.entry[column.rows[one + two].zone] or 0
            boxes.append(track.boxes - entry + 1 if 0 < entry <= track.boxes else 0)
    assert offer_effects.raids_searched("French", "Fw190", "1943-03", charts) == pytest.approx(sum(boxes) / 36)


def test_the_last_fight_ends_with_his_death():
    told = [
        BomberChosen("pilot", "B-17", bombs=False),
        CrewWounded("pilot", who="wingman", severity="KIA", now="KIA", face=1),
        CrewWounded("pilot", who="pilot", severity="KIA", now="KIA", face=1),
        InterceptorDown("pilot", cause="killed"),
    ]
    events = [Event(data, "7.4.8") for data in told]
    words = titles.words_of("interceptor-ace")
    assert story.last_fight(events, words) == [words.event(event) for event in events[1:3]]
