"""The protocol for one device: one answer per line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ._batch import Batch
from ._columns import SCHEME, Layout
from ._frames import raise_in
from ._json import plain
from ._reported import check
from ._stack import PLACES, Part, Program, Stack
from ._venue import Venue

Maker = Callable[[], Program]
_VERSION = 1


class Talk:
    """Translates lines of the protocol into method calls of a stack or a part."""

    def __init__(self, make: Maker) -> None:
        self._make = make
        self._program: Program | None = None
        self._handlers: dict[str, Callable[..., Any]] = {}
        # Of the kinds of observations whose rows follow the line; none in the scheme `json`.
        self._layouts: dict[str, Layout] = {}

    def payload_size(self, message: Mapping[str, Any]) -> int:
        """Return the number of bytes that follow the line of a message."""
        if not self._layouts:
            return 0
        return sum(part.get("bytes", 0) for part in message.get("batch", (message,)))

    def answer(self, message: Mapping[str, Any], payload: bytearray | None = None) -> bytes:
        """Return the answer to a message, with a line feed.

        Args:
            message: The message, parsed.
            payload: The bytes after its line, which batches keep.
        """
        if self._program is None:
            answer = self._greet(message["hello"])
        else:
            answer = self._program._answer = {}
            self._program._now_s = message["time_s"]
            self._take(message, bytearray() if payload is None else payload)
        if not answer:
            return b"{}\n"
        return json.dumps(answer, allow_nan=False, default=plain).encode() + b"\n"

    def _greet(self, hello: dict[str, Any]) -> dict[str, Any]:
        program = self._make()
        if not isinstance(program, Program):
            raise TypeError(f"expected a venuesim.Stack or a venuesim.Part, found {type(program).__name__}")
        self._program = program
        self._handlers = {name: getattr(program, f"on_{name}") for name in program.handled()}
        program._answer = {}
        program.venue = Venue(hello)
        program.begin(program.venue)
        if program._answer:
            raise RuntimeError("begin() can't tell or ask for anything yet; do so in start()")
        answer: dict[str, Any] = {"version": _VERSION, "name": type(program).__name__}
        # A command before this scheme has no list of schemes.
        if program.scheme == "columns" and SCHEME in hello.get("schemes", ()):
            self._layouts = {kind: Layout(kind, columns) for kind, columns in hello["columns"].items()}
            answer["scheme"] = SCHEME
        part = hello.get("part")
        if isinstance(program, Part):
            _check_place(program, part)
            return {"hello": {**answer, "listens": program.listens()}}
        if part is not None:
            raise TypeError(f"'{part['fills']}' needs a venuesim.Part, and {type(program).__name__} is a Stack")
        assert isinstance(program, Stack)
        answer["observes"] = [name for name in program.handled() if name != "timer"]
        if program.batch_span_s is not None:
            answer["batch"] = {"messages": program.batch_messages, "span_s": program.batch_span_s}
        return {"hello": answer}

    def _take(self, message: Mapping[str, Any], payload: bytearray) -> None:
        if "batch" in message:
            self._take_all(message["batch"], payload)
        elif "bytes" in message:
            self._take_columns(message, payload, 0, message["time_s"])
        elif "observe" in message:
            self._observed(Batch(message["observe"], message["rows"], message["time_s"]), message["time_s"])
        elif "found" in message:
            self._observed(Batch(message["found"], message["rows"], message["time_s"]), message["time_s"])
        else:
            self._happened(message)

    def _take_all(self, messages: list[dict[str, Any]], payload: bytearray) -> None:
        """Process a batch: groups rows of a kind, but never across a timer or the end."""
        rows: dict[str, list[dict[str, Any]]] = {}
        times: dict[str, list[float]] = {}
        last = max(message["time_s"] for message in messages)
        begin = 0
        for message in messages:
            latest = message["time_s"]
            if "bytes" in message:
                begin = self._take_columns(message, payload, begin, last)
                continue
            if "observe" not in message:
                self._flush(rows, times, latest)
                self._happened(message)
                continue
            kind, more = message["observe"], message["rows"]
            rows.setdefault(kind, []).extend(more)
            times.setdefault(kind, []).extend([latest] * len(more))
        self._flush(rows, times, last)

    def _take_columns(self, message: Mapping[str, Any], payload: bytearray, begin: int, time_s: float) -> int:
        """Process the rows of a kind in the payload; return their end."""
        end: int = begin + message["bytes"]
        layout = self._layouts[message["observe"]]
        self._observed(layout.batch(payload, begin, end, message.get("texts", [])), time_s)
        return end

    def _flush(
        self, rows: dict[str, list[dict[str, Any]]], times: dict[str, list[float]], time_s: float
    ) -> None:
        for kind in list(rows):
            self._observed(Batch(kind, rows.pop(kind), times.pop(kind)), time_s)

    def _observed(self, batch: Batch, time_s: float) -> None:
        handler = self._handlers.get(batch.kind)
        if handler is not None:
            self._report(handler, handler(batch, time_s))

    def _happened(self, message: Mapping[str, Any]) -> None:
        program, time_s = self._program, message["time_s"]
        assert program is not None
        if "locate_s" in message:
            locate = getattr(program, "locate", None)
            if locate is not None:
                self._report(locate, locate(message["locate_s"], time_s))
        elif "tick" in message:
            if (tick := self._handlers.get("tick")) is not None:
                self._report(tick, tick(time_s))
        elif "timer" in message:
            if (timer := self._handlers.get("timer")) is not None:
                self._report(timer, timer(message["timer"], time_s))
        elif "start" in message:
            self._report(program.start, program.start(time_s))
        elif "finish" in message:
            self._report(program.finish, program.finish(time_s))

    def _report(self, method: Callable[..., Any], returned: Any) -> None:
        """Report the return value of a method of a part.

        Raises:
            TypeError: If it is no report; the message names the class, the method and its line.
            ValueError: If it has an impossible value.
        """
        if returned is None:
            return
        program = self._program
        assert program is not None
        what = f"{type(program).__name__}.{getattr(method, '__name__', 'method')}{_line_of(method)} returned"
        if not isinstance(program, Part):
            words = f"{what} {returned!r:.60}: a stack reports with self.tell(...), and returns nothing"
            raise_in(method, TypeError(words))
        for row in returned if isinstance(returned, (list, tuple)) else [returned]:
            if not isinstance(row, Mapping):
                raise_in(method, TypeError(
                    f"{what} {returned!r:.60}: it returns a dictionary, such as self.place(...),"
                    " a list of them, or None"
                ))
            fault = _fault(program, row)
            if fault is not None:
                raise_in(method, type(fault)(f"{what} {row!r:.60}: {fault}"))
        program._answer.setdefault("tell", []).append({program.tells: returned})


def _fault(program: Part, row: Mapping[str, Any]) -> TypeError | ValueError | None:
    """Return what is wrong with a report of a part, if anything."""
    try:
        check(program.tells, row, program._now_s, "")
    except (TypeError, ValueError) as error:
        return error
    return None


def _line_of(method: Callable[..., Any]) -> str:
    """Return the file and the line of a method, if it has any."""
    code = getattr(method, "__code__", None)
    return "" if code is None else f" ({code.co_filename}:{code.co_firstlineno})"


def _check_place(program: Part, part: dict[str, Any] | None) -> None:
    name = type(program).__name__
    if part is None:
        raise TypeError(f"{name} is a venuesim.Part: give it as parts={{'{program.fills or 'locator'}': {name}}}")
    if program.fills not in PLACES:
        raise TypeError(f"{name}.fills must be one of {', '.join(PLACES)}, not '{program.fills}'")
    if program.fills != part["fills"]:
        raise TypeError(f"{name} fills '{program.fills}', and was put in the place of '{part['fills']}'")
