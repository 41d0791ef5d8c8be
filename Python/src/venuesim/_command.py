"""The `venuesim` command: replaces this process by the program, without importing pandas."""

from __future__ import annotations

import os
import sys

from . import _binary
from ._errors import ToolError


def main() -> int:
    """Execute the program with the given arguments; return 1 if it cannot be started."""
    try:
        program = _binary.find()
        # `venuesim doctor` looks for packages of this interpreter.
        os.environ.setdefault("VENUESIM_PYTHON", sys.executable)
        os.execv(program, [program, *sys.argv[1:]])
    except ToolError as error:
        reason = str(error)
    except OSError as error:
        reason = _binary.cannot_start(program, error)
    print(f"venuesim: {reason}", file=sys.stderr)
    return 1
