"""What the tool starts for a device: hands its two streams to the Python process that called the tool.

Run as a file by its path, so that no package is imported and it starts in a few milliseconds:
`python3 -I -S -B _bridge.py PLACE NAME`, with the socket's path in $VENUESIM_BRIDGE_SOCKET. The command is
the same in every run, so that the digests of two like runs are, too.
"""

import os
import socket
import sys


def main() -> int:
    """Hands over the streams, and ends when the caller says so, or is no more."""
    try:
        control = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        control.connect(os.environ["VENUESIM_BRIDGE_SOCKET"])
    except (KeyError, OSError):
        print("the Python process that this run belongs to has gone", file=sys.stderr)
        return 1
    socket.send_fds(control, [sys.argv[1].encode() + b"\n"], [0, 1])
    # The tool shall see the end of its child when the caller closes these.
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
