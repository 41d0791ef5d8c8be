"""Compares what a command printed with what a page shows."""

import difflib
import re

ANY = "..."


def pattern(line):
    """A line of a page as a pattern: '...' within it stands for anything."""
    return re.compile(".*".join(re.escape(piece) for piece in line.split(ANY)) + r"\s*\Z")


def matches(shown, printed):
    """True if printed lines match the shown ones; a line of '...' alone matches any number of lines."""
    rows = [{0}]  # by line shown: how many printed lines it and those before it may have taken
    for line in shown:
        last = rows[-1]
        if line.strip() == ANY:
            rows.append(set(range(min(last), len(printed) + 1)) if last else set())
        else:
            taken = pattern(line)
            rows.append({at + 1 for at in last if at < len(printed) and taken.match(printed[at])})
    return len(printed) in rows[-1]


def difference(shown, printed):
    """Nothing where what was printed is as the page shows it, or else how they differ."""
    shown, printed = shown.rstrip().split("\n"), printed.rstrip().split("\n")
    if matches(shown, printed):
        return None
    lines = difflib.unified_diff(shown, printed, "the page shows", "it printed", lineterm="", n=2)
    return "\n".join(lines)
