"""Reword English sentences in the source and in every catalogue together, so that no translation is lost.

    python -m tools.reword changes.txt

The file holds one change a paragraph. `-` is the present sentence, `+` the new one; both are written as in the
catalogue (`%(name)s` for a value). `--` and `++` are the plural, `@` is the context. `pl`, or `pl0` to `pl2` for each
plural form, gives a new translation where the old one does not fit any more:

    - You keep as many programs as you may.
    + You have reached the limit of bot accounts. Delete one first.
    pl Masz już tyle kont botów, ile wolno. Najpierw usuń jedno.

Strings of several words in the tests change too where they are the whole sentence. Lines that quote a part are printed:
a person reads them. A wrong change is refused before anything is written.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation import trim_whitespace

ROOT = Path(__file__).resolve().parent.parent
APPS = ("campaigns", "config", "play", "raids", "sorties")
CODE = (*APPS, "tests")
OLD_RELEASES = re.compile(r"/tests/upgrades/make\w*\.py$")
"""Scripts that run in a checkout of an earlier release, and ask for its sentences."""
WIDTH = 118
BLOCK = re.compile(
    r"(?P<head>{%\s*blocktranslate\b(?P<options>[^%]*)%})(?P<body>.*?)"
    r"(?:(?P<plural_tag>{%\s*plural\s*%})(?P<plural>.*?))?(?P<end>{%\s*endblocktranslate\s*%})",
    re.S,
)
TAG = re.compile(r"{%\s*translate\s.*?%}|{%.*?%}|{{.*?}}", re.S)
VARIABLE = re.compile(r"{{\s*([\w.]+)[^}]*}}")
CONTEXT = re.compile(r"\bcontext [\"']([^\"']*)[\"']")
PLACEHOLDER = re.compile(r"%\((\w+)\)[-+.\d]*[sdf]")
MARKER = re.compile(r"(--|\+\+|-|\+|@|[a-z]{2}(?:_[A-Z]{2})?\d?) (.*)")


@dataclass
class Change:
    """A sentence, and what it becomes."""

    old: str
    new: str
    context: str = ""
    old_plural: str = ""
    new_plural: str = ""
    translations: dict[str, str] = field(default_factory=dict)
    places: int = 0

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Give the singular and, where there is one, the plural: the old and the new one."""
        yield self.old, self.new
        if self.old_plural:
            yield self.old_plural, self.new_plural


class Refused(Exception):
    """A change that cannot be made."""


def read_changes(text: str) -> list[Change]:
    """Read the file of changes."""
    changes = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        parts: dict[str, str] = {}
        for line in paragraph.splitlines():
            found = MARKER.fullmatch(line.rstrip())
            if not found:
                raise Refused(f"This line begins with none of the marks: {line}")
            parts[found[1]] = found[2].replace("\\n", "\n")
        if not {"-", "+"} <= parts.keys() or ("--" in parts) != ("++" in parts):
            raise Refused(f"A change needs “-” and “+”, and “--” goes with “++”: {paragraph}")
        old, new, context, old_plural, new_plural = (parts.pop(mark, "") for mark in ("-", "+", "@", "--", "++"))
        change = Change(old, new, context, old_plural, new_plural, parts)
        _check_placeholders(change)
        changes.append(change)
    return changes


def _check_placeholders(change: Change) -> None:
    known = {name for old, _ in change.pairs() for name in PLACEHOLDER.findall(old)}
    unknown = {name for _, new in change.pairs() for name in PLACEHOLDER.findall(new)} - known
    if unknown:
        raise Refused(f"{change.new}: nothing fills in {', '.join(sorted(unknown))}.")


# Python


def reword_python(source: str, changes: Iterable[Change], *, every_string: bool = False) -> str:
    """Return the module with its sentences changed: those in calls of gettext, or every string that is one whole."""
    known = {(change.context, old): (new, change) for change in changes for old, new in change.pairs()}
    if not every_string and not re.search(r"gettext|_\(", source):
        return source
    if not any(old.split()[0] in source for _, old in known):
        return source
    tree = ast.parse(source)
    found = [
        (node, *known[context, node.value])
        for context, node in (_strings(tree, known) if every_string else _translated(tree))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (context, node.value) in known
    ]
    for node, new, change in sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset), reverse=True):
        source = _replaced(source, node, new)
        change.places += not every_string
    return source


def _translated(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Give each argument of a call of gettext, with the context of the call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name == "_" or "gettext" in name:
                first = node.args[0] if node.args else None
                has_context = "pgettext" in name and isinstance(first, ast.Constant)
                context = str(first.value) if has_context and isinstance(first, ast.Constant) else ""
                yield from ((context, argument) for argument in node.args[has_context:])


def _strings(tree: ast.AST, known: Iterable[tuple[str, str]]) -> Iterator[tuple[str, ast.AST]]:
    """Give every string of a test. A test shows no context: a sentence that has two is left to a person."""
    contexts: dict[str, list[str]] = {}
    for context, old in known:
        if " " not in old:
            continue  # A single word of a test may be a name.
        contexts.setdefault(old, []).append(context)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            for context in contexts.get(node.value, [])[:1]:
                yield context, node


def _replaced(source: str, node: ast.Constant, new: str) -> str:
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None and node.end_col_offset is not None
    first, last = node.lineno - 1, node.end_lineno - 1
    before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    literal = '"' + new.replace("\\", "\\\\").replace('"', r"\"").replace("\n", "\\n") + '"'
    if len((before + after).decode()) + len(literal) > WIDTH:
        literal = _wrapped(literal[1:-1], " " * (len(before) - len(before.lstrip()) + 4))
    lines[first : last + 1] = [before + literal.encode() + after]
    return b"".join(lines).decode()


def _wrapped(text: str, indent: str) -> str:
    """Write a long sentence as strings beneath each other; the formatter sets them straight."""
    parts, line = [], ""
    for word in re.findall(r"\S+\s*", text):
        if line and len(indent) + len(line) + len(word) > WIDTH - 4:
            parts.append(line)
            line = ""
        line += word
    return "\n" + "".join(f'{indent}"{part}"\n' for part in [*parts, line]) + indent


# Templates


def reword_template(source: str, changes: Iterable[Change]) -> str:
    """Return the template with its sentences changed, in `translate`, in `blocktranslate` and in `_()`."""
    changes = list(changes)
    source = BLOCK.sub(lambda block: _reworded_block(block, changes), source)
    return TAG.sub(lambda tag: _reworded_tag(tag[0], changes), source)


def _reworded_tag(tag: str, changes: list[Change]) -> str:
    for change in changes:
        for old, new in ((old.replace("%%", "%"), new.replace("%%", "%")) for old, new in change.pairs()):
            for quote in "\"'":
                if f"{quote}{old}{quote}" not in tag or not ("translate " in tag or "_(" in tag):
                    continue
                if change.context != _context(tag):
                    continue
                use = quote if quote not in new else "'" if quote == '"' else '"'
                if use in new:
                    raise Refused(f"Both quotation marks stand in a sentence of a template: {new}")
                tag = tag.replace(f"{quote}{old}{quote}", f"{use}{new}{use}")
                change.places += 1
    return tag


def _context(tag: str) -> str:
    found = CONTEXT.search(tag)
    return found[1] if found else ""


def _sentence(body: str, trimmed: bool) -> str:
    text = VARIABLE.sub(lambda found: f"%({found[1]})s", body.replace("%", "%%"))
    return trim_whitespace(text) if trimmed else text


def _reworded_block(block: re.Match[str], changes: list[Change]) -> str:
    trimmed = "trimmed" in block["options"].split()
    context = _context(block["options"])
    singular, plural = _sentence(block["body"], trimmed), _sentence(block["plural"] or "", trimmed)
    for change in changes:
        if (change.old, change.context) == (singular, context):
            change.places += 1
            text = block["head"] + _body(block["body"], change.new, trimmed)
            if block["plural_tag"]:
                if change.old_plural not in ("", plural):
                    raise Refused(f"The plural of “{singular}” is “{plural}”.")
                new = change.new_plural if change.old_plural else plural
                text += block["plural_tag"] + _body(block["plural"], new, trimmed)
            return text + block["end"]
    return block[0]


def _body(old: str, new: str, trimmed: bool) -> str:
    variables = {found[1]: found[0] for found in VARIABLE.finditer(old)}
    text = PLACEHOLDER.sub(lambda found: variables.get(found[1], f"{{{{ {found[1]} }}}}"), new).replace("%%", "%")
    if trimmed and "\n" in old:
        before, after = re.match(r"\s*", old), re.search(r"\s*\Z", old)
        return f"{before[0] if before else ''}{text}{after[0] if after else ''}"
    return text


# Catalogues

FIELD = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) ((?:".*"\n?)+)', re.M)


def _text(quoted: str) -> str:
    return "".join(str(ast.literal_eval(line)) for line in quoted.strip().splitlines())


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', r"\"").replace("\n", "\\n") + '"'


def reword_catalogue(source: str, changes: Iterable[Change], language: str) -> str:
    """Return the catalogue with its sentences changed and their translations preserved, or replaced by new ones."""
    head, *blocks = source.split("\n\n")
    entries = {key: number for number, block in enumerate(blocks) if (key := _key(block))}
    for change in changes:
        number = entries.pop((change.context, change.old), None)
        if number is None:
            continue
        taken = entries.get((change.context, change.new))
        blocks[number] = _reworded_entry(blocks[number], change, language)
        if taken is not None and change.new != change.old:
            if not any(mark.startswith(language) for mark in change.translations):
                blocks[number] = blocks[taken]
            blocks[taken] = ""
        entries[change.context, change.new] = number
    return "\n\n".join([head, *(block for block in blocks if block.strip())]).rstrip("\n") + "\n"


def _key(block: str) -> tuple[str, str] | None:
    parts = {name: _text(text) for name, text in FIELD.findall(block)}
    return (parts.get("msgctxt", ""), parts["msgid"]) if parts.get("msgid") else None


def _reworded_entry(block: str, change: Change, language: str) -> str:
    def renewed(found: re.Match[str]) -> str:
        name, text = found[1], _text(found[2])
        if name == "msgid":
            text = change.new
        elif name == "msgid_plural":
            text = change.new_plural or text
        elif name == "msgstr":
            text = change.translations.get(language, text)
        elif name.startswith("msgstr"):
            text = change.translations.get(f"{language}{name[7]}", text)
        return f"{name} {_quoted(text)}" + ("\n" if found[2].endswith("\n") else "")

    return FIELD.sub(renewed, block)


# All files


def reword(changes: list[Change], root: Path = ROOT) -> list[str]:
    """Change every file below the root, and return what a person should read."""
    written: dict[Path, str] = {}
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            if OLD_RELEASES.search(path.as_posix()):
                continue
            written[path] = reword_python(path.read_text(), changes, every_string=folder == "tests")
    for folder in ("templates", *APPS):
        for pattern in ("*.html", "*.txt"):
            for path in sorted((root / folder).rglob(pattern)):
                written[path] = reword_template(path.read_text(), changes)
    for path in sorted((root / "locale").glob("*/LC_MESSAGES/django.po")):
        written[path] = reword_catalogue(path.read_text(), changes, path.parent.parent.name)
    missing = [change.old for change in changes if not change.places]
    if missing:
        raise Refused("Not found in the source:\n" + "\n".join(f"  {old}" for old in missing))
    for path, text in written.items():
        if text != path.read_text():
            path.write_text(text)
    return list(_left(changes, root))


def _left(changes: list[Change], root: Path) -> Iterator[str]:
    """Give the lines of tests, scripts and documents that quote a part of a sentence that has changed."""
    parts = {
        part.strip()
        for change in changes
        for old, new in change.pairs()
        for part in PLACEHOLDER.split(old)[::2]
        if len(part.strip()) > 11 and " " in part.strip() and part.strip() not in new
    }
    paths = [*(root / "tests").rglob("*.py"), *(root / "docs").rglob("*.md"), *(root / "static").rglob("*.js")]
    for path in sorted(paths):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if any(part in line for part in parts):
                yield f"{path.relative_to(root)}:{number}: {line.strip()[:150]}"


def main(arguments: list[str]) -> int:
    """Make the changes of the files that are named."""
    try:
        changes = [change for name in arguments for change in read_changes(Path(name).read_text())]
        left = reword(changes)
    except Refused as why:
        print(why)
        return 1
    print(f"{len(changes)} sentences changed in {sum(change.places for change in changes)} places.")
    print(*(["Read these lines, they quote a part:", *left] if left else []), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
