"""The field of years of nights: how many simulated years of its kind fared worse, and what a page shows of it."""

from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from campaigns.careers import reference_sample
from campaigns.careers.reference_sample import ReferenceSample, aggregated
from engine.nightfighter import simulate
from engine.nightfighter.charts.schema import standard_pack
from engine.nightfighter.state import Setup
from sorties.nightfighter.careers.reference_sample import KINDS, sample_for
from tests.shared.builders.nights import begun
from tests.shared.factories import PlayerFactory


def career(**more):
    return SimpleNamespace(**{"pack_hash": standard_pack("standard").hash, "kind": "green", "mode": "solo"} | more)


def test_a_field_with_losses_counts_from_the_lowest_figure():
    kept = aggregated([(1, [0, -3]), (2, [2, -1]), (2, [1, 1]), (2, [4, 1])])
    assert kept["lowest"] == -3 and kept["alive"] == [1, 0.75]
    assert kept["scores"] == [[0, 0, 0, 25, 50, 75, 75], [25, 25, 50, 50]]
    assert kept["figures"] == {"middle": [2, 1], "quarter": [4, 1], "tenth": [4, 1]}
    of = ReferenceSample(**kept)
    assert [of.share_below(1, figure) for figure in (-9, -3, -2, -1, 0, 1, 2)] == [0, 0, 0.25, 0.25, 0.5, 0.5, 1]


@pytest.mark.parametrize("kind", KINDS)
def test_the_kept_field_is_that_of_the_standard_charts(kind):
    of = sample_for(career(kind=kind))
    assert of is not None, "the charts have changed: run manage.py reference_sample"
    assert of.careers >= 300 and len(of.alive) == len(of.scores) == 52 and of.policy == "hunter"
    assert all(before >= after for before, after in zip(of.alive, of.alive[1:], strict=False))
    assert of.share_below(51, -999) == 0 and of.share_below(51, 999) == 1
    assert all(0 < share < 1 for share in (of.share_below(51, value) for value in {of.figures["tenth"][-1]}))


@pytest.mark.parametrize("other", [{"mode": "blind"}, {"pack_hash": "other"}, {"pack_hash": ""}])
def test_who_flies_otherwise_is_compared_with_nobody(other):
    assert sample_for(career(**other)) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["seasoned", "staffel"])
def test_a_year_of_the_field_has_a_figure_for_each_week_that_it_lasted(kind):
    pack = standard_pack("standard")
    case = simulate.Case(seed=3, setup=Setup(campaign=kind, mode="solo"))
    state, figures = simulate.fly_year(case, 1, pack)
    plain, _taken = simulate.play_one(case, 1, pack)
    assert state == plain, "who is looked at flies as if he were not"
    if kind == "staffel":
        assert len(figures) == state.career.week == 52 and figures[-1] == state.staffel.points
    else:
        assert len(figures) == len(state.career.log) and figures[-1] == state.career.kills
        assert figures[0] == 8 + state.career.log[0].kills


@pytest.mark.slow
def test_the_command_flies_a_game_by_the_charts_of_a_pack(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reference_sample, "SAMPLES_FOLDER", tmp_path)
    reference_sample._stored_samples.cache_clear()
    try:
        call_command("reference_sample", game=["nightfighter"], careers=1, seed=5)
        assert [one.name for one in tmp_path.iterdir()] == ["nightfighter-standard.json"]
        of = sample_for(career(kind="seasoned"))
        assert (of.careers, of.seed, of.policy) == (1, 5, "hunter")
        assert reference_sample.stored_sample("interceptor-ace", career().pack_hash, "6") is None
    finally:
        reference_sample._stored_samples.cache_clear()
    assert "staffel: " in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["seasoned", "staffel"])
def test_a_page_holds_the_year_beside_its_field(kind):
    alice = PlayerFactory()
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    year = begun(alice, kind)
    told = client.get(reverse("night_career", args=[year.pk])).content.decode()
    assert "Compared with 400 simulated years of this kind. Bot “hunter”, alone, seed 1943" in told
    assert "best tenth above" in told and ("Still flying" in told) == (kind == "seasoned")
    year.mode = "blind"
    year.save()
    told = client.get(reverse("night_career", args=[year.pk])).content.decode()
    assert "Compared with" not in told and "best tenth" not in told
