"""Base classes of stacks and parts."""

from __future__ import annotations

from typing import Any, ClassVar

from ._errors import one_of
from ._reported import check
from ._venue import Venue

SENSORS = ("accelerometer", "gyroscope", "magnetometer", "barometer", "gnss", "beacon", "cell", "wifi")
KINDS = (
    *("accelerometer", "gyroscope", "magnetometer", "barometer", "gnss", "ephemeris_kepler"),
    *("ionosphere", "ephemeris_glonass", "receiver_fix", "wifi", "beacon", "cell", "power_source"),
    *("vehicle", "network", "download", "boot", "app"),
)
FINDINGS = (
    *("activity", "steps", "walking_pause", "network_fix", "sky_fix", "indoor_fix", "near_fix"),
    *("fused_fix", "open_fix", "told_fix"),
)
SCHEMES = ("columns", "json")
PLACES = ("activity", "steps", "wifi", "cell", "satellites", "locator", "fusion", "roads")
# Topics of the message board whose names differ from the names of their rows.
TOPICS = {
    "receiver_fix": "fix", "ephemeris_kepler": "ephemeris", "ionosphere": "ephemeris",
    "ephemeris_glonass": "ephemeris", "power_source": "power",
}


class Program:
    """Common base of stacks and parts. Derive from `Stack` or `Part`.

    Each device has its own instance, so its state belongs to that device alone. All data in a message
    are from before `time_s`, the simulated time in seconds. Simulated time stops while a method works.
    """

    venue: Venue
    """Public map of the venue, available from `begin` on."""

    scheme: ClassVar[str] = "columns"
    """Form of observations on the pipe: `columns`, as arrays, or `json`. A program that has no columns sends JSON."""

    # Valid names after `on_` for methods.
    _events: ClassVar[tuple[str, ...]] = ()
    _answer: dict[str, list[dict[str, Any]]]
    _now_s: float = 0.0

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for name in vars(cls):
            if name.startswith("on_") and name[3:] not in cls._events:
                known = [f"on_{event}" for event in cls._events]
                raise TypeError(f"{cls.__name__}: {one_of('method', name, known)}")
        if cls.scheme not in SCHEMES:
            raise ValueError(f"{cls.__name__}: {one_of('scheme', str(cls.scheme), list(SCHEMES))}")

    @classmethod
    def handled(cls) -> list[str]:
        """Return the kinds of events that the class has methods for."""
        return [name for name in cls._events if hasattr(cls, f"on_{name}")]

    def begin(self, venue: Venue) -> None:
        """Handle the greeting with the public map of the venue; called once, first."""

    def start(self, time_s: float) -> Any:
        """Handle the boot of the device."""

    def finish(self, time_s: float) -> Any:
        """Handle the end."""

    def place(
        self, *, at_s: float | None = None, east_m: float | None = None, north_m: float | None = None,
        latitude_deg: float | None = None, longitude_deg: float | None = None,
        accuracy_m: float, floor: int | None = None, source: str = "fused", **more: Any,
    ) -> dict[str, Any]:
        """Return a location to report: `self.tell(location=self.place(...))`.

        Args:
            at_s: Time of the position, in s; by default now.
            east_m: Metres east of the origin of the venue. Needs `north_m`.
            north_m: Metres north of the origin.
            latitude_deg: Degrees, instead of metres. Needs `longitude_deg`.
            longitude_deg: Degrees.
            accuracy_m: Radius in m that contains the device with a probability of 68 %.
            floor: Number of the floor, 0 for the ground floor.
            source: `cell`, `wifi`, `gnss`, `beacon`, `fused`, `deadReckoning`, `mapMatched` or `cached`.
            more: Further columns of `told_location`: `altitude_m`, `course_deg`, `speed_mps`.
        """
        if east_m is not None and north_m is not None:
            latitude_deg, longitude_deg = self.venue.coordinate(float(east_m), float(north_m))
        if latitude_deg is None or longitude_deg is None:
            raise TypeError("place() needs east_m and north_m, or latitude_deg and longitude_deg")
        row: dict[str, Any] = {
            "time_s": self._now_s if at_s is None else at_s,
            "latitude_deg": latitude_deg, "longitude_deg": longitude_deg,
            "horizontal_accuracy_m": accuracy_m, "source": source, **more,
        }
        if floor is not None:
            row["floor"] = floor
        return row

    def tell(self, *, app: str | None = None, **what: Any) -> None:
        """Report to the app: `location`, `activity`, `pedometer`, `region` and other kinds of the protocol.

        Args:
            app: Name of the app; by default the one with a request.
            what: One or more kinds, each with a row or a list of rows.
        """
        for kind, rows in what.items():
            for row in rows if isinstance(rows, (list, tuple)) else [rows]:
                # The tool checks it, too, but only here the traceback shows the cause.
                check(kind, row, self._now_s, f"{type(self).__name__}: tell({kind}=...): ")
            told = {kind: rows} if app is None else {kind: rows, "app": app}
            self._answer.setdefault("tell", []).append(told)


class Stack(Program):
    """A complete stack: receives observations, requests sensors, and reports to the app.

    Methods, all optional: `begin(venue)`, `start(time_s)`, `on_KIND(batch, time_s)` for each kind of
    observation (`on_beacon`, `on_accelerometer`, `on_wifi`, ...), `on_timer(number, time_s)` and
    `finish(time_s)`. Only kinds with a method are sent.
    """

    batch_span_s: ClassVar[float | None] = None
    """Maximum time that an observation waits for others, in s. None sends each at once.

    Batches make NumPy worthwhile. Reports take effect when the batch was sent. A batch has the rows of
    one kind together, each with its time.
    """

    batch_messages: ClassVar[int] = 1000
    """Maximum number of observations in a batch, if `batch_span_s` is set."""

    _events = (*KINDS, "timer")

    def start(self, time_s: float) -> None:
        """Handle the boot of the device; by default, start the sensors that the class has methods for."""
        for sensor in SENSORS:
            if hasattr(self, f"on_{sensor}"):
                self.request("start", sensor)

    def request(
        self, request: str, sensor: str | None = None, *, period_s: float | None = None,
        causes: str | None = None, resource: str | None = None,
    ) -> None:
        """Send a request to the phone.

        Args:
            request: `start`, `stop`, `batch` or `attribute` for a sensor; `scanWiFi`, `fetchAssistance`,
                `fetch`, `advertise`.
            sensor: One of `venuesim.SENSORS`.
            period_s: Period of the sensor, in s; by default that of the device.
            causes: Causes to which the energy is attributed, as `a;b`.
            resource: Resource to fetch or to advertise.
        """
        if sensor is not None and sensor not in SENSORS:
            raise ValueError(one_of("sensor", sensor, list(SENSORS)))
        given = {"sensor": sensor, "period_s": period_s, "causes": causes, "resource": resource}
        asked = {key: value for key, value in given.items() if value is not None}
        self._answer.setdefault("request", []).append({"request": request, **asked})

    def timer(self, number: int, at_s: float | None = None) -> None:
        """Set a timer: `on_timer(number, time_s)` is called at `at_s` (in s). Without `at_s`, clear it."""
        setting: dict[str, Any] = {"timer": number}
        if at_s is not None:
            setting["at_s"] = at_s
        self._answer.setdefault("timers", []).append(setting)


class Part(Program):
    """One part of the stack, which replaces the part named in `fills`. The other parts stay.

    Methods, all optional: `begin(venue)`, `start(time_s)`, `on_KIND(batch, time_s)` for observations
    (`on_beacon`, ...) and for results of earlier parts (`on_sky_fix`, `on_steps`, ...),
    `on_tick(time_s)` every second, `finish(time_s)`, and for locators `locate(at_s, time_s)`. Their return
    value is reported: a location, an activity or a pedometer row, depending on the part. None reports
    nothing.
    """

    fills: ClassVar[str] = ""
    """Name of the part: activity, steps, wifi, cell, satellites, locator, fusion or roads."""

    _events = (*KINDS, *FINDINGS, "tick")

    @classmethod
    def listens(cls) -> list[str]:
        """Return the topics of the protocol that the class has methods for."""
        topics = [TOPICS.get(name, name) for name in cls.handled()]
        if hasattr(cls, "locate"):
            topics.append("locate")
        return list(dict.fromkeys(topics))

    @property
    def tells(self) -> str:
        """Kind of its reports: `location`, `activity` or `pedometer`."""
        return {"activity": "activity", "steps": "pedometer"}.get(self.fills, "location")
