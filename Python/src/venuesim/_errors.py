"""What can go wrong, apart from what a run finds out."""

from __future__ import annotations

import re
from typing import NamedTuple

_PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<message>.*)$")
_HINT = re.compile(r" \(did you mean '(?P<suggestion>.*?)'\?\)")


class Diagnostic(NamedTuple):
    """A mistake in a file, and where it is."""

    file: str | None
    line: int | None
    column: int | None
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}:{self.line}:{self.column}: "
        hint = "" if self.suggestion is None else f" (did you mean '{self.suggestion}'?)"
        return f"{place}{self.message}{hint}"


class InputError(ValueError):
    """A scenario, a file or an argument is wrong; the message says where, and what to do about it."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The mistakes one by one, those that the tool found in files with their places."""
        return [_diagnostic(text) for text in str(self).splitlines()]


class ToolError(RuntimeError):
    """The environment failed: no binary, a full disk, a stack that died or took too long."""


def _diagnostic(text: str) -> Diagnostic:
    """A mistake as it was written: `mall.yaml:14:9: unknown key 'placment' (did you mean 'placement'?)`."""
    hint = _HINT.search(text)
    suggestion = None
    if hint is not None:
        suggestion = hint["suggestion"]
        text = text[: hint.start()] + text[hint.end() :]
    match = _PLACE.match(text)
    if match is None:
        return Diagnostic(None, None, None, text, suggestion)
    return Diagnostic(match["file"], int(match["line"]), int(match["column"]), match["message"], suggestion)


def one_of(what: str, given: str, known: list[str]) -> str:
    """A message for a name that isn't known, with the one that was probably meant."""
    # Imported here: the command's start shall not pay for it.
    import difflib

    near = difflib.get_close_matches(given, known, n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    return f"unknown {what} '{given}'{hint}; there are {', '.join(known)}"
