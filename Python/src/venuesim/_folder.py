"""Temporary folders, removed with their owner, at exit, or by the next process after a crash."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import os
import shutil
import tempfile
import weakref

PREFIX = "venuesim-py-"
_LOCK = "lock"
# Root folder of each process, and its open lock, which shows that the process is alive.
_roots: dict[int, str] = {}
_locks: list[int] = []


class Folder:
    """Temporary folder, removed with this object, or if the `with` block fails."""

    def __init__(self, root: str | None = None) -> None:
        self.path = tempfile.mkdtemp(dir=_root() if root is None else root)
        self._remove = weakref.finalize(self, _remove, self.path, os.getpid())

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # The traceback of an error would keep the folder alive.
        if kind is not None:
            self._remove()

    def file(self, name: str) -> str:
        """Return the path of a file in the folder."""
        return os.path.join(self.path, name)

    def remove(self) -> None:
        """Remove the folder now."""
        self._remove()


def _root() -> str:
    """Return the root of all temporary folders of this process."""
    root = _roots.get(os.getpid())
    if root is None or not os.path.isdir(root):
        _sweep(tempfile.gettempdir())
        root = _roots[os.getpid()] = tempfile.mkdtemp(prefix=PREFIX)
        _mark(root)
        # Registered first, so called last, after the folders inside are removed.
        atexit.register(_remove, root, os.getpid())
    return root


def _remove(path: str, owner: int) -> None:
    # A forked process has copies of the objects of its parent, but does not own its folders.
    if os.getpid() == owner:
        shutil.rmtree(path, ignore_errors=True)


def _mark(root: str) -> None:
    """Lock a root folder; the system releases the lock when the process ends, in whatever way."""
    fresh = os.path.join(root, f"{_LOCK}.new")
    # Without locks, as on some network file systems, the folder is not marked, and never removed by others.
    with contextlib.suppress(OSError):
        _locks.append(_locked(fresh, os.O_CREAT))
        # Renamed after locking: a lock file under its final name that can be locked belongs to a dead process.
        os.rename(fresh, os.path.join(root, _LOCK))


def _locked(path: str, more: int = 0) -> int:
    """Open and lock a file; raise OSError if it is missing or locked by another process."""
    lock = os.open(path, os.O_RDWR | os.O_CLOEXEC | more, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _sweep(place: str) -> None:
    """Remove the folders of killed processes, such as notebook kernels."""
    entries: list[os.DirEntry[str]] = []
    with contextlib.suppress(OSError):
        entries.extend(os.scandir(place))
    for entry in entries:
        # Skip folders that vanish meanwhile, are locked, or have no lock yet: they belong to other processes.
        with contextlib.suppress(OSError):
            is_ours = entry.name.startswith(PREFIX) and entry.is_dir(follow_symlinks=False)
            if is_ours and entry.stat().st_uid == os.getuid():
                lock = _locked(os.path.join(entry.path, _LOCK))
                shutil.rmtree(entry.path, ignore_errors=True)
                os.close(lock)
