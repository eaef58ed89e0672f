"""One list of columns gives a file's head, its cells and its table in the docs."""

from types import SimpleNamespace

from play.utils.csv_columns import Column, CsvFile

PILOT = SimpleNamespace(name="=Jakob", unit=SimpleNamespace(base="Rheine", number=6), hits=2)
FILE = CsvFile(
    "pilots",
    "Pilots",
    Column("double", "computed", lambda one: 2 * one.hits),
    Column("pilot", "who flies, and where", "name"),
    Column("base", "", "unit.base"),
    Column("hit", "1 or 0", lambda one: int(one.hits > 0)),
    Column("hits", "how many", "hits"),
)


def test_cells_stand_in_the_order_of_the_columns_however_they_are_read():
    assert FILE.head == ("double", "pilot", "base", "hit", "hits")
    assert tuple(FILE.cells(PILOT)) == (4, "=Jakob", "Rheine", 1, 2)


def test_a_file_may_have_one_plain_column_or_none():
    plain, computed = Column("pilot", "who", "name"), Column("hits", "how many", lambda one: one.hits)
    assert list(CsvFile("a", "A", plain).cells(PILOT)) == ["=Jakob"]
    assert list(CsvFile("a", "A", computed).cells(PILOT)) == [2]
    assert list(CsvFile("a", "A", computed, plain).cells(PILOT)) == [2, "=Jakob"]


def test_a_file_has_a_head_and_no_formula():
    assert b"".join(FILE.pieces([PILOT])).decode() == "\ufeffdouble,pilot,base,hit,hits\r\n4,'=Jakob,Rheine,1,2\r\n"


def test_fields_are_what_a_query_reads_as_it_stands():
    assert FILE.fields() == ["name", "hits"]
    assert FILE.fields("unit") == ["base"]


def test_columns_without_a_sentence_share_the_one_before():
    assert FILE.table().splitlines()[2:] == [
        "| `double` | computed |",
        "| `pilot`, `base` | who flies, and where |",
        "| `hit` | 1 or 0 |",
        "| `hits` | how many |",
    ]
