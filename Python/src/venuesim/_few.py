"""Number of seeds that a verdict needs."""

from __future__ import annotations

import math
import warnings

# The judge of the tool: the accepted error of all deciding figures together, and the share of it for the typical seed.
_LEVEL = 0.02
_TYPICAL = 0.75


class FewSeedsWarning(UserWarning):
    """Too few seeds to call any figure better or worse."""


def min_seeds(figures: int = 1) -> int:
    """Return the minimum number of seeds with which a figure can be called better or worse.

    With n seeds, a change of the same sign in all of them has a p-value of 1 / 2^n. That of the most
    significant figure must be below its share of the accepted error (Holm). Most changes need more seeds:
    see `n_needed` in `Comparison.verdicts`.

    Args:
        figures: Number of primary figures, which decide together.
    """
    return math.ceil(math.log2(max(1, figures) / (_LEVEL * _TYPICAL)))


def warn_if_few(count: int | None, figures: int, *, unit: str = "seed", stacklevel: int) -> None:
    """Warn if so few seeds cannot decide between better and worse."""
    needed = min_seeds(figures)
    if count is None or count >= needed:
        return
    deciding = "a deciding figure" if figures <= 1 else f"{figures} deciding figures"
    warnings.warn(
        f"{count} {unit}{'' if count == 1 else 's'} can't show that anything is better or worse: {deciding} need"
        f"{'s' if figures <= 1 else ''} {needed} or more",
        FewSeedsWarning, stacklevel=stacklevel + 1,
    )
