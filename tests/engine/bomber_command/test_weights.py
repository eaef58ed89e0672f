"""What each feature of a night is worth was fitted to nights by the charts that stand here, by one command."""

import msgspec
import pytest
from django.core.management import call_command

from engine.bomber_command.pack import PACKS
from engine.bomber_command.title import TITLE
from engine.bomber_command.weights import Weights, kept, weights_of
from engine.bomber_command.worth import FEATURES

CHARTS = TITLE.load_pack("standard")


def test_a_test_fails_when_the_charts_have_moved_on():
    """`manage.py worth` fits them anew."""
    assert kept().pack_hash == CHARTS.hash
    assert {tuple(weights) for weights in kept().scenarios.values()} == {FEATURES}


def test_by_other_charts_they_say_nothing():
    texts = {path.name: path.read_text(encoding="utf-8") for path in (PACKS / "standard").glob("*.yaml")}
    texts["pack.yaml"] = texts["pack.yaml"].replace("name: standard", "name: mine")
    texts["maps.yaml"] = texts["maps.yaml"].replace("hex: K3, flak: 1", "hex: K3, flak: 2")
    other = TITLE.read_pack(texts)
    assert other.hash != CHARTS.hash
    assert weights_of(other, "berlin") == () and len(weights_of(CHARTS, "berlin")) == len(FEATURES)


@pytest.mark.slow
def test_the_command_fits_the_same_weights_by_the_same_seed(tmp_path):
    found = []
    for name in ("one", "other"):
        call_command("worth", nights=3, seed=5, to=tmp_path / name)
        found.append(msgspec.json.decode((tmp_path / name).read_bytes(), type=Weights))
    assert found[0] == found[1]
    assert found[0].nights == {"berlin": 3, "downfall": 3}
    assert all(any(weights.values()) for weights in found[0].scenarios.values())
