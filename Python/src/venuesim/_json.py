"""What JSON knows nothing of, and callers give all the same."""

from __future__ import annotations

import os
from typing import Any


def plain(value: Any) -> Any:
    """What JSON can write of a NumPy value or a path.

    Raises:
        TypeError: If it is neither.
    """
    listed = getattr(value, "tolist", None)
    if listed is not None:
        return listed()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a value of type {type(value).__name__} can't be written")
