"""Serves stacks and parts of this process: one thread and one instance per device."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import sys
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from ._folder import Folder
from ._talk import Maker, Talk

_BRIDGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_bridge.py")
# Maximum length of a socket path.
_LONGEST_PATH = 107


class Server:
    """Server for the bridge processes that the tool starts.

    `environment` has the address of this server for the bridges; `command` is the command that starts one.
    """

    def __init__(self, makers: Mapping[str, Maker]) -> None:
        """Start the server.

        Args:
            makers: Factories of instances by name: `stack`, or the name of a part.
        """
        self._makers = dict(makers)
        self._lock = threading.Lock()
        self._failure: BaseException | None = None
        self._devices: set[socket.socket] = set()
        self._is_open = True
        self._folder = _short_folder()
        self._path = self._folder.file("s")
        self.environment = {
            "VENUESIM_BRIDGE_SOCKET": self._path,
            "VENUESIM_BRIDGE": _BRIDGE,
            "VENUESIM_BRIDGE_PYTHON": sys.executable or "python3",
        }
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(self._path)
        self._listener.listen(128)
        self._thread = threading.Thread(target=self._listen, name="venuesim server", daemon=True)
        self._thread.start()

    @staticmethod
    def command(place: str, name: str) -> str:
        """Return the command of a stack or a part, the same in every run and on every machine."""
        word = "".join(letter if letter.isalnum() or letter in "_.-" else "_" for letter in name)
        return f'cmd:exec "$VENUESIM_BRIDGE_PYTHON" -I -S -B "$VENUESIM_BRIDGE" {place} {word}'

    @property
    def failure(self) -> BaseException | None:
        """First exception of a stack or a part."""
        with self._lock:
            return self._failure

    def close(self) -> None:
        """Stop the server and close the connections of all devices."""
        self._is_open = False
        # A connection is the only way to wake the thread that waits in accept().
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
            end.connect(self._path)
        self._thread.join()
        self._listener.close()
        with self._lock:
            for device in self._devices:
                with contextlib.suppress(OSError):
                    device.shutdown(socket.SHUT_RDWR)
        self._folder.remove()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _listen(self) -> None:
        while True:
            control, _ = self._listener.accept()
            if not self._is_open:
                control.close()
                return
            threading.Thread(
                target=self._serve, args=(control,), name="venuesim device", daemon=True
            ).start()

    def _serve(self, control: socket.socket) -> None:
        """Serve one device, in its own thread."""
        with control:
            place, streams, _, _ = socket.recv_fds(control, 256, 2)
            if len(streams) < 2:
                return
            # Standard input and output are one socket; the second descriptor is not needed.
            os.close(streams[1])
            with socket.socket(fileno=streams[0]) as device:
                self._keep(device)
                try:
                    _converse(Talk(self._makers[place.decode().strip()]), device, control)
                    last_words = b"done"
                except BaseException as error:
                    last_words = self._note(error)
                with self._lock:
                    self._devices.discard(device)
                # Send the reason to the bridge before the tool sees the end of the connection.
                with contextlib.suppress(OSError):
                    control.sendall(last_words)
                    control.shutdown(socket.SHUT_WR)

    def _keep(self, device: socket.socket) -> None:
        with self._lock:
            self._devices.add(device)

    def _note(self, error: BaseException) -> bytes:
        with self._lock:
            self._failure = self._failure or error
        return f"{type(error).__name__}: {error}".encode(errors="replace")[:4000]


def _converse(talk: Talk, device: socket.socket, control: socket.socket) -> None:
    """Answer the messages of a device until they end, or until its bridge ends."""
    waiting = select.poll()
    waiting.register(device, select.POLLIN)
    waiting.register(control, select.POLLIN)
    number = control.fileno()
    incoming = Incoming(talk)
    while True:
        if any(ready == number for ready, _ in waiting.poll()):
            return  # A bridge never writes: it was killed.
        try:
            piece = device.recv(1 << 20)
        except OSError:
            return  # The tool has ended; it reports the reason.
        if not piece:
            return
        answer = incoming.answer(piece)
        if answer is None:
            continue
        try:
            device.sendall(answer)
        except OSError:
            return


class Incoming:
    """The message that is being received; the protocol is lockstep, so there is one at a time."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._message: Mapping[str, Any] | None = None
        self._size = 0
        self._pending = bytearray()

    def answer(self, piece: bytes) -> bytes | None:
        """Add a piece of the stream; return the answer, or None if the message is not complete."""
        if self._message is None:
            line, end, rest = piece.partition(b"\n")
            self._pending += line
            if not end:
                return None
            self._message = json.loads(self._pending)
            self._size = self._talk.payload_size(self._message)
            # Batches keep the bytes, so the next message has others.
            self._pending = bytearray(rest)
        else:
            self._pending += piece
        if len(self._pending) < self._size:
            return None
        answer = self._talk.answer(self._message, self._pending)
        self._message, self._pending = None, bytearray()
        return answer


def _short_folder() -> Folder:
    """Return a private folder with a path short enough for a socket."""
    folder = Folder()
    if len(os.fsencode(folder.file("s"))) <= _LONGEST_PATH:
        return folder
    folder.remove()
    return Folder("/tmp")
