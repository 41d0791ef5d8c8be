"""Conversion of values that JSON does not support."""

from __future__ import annotations

import os
from typing import Any


def plain(value: Any) -> Any:
    """Convert a NumPy value or a path for JSON.

    Raises:
        TypeError: If the value has another type.
    """
    listed = getattr(value, "tolist", None)
    if listed is not None:
        return listed()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a value of type {type(value).__name__} can't be written")
