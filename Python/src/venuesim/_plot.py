"""Plots on matplotlib: error curves, and changes between runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._compare import Comparison
from ._errors import InputError, one_of
from ._run import Run
from ._tables import Tables

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

    Values = npt.NDArray[np.float64]

# Metrics with a value for each fix: the column, and a column that must not be missing.
_OF_FIXES = {
    "horizontal_error": ("horizontal_error_m", "horizontal_error_m"),
    "vertical_error": ("vertical_error_m", "vertical_error_m"),
    "indoor.error": ("horizontal_error_m", "true_floor"),
}
# Distinct also with a deficiency of colour vision (Okabe and Ito).
COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c564b", "#f0e442")
_VERDICTS = {
    "worse": ("#d55e00", "o"), "better": ("#0072b2", "o"), "undecided": ("#7f7f7f", "s"),
    "same": ("#000000", "|"), "identical": ("#000000", "|"),
}


def plot_cdf(
    *runs: Run | Sequence[Run], metric: str = "horizontal error", labels: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot the cumulative distribution of a metric, a curve for each run.

    Args:
        runs: The runs, or lists of them.
        metric: "horizontal error", "vertical error" or "indoor error", of all fixes; or a figure such as
            "horizontal_error.p95", of all seeds and devices.
        labels: Names of the runs in the legend; by default their scenarios.
        ax: Axes to draw on; by default those of a new figure.

    Raises:
        ImportError: If matplotlib is missing.
        InputError: If the metric is unknown or without values, or the labels do not match the runs.
    """
    ax = axes_of(ax)
    several = all_runs(runs, labels)
    for number, run in enumerate(several):
        values, title, unit = _values(run, metric)
        label = _name(run) if labels is None else labels[number]
        shares = [(position + 1) / len(values) for position in range(len(values))]
        ax.step([values[0], *values], [0.0, *shares], where="post", label=label, color=COLORS[number % len(COLORS)])
    ax.set(xlabel=f"{title}, {unit}", ylabel="share of seeds" if "." in title else "share of fixes", ylim=(0, 1))
    ax.grid(alpha=0.3)
    if labels is not None or len(several) > 1:
        ax.legend()
    return ax


def all_runs(given: Sequence[Run | Sequence[Run]], labels: Sequence[str] | None) -> list[Run]:
    """Return runs, of which some may be given as lists.

    Raises:
        InputError: If there are none, or another number of labels.
    """
    runs: list[Run] = []
    for one in given:
        runs.extend([one] if isinstance(one, Run) else one)
    if not runs:
        raise InputError("plot which runs?")
    if labels is not None and len(labels) != len(runs):
        raise InputError(f"there are {len(runs)} runs, and {len(labels)} labels")
    return runs


def plot_compare(
    comparison: Comparison, *, by_seed: str | None = None, scenario: str | None = None, device: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot how much each figure got worse, with its 95 % interval and its verdict; or one figure by seed.

    The unit of a figure is its least change that matters. The axis is linear up to this change in the
    band around zero, and logarithmic beyond. Figures in bold decide.

    Args:
        comparison: The comparison, or the verdicts of a gate.
        by_seed: A figure, METRIC.STATISTIC: plot its value before and after for each seed instead.
        scenario: For `by_seed`: the scenario, if there are several.
        device: For `by_seed`: the device, if there are several.
        ax: Axes to draw on; by default those of a new figure.

    Raises:
        ImportError: If matplotlib is missing.
        InputError: If no figure has an interval, or this one has no values by seed.
    """
    if by_seed is not None:
        return _plot_seeds(comparison, by_seed, scenario, device, ax)
    rows = comparison.verdicts
    rows = rows[rows["worsening"].notna() & (rows["least"].fillna(0) > 0)]
    if rows.empty:
        raise InputError("no figure can be drawn: none has both a change and a least change that matters")
    ax = axes_of(ax, (9.0, 1.2 + 0.24 * len(rows)))
    several = rows["scenario"].nunique() > 1 or rows["device"].nunique() > 1
    ax.axvspan(-1, 1, color="#000000", alpha=0.07, linewidth=0)
    ax.axvline(0, color="#000000", linewidth=0.8)
    names = []
    for height, row in enumerate(rows.to_dict("records")):
        color, marker = _VERDICTS.get(row["verdict"], _VERDICTS["undecided"])
        middle, low, high = (row[name] / row["least"] for name in ("worsening", "worsening_low", "worsening_high"))
        is_filled = row["verdict"] != "undecided"
        if low == low and high == high:
            ax.plot([low, high], [height, height], color=color, linewidth=1.5)
        ax.plot(middle, height, marker, color=color, markerfacecolor=color if is_filled else "white")
        ax.annotate(
            _change(row), (1.01, height), xycoords=("axes fraction", "data"), va="center", fontsize="small",
            color=color,
        )
        names.append(f"{row['scenario']}, {row['device']}: {row['figure']}" if several else row["figure"])
    ax.set_yticks(range(len(names)), names)
    for label, role in zip(ax.get_yticklabels(), rows["role"], strict=True):
        label.set_fontweight("bold" if role == "primary" else "normal")
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xscale("symlog", linthresh=1, linscale=1)
    reach = max(8.0, *(float(abs(rows[name] / rows["least"]).max()) for name in ("worsening_low", "worsening_high")))
    ax.set_xlim(-1.3 * reach, 1.3 * reach)
    powers = [10**power for power in range(1 + int(math.log10(1.3 * reach)))]
    ticks = [*(-power for power in reversed(powers)), 0, *powers]
    ax.set_xticks(ticks, [f"{tick}" for tick in ticks])
    ax.minorticks_off()
    ax.set_xlabel("better  \N{LEFTWARDS ARROW}  change, in least changes that matter  \N{RIGHTWARDS ARROW}  worse")
    ax.grid(axis="x", alpha=0.3)
    return ax


def axes_of(ax: Axes | None, size_in: tuple[float, float] | None = None) -> Axes:
    """Return the axes, or those of a new figure."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'venuesim[plot]'") from None
    if ax is not None:
        return ax
    axes: Axes = plt.subplots(figsize=size_in, layout="constrained")[1]
    return axes


def _values(run: Run, metric: str) -> tuple[Values, str, str]:
    """Return the sorted values of a metric, its title, and its unit."""
    import numpy as np

    name = metric.replace("indoor error", "indoor.error").replace(" ", "_")
    if name in _OF_FIXES:
        column, present = _OF_FIXES[name]
        fixes = run.fixes
        values = fixes.loc[fixes[present].notna(), column].abs().dropna()
        title, unit = name.replace("_", " ").replace("indoor.error", "indoor error"), "m"
    else:
        figure, _, statistic = metric.rpartition(".")
        rows = run.metrics
        rows = rows[(rows["metric"] == figure) & (rows["statistic"] == statistic) & rows["seed"].notna()]
        known = [known.replace("_", " ").replace(".", " ") for known in _OF_FIXES]
        if rows.empty:
            raise InputError(one_of("metric", metric, known) + ", and figures such as horizontal_error.p95")
        values, title, unit = rows["value"].dropna(), metric, str(rows["unit"].iloc[0])
    if values.empty:
        raise InputError(f"{_name(run)} has no {title}")
    return np.sort(values.to_numpy(dtype=np.float64)), title, unit


def _name(run: Tables) -> str:
    return ", ".join(str(name) for name in run.metrics["scenario"].unique())


def _change(row: dict[Any, Any]) -> str:
    """Return the verdict and both values: `worse: 2.15 to 2.50 m`."""
    scale, unit = (100, "%") if row["unit"] == "share" else (1, row["unit"])
    return f"{row['verdict']}: {row['base'] * scale:.3g} to {row['new'] * scale:.3g} {unit}"


def _plot_seeds(
    comparison: Comparison, figure: str, scenario: str | None, device: str | None, ax: Axes | None
) -> Axes:
    """Plot the values of a figure before and after, a line for each seed."""
    table = comparison.by_seed(figure, scenario=scenario, device=device)
    ax = axes_of(ax, (7.0, 1.2 + 0.24 * len(table)))
    scale, unit = (100, "%") if table.attrs["unit"] == "share" else (1, table.attrs["unit"])
    for height, row in enumerate(table.to_dict("records")):
        color, _ = _VERDICTS[row["verdict"]]
        base, new = row["base"] * scale, row["new"] * scale
        ax.plot([base, new], [height, height], color=color, linewidth=1.5)
        ax.plot(base, height, "o", color=color, markerfacecolor="white")
        ax.plot(new, height, "o", color=color)
    ax.set_yticks(range(len(table)), [f"seed {seed}" for seed in table.index])
    ax.set_ylim(len(table) - 0.5, -0.5)
    for label, marker in (("before", "white"), ("after", "#000000")):
        ax.plot([], [], "o", color="#000000", markerfacecolor=marker, label=label)
    for verdict in dict.fromkeys(table["verdict"]):
        ax.plot([], [], color=_VERDICTS[verdict][0], linewidth=2, label=verdict)
    ax.legend(fontsize="small")
    ax.set(xlabel=f"{figure}, {unit}", title=f"{figure}: {table.attrs['verdict']}")
    ax.grid(axis="x", alpha=0.3)
    return ax
