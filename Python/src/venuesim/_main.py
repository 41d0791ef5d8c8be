"""Makes a program of a stack or a part: `--stack "cmd:python3 my_stack.py"`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from ._stack import Program
from ._talk import Talk


def serve(make: Callable[[], Program], source: BinaryIO, target: BinaryIO) -> None:
    """Answers a device's lines from `source` on `target` until they end.

    Args:
        make: The class, or a function that makes an instance.
        source: Where lines come from.
        target: Where answers go.
    """
    talk = Talk(make)
    for line in source:
        target.write(talk.answer(line))
        target.flush()


def main(make: Callable[[], Program]) -> None:
    """Serves a stack or a part on standard input and output; what it prints goes to standard error.

    The last lines of a file that defines one:

        if __name__ == "__main__":
            venuesim.main(MyStack)
    """
    if sys.stdin.isatty():
        name = os.path.basename(sys.argv[0]) or "my_stack.py"
        place = getattr(make, "fills", "") or ""
        use = f"cmd:python3 {name}"
        option = f"--set 'stack.{place}={{use: \"{use}\"}}'" if place else f"--stack '{use}'"
        sys.exit(f"{name}: is started by venuesim: venuesim run SCENARIO {option}")
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A stray print() would be taken for an answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with target:
        serve(make, sys.stdin.buffer, target)
