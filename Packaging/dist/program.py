"""Facts about a built program from its own output, for packages and pages."""

import os
import re
import subprocess

from .errors import DistError


def ask(binary, *words):
    """The program's output for these arguments."""
    try:
        done = subprocess.run(
            [binary, *words], capture_output=True, check=False, stdin=subprocess.DEVNULL,
            env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    except OSError as error:
        raise DistError(f"'{binary}' can't be started: {error.strerror}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise DistError(f"'venuesim {' '.join(words)}' failed: {said[0] if said else done.returncode}")
    return done.stdout


def verbs(binary):
    """The verbs in the program's help, in its order, without help itself."""
    listed = re.findall(r"^  ([a-z]+)  +\S", ask(binary, "help").decode(), re.MULTILINE)
    named = list(dict.fromkeys(verb for verb in listed if verb != "help"))
    if not named:
        raise DistError("'venuesim help' lists no verbs, so that there is nothing to make pages of")
    return named
