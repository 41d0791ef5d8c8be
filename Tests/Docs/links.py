"""Checks that the targets of links, and the commands and options in prose, exist."""

import ast
import pathlib
import re
import shlex
import subprocess

import pages

VERB_LINE = re.compile(r"^  ([a-z]+)  ", re.M)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
ABBREVIATION = re.compile(r"\b(?:[A-Z]{2,}[a-z]?|[A-Z]+\d[A-Z0-9]*)\b")


def check_links(page, known):
    """Faults of a page's links. `known` caches pages."""
    for line, target in page.links():
        place = f"{page.path}:{line}"
        if re.match(r"[a-z]+:", target):
            if not target.startswith(("https://", "mailto:")):
                yield f"{place}: '{target}' should begin with https://"
            continue
        name, _, anchor = target.partition("#")
        file = (page.path.parent / name).resolve() if name else page.path.resolve()
        if not file.exists():
            yield f"{place}: the link '{target}' leads nowhere"
        elif anchor and file.suffix == ".md":
            if file not in known:
                known[file] = pages.read(file)
            if anchor not in known[file].anchors():
                yield f"{place}: '{name or page.path.name}' has no heading '#{anchor}'"


class Options:
    """The verbs of the command, and their options, from its help."""

    def __init__(self, binary):
        self.binary = binary
        overview = subprocess.run([binary, "help"], capture_output=True, text=True, check=True).stdout
        self.verbs = set(VERB_LINE.findall(overview)) | {"help"}
        self.known = {}

    def of(self, verb):
        """The options of a verb."""
        if verb not in self.known:
            text = subprocess.run([self.binary, "help", verb], capture_output=True, text=True).stdout
            self.known[verb] = set(OPTION.findall(text)) | {"--help"}
        return self.known[verb]

    def problems(self, command):
        """Faults of a command 'venuesim VERB ...', which may have placeholders."""
        try:
            words = shlex.split(command.replace("…", ""), comments=True)
        except ValueError:
            words = command.split()
        if len(words) < 2 or words[1].startswith(("-", "$", "[")) or not re.fullmatch("[a-z]+", words[1]):
            return
        verb = words[1]
        if verb not in self.verbs:
            yield f"there is no verb '{verb}'; 'venuesim help' lists them"
            return
        for word in words[2:]:
            option = re.match(r"--[a-z][a-z-]*", word)
            if option and option[0] not in self.of(verb) | ({"--man"} if verb == "help" else set()):
                yield f"'venuesim {verb}' has no option {option[0]}"

    def is_any(self, option):
        """True if any verb has the option."""
        return any(option in self.of(verb) for verb in sorted(self.verbs)) or option in ("--version", "--man")


def commands(text):
    """The venuesim commands of a script, each with its line; continued lines are joined."""
    joined = text.replace("\\\n", "  ")
    for number, line in enumerate(joined.split("\n")):
        for piece in re.split(r"&&|\|\||[;|]|\$\(|\bif ", line):
            if re.match(r"\s*venuesim\s", piece):
                yield number, piece.split(" > ")[0].strip()


def check_commands(page, options):
    """Faults of commands in prose, and in blocks that can't be run here."""
    for line, span in page.spans():
        place = f"{page.path}:{line}"
        if span.startswith("venuesim "):
            yield from (f"{place}: {problem}" for problem in options.problems(span))
        elif re.fullmatch(r"--[a-z][a-z-]*( .*)?", span) and span.split()[0] not in page.other_options \
                and not options.is_any(span.split()[0]):
            yield f"{place}: no verb has an option {span.split()[0]}"
    for block in page.blocks:
        if block.language == "sh" and "skip" in block.attributes:
            for number, command in commands(block.text):
                for problem in options.problems(command):
                    yield f"{page.path}:{block.line + 1 + number}: {problem}"


def python_names(root):
    """Names that the Python package exports, from its source."""
    source = (pathlib.Path(root) / "Python/src/venuesim/__init__.py").read_text(encoding="utf-8")
    names = {alias.asname or alias.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)
             for alias in node.names}
    if "run" not in names:
        raise pages.PageError("Python/src/venuesim/__init__.py names no 'run'; how does it say what it brings?")
    return names


def check_python(page, names):
    """Faults of names of the Python package in prose."""
    for line, span in page.spans():
        for name in re.findall(r"(?<![\w./-])venuesim\.([A-Za-z_]+)(?=\(|$|\))", span):
            if name not in names:
                yield f"{page.path}:{line}: the Python package has no '{name}'"


def plain_command(text):
    """A command without the folder of its program, silencing options and comments."""
    text = text.replace(".build/release/", "").split(" || test ")[0].split(" #")[0]
    return " ".join(word for word in text.split() if word not in ("--force", "--quiet"))


def check_evidence(page, index):
    """Problems of a page of evidence: it links a table of results/ without showing the command that writes it.

    `index` has the command of each table, as results/index.csv names it.
    """
    shown = {plain_command(line) for block in page.blocks if block.language == "sh"
             for line in block.text.replace("\\\n", " ").split("\n")}
    for line, target in page.links():
        command = index.get(target.removeprefix("../../"))
        for piece in (command or "").split("&&"):
            if piece.strip() and plain_command(piece) not in shown:
                yield f"{page.path}:{line}: '{target}' is linked, but not its command '{plain_command(piece)}'"


def entries(glossary):
    """The terms that a glossary explains, in its order."""
    found = []
    for line in glossary.prose:
        row = re.match(r"\|\s*\*\*(.+?)\*\*\s*\|", line)
        if row:
            found.append(row[1])
    return found


def check_order(glossary):
    """Problems of a glossary's rows: too few, or not in alphabetical order."""
    words = entries(glossary)
    if len(words) < 20:
        yield f"{glossary.path}: has {len(words)} rows of '| **word** | ...'; more were expected"
    for before, after in zip(words, words[1:]):
        if before.lower() > after.lower():
            yield f"{glossary.path}: '{after}' stands behind '{before}'; rows go by the alphabet"


def check_glossary(glossaries, others):
    """Problems of the pages that explain terms: their order, and abbreviations that they don't explain."""
    for glossary in glossaries:
        yield from check_order(glossary)
    words = [word for glossary in glossaries for word in entries(glossary)]
    explained = set(re.findall(r"\w+", " ".join(words)))
    meanings = "\n".join(line for glossary in glossaries for line in glossary.prose).lower()
    for page in others:
        for number, line in enumerate(page.prose, 1):
            text = re.sub(r"`[^`]*`|\]\([^)]*\)", " ", line)
            # Pages write new terms in italics.
            for term in re.findall(r"(?<![*\w])\*([a-z][a-z -]*)\*(?![*\w])", text):
                if not re.search(rf"\b{term.removesuffix('s')}", meanings):
                    yield f"{page.path}:{number}: the glossary doesn't explain '{term}'"
            for word in ABBREVIATION.findall(text):
                # The talks of a year, such as WWDC14, are the word with a number.
                if not {word, word.rstrip("s"), word.rstrip("0123456789")} & explained:
                    yield f"{page.path}:{number}: the glossary doesn't explain '{word}'"
                    explained.add(word)


def tree(root):
    """All tested pages: the README and the documents."""
    return [pathlib.Path(root) / "README.md", *sorted((pathlib.Path(root) / "Docs").rglob("*.md"))]
