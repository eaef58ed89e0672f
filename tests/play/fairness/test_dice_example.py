"""The worked example of the page *How dice are proved*: its steps, done as the page says, lead to its values."""

import hashlib
import hmac
import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.kernel.dice import FairDice
from play.fairness.dice_example import EXAMPLE

pytestmark = pytest.mark.django_db


def values_of(page: str) -> list[str]:
    """Return the values of the example, in order, as a person reads them."""
    listed = re.findall(r"<dd class=\"(?:long )?figure\"[^>]*>(.*?)</dd>", page, re.DOTALL)
    return [re.sub(r"<[^>]+>", "", value.replace("<br>", "\n")) for value in listed]


@pytest.mark.parametrize("language", ["en-gb", "pl"])
def test_each_value_follows_from_those_above_it(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    seed, commitment, numbers, key, message, digest, word, face = values_of(
        client.get(reverse("help_dice")).content.decode()
    )
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment
    assert numbers.split("\n") == sorted(numbers.split("\n"))
    assert hmac.new(bytes.fromhex(seed), numbers.encode(), hashlib.sha256).hexdigest() == key
    assert hmac.new(bytes.fromhex(key), message.encode(), hashlib.sha256).hexdigest() == digest
    assert str(int(digest[:8], 16)) == word
    assert face == f"{word} mod 6 + 1 = {int(word) % 6 + 1}"


def test_the_dice_of_a_game_give_the_same_face() -> None:
    dice = FairDice(EXAMPLE.seed, dict(EXAMPLE.nonces))
    assert dice.draw(EXAMPLE.stream, EXAMPLE.sides) == EXAMPLE.face
    assert EXAMPLE.word < (1 << 32) - (1 << 32) % EXAMPLE.sides


def test_the_pages_with_dice_lead_to_it(client: Client) -> None:
    here = f'href="{reverse("help_dice")}"'
    for address in (reverse("verify"), reverse("home")):
        # Once in the foot of the page, once where it matters.
        assert client.get(address).content.decode().count(here) >= 2
