"""Compares what a command printed with what a page shows."""

import difflib
import re

ANY = "..."


def pattern(line):
    """A line of a page as a pattern: '...' within it matches anything."""
    return re.compile(".*".join(re.escape(piece) for piece in line.split(ANY)) + r"\s*\Z")


def matches(shown, printed):
    """True if printed lines match the shown ones; a line of '...' alone matches any number of lines."""
    rows = [{0}]  # for each shown line: possible numbers of printed lines up to and including it
    for line in shown:
        last = rows[-1]
        if line.strip() == ANY:
            rows.append(set(range(min(last), len(printed) + 1)) if last else set())
        else:
            taken = pattern(line)
            rows.append({at + 1 for at in last if at < len(printed) and taken.match(printed[at])})
    return len(printed) in rows[-1]


def difference(shown, printed):
    """The differences of the output from the page; empty if there are none."""
    shown, printed = shown.rstrip().split("\n"), printed.rstrip().split("\n")
    if matches(shown, printed):
        return None
    lines = difflib.unified_diff(shown, printed, "the page shows", "it printed", lineterm="", n=2)
    return "\n".join(lines)
