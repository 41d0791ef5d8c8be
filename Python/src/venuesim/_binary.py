"""Paths of the venuesim program and its data. Uses few modules of the standard library only."""

from __future__ import annotations

import errno
import os
import sys

from ._errors import ToolError

_HERE = os.path.dirname(os.path.abspath(__file__))
NATIVE = os.path.join(_HERE, "_native", "bin", "venuesim")
_CURE = "set VENUESIM to its path"
_HOW = "https://github.com/venuesim/venuesim/blob/main/Docs/how-to/install.md"


def find() -> str:
    """Return the path of the program: $VENUESIM, else that of the wheel, else `venuesim` on the PATH.

    Raises:
        ToolError: If there is no program, or $VENUESIM names another file.
    """
    named = os.environ.get("VENUESIM")
    if named:
        path = os.path.abspath(os.path.expanduser(named))
        if not os.path.isfile(path):
            raise ToolError(f"$VENUESIM names no file: {named}; set it to the path of a venuesim program, or unset it")
        if _is_own_command(path):
            raise ToolError(
                f"$VENUESIM is this package's own command, {named}; set it to the path of a venuesim program itself,"
                " or unset it"
            )
        return path
    if os.path.isfile(NATIVE):
        return NATIVE
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.abspath(os.path.join(folder or os.curdir, "venuesim"))
        if _is_program(path):
            return path
    raise ToolError(
        "no venuesim program here, as this package was installed without it: install the wheel for this platform (pip"
        f" install --force-reinstall venuesim), or put a program on the PATH, or {_CURE}; {_HOW} says how to get one"
    )


def program() -> str:
    """Return the path of the venuesim program, to start it without this package."""
    return find()


def _is_program(path: str) -> bool:
    # The console script of this package has the same name, and would start itself for ever.
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF" and os.access(path, os.X_OK)
    except OSError:
        return False


def _is_own_command(path: str) -> bool:
    # Other scripts are allowed: they start the program themselves.
    try:
        with open(path, "rb") as file:
            begin = file.read(4096)
    except OSError:
        return False
    return begin.startswith(b"#!") and b"venuesim._command" in begin


def cannot_start(path: str, error: OSError) -> str:
    """Return a line with the reason why a program did not start, and a remedy."""
    machine = f"{sys.platform} {os.uname().machine}" if hasattr(os, "uname") else sys.platform
    if error.errno == errno.ENOEXEC:
        why = f"it was built for another machine than this one ({machine})"
    elif error.errno == errno.ENOENT and os.path.isfile(path):
        # The missing file is the loader that the program names, not the program.
        why = f"its loader isn't here: it needs glibc, as Debian, Fedora and Ubuntu have it ({machine})"
    elif error.errno == errno.EACCES:
        return f"can't start {path}: it isn't executable; run: chmod +x '{path}'"
    else:
        why = error.strerror or str(error)
    return f"can't start {path}: {why}; build venuesim here and {_CURE}"


def share() -> str:
    """Return the folder of packaged scenarios: $VENUESIM_SHARE, beside the program, or in its source tree.

    Raises:
        ToolError: If there is no such folder, or $VENUESIM_SHARE names another one.
    """
    named = os.environ.get("VENUESIM_SHARE")
    if named:
        if not _is_share(named):
            raise ToolError(
                f"there are no scenarios in '{named}', which $VENUESIM_SHARE names; unset it, or set it to the"
                " folder share/venuesim of an installed venuesim"
            )
        return os.path.abspath(named)
    program = os.path.realpath(find())
    beside = os.path.join(os.path.dirname(program), os.pardir, "share", "venuesim")
    for folder in (os.path.normpath(beside), *_parents(program), *_parents(_HERE)):
        if _is_share(folder):
            return folder
    raise ToolError(
        f"the packaged scenarios aren't beside {program}: set VENUESIM_SHARE to the folder that has 'scenarios'"
    )


def _is_share(folder: str) -> bool:
    return os.path.isdir(os.path.join(folder, "scenarios", "examples"))


def _parents(path: str) -> list[str]:
    folders = []
    while os.path.dirname(path) != path:
        path = os.path.dirname(path)
        folders.append(path)
    return folders
