"""Parts of a board that are drawn from their data alone: once for the same data, anew for any that differ."""

import re
from pathlib import Path

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


STANDING = "{% standing 'p' 'part' '" + NAME + "' n=n %}"


class Asking:
    """A request that names what its page has."""

    def __init__(self, *marks):
        self.headers = {"Marks": " ".join(marks)}


@pytest.fixture
def stand(draw, monkeypatch):
    """Draw a constant part, whose one element has its mark; return its mark and the bytes sent of it."""
    engine = engines["django"].engine
    part = engine.from_string('<p id="part" data-mark="{{ mark }}">{{ n }}</p>')
    monkeypatch.setattr(engine, "get_template", lambda name: draw.seen.append(name) or part)

    def stand(n, *has, out_of_band=True):
        sent = draw(STANDING, n=n, request=Asking(*has), out_of_band=out_of_band)
        return re.search(r'data-mark="(\w*)"', sent)[1], sent

    stand.seen = draw.seen
    return stand


def test_of_a_part_that_the_page_has_only_its_place_is_sent(stand):
    mark, sent = stand(1)
    assert mark and sent == f'<p id="part" data-mark="{mark}">1</p>'
    assert stand(1, "other", mark) == (mark, f'<p id="part" data-mark="{mark}" data-stands></p>')
    assert len(stand.seen) == 1


def test_a_part_that_has_changed_is_sent_whole(stand):
    mark, _sent = stand(1)
    other, sent = stand(2, mark)
    assert other != mark and sent.endswith(">2</p>") and "data-stands" not in sent


def test_a_page_that_is_drawn_whole_has_every_part_whole(stand):
    mark, sent = stand(1)
    assert stand(1, mark, out_of_band=False) == (mark, sent)


def test_a_part_in_another_language_is_another_part(stand):
    with translation.override("en-gb"):
        mark, _sent = stand(1)
    with translation.override("pl"):
        assert "data-stands" not in stand(1, mark)[1]


def test_a_part_that_cannot_be_compared_is_always_sent(stand):
    mark, sent = stand(object)
    assert mark == "" and "data-stands" not in sent
    assert "data-stands" not in stand(object, "")[1]


def parts_of(name):
    """Return the constant parts of a template: element, id and the template of each."""
    source = Path(engines["django"].engine.find_template(name)[0].origin.name).read_text(encoding="utf-8")
    return re.findall(r'{% standing "(\w+)" "([\w-]+)" "([\w/.-]+)"', source)


BOARDS = (
    "sorties/interceptor/board/board.html",
    "sorties/nightfighter/board/board.html",
    "sorties/nightfighter/board/_known.html",
    "sorties/nightfighter/board/_legend.html",
    "raids/board/board.html",
    "raids/board/_over.html",
)


@pytest.mark.parametrize("board", BOARDS)
def test_each_part_that_stands_is_one_element_with_its_id_and_its_mark(board):
    found = parts_of(board)
    assert found
    for element, id_, name in found:
        source = Path(engines["django"].engine.find_template(name)[0].origin.name).read_text(encoding="utf-8")
        body = re.sub(r"{#.*?#}|{% load [^%]* %}|{% (?:end)?localize[^%]* %}", "", source).strip()
        assert body.startswith(f'<{element} id="{id_}" data-mark="{{{{ mark }}}}"'), name
        assert body.endswith(f"</{element}>"), name
