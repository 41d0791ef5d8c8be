"""Reads source files for Scripts/prose: comments, string literals, declared Swift names and Markdown prose."""
import ast
import bisect
import collections
import io
import re
import tokenize

# Comments and string literals begin with one of these.
TOKENS = {
    "swift": re.compile(r'//[^\n]*|/\*|#*"(?:"")?'),
    "js": re.compile(r"//[^\n]*|/\*|[\"'`]"),
    "c": re.compile(r"//[^\n]*|/\*|[\"']"),
    "css": re.compile(r"/\*|[\"']"),
}
LANGUAGES = {
    ".swift": "swift", ".js": "js", ".css": "css", ".c": "c", ".h": "c", ".cpp": "c", ".py": "python", ".sh": "hash",
    ".yaml": "hash", ".yml": "hash", ".toml": "hash", ".md": "markdown"}

KEYWORDS = r"(func|var|let|struct|class|enum|actor|protocol|typealias|associatedtype|init|subscript)\b[?!]?\s*(`?\w*)"
MODIFIERS = (
    r"(?:(?:static|final|mutating|nonmutating|override|indirect|lazy|required|convenience|nonisolated)\s+|"
    r"(?:private|fileprivate|internal|package)\(set\)\s+)*")
TYPE = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*" r"(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated)\s+)*"
    r"(?:struct|class|enum|actor|protocol)\s+`?(\w+)", re.MULTILINE)
DECLARATION = re.compile(r"\b(?:public|package|open)\s+" + MODIFIERS + KEYWORDS)
REQUIREMENT = re.compile(r"^\s*" + MODIFIERS + KEYWORDS, re.MULTILINE)
CASE_NAME = r"`?\w+`?(?:\s*=\s*[^,\n]+)?"
CASES = re.compile(rf"\bcase\s+({CASE_NAME}(?:\s*,\s*{CASE_NAME})*)")
ARGUMENT = re.compile(r"[(\[{<]|(?<!-)>|[)\]}]|(?<=[(,])\s*(\w+)(?:\s+\w+)?\s*:")
# A row of an object reader; or of a parameter, which has a key and then the property that stores its value.
ROW = re.compile(r'\bobject\.(?:optional|required|list|oneOf)(\()|\.\w+(\()\s*"[^"]*",\s*\\\.')

Text = collections.namedtuple("Text", "line text is_doc", defaults=(False,))


def blank(text, mark=" "):
    return re.sub(r"[^\n]", mark, text)


class Source:
    """A file's comments and string literals; `code` has neither, with all else at the same offsets."""

    def __init__(self, path, text, language):
        self.path, self.text, self.language = path, text, language
        self.comments, self.strings = [], []  # of Text, and of (begin, end, text)
        self.starts = [0] + [found.end() for found in re.finditer("\n", text)]
        self.code = ""
        if language == "python":
            self.read_python()
        elif language == "hash":
            self.read_hash()
        elif language in TOKENS:
            self.read_code(TOKENS[language])

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def add_comment(self, line, text, is_doc=False):
        """Adds a comment line, to the comment that ends on the line above if both are of one kind."""
        last = self.comments[-1] if self.comments else None
        if last and last.is_doc == is_doc and last.line + last.text.count("\n") + 1 == line:
            self.comments[-1] = last._replace(text=last.text + "\n" + text)
        else:
            self.comments.append(Text(line, text, is_doc))

    def read_code(self, token):
        code, at = [], 0
        while found := token.search(self.text, at):
            code.append(self.text[at:found.start()])
            at, opening = found.start(), found.group()
            if opening.startswith("//"):
                end, is_doc = found.end(), opening.startswith("///") and self.language == "swift"
                self.add_comment(self.line(at), opening.lstrip("/").strip(), is_doc)
                code.append(blank(opening))
            elif opening == "/*":
                end = self.text.find("*/", at) + 2
                end = end if end > 1 else len(self.text)
                text = re.sub(r"(?m)^[ \t]*\*+", "", self.text[at + 2:end - 2].lstrip("*"))
                self.comments.append(Text(self.line(at), text, self.text.startswith("/**", at)))
                code.append(blank(self.text[at:end]))
            else:
                end, text = string_end(self.text, found.end(), opening, token)
                self.strings.append((at, end, text))
                code.append('"' + blank(self.text[at:end])[2:] + '"' if end > at + 1 else '"')
            at = end
        self.code = "".join(code) + self.text[at:]

    def read_python(self):
        try:
            tokens = list(tokenize.generate_tokens(io.StringIO(self.text).readline))
        except (tokenize.TokenError, SyntaxError):
            self.read_hash()
            return
        before = tokenize.NEWLINE
        for token in tokens:
            if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
                self.add_comment(token.start[0], token.string.lstrip("#").strip())
            # A string that is a statement documents what holds it.
            elif token.type == tokenize.STRING and before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
                self.comments.append(Text(token.start[0], ast.literal_eval(token.string), True))
            if token.type not in (tokenize.COMMENT, tokenize.NL):
                before = token.type

    def read_hash(self):
        for number, line in enumerate(self.text.split("\n"), 1):
            found = re.search(r"(?:^|\s)#+(?:\s+|$)(.*)", line)
            code = line[:found.start()] if found else ""
            if found and code.count('"') % 2 == 0 and code.count("'") % 2 == 0:
                self.add_comment(number, found.group(1))


def string_end(text, at, quote, token):
    """The end of a string literal that opens before `at`, and its text, with "…" for each interpolation."""
    hashes, quote = "#" * quote.count("#"), quote.lstrip("#")
    end_of_line = "" if quote in ('"""', "`") else "|\n"
    stop = re.compile(re.escape(quote + hashes) + rf"|\\{hashes}(\(?)(\n\s*|.)?" + end_of_line, re.DOTALL)
    inner = re.compile(r"[()]|" + token.pattern)
    parts = []
    while found := stop.search(text, at):
        parts.append(text[at:found.start()])
        at = found.end()
        if found.group(1):
            at, depth = found.end(1), 1
            while depth and (next_ := inner.search(text, at)):
                at = next_.end()
                depth += {"(": 1, ")": -1}.get(next_.group(), 0)
                if '"' in next_.group():
                    at = string_end(text, at, next_.group(), token)[0]
            parts.append("…")
        elif found.group() == "\n":  # It is not closed: perhaps no string literal at all.
            return found.start(), "".join(parts)
        elif not found.group().startswith("\\"):
            return at, "".join(parts)
        elif found.group(2) and not found.group(2).startswith("\n"):
            parts.append(" " if found.group(2) == "n" else found.group(2))
    return len(text), "".join(parts)


def closing(code, at):
    """The offset of the bracket that closes the first one at or after an offset."""
    depth = 0
    for found in re.compile(r"[(\[{]|[)\]}]").finditer(code, at):
        depth += 1 if found.group() in "([{" else -1
        if depth == 0:
            return found.start()
    return len(code)


def members(code, at):
    """A type's body at its offsets, without the blocks and parentheses in it."""
    end, begin, parts = closing(code, at), at + 1, [" " * (at + 1)]
    while found := re.compile(r"[{(]").search(code, begin, end):
        inner = closing(code, found.start()) + 1
        parts += [code[begin:found.start()], blank(code[found.start():inner])]
        begin = inner
    return "".join(parts) + code[begin:end]


def declared_names(source):
    """Public and package Swift names as (offset, name): types, members, argument labels, cases, requirements."""
    code, names = source.code, []

    def add(match):
        keyword, name = match.group(1), match.group(2).strip("`")
        if name and keyword not in ("init", "subscript"):
            names.append((match.start(2), name))
        if keyword in ("func", "init", "subscript"):
            begin, depth = max(code.find("(", match.end(1)), 0), 0
            for part in ARGUMENT.finditer(code, begin, closing(code, begin)):
                if not part.group(1):
                    depth += 1 if part.group() in "([{<" else -1
                elif depth == 1:
                    names.append((part.start(1), part.group(1)))
        if keyword == "enum":
            for case in CASES.finditer(members(code, code.find("{", match.end()))):
                found = re.finditer(r"(?:^|,)\s*`?(\w+)", case.group(1))
                names.extend((case.start(1) + each.start(1), each.group(1)) for each in found)
        if keyword == "protocol":
            for requirement in REQUIREMENT.finditer(members(code, code.find("{", match.end()))):
                add(requirement)

    for match in DECLARATION.finditer(code):
        add(match)
    return sorted((offset, name) for offset, name in set(names) if name != "_")


def declared_types(source):
    """The file's Swift types as (offset, name, is_nested)."""
    depths, depth = [0], 0
    for found in re.finditer(r"[{}]", source.code):
        depth += 1 if found.group() == "{" else -1
        depths.append((found.start(), depth))
    for match in TYPE.finditer(source.code):
        at = bisect.bisect_left(depths, (match.start(), 0), 1) - 1
        yield match.start(1), match.group(1), at > 0 and depths[at][1] > 0


def literals(source):
    """The texts of parameters, document keys and metrics, and all other texts of three words or more."""
    # Literals that "+" joins are one text.
    joined, texts, messages = [], [], []
    for begin, end, text in source.strings:
        if joined and re.fullmatch(r"\s*\+\s*", source.code[joined[-1][1]:begin]):
            joined[-1] = (joined[-1][0], end, joined[-1][2] + text)
        else:
            joined.append((begin, end, text))
    rows = [(row.start(), closing(source.code, max(row.start(1), row.start(2)))) for row in ROW.finditer(source.code)]
    for begin, _, text in joined:
        is_row = "/Scoring/Catalogue/" in source.path or any(low < begin < high for low, high in rows)
        if len(re.findall(r"(?<!\w)[A-Za-z]{2,}", text)) > (1 if is_row else 2):
            (texts if is_row else messages).append(Text(source.line(begin), text.strip()))
    return texts, messages


def without_code(text):
    """A text without code in backticks, short quotations and parameter names of doc comments, line by line."""
    return re.sub(
        r"(?s:```.*?```)|``[^`]+``|`[^`]+`|(?<!\w)'[^\s']+(?: [^\s']+){0,3}'(?!\w)|(?m:^\s*- (?:Parameter )?\w+:)",
        lambda found: blank(found.group(), "·"), text)


def markdown_prose(text):
    """Markdown without code, HTML, link targets and the terms that glossary rows explain, line by line."""
    return without_code(re.sub(
        r"(?ms:^(\s*)(```+|~~~+).*?^\s*\2)|(?s:<!--.*?-->)|\]\([^)]*\)|<[^>\n]+>|(?m:^\| \*\*[^|]*\|)",
        lambda found: blank(found.group(), "·"), text))
