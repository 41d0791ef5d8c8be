"""Man pages, as the program itself prints them from its tables of options."""

import re
import time

from . import program


def pages(source, when):
    """Each page's text by its name, such as venuesim-run.1."""
    found = {"venuesim.1": dated(source.ask("help", "--man"), when)}
    for verb in program.verbs(source.binary):
        found[f"venuesim-{verb}.1"] = dated(source.ask("help", "--man", verb), when)
    return found


def dated(page, when):
    """A page with the date in its title, which the program leaves empty as it reads no clock."""
    date = time.strftime("%Y-%m-%d", time.gmtime(when)).encode()
    return re.sub(rb'^(\.TH \S+ \S+) ""', rb'\1 "' + date + b'"', page, count=1, flags=re.MULTILINE)
