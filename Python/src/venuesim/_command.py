"""The `venuesim` command: becomes the program, without a word of pandas."""

from __future__ import annotations

import os
import sys

from . import _binary
from ._errors import ToolError


def main() -> int:
    """Becomes the program with the arguments given; returns 1 only where it can't be started."""
    try:
        program = _binary.find()
        # `venuesim doctor` looks for packages where this one is.
        os.environ.setdefault("VENUESIM_PYTHON", sys.executable)
        os.execv(program, [program, *sys.argv[1:]])
    except ToolError as error:
        reason = str(error)
    except OSError as error:
        reason = _binary.cannot_start(program, error)
    print(f"venuesim: {reason}", file=sys.stderr)
    return 1
