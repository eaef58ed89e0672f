"""Who is in most of these tests: two who play, two members of a club, and somebody who is not."""

import pytest

from tests.factories import PlayerFactory


@pytest.fixture
def alice():
    return PlayerFactory(display_name="Alice")


@pytest.fixture
def bob():
    return PlayerFactory(display_name="Bob")


@pytest.fixture
def ruth():
    return PlayerFactory(display_name="Ruth")


@pytest.fixture
def ben():
    return PlayerFactory(display_name="Ben")


@pytest.fixture
def eve():
    return PlayerFactory(display_name="Eve")
