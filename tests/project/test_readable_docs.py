"""The pages of the documentation are easy to read: short sentences, short paragraphs, and no private words.

A page is split into blocks: paragraphs, items of lists and cells of tables. Code, headings and spans between backticks
are no prose. Sentences are counted in paragraphs and items; cells are only held to the limit of a paragraph and to the
words.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
GENERATED = {f"docs/reference/{name}.md" for name in ("api", "commands", "events")}
"""Pages that a command writes whole."""
PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
    if str(path.relative_to(ROOT)) not in GENERATED
)
LONGEST_MEDIAN = 18
LONGEST_PARAGRAPH = 90
BANNED = re.compile(
    r"\b(houses?|rooms?|told|kept|reckon\w*|whoever|keepers?|of late|(?:take|takes|taken|taking|took) in)\b",
    re.IGNORECASE,
)
"""Words that only their authors understood: site, app, recorded, stored, computed, a name, lately, imported."""
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|vs|No|St)\.")


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list or a cell of a table, with the line on which it begins."""

    line: int
    text: str
    is_cell: bool = False

    @property
    def sentences(self) -> list[str]:
        """Return its sentences; a colon before a list or a block ends one as well."""
        closed = ABBREVIATION.sub(lambda found: found[0].replace(".", ""), self.text)
        return [part.strip() for part in re.split(r"(?<=[.!?])[\"”’)*]*\s+|:$", closed) if words_in(part)]


def words_in(text: str) -> list[str]:
    """Return the words of a text; a span of code or a link's name counts as it is read."""
    return re.findall(r"[^\W_][\w'’.,/-]*", text)


def blocks_of(page: str) -> list[Block]:
    """Split a page into its blocks."""
    found: list[Block] = []
    begun, lines, fenced = 0, list[str](), False

    def close() -> None:
        if lines:
            found.append(Block(begun, plain(" ".join(lines))))
        lines.clear()

    for number, line in enumerate(page.splitlines(), 1):
        fenced ^= line.lstrip().startswith("```")
        is_code = fenced or line.lstrip().startswith("```") or (line.startswith("    ") and not lines)
        if is_code or not line.strip() or line.startswith(("#", "<!--")):
            close()
        elif line.lstrip().startswith("|"):
            close()
            found += [Block(number, plain(cell), is_cell=True) for cell in line.strip().strip("|").split("|")]
        else:
            if re.match(r"\s*(?:[-*]|\d+\.)\s", line):
                close()
            begun = begun if lines else number
            lines.append(line.strip())
    close()
    return [block for block in found if words_in(block.text)]


def plain(text: str) -> str:
    """Return a text as it is read: links by their names, a span of code as one word."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "code", text)
    return re.sub(r"^\s*(?:[-*]|\d+\.)\s+|\*\*", "", text)


def faults_of(page: str) -> list[str]:
    """Say what makes a page hard to read, with the lines."""
    blocks = blocks_of(page)
    sentences = [(block.line, one) for block in blocks if not block.is_cell for one in block.sentences]
    lengths = [len(words_in(one)) for _line, one in sentences]
    faults = []
    if lengths and median(lengths) > LONGEST_MEDIAN:
        longest = sorted(zip(lengths, sentences, strict=True), key=lambda one: -one[0])[:8]
        faults.append(f"half of the sentences have over {LONGEST_MEDIAN} words (median {median(lengths):g}):")
        faults += [f"  line {line}, {length} words: {one[:90]} …" for length, (line, one) in longest]
    for block in blocks:
        if (length := len(words_in(block.text))) > LONGEST_PARAGRAPH:
            faults.append(f"line {block.line}: a paragraph of {length} words, at most {LONGEST_PARAGRAPH} are read")
        faults += [f"line {block.line}: “{word}”: {around(block.text, word)}" for word in BANNED.findall(block.text)]
    return faults


def around(text: str, word: str) -> str:
    """Return some words on both sides of a word."""
    place = text.find(word)
    return f"… {text[max(0, place - 40) : place + 40]} …"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_easy_to_read(page):
    faults = faults_of((ROOT / page).read_text(encoding="utf-8"))
    assert not faults, "\n".join([page, *faults])


def test_hard_pages_are_noticed():
    assert faults_of("# The house\n\nOne fact. `house_key` is a name.\n\n    the house, in code\n") == []
    assert [one[:17] for one in faults_of("| a | it is kept |\n")] == ["line 1: “kept”: …"]
    assert "19" in faults_of("word " * 19 + ".\n")[0]
    assert faults_of("word " * 18 + ".\n") == []
    assert "a paragraph of 91 words" in faults_of("One. " * 91)[0]
    assert faults_of("- " + "One. " * 50 + "\n- " + "One. " * 50) == []
    assert [block.line for block in blocks_of("a\nb\n\n- c\n  d\n- e\n\n| f | g |\n")] == [1, 4, 6, 8, 8]
