"""Temporary folders, which go with what holds them, and at the latest when the next process starts one."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import os
import shutil
import tempfile
import weakref

_PREFIX = "venuesim-py-"
_LOCK = "lock"
# The process's own root, and the open lock that says that it lives.
_roots: dict[int, str] = {}
_locks: list[int] = []


class Folder:
    """A folder for a while: it goes when nobody holds this any more, or if work in it fails."""

    def __init__(self, root: str | None = None) -> None:
        self.path = tempfile.mkdtemp(dir=_root() if root is None else root)
        self._remove = weakref.finalize(self, _remove, self.path, os.getpid())

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # An error's traceback would hold the folder for as long as somebody looks at it.
        if kind is not None:
            self._remove()

    def file(self, name: str) -> str:
        """A path within."""
        return os.path.join(self.path, name)

    def remove(self) -> None:
        """Takes it away now."""
        self._remove()


def _root() -> str:
    """The folder of this process's folders."""
    root = _roots.get(os.getpid())
    if root is None or not os.path.isdir(root):
        _sweep(tempfile.gettempdir())
        root = _roots[os.getpid()] = tempfile.mkdtemp(prefix=_PREFIX)
        _lock(root)
        # Registered first, it is called last: after the folders within have gone.
        atexit.register(_remove, root, os.getpid())
    return root


def _remove(path: str, owner: int) -> None:
    # A forked process has its parent's objects, but not its folders.
    if os.getpid() == owner:
        shutil.rmtree(path, ignore_errors=True)


def _lock(root: str) -> bool:
    """Marks a root as this process's, which the system undoes when the process ends, however it does."""
    with contextlib.suppress(OSError):
        lock = os.open(os.path.join(root, _LOCK), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            return False
        _locks.append(lock)
        return True
    return False


def _sweep(place: str) -> None:
    """Removes what processes that were killed have left; notebooks' kernels often are."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(place):
            is_ours = entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False)
            # Without a lock, somebody is just making it.
            if not is_ours or not os.path.exists(os.path.join(entry.path, _LOCK)):
                continue
            if entry.stat().st_uid == os.getuid() and _lock(entry.path):
                shutil.rmtree(entry.path, ignore_errors=True)
                os.close(_locks.pop())
