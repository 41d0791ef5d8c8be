"""Calls the venuesim program, and says what came of it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from . import _binary
from ._errors import InputError, ToolError

OK, ENVIRONMENT, INPUT, WORSE, MISSED, UNDECIDED, STOPPED = 0, 1, 2, 3, 4, 5, 130
_PREFIX = "venuesim: "


@dataclass(frozen=True)
class Answer:
    """What the program said, and how it ended."""

    status: int
    text: str
    notes: list[str] = field(default_factory=list)

    def json(self) -> Any:
        """Its standard output, read as JSON."""
        return json.loads(self.text)


def call(
    arguments: Sequence[str | os.PathLike[str]], *, environment: Mapping[str, str] | None = None,
    echo: bool = False, answers_input: bool = False,
) -> Answer:
    """Calls the program.

    Args:
        arguments: The verb and what it takes.
        environment: What its environment has besides this process's.
        echo: Whether its notes and its progress are shown on standard error as they come.
        answers_input: Whether it answers wrong input on its standard output, as `check --json` does.

    Returns:
        What it said. A missed budget, a worse figure and too little evidence are results.

    Raises:
        InputError: If what it was given is wrong.
        ToolError: If it can't be started, or the environment failed.
    """
    process = _start(arguments, environment or {})
    text, notes = _listen(process, echo)
    status = process.returncode
    said = "\n".join(note.removeprefix(_PREFIX) for note in notes)
    if status == INPUT and answers_input and text:
        return Answer(status, text, notes)
    if status == INPUT:
        raise InputError(said or "venuesim refused what it was given, without a word")
    if status == STOPPED:
        raise KeyboardInterrupt
    if status not in (OK, WORSE, MISSED, UNDECIDED):
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        raise ToolError(said or f"venuesim ended {how}, without a word")
    return Answer(status, text, notes)


def _start(
    arguments: Sequence[str | os.PathLike[str]], environment: Mapping[str, str]
) -> subprocess.Popen[str]:
    program = _binary.find()
    words = [program, *(os.fspath(argument) for argument in arguments)]
    try:
        # In a session of its own: a terminal and Jupyter interrupt whole groups, and the program takes a second
        # signal, after that of `_stop`, for the wish to end without keeping anything.
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **environment}, encoding="utf-8", errors="replace", start_new_session=True,
        )
    except OSError as error:
        raise ToolError(_binary.cannot_start(program, error)) from None


def _listen(process: subprocess.Popen[str], echo: bool) -> tuple[str, list[str]]:
    """Takes all that a process says until it ends; stops it if this process is interrupted."""
    notes: list[str] = []
    assert process.stdout is not None and process.stderr is not None
    listener = threading.Thread(target=_take, args=(process.stderr, notes, echo), daemon=True)
    with process:
        try:
            listener.start()
            with _watched(process.pid):
                text = process.stdout.read()
        except BaseException:
            _stop(process)
            # Its last line says what it has kept. A child of its own may hold the stream open.
            listener.join(1)
            raise
        listener.join()
        process.wait()
    return text, notes


def _stop(process: subprocess.Popen[str]) -> None:
    """Has a process keep what is finished and end its children; interrupted again, ends it at once."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
    except BaseException:
        process.kill()
        raise


@contextlib.contextmanager
def _watched(process: int) -> Iterator[None]:
    """Has a process end if this one is killed: what kills its group doesn't reach another session."""
    watcher = None
    # Small containers have no shell; a run there goes unwatched.
    with contextlib.suppress(OSError):
        # Its input ends with this process, however it does.
        watcher = subprocess.Popen(
            ["/bin/sh", "-c", 'read -r _; kill -TERM "$0"', str(process)], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )
    try:
        yield
    finally:
        if watcher is not None:
            with watcher:
                watcher.kill()


def _take(stream: IO[str], notes: list[str], echo: bool) -> None:
    for line in stream:
        notes.append(line.rstrip("\n"))
        if echo:
            sys.stderr.write(line)
            sys.stderr.flush()
