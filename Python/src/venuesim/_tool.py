"""Calls of the venuesim program."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from . import _binary
from ._errors import InputError, ToolError
from ._folder import PREFIX

OK, ENVIRONMENT, INPUT, WORSE, MISSED, UNDECIDED, STOPPED = 0, 1, 2, 3, 4, 5, 130
_PREFIX = "venuesim: "
# Remedies that do not apply here: a temporary folder is removed, and functions do not resume.
_KEPT = re.compile(
    rf"; \d+ of \d+ runs are finished and kept in \S*/{PREFIX}[^;]*|; the same command with --resume does the rest"
)
# A line of `--progress plain`.
_DONE = re.compile(r"(?P<done>\d+) of (?P<total>\d+) \w+(?:, (?P<text>.*))?")
# A line of a slow preparation, such as `drawing the radio map: 14 %`.
_PERCENT = re.compile(r": \d+ %$")

Progress = Callable[[int, int, str], object]
_Steps = queue.SimpleQueue[tuple[int, int, str] | None]


@dataclass(frozen=True)
class Answer:
    """Output and exit status of the program."""

    status: int
    text: str
    notes: list[str] = field(default_factory=list)

    def json(self) -> Any:
        """Return the standard output, parsed as JSON."""
        return json.loads(self.text)


def call(
    arguments: Sequence[str | os.PathLike[str]], *, environment: Mapping[str, str] | None = None,
    echo: bool = False, progress: Progress | None = None, answers_input: bool = False,
) -> Answer:
    """Call the program.

    Args:
        arguments: The verb and its arguments.
        environment: Environment variables in addition to those of this process.
        echo: True to show its notes and progress on standard error at once.
        progress: Called with the numbers of finished and of all runs, and a text.
        answers_input: True if it reports invalid input on standard output, as `check --json` does.

    Returns:
        Its output. A missed budget, a worse figure and an undecided one are results.

    Raises:
        InputError: If its input is invalid.
        ToolError: If it cannot be started, or the environment failed.
    """
    process = _start(arguments, environment or {})
    text, notes = _listen(process, echo, progress)
    status = process.returncode
    said = "\n".join(_KEPT.sub("", note.removeprefix(_PREFIX)) for note in notes)
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
        # In its own session: a terminal and Jupyter interrupt whole process groups, and for the program a second
        # signal, after that of `_stop`, means to end without keeping results.
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **environment}, encoding="utf-8", errors="replace", start_new_session=True,
        )
    except OSError as error:
        raise ToolError(_binary.cannot_start(program, error)) from None


def _listen(
    process: subprocess.Popen[str], echo: bool, progress: Progress | None
) -> tuple[str, list[str]]:
    """Read all output of a process until it ends; stop it if this process is interrupted."""
    notes: list[str] = []
    steps: _Steps | None = None if progress is None else queue.SimpleQueue()
    assert process.stdout is not None and process.stderr is not None
    listener = threading.Thread(target=_take, args=(process.stderr, notes, echo, steps), daemon=True)
    with process:
        try:
            listener.start()
            with _watched(process.pid):
                if steps is None or progress is None:
                    text = process.stdout.read()
                else:
                    text = _follow(process.stdout, listener, steps, progress)
        except BaseException:
            _stop(process)
            # Its last line names the results that it has kept. One of its children may hold the stream open.
            listener.join(1)
            raise
        listener.join()
        process.wait()
    return text, notes


def _follow(
    stream: IO[str], listener: threading.Thread, steps: _Steps, progress: Progress
) -> str:
    """Read the output, and report the progress in this thread, which also gets exceptions of `progress`."""
    texts: list[str] = []

    def read() -> None:
        texts.append(stream.read())
        # The last line of the progress may come later than the output.
        listener.join()
        steps.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (step := steps.get()) is not None:
        progress(*step)
    return texts[0]


def _stop(process: subprocess.Popen[str]) -> None:
    """Let a process keep finished results and end its children; on a second interrupt, kill it."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        _kill(process)
    except BaseException:
        _kill(process)
        raise


def _kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()


@contextlib.contextmanager
def _watched(process: int) -> Iterator[None]:
    """End a process if this one is killed, since a signal to this group does not reach its session."""
    watcher = None
    # Small containers have no shell; a run there has no watcher.
    with contextlib.suppress(OSError):
        # Its standard input closes with this process, however it ends.
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


def _take(stream: IO[str], notes: list[str], echo: bool, steps: _Steps | None) -> None:
    done = total = 0
    shows_progress = echo or steps is not None
    for line in stream:
        note = line.rstrip("\n")
        said = note.removeprefix(_PREFIX)
        found = _DONE.fullmatch(said)
        if shows_progress and (found or _PERCENT.search(said)):
            if found:
                done, total, said = int(found["done"]), int(found["total"]), found["text"] or ""
            if steps is not None:
                steps.put((done, total, said))
        else:
            notes.append(note)
        if echo:
            sys.stderr.write(line)
            sys.stderr.flush()
