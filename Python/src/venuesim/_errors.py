"""Exceptions and diagnostics."""

from __future__ import annotations

import re
from typing import NamedTuple

_PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<message>.*)$")
_HINT = re.compile(r" \(did you mean '(?P<suggestion>.*?)'\?\)")


class Diagnostic(NamedTuple):
    """A mistake in a file, with its position."""

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
    """Invalid scenario, file or argument; the message has the position and a remedy."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The mistakes one by one; mistakes in files have their position."""
        return [_diagnostic(text) for text in str(self).splitlines()]


class ToolError(RuntimeError):
    """Failure of the environment: no program, a full disk, a stack that crashed or timed out."""


def _diagnostic(text: str) -> Diagnostic:
    """Parse a message such as `mall.yaml:14:9: unknown key 'placment' (did you mean 'placement'?)`."""
    hint = _HINT.search(text)
    suggestion = None
    if hint is not None:
        suggestion = hint["suggestion"]
        text = text[: hint.start()] + text[hint.end() :]
    match = _PLACE.match(text)
    if match is None:
        return Diagnostic(None, None, None, text, suggestion)
    return Diagnostic(match["file"], int(match["line"]), int(match["column"]), match["message"], suggestion)


def near(given: str, known: list[str]) -> str:
    """Return a hint at the most similar known name, or nothing."""
    # Imported here to keep the start of the command fast.
    import difflib

    found = difflib.get_close_matches(given, known, n=1)
    return f" (did you mean '{found[0]}'?)" if found else ""


def one_of(what: str, given: str, known: list[str]) -> str:
    """Return a message for an unknown name, with the most similar known one."""
    return f"unknown {what} '{given}'{near(given, known)}; there are {', '.join(known)}"
