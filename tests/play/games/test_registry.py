"""A fourth game needs only its own folder and one line of the settings; the site finds the rest there."""

from importlib import import_module, reload
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings as house
from django.test import Client
from django.urls import clear_url_caches, reverse

import config.urls
from campaigns.groups.services import group_found
from play.bots import simulation, substitute
from play.games import boards, registry, titles
from play.orders import corrections
from play.orders.refusals import OrderRefused
from play.sessions import forms
from play.sessions.models import Session
from tests.shared.builders.commitments import NUMBER
from tests.shared.factories import PlayerFactory

ROOM = "tests.shared.fourthgame"


def opened_again():
    """Let the site search for its games again."""
    registry.registered.cache_clear()
    boards.board_of.cache_clear()
    reload(config.urls)
    clear_url_caches()


@pytest.fixture
def with_fourth(settings):
    """Add the line that names the app."""
    settings.ROOMS = [*settings.ROOMS, ROOM]
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, ROOM]
    opened_again()
    yield
    settings.ROOMS = [room for room in settings.ROOMS if room != ROOM]
    opened_again()


def test_the_three_rooms_are_named_in_one_place_each_with_its_registration():
    assert set(house.ROOMS) <= set(house.INSTALLED_APPS)
    for room in house.ROOMS:
        game = import_module(f"{room}.game").GAME
        assert registry.game_of(game.name) is game
        assert titles.title_of(game.name).name == game.name == titles.words_of(game.name).game
        assert game.card in registry.cards()
        assert simulation.simulator(game.name).plan


def test_no_other_file_keeps_a_list_of_the_games():
    names = [import_module(f"{room}.game").GAME.name for room in house.ROOMS]
    base = Path(house.BASE_DIR)
    files = [path for room in ("play", "config", "campaigns") for path in (base / room).rglob("*.py")]
    files += [path for page in ("front*.html", "base.html", "play/*.html") for path in (base / "templates").glob(page)]
    kept = set()
    for path in files:
        text = path.read_text(encoding="utf-8")
        if sum(f'"{name}"' in text for name in names) > 1:
            kept.add(path.name)
    assert kept == set()


@pytest.mark.django_db
def test_a_fourth_game_is_found_everywhere_once_its_room_is_named(with_fourth):
    assert "fourth" in titles.names()
    assert titles.words_of("fourth").title == "The fourth game"
    assert "fourth" in simulation.games() and simulation.simulator("fourth").TITLE.name == "fourth"
    assert boards.board_of("fourth").styles == ("fourth.css",)
    assert boards.begins_at("fourth") == reverse("fourth_begins") == "/fourth/"
    assert "<h2>The fourth game</h2>" in Client().get(reverse("home")).content.decode()
    player = PlayerFactory()
    table = forms.NewTableForm("fourth", player).save()
    assert [way.address for way in boards.table_links(table, table.table[0])] == ["/fourth/"]


@pytest.mark.django_db
def test_a_group_a_loan_and_a_correction_find_what_the_fourth_game_says(with_fourth):
    player = PlayerFactory()
    group = group_found(owner=player, name="Wolves")
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("group", args=[group.pk])).content.decode()
    assert "The fourth's books of Wolves" in page
    assert reverse("group_sorties", args=[group.pk]) in page
    assert substitute.mark_value("fourth", "round", SimpleNamespace(round=3)) == 3
    with pytest.raises(OrderRefused):
        substitute.mark_value("fourth", "month", SimpleNamespace(round=3))
    assert corrections.is_allowed("fourth", "course") and not corrections.is_allowed("fourth", "log.line")


@pytest.mark.django_db
def test_the_button_of_a_fourth_game_sets_its_usual_table(with_fourth):
    client = Client()
    client.force_login(PlayerFactory(), backend="django.contrib.auth.backends.ModelBackend")
    client.post(reverse("fly_now"), {"game": "fourth", "number": NUMBER})
    (table,) = Session.objects.filter(title="fourth")
    assert table.setup["rounds"] == 1


def test_without_the_line_it_is_not_there():
    assert "fourth" not in titles.names()
    with pytest.raises(registry.NoSuchGame):
        titles.title_of("fourth")
