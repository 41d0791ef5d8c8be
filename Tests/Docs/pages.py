"""Reads Markdown pages: their fenced blocks, links and headings."""

import dataclasses
import pathlib
import re
import shlex

FENCE = re.compile(r"^( *)(`{3,})\s*([\w+-]*)(.*)$")
COMMENT = re.compile(r"<!--.*?-->", re.S)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^\s)>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
OTHER_OPTIONS = re.compile(r"<!--\s*options of other tools:(.*?)-->")
FROM_CLONE = re.compile(r"<!--\s*page: works from a clone\s*-->")


class PageError(Exception):
    """A fault of a page, with its path and line."""


@dataclasses.dataclass
class Block:
    """A fenced block: its language, its attributes and its text."""

    page: pathlib.Path
    line: int
    language: str
    attributes: dict
    text: str

    @property
    def place(self):
        return f"{self.page}:{self.line}"


@dataclasses.dataclass
class Page:
    """A page with its blocks; `prose` is the page without them, line by line."""

    path: pathlib.Path
    blocks: list
    prose: list
    from_clone: bool
    other_options: set

    def spans(self):
        """Inline code, each with its line."""
        for number, line in enumerate(self.prose, 1):
            for ticks, text in re.findall(r"(`+)(.+?)\1(?!`)", line):
                yield number, text.strip()

    def links(self):
        """Targets of links and pictures, each with its line; code is none."""
        text = "\n".join(re.sub(r"(`+)(.+?)\1(?!`)", lambda m: "x" * len(m[0]), line) for line in self.prose)
        for found in LINK.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, found[1]

    def anchors(self):
        """Anchors that links may name behind '#', made from headings as sites and forges do."""
        names = {}
        for line in self.prose:
            heading = re.match(r"#{1,6}\s+(.*?)\s*#*\s*$", line)
            if heading:
                name = slug(heading[1])
                names[name] = names.get(name, -1) + 1
        return {name if n == 0 else f"{name}_{n}" for name, last in names.items() for n in range(last + 1)}


def slug(heading):
    """The anchor of a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[^\w\s-]", "", text.replace("`", "")).strip().lower()
    return re.sub(r"[-\s]+", "-", text)


def attributes(text, place):
    """The attributes of a fence: title="a.yaml" exit="3"."""
    found = {}
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PageError(f"{place}: the fence can't be read ({error}); write key=\"value\"") from None
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise PageError(f"{place}: '{word}' in the fence is no key=\"value\"")
        found[key] = value
    return found


def read(path):
    """The page in a file."""
    text = path.read_text(encoding="utf-8")
    lines, blocks, prose = text.split("\n"), [], []
    number = 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if not fence:
            prose.append(lines[number])
            number += 1
            continue
        start, indent, ticks = number, len(fence[1]), fence[2]
        body = []
        number += 1
        while number < len(lines) and lines[number].strip() != ticks:
            body.append(lines[number][indent:] if not lines[number][:indent].strip() else lines[number])
            number += 1
        if number == len(lines):
            raise PageError(f"{path}:{start + 1}: this block has no end; close it with {ticks}")
        number += 1
        prose += [""] * (number - start)
        place = f"{path}:{start + 1}"
        blocks.append(Block(path, start + 1, fence[3], attributes(fence[4], place), "\n".join(body) + "\n"))
    from_clone = bool(FROM_CLONE.search(text))
    kept = COMMENT.sub(lambda m: "\n" * m[0].count("\n"), "\n".join(prose)).split("\n")
    others = {option for found in OTHER_OPTIONS.findall(text) for option in found.split()}
    return Page(path, blocks, kept, from_clone, others)
