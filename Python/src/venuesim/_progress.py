"""Progress of runs: lines, callbacks and tqdm bars."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from ._tool import Progress

ProgressGiven = bool | str | Callable[[int, int, str], object]


@contextlib.contextmanager
def followed(given: ProgressGiven) -> Iterator[tuple[list[str], bool, Progress | None]]:
    """Yield the options of the program, whether to echo its lines, and the callback.

    Raises:
        ValueError: If the text is not "tqdm".
        ImportError: If tqdm is requested, and missing.
    """
    if given is False:
        yield [], False, None
        return
    words = ["--progress", "plain"]
    if isinstance(given, str) and given != "tqdm":
        raise ValueError(f"progress is True, False, 'tqdm' or a function, not '{given}'")
    if callable(given):
        yield words, False, given
        return
    bars = _bars(required=given == "tqdm")
    if bars is None:
        yield words, True, None
        return
    # The number of runs comes with the first line.
    with bars(total=None, unit="run") as bar:

        def advance(done: int, total: int, text: str) -> None:
            if total:
                bar.total = total
            bar.set_postfix_str(text, refresh=False)
            bar.update(done - bar.n)

        yield words, False, advance


def _bars(required: bool) -> Callable[..., Any] | None:
    """Return the class of bars; None where lines are shown instead."""
    if not required and not _is_notebook():
        return None
    try:
        with warnings.catch_warnings():
            # It has no widget here, and shows a bar of text instead.
            warnings.simplefilter("ignore")
            bars: Callable[..., Any] = import_module("tqdm.auto").tqdm
        return bars
    except ImportError:
        if not required:
            return None
        raise ImportError("progress='tqdm' needs tqdm: pip install 'venuesim[progress]'") from None


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None
