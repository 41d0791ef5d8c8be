"""Maps of tracks and fixes on matplotlib."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import InputError, one_of
from ._plot import COLORS, all_runs, axes_of
from ._run import Run
from ._venue import Frame

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_OUTDOORS = "#7f7f7f"
_TRUTH = "#000000"


def plot_map(
    *runs: Run | Sequence[Run], labels: Sequence[str] | None = None, device: str | None = None,
    seed: int | None = None, scenario: str | None = None, floor: int | None = None, ax: Axes | None = None,
) -> Axes:
    """Plot the true track of a device and its reported fixes, in metres east and north.

    Of one run, each floor has its colour. Of several runs, each run has its colour, and the true track is that of
    the first one.

    Args:
        runs: The runs, or lists of them.
        labels: Names of several runs in the legend; by default their numbers.
        device: The device; by default the first one.
        seed: The seed; by default the first one.
        scenario: The scenario; by default the first one with this device.
        floor: Draw only this floor, with its plan; by default all of them, and the outlines of buildings.
        ax: Axes to draw on; by default those of a new figure.

    Raises:
        ImportError: If matplotlib is missing.
        InputError: If a run has no such device, seed, scenario or floor.
    """
    is_new = ax is None
    ax = axes_of(ax)
    several = all_runs(runs, labels)
    track = several[0].track
    for column, wanted in (("scenario", scenario), ("device", device), ("seed", seed)):
        track = _chosen(track, column, wanted)
    chosen = {column: track[column].iloc[0] for column in ("scenario", "device", "seed")}
    fixes = [_fixes(run, chosen) for run in several]
    frame = _draw_venue(ax, several[0], str(chosen["scenario"]), floor)
    known = sorted({*track["floor"].dropna(), *(number for table in fixes for number in table["floor"].dropna())})
    if floor is not None and floor not in known:
        raise InputError(f"neither the track nor a fix is on floor {floor}; there are {known}")
    if len(several) == 1:
        _draw_floors(ax, frame, track, fixes[0], known, floor)
    else:
        _draw_runs(ax, frame, track, fixes, labels, floor)
    ax.set(
        xlabel="east, m", ylabel="north, m",
        title=f"{chosen['scenario']}: {chosen['device']}, seed {chosen['seed']}",
    )
    ax.set_aspect("equal", adjustable="datalim")
    if is_new:
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize="small")
        _fit_height(ax)
    else:
        ax.legend(fontsize="small")
    return ax


def _fixes(run: Run, chosen: Mapping[str, Any]) -> pd.DataFrame:
    """Return the fixes of a run for a scenario, a device and a seed."""
    rows = run.track
    for column, wanted in chosen.items():
        rows = _chosen(rows, column, wanted)
    fixes = run.fixes
    for column, wanted in chosen.items():
        fixes = fixes[fixes[column] == wanted]
    return fixes


def _on_floor(table: pd.DataFrame, floor: int | None) -> pd.DataFrame:
    """Return the rows on a floor, or outdoors."""
    on_floor = table["floor"].isna() if floor is None else (table["floor"] == floor).fillna(False)
    return table[on_floor]


def _draw_floors(
    ax: Axes, frame: Frame, track: pd.DataFrame, fixes: pd.DataFrame, known: Sequence[int], floor: int | None
) -> None:
    """Draw the track and the fixes of a run, with a colour per floor."""
    colors: dict[int | None, str] = {number: COLORS[place % len(COLORS)] for place, number in enumerate(known)}
    if floor is not None:
        colors = {floor: colors[floor]}
    else:
        colors[None] = _OUTDOORS
    present = _draw_track(ax, frame, track, colors)
    for number, color in colors.items():
        shown = _on_floor(fixes, number)
        if not shown.empty:
            present.add(number)
            east_m, north_m = _plane(frame, shown)
            ax.scatter(east_m, north_m, s=9, color=color, alpha=0.6, linewidths=0)
    for number, color in colors.items():
        if number in present:
            label = "outdoors" if number is None else f"floor {number}"
            ax.plot([], [], color=color, linewidth=4, label=label)
    ax.plot([], [], color=_TRUTH, linewidth=1.5, label="true track")
    ax.plot([], [], ".", color=_TRUTH, alpha=0.6, label="reported fixes")


def _draw_runs(
    ax: Axes, frame: Frame, track: pd.DataFrame, fixes: Sequence[pd.DataFrame], labels: Sequence[str] | None,
    floor: int | None,
) -> None:
    """Draw the true track, and the reported tracks of several runs with a colour per run."""
    shown: list[int | None] = [floor] if floor is not None else [None, *track["floor"].dropna()]
    _draw_track(ax, frame, track, dict.fromkeys(shown, _TRUTH))
    ax.plot([], [], color=_TRUTH, linewidth=1.5, label="true track")
    for number, table in enumerate(fixes):
        east_m, north_m = _plane(frame, table if floor is None else _on_floor(table, floor))
        label = f"run {number + 1}" if labels is None else labels[number]
        color = COLORS[number % len(COLORS)]
        ax.plot(east_m, north_m, ".-", color=color, markersize=4, linewidth=0.8, alpha=0.7, label=label)


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
