"""Bridge process of a device: passes its two streams to the Python process that called the tool.

The tool starts it by path, so that no package is imported and it starts in a few milliseconds:
`python3 -I -S -B _bridge.py PLACE NAME`, with the path of the socket in $VENUESIM_BRIDGE_SOCKET. The command
is the same in every run, so that equal runs have equal digests.
"""

import os
import socket
import sys


def main() -> int:
    """Pass the streams on, and wait until the caller sends a status or ends."""
    try:
        control = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        control.connect(os.environ["VENUESIM_BRIDGE_SOCKET"])
    except (KeyError, OSError):
        print("the Python process that this run belongs to has gone", file=sys.stderr)
        return 1
    socket.send_fds(control, [sys.argv[1].encode() + b"\n"], [0, 1])
    # The caller holds the only copies: the tool sees the end when the caller closes them.
    os.close(0)
    os.close(1)
    said = b""
    while piece := control.recv(4096):
        said += piece
    if said == b"done":
        return 0
    words = said.decode(errors="replace") or "the Python process that this run belongs to has gone"
    print(words, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
