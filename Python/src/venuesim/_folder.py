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
        _mark(root)
        # Registered first, it is called last: after the folders within have gone.
        atexit.register(_remove, root, os.getpid())
    return root


def _remove(path: str, owner: int) -> None:
    # A forked process has its parent's objects, but not its folders.
    if os.getpid() == owner:
        shutil.rmtree(path, ignore_errors=True)


def _mark(root: str) -> None:
    """Marks a root as this process's, which the system undoes when the process ends, however it does."""
    fresh = os.path.join(root, f"{_LOCK}.new")
    # Without locks, as on some networks' disks, it goes unmarked, and nobody takes it.
    with contextlib.suppress(OSError):
        _locks.append(_locked(fresh, os.O_CREAT))
        # It has its name once it is locked: a lock that can be had is a dead process's.
        os.rename(fresh, os.path.join(root, _LOCK))


def _locked(path: str, more: int = 0) -> int:
    """A file, opened and locked; it raises OSError if there is none, or if another process has locked it."""
    lock = os.open(path, os.O_RDWR | os.O_CLOEXEC | more, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _sweep(place: str) -> None:
    """Removes what processes that were killed have left; notebooks' kernels often are."""
    entries: list[os.DirEntry[str]] = []
    with contextlib.suppress(OSError):
        entries.extend(os.scandir(place))
    for entry in entries:
        # What vanishes meanwhile, lives, or is just being made and has no lock yet, is another process's.
        with contextlib.suppress(OSError):
            is_ours = entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False)
            if is_ours and entry.stat().st_uid == os.getuid():
                lock = _locked(os.path.join(entry.path, _LOCK))
                shutil.rmtree(entry.path, ignore_errors=True)
                os.close(lock)
