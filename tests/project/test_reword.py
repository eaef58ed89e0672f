"""A sentence is reworded in the source and in each catalogue at once, and keeps its translations."""

from pathlib import Path

import pytest

from tools.reword import Change, Refused, read_changes, reword, reword_catalogue, reword_python, reword_template

CATALOGUE = """# Polish words.
msgid ""
msgstr "Language: pl\\n"

#: play/views.py
msgid "Too many programs."
msgstr "Za dużo programów."

#: play/views.py
msgctxt "range"
msgid "Close"
msgstr "Blisko"

#: play/views.py
msgid "%(n)s program waits."
msgid_plural "%(n)s programs wait."
msgstr[0] "%(n)s program czeka."
msgstr[1] "%(n)s programy czekają."
msgstr[2] "%(n)s programów czeka."

#: play/views.py
msgid "Taken"
msgstr "Zajęte"
"""


def test_a_file_of_changes_is_read() -> None:
    text = "- Old \\n line\n+ New\npl Nowe\n\n@ range\n- one\n-- many\n+ 1\n++ 2\npl0 a\npl1 b"
    first, second = read_changes(text)
    assert (first.old, first.new, first.translations) == ("Old \n line", "New", {"pl": "Nowe"})
    assert (second.context, second.old_plural, second.new_plural) == ("range", "many", "2")
    assert second.translations == {"pl0": "a", "pl1": "b"}


@pytest.mark.parametrize(
    "text", ["- only old", "- a\n+ b\n-- c", "- %(n)s a\n+ %(name)s b", "? unknown\n- a\n+ b"], ids=str
)
def test_a_wrong_change_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_changes(text)


def test_only_translated_strings_of_a_module_change() -> None:
    source = """x = pgettext("range", "one")
a = _("Too many “programs”.")
b = "Too many “programs”."
c = ngettext("one", "many", n)
"""
    changes = [
        Change("Too many “programs”.", 'The "limit" is reached.'),
        Change("one", "1", old_plural="many", new_plural="2"),
    ]
    assert (
        reword_python(source, changes)
        == """x = pgettext("range", "one")
a = _("The \\"limit\\" is reached.")
b = "Too many “programs”."
c = ngettext("1", "2", n)
"""
    )


def test_a_long_sentence_is_wrapped_and_means_the_same() -> None:
    new = "word " * 40 + "end"
    source = reword_python('def f():\n    return _("short")\n', [Change("short", new)])
    assert max(map(len, source.splitlines())) <= 120
    read: list[str] = []
    exec(source + "\n\nf()", {"_": read.append})
    assert read == [new]


def test_a_sentence_in_several_literals_is_found() -> None:
    source = 'a = _(\n    "Too many "\n    "programs."\n)\n'
    assert reword_python(source, [Change("Too many programs.", "Stop.")]) == 'a = _(\n    "Stop."\n)\n'


def test_each_kind_of_tag_changes() -> None:
    source = """{% translate "Old" %} {% translate "Old" context "range" %} {{ name|default:_("Old") }} "Old"
{% translate "At %s" %}
{% blocktranslate trimmed with n=x|length %}
  {{ n }} of
  100% done
{% endblocktranslate %}{% blocktranslate count n=n %}{{ n }} one{% plural %}{{ n }} many{% endblocktranslate %}"""
    changes = [
        Change("Old", "New"),
        Change("At %%s", "By %%s, 95%%"),
        Change("%(n)s of 100%% done", "Done: %(n)s in 100%%"),
        Change("%(n)s one", "%(n)s 1", old_plural="%(n)s many", new_plural="%(n)s 2"),
    ]
    assert (
        reword_template(source, changes)
        == """{% translate "New" %} {% translate "Old" context "range" %} {{ name|default:_("New") }} "Old"
{% translate "By %s, 95%" %}
{% blocktranslate trimmed with n=x|length %}
  Done: {{ n }} in 100%
{% endblocktranslate %}{% blocktranslate count n=n %}{{ n }} 1{% plural %}{{ n }} 2{% endblocktranslate %}"""
    )


def test_a_catalogue_keeps_its_translations() -> None:
    changes = [
        Change("Too many programs.", "Too many bots."),
        Change("Close", "Near", "range", translations={"pl": "Bliziutko"}),
        Change("%(n)s program waits.", "%(n)s bot waits.", "", "%(n)s programs wait.", "%(n)s bots wait."),
    ]
    text = reword_catalogue(CATALOGUE, changes, "pl")
    assert 'msgid "Too many bots."\nmsgstr "Za dużo programów."' in text
    assert 'msgid "Near"\nmsgstr "Bliziutko"' in text
    assert 'msgid "%(n)s bot waits."\nmsgid_plural "%(n)s bots wait."\nmsgstr[0] "%(n)s program czeka."' in text
    assert text.count("msgid") == CATALOGUE.count("msgid")


def test_two_sentences_that_become_one_stand_once() -> None:
    text = reword_catalogue(CATALOGUE, [Change("Too many programs.", "Taken")], "pl")
    assert text.count('msgid "Taken"') == 1
    assert 'msgid "Taken"\nmsgstr "Zajęte"' in text


def test_everything_changes_together(tmp_path: Path) -> None:
    files = {
        "play/views.py": 'said = _("Too many programs.")\n',
        "templates/a.html": '{% translate "Too many programs." %}',
        "tests/test_a.py": 'assert "Too many programs." in page\nassert "Seen: Too many programs. Sorry" in page\n',
        "locale/pl/LC_MESSAGES/django.po": CATALOGUE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    left = reword([Change("Too many programs.", "Too many bots.")], tmp_path)
    assert all("Too many bots." in (tmp_path / name).read_text() for name in files)
    assert [line.split(":")[:2] for line in left] == [["tests/test_a.py", "2"]]


def test_a_sentence_that_is_nowhere_changes_nothing(tmp_path: Path) -> None:
    page = tmp_path / "templates" / "a.html"
    page.parent.mkdir()
    page.write_text('{% translate "Here" %}')
    with pytest.raises(Refused, match="Nowhere"):
        reword([Change("Here", "There"), Change("Nowhere", "Somewhere")], tmp_path)
    assert page.read_text() == '{% translate "Here" %}'


def test_names_and_scripts_of_old_releases_stay(tmp_path: Path) -> None:
    files = {
        "play/views.py": 'said = _("careful")\nmore = _("Old words")\n',
        "tests/test_a.py": 'bot = "careful"\n',
        "tests/upgrades/make_old.py": 'press("Old words")\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    reword([Change("careful", "cautious"), Change("Old words", "New words")], tmp_path)
    assert (tmp_path / "play/views.py").read_text() == 'said = _("cautious")\nmore = _("New words")\n'
    assert all((tmp_path / name).read_text() == files[name] for name in list(files)[1:])
