"""Parts of a board that are drawn from their data alone: once for the same data, anew for any that differ."""

import pytest
from django.template import Context, engines
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from play.templatetags import drawn

NAME = "play/_part.html"


@pytest.fixture
def draw(monkeypatch):
    """Draw a part, and count how often that was done."""
    engine = engines["django"].engine
    part = engine.from_string("{{ what }}/{{ one.two }}/{{ n }}{{ outside }}")
    seen = []
    monkeypatch.setattr(engine, "get_template", lambda name: seen.append(name) or part)
    monkeypatch.setattr(drawn, "_stored", drawn.OrderedDict())

    def draw(source="{% drawn '" + NAME + "' what=what one=one n=n %}", **values):
        return engine.from_string("{% load drawn %}" + source).render(Context({"outside": "no", **values}))

    draw.seen = seen
    return draw


def test_the_same_data_are_drawn_once(draw):
    for _ in range(3):
        assert draw(what="a", one={"two": [1]}, n=1) == "a/[1]/1"
    assert len(draw.seen) == 1


def test_what_differs_is_drawn_anew(draw):
    shown = {draw(what="a", one={"two": n}, n=n) for n in range(5)}
    assert len(shown) == len(draw.seen) == 5


def test_what_is_safe_is_another_thing_than_what_is_not(draw):
    assert draw(what="<b>", one={}, n=1).startswith("&lt;b&gt;")
    assert draw(what=mark_safe("<b>"), one={}, n=1).startswith("<b>")
    assert draw(what="<b>", one={}, n=1).startswith("&lt;b&gt;")


def test_each_language_has_its_own(draw):
    month = gettext_lazy("March")
    with translation.override("en-gb"):
        english = draw(what=month, one={"two": 0.5}, n=1)
    with translation.override("pl"):
        polish = draw(what=month, one={"two": 0.5}, n=1)
    assert english == "March/0.5/1"
    assert polish != english and "0,5" in polish


def test_numbers_of_a_drawing_keep_their_point(draw):
    off = "{% load l10n %}{% localize off %}{% drawn '" + NAME + "' n=n %}{% endlocalize %}"
    with translation.override("pl"):
        assert "0,5" in draw("{% drawn '" + NAME + "' n=n %}", n=0.5)
        assert "0.5" in draw(off, n=0.5)


def test_what_cannot_be_compared_is_drawn_every_time(draw):
    for _ in range(2):
        assert draw(what=object, one={}, n=1)
    assert len(draw.seen) == 2


def test_no_more_is_kept_than_a_process_can_bear(draw, monkeypatch):
    monkeypatch.setattr(drawn, "MAX_STORED", 3)
    for n in range(10):
        draw(what="a", one={}, n=n)
    assert len(drawn._stored) == 3
    draw(what="a", one={}, n=9)
    assert len(draw.seen) == 10
