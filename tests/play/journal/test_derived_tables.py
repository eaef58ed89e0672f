"""Tests of `play.journal.derived_tables`."""

import pytest

from play.journal.derived_tables import table_name
from sorties.interceptor.records import projection as interceptor
from sorties.interceptor.records.models import InterceptorCareer
from sorties.nightfighter.records import projection as nightfighter
from sorties.nightfighter.records.models import NightCareer

INTERCEPTOR = {"airframe", "sortie", "engagement", "prestigeentry", "experienceentry", "award", "wound", "crewman"}
NIGHTFIGHTER = {"kill", "raid", "week", "injury", "decoration", "machine", "crew"}


def test_digests_are_keyed_by_table_so_that_a_renamed_class_keeps_its_marks():
    assert {table_name(model) for model in interceptor.CHILDREN} == INTERCEPTOR
    assert {table_name(model) for model in nightfighter.CHILDREN} == NIGHTFIGHTER


@pytest.mark.slow
def test_careers_of_an_earlier_release_have_their_digests_under_the_same_keys(release_4fbbe9a):
    for head, names in ((InterceptorCareer, INTERCEPTOR), (NightCareer, NIGHTFIGHTER)):
        found = {key for digests in head.objects.values_list("digests", flat=True) for key in digests}
        assert found and found <= names
