"""Checks of the rows that stacks and parts report, before they are sent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

from ._errors import near, one_of

_PLACE = "latitude_deg longitude_deg"
# Columns of each kind of report in the protocol; those in brackets may be missing. Texts have a quote.
_SHAPES = {
    "location": f"time_s {_PLACE} horizontal_accuracy_m 'source [altitude_m vertical_accuracy_m floor course_deg"
    " speed_mps transmitters raw_latitude_deg raw_longitude_deg surveyed]",
    "activity": "start_s 'flags confidence",
    "pedometer": "start_s end_s steps [distance_m pace_spm cadence_hz floors_up floors_down]",
    "pedometer_event": "time_s 'event",
    "visit": f"{_PLACE} horizontal_accuracy_m [arrival_s departure_s]",
    "cloud": f"time_s spread_m [{_PLACE} floor]",
    "route": f"time_s [{_PLACE}]",
}
_SHAPES |= {
    "locations": _SHAPES["location"], "activity_history": _SHAPES["activity"],
    "pedometer_history": _SHAPES["pedometer"],
}
KINDS = (
    *_SHAPES, "region", "ranging", "authorization", "pause", "data_source", "indicator", "notification",
    "wayfinding", "placemark", "levels", "failure",
)
# Possible values. The tool checks them too, but only here the traceback shows the cause.
RANGES = {
    "latitude_deg": (-90.0, 90.0), "longitude_deg": (-180.0, 180.0), "horizontal_accuracy_m": (0.0, 1e8),
    "altitude_m": (-1e6, 1e8), "vertical_accuracy_m": (-1e6, 1e8), "course_deg": (-360.0, 360.0),
    "speed_mps": (-1e6, 1e6), "floor": (-1000.0, 1000.0), "transmitters": (0.0, 1e6), "steps": (0.0, 1e9),
    "distance_m": (0.0, 1e9), "pace_spm": (0.0, 1e6), "cadence_hz": (0.0, 1e3), "floors_up": (0.0, 1e6),
    "floors_down": (0.0, 1e6),
}
SOURCES = ("cell", "wifi", "gnss", "beacon", "fused", "deadReckoning", "mapMatched", "cached")


class Shape:
    """Columns of a kind of report."""

    def __init__(self, text: str) -> None:
        required, _, optional = text.rstrip("]").partition("[")
        self.required = [name.lstrip("'") for name in required.split()]
        self.columns = [*self.required, *optional.split()]
        self.texts = {name[1:] for name in text.split() if name.startswith("'")}


SHAPES = {kind: Shape(text) for kind, text in _SHAPES.items()}


def check(kind: str, row: object, time_s: float, who: str) -> None:
    """Check a row of a report.

    Args:
        kind: Kind of the report, such as `location`.
        row: The row.
        time_s: Time of the report, for messages.
        who: Begin of messages, such as `tell(location=...): `.

    Raises:
        TypeError: If it is no row of this kind.
        ValueError: If a number is impossible, or a source unknown.
    """
    if kind not in KINDS:
        raise TypeError(f"{who}{one_of('report', kind, list(KINDS))}")
    if not isinstance(row, Mapping):
        raise TypeError(f"{who}{_a(kind)} is a dictionary, not {type(row).__name__}")
    shape = SHAPES.get(kind)
    for name, value in row.items():
        if shape is not None and name not in shape.columns:
            known = ", ".join(shape.columns)
            raise TypeError(f"{who}{_a(kind)} has no '{name}'{near(str(name), shape.columns)}; it has {known}")
        is_text = shape is not None and name in shape.texts
        _check_value(f"{who}{name}", value, time_s, is_text=is_text, is_known=shape is not None)
        if shape is not None and name in RANGES and isinstance(value, Real):
            low, high = RANGES[name]
            if not low <= float(value) <= high:
                raise ValueError(f"{who}{name} is {value} at {time_s} s, and must be from {low:g} to {high:g}")
        if name == "source" and is_text and value not in SOURCES:
            raise ValueError(f"{who}unknown source '{value}'; there are {', '.join(SOURCES)}")
    missing = [] if shape is None else [name for name in shape.required if row.get(name) is None]
    if missing:
        raise TypeError(f"{who}{_a(kind)} needs {', '.join(missing)}")


def _check_value(what: str, value: Any, time_s: float, *, is_text: bool, is_known: bool) -> None:
    # Values of NumPy, which may be arrays without dimensions.
    listed = getattr(value, "tolist", None)
    if listed is not None:
        value = listed()
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{what} is {value} at {time_s} s")
    if value is None or not is_known or isinstance(value, str if is_text else Real):
        return
    wanted = "a text" if is_text else "a number"
    raise TypeError(f"{what} must be {wanted}, not {type(value).__name__} ({value!r:.60})")


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
