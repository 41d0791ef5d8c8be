"""Runs a stack or a part as a program: `--stack "cmd:python3 my_stack.py"`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from ._stack import Program
from ._talk import Talk


def serve(make: Callable[[], Program], source: BinaryIO, target: BinaryIO) -> None:
    """Answer the messages of a device until they end.

    Args:
        make: The class, or a function that makes an instance.
        source: Stream of messages.
        target: Stream of answers.
    """
    talk = Talk(make)
    while line := source.readline():
        message = json.loads(line)
        payload = bytearray(source.read(talk.payload_size(message)))
        target.write(talk.answer(message, payload))
        target.flush()


def main(make: Callable[[], Program]) -> None:
    """Serve a stack or a part on standard input and output; its own output goes to standard error.

    Use it at the end of the file that defines the class:

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
    # The output of print() must not be taken for an answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with target:
        serve(make, sys.stdin.buffer, target)
