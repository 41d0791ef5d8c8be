"""Plots on matplotlib: error curves, maps of fixes, and changes between runs."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._compare import Comparison
from ._errors import InputError, one_of
from ._run import Run, Tables
from ._venue import Frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    from matplotlib.axes import Axes

    Values = npt.NDArray[np.float64]

# Metrics with a value for each fix: the column, and a column that must not be missing.
_OF_FIXES = {
    "horizontal_error": ("horizontal_error_m", "horizontal_error_m"),
    "vertical_error": ("vertical_error_m", "vertical_error_m"),
    "indoor.error": ("horizontal_error_m", "true_floor"),
}
# Distinct also with a deficiency of colour vision (Okabe and Ito).
_COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c564b", "#f0e442")
_OUTDOORS = "#7f7f7f"
_VERDICTS = {
    "worse": ("#d55e00", "o"), "better": ("#0072b2", "o"), "undecided": ("#7f7f7f", "s"),
    "same": ("#000000", "|"), "identical": ("#000000", "|"),
}


def plot_cdf(
    *runs: Run, metric: str = "horizontal error", labels: Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Plot the cumulative distribution of a metric, a curve for each run.

    Args:
        runs: The runs.
        metric: "horizontal error", "vertical error" or "indoor error", of all fixes; or a figure such as
            "horizontal_error.p95", of all seeds and devices.
        labels: Names of the runs in the legend; by default their scenarios.
        ax: Axes to draw on; by default those of a new figure.

    Raises:
        ImportError: If matplotlib is missing.
        InputError: If the metric is unknown or without values, or the labels do not match the runs.
    """
    ax = _axes(ax)
    if not runs:
        raise InputError("plot which runs?")
    if labels is not None and len(labels) != len(runs):
        raise InputError(f"there are {len(runs)} runs, and {len(labels)} labels")
    for number, run in enumerate(runs):
        values, title, unit = _values(run, metric)
        label = _name(run) if labels is None else labels[number]
        shares = [(position + 1) / len(values) for position in range(len(values))]
        ax.step([values[0], *values], [0.0, *shares], where="post", label=label, color=_COLORS[number % len(_COLORS)])
    ax.set(xlabel=f"{title}, {unit}", ylabel="share of seeds" if "." in title else "share of fixes", ylim=(0, 1))
    ax.grid(alpha=0.3)
    if labels is not None or len(runs) > 1:
        ax.legend()
    return ax


def plot_map(
    run: Run, *, device: str | None = None, seed: int | None = None, scenario: str | None = None,
    floor: int | None = None, ax: Axes | None = None,
) -> Axes:
    """Plot the true track of a device and its reported fixes, in metres east and north; a colour per floor.

    Args:
        run: The run.
        device: The device; by default the first one.
        seed: The seed; by default the first one.
        scenario: The scenario; by default the first one with this device.
        floor: Draw only this floor, with its plan; by default all of them, and the outlines of buildings.
        ax: Axes to draw on; by default those of a new figure.

    Raises:
        ImportError: If matplotlib is missing.
        InputError: If the run has no such device, seed, scenario or floor.
    """
    is_new = ax is None
    ax = _axes(ax)
    track = run.track
    for column, wanted in (("scenario", scenario), ("device", device), ("seed", seed)):
        track = _chosen(track, column, wanted)
    scenario, device, seed = (track[column].iloc[0] for column in ("scenario", "device", "seed"))
    fixes = run.fixes
    fixes = fixes[(fixes["scenario"] == scenario) & (fixes["device"] == device) & (fixes["seed"] == seed)]
    frame = _draw_venue(ax, run, str(scenario), floor)
    known = sorted({*track["floor"].dropna(), *fixes["floor"].dropna()})
    if floor is not None and floor not in known:
        raise InputError(f"neither the track nor a fix is on floor {floor}; there are {known}")
    colors: dict[int | None, str] = {number: _COLORS[place % len(_COLORS)] for place, number in enumerate(known)}
    if floor is not None:
        colors = {floor: colors[floor]}
    else:
        colors[None] = _OUTDOORS
    present = _draw_track(ax, frame, track, colors)
    for number, color in colors.items():
        shown = fixes[fixes["floor"].isna() if number is None else (fixes["floor"] == number).fillna(False)]
        if not shown.empty:
            present.add(number)
            east_m, north_m = _plane(frame, shown)
            ax.scatter(east_m, north_m, s=9, color=color, alpha=0.6, linewidths=0)
    for number, color in colors.items():
        if number in present:
            label = "outdoors" if number is None else f"floor {number}"
            ax.plot([], [], color=color, linewidth=4, label=label)
    ax.plot([], [], color="#000000", linewidth=1.5, label="true track")
    ax.plot([], [], ".", color="#000000", alpha=0.6, label="reported fixes")
    ax.set(xlabel="east, m", ylabel="north, m", title=f"{scenario}: {device}, seed {seed}")
    ax.set_aspect("equal", adjustable="datalim")
    if is_new:
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize="small")
        _fit_height(ax)
    else:
        ax.legend(fontsize="small")
    return ax


def plot_compare(comparison: Comparison, *, ax: Axes | None = None) -> Axes:
    """Plot how much each figure got worse, with its 95 % interval and its verdict.

    The unit of a figure is its least change that matters. The axis is linear up to this change in the
    band around zero, and logarithmic beyond. Figures in bold decide.

    Args:
        comparison: The comparison, or the verdicts of a gate.
        ax: Axes to draw on; by default those of a new figure.

    Raises:
        ImportError: If matplotlib is missing.
        InputError: If no figure has an interval.
    """
    rows = comparison.verdicts
    rows = rows[rows["worsening"].notna() & (rows["least"].fillna(0) > 0)]
    if rows.empty:
        raise InputError("no figure can be drawn: none has both a change and a least change that matters")
    ax = _axes(ax, (9.0, 1.2 + 0.24 * len(rows)))
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


def _axes(ax: Axes | None, size_in: tuple[float, float] | None = None) -> Axes:
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


def _chosen(table: pd.DataFrame, column: str, wanted: Any) -> pd.DataFrame:
    """Return the rows with a value, by default with the first one."""
    known = list(table[column].dropna().unique())
    if not known:
        raise InputError("the run has no track")
    chosen = known[0] if wanted is None else wanted
    if chosen not in known:
        raise InputError(one_of(column, str(wanted), [str(value) for value in known]))
    rows: pd.DataFrame = table[table[column] == chosen]
    return rows


def _draw_venue(ax: Axes, run: Run, scenario: str, floor: int | None) -> Frame:
    """Draw the outlines of buildings and the plan of a floor; return the frame of the venue."""
    with open(os.path.join(run.folder, "scene.json"), encoding="utf-8") as file:
        scene = json.load(file)
    number = next(part["venue"] for part in scene["scenarios"] if part["name"] == scenario)
    venue = scene["venues"][number]
    # Lengths are in cm: a ring is x, y, x, y, ..., and walls are segments of two points.
    for building in venue["buildings"]:
        for polygon in building["outline"]:
            for ring in polygon:
                _draw_line(ax, [*ring, *ring[:2]], 1.2)
    for level in venue["levels"]:
        if floor is not None and level["floor"] == floor:
            for start in range(0, len(level["walls"]), 4):
                _draw_line(ax, level["walls"][start : start + 4], 0.5)
    return Frame(venue["origin"])


def _draw_line(ax: Axes, points_cm: Sequence[float], width: float) -> None:
    xs_m, ys_m = ([value / 100 for value in points_cm[axis::2]] for axis in (0, 1))
    ax.plot(xs_m, ys_m, color="#444444", linewidth=width, zorder=1)


def _fit_height(ax: Axes) -> None:
    """Fit the height of a figure to its only map, with a legend beside it."""
    from matplotlib.figure import Figure

    assert isinstance(ax.figure, Figure)
    width_in = float(ax.figure.get_size_inches()[0])
    height_in = 0.75 * width_in * ax.dataLim.height / max(ax.dataLim.width, 1)
    ax.figure.set_size_inches(width_in, min(max(1 + height_in, 2.8), 8))


def _draw_track(
    ax: Axes, frame: Frame, track: pd.DataFrame, colors: Mapping[int | None, str]
) -> set[int | None]:
    """Draw the true track in pieces of one floor; return the floors drawn, None for outdoors."""
    east_m, north_m = _plane(frame, track)
    is_indoors = track["floor"].notna()
    floors = [int(number) if known else None for number, known in zip(track["floor"], is_indoors, strict=True)]
    drawn = set[int | None]()
    begin = 0
    for end in range(1, len(floors) + 1):
        if end < len(floors) and floors[end] == floors[begin]:
            continue
        if floors[begin] in colors:
            # The next piece begins where this one ends.
            piece = slice(begin, end + 1)
            ax.plot(east_m[piece], north_m[piece], color=colors[floors[begin]], linewidth=1.5)
            drawn.add(floors[begin])
        begin = end
    return drawn


def _plane(frame: Frame, table: pd.DataFrame) -> tuple[list[float], list[float]]:
    """Return metres east and north of each row."""
    points = [frame.plane(*row) for row in zip(table["latitude_deg"], table["longitude_deg"], strict=True)]
    return [east for east, _ in points], [north for _, north in points]


def _change(row: dict[Any, Any]) -> str:
    """Return the verdict and both values: `worse: 2.15 to 2.50 m`."""
    scale, unit = (100, "%") if row["unit"] == "share" else (1, row["unit"])
    return f"{row['verdict']}: {row['base'] * scale:.3g} to {row['new'] * scale:.3g} {unit}"
