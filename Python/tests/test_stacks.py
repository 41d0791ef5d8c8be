"""Stacks and parts as classes, run with the program."""

from __future__ import annotations

import functools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from stacks import LoudestBeacon, NearestBeacon

import venuesim
from venuesim import _binary

SHORT = {"duration": "40 s"}


def example(name: str) -> str:
    """Return the command of an included stack or part."""
    folder = Path(venuesim.scenarios()["corridor"]).parent / "examples"
    return f"cmd:python3 '{folder / name}'"


def events(run: venuesim.Run) -> list[str]:
    """Return the digests of all reports to apps, by scenario."""
    return [scenario["events_fingerprint"] for scenario in run.manifest["scenarios"]]


def test_a_class_does_what_the_same_program_does() -> None:
    ours = venuesim.run("corridor", seeds=1, stack=LoudestBeacon, settings=SHORT)
    theirs = venuesim.run("corridor", seeds=1, stack=example("strongest_beacon.py"), settings=SHORT)
    assert len(ours.fixes) > 10
    assert events(ours) == events(theirs)


def test_a_part_does_what_the_same_program_does() -> None:
    ours = venuesim.run("corridor", seeds=1, parts={"locator": NearestBeacon}, settings=SHORT)
    theirs = venuesim.run(
        "corridor", seeds=1, parts={"locator": example("nearest_beacon_part.py")}, settings=SHORT
    )
    assert events(ours) == events(theirs)
    # The other parts stay: satellite fixes are reported, too.
    assert len(set(ours.fixes["source"])) > 1


def test_the_class_that_is_begun_does_what_the_same_program_does(tmp_path: Path) -> None:
    subprocess.run([_binary.find(), "new", "part", "mine.py", "--class"], check=True, cwd=tmp_path)
    ours = venuesim.run(
        "corridor", seeds=1, settings=SHORT,
        parts={"locator": f"cmd:'{sys.executable}' '{tmp_path}/mine.py'"},
    )
    theirs = venuesim.run(
        "corridor", seeds=1, parts={"locator": example("nearest_beacon_part.py")}, settings=SHORT
    )
    assert events(ours) == events(theirs)


def test_a_slow_part_is_waited_for_no_longer_than_said() -> None:
    with pytest.raises(venuesim.ToolError, match=r"has not answered for 0\.5 s"):
        venuesim.run("corridor", seeds=1, settings=SHORT, timeout_s=0.5, parts={
            "locator": "cmd:head -n 1 >&2; echo '{\"hello\":{\"version\":1,\"listens\":[\"locate\"]}}'; sleep 1000"})


def test_a_file_is_a_stack_of_its_own() -> None:
    program = f"cmd:'{sys.executable}' '{Path(__file__).parent}/stacks.py'"
    as_class = venuesim.run("corridor", seeds=1, stack=LoudestBeacon, settings=SHORT)
    as_file = venuesim.run("corridor", seeds=1, stack=f"{program} LoudestBeacon", settings=SHORT)
    assert events(as_class) == events(as_file)
    part = venuesim.run("corridor", seeds=1, parts={"locator": f"{program} NearestBeacon"}, settings=SHORT)
    assert part.value("availability.share") > 0.5


def test_built_in_parts_go_by_name() -> None:
    run = venuesim.run("corridor", seeds=1, parts={"satellites": "off"}, settings=SHORT)
    assert "gnss" not in set(run.fixes["source"])


def test_results_do_not_depend_on_jobs_nor_on_the_run(tmp_path: Path) -> None:
    folders = [
        Path(venuesim.run(
            "corridor", seeds="1-3", stack=LoudestBeacon, settings=SHORT, jobs=jobs, out=tmp_path / f"{jobs}-{turn}"
        ).folder)
        for jobs, turn in ((1, 0), (3, 0), (3, 1))
    ]
    first, *others = ({path.name: path.read_bytes() for path in folder.glob("*.*")} for folder in folders)
    assert "fixes.csv" in first and "manifest.json" in first
    for other in others:
        assert other == first


def test_each_device_has_an_instance_of_its_own() -> None:
    made = []

    class Counter(venuesim.Stack):
        def begin(self, venue: venuesim.Venue) -> None:
            made.append(self)

    venuesim.run("corridor", seeds="1-3", stack=Counter, settings=SHORT)
    assert len(made) == len(set(map(id, made))) == 3


def test_a_function_makes_stacks_with_settings() -> None:
    class Windowed(LoudestBeacon):
        def __init__(self, window_s: float) -> None:
            self.window_s = window_s

    short, long, lambda_ = (
        venuesim.run("corridor", seeds=1, stack=maker, settings=SHORT)
        for maker in (
            functools.partial(Windowed, 1.0), functools.partial(Windowed, 9.0), lambda: Windowed(9.0),
        )
    )
    assert events(short) != events(long) == events(lambda_)
    assert "Windowed" in short.manifest["stack"]


def test_nothing_comes_from_the_future() -> None:
    """A stack receives nothing from the future, batched or not, and time never goes back."""
    seen: list[tuple[str, float, float]] = []

    class Impatient(venuesim.Stack):
        batch_span_s = 2.0
        latest = 0.0

        def look(self, kind: str, batch: venuesim.Batch, time_s: float) -> None:
            assert time_s >= self.latest
            self.latest = time_s
            assert batch.delivered_s.max() <= time_s
            seen.append((kind, float(batch.time_s.max()), time_s))

        def on_beacon(self, batch: venuesim.Batch, time_s: float) -> None:
            self.look("beacon", batch, time_s)

        def on_accelerometer(self, batch: venuesim.Batch, time_s: float) -> None:
            self.look("accelerometer", batch, time_s)

        def on_gnss(self, batch: venuesim.Batch, time_s: float) -> None:
            self.look("gnss", batch, time_s)

    venuesim.run("corridor", seeds=1, stack=Impatient, settings=SHORT)
    assert {kind for kind, _, _ in seen} == {"beacon", "accelerometer", "gnss"}
    assert all(row <= time_s for _, row, time_s in seen)
    assert max(row for _, row, _ in seen) > 30


def test_the_future_does_not_change_the_past() -> None:
    """Shortening a walk changes no report before the cut."""
    whole = venuesim.run("corridor", seeds=1, stack=LoudestBeacon, settings={"duration": "60 s"})
    part = venuesim.run("corridor", seeds=1, stack=LoudestBeacon, settings={"duration": "40 s"})
    told = ["told_s", "latitude_deg", "longitude_deg", "horizontal_accuracy_m"]
    early = whole.fixes[whole.fixes["told_s"] < 39][told].reset_index(drop=True)
    assert len(early) > 5
    assert early.equals(part.fixes[part.fixes["told_s"] < 39][told].reset_index(drop=True))


def test_a_batch_is_bounded_by_its_span() -> None:
    sizes: dict[float, list[int]] = {}

    def stack(span_s: float) -> type[venuesim.Stack]:
        class Sized(venuesim.Stack):
            batch_span_s = span_s

            def on_beacon(self, batch: venuesim.Batch, time_s: float) -> None:
                sizes.setdefault(span_s, []).append(len(batch))
                assert float(batch.delivered_s[-1] - batch.delivered_s[0]) <= span_s

        return Sized

    for span_s in (0.5, 4.0):
        venuesim.run("corridor", seeds=1, stack=stack(span_s), settings=SHORT)
    assert sum(sizes[0.5]) == pytest.approx(sum(sizes[4.0]), rel=0.01)
    assert len(sizes[0.5]) > 5 * len(sizes[4.0])
    assert max(sizes[4.0]) > 20


def test_parts_hear_what_was_found_before_them() -> None:
    found: list[dict[str, Any]] = []

    class Listener(venuesim.Part):
        fills = "locator"

        def on_sky_fix(self, batch: venuesim.Batch, time_s: float) -> None:
            found.extend(batch)

    venuesim.run("corridor", seeds=1, parts={"locator": Listener}, settings=SHORT)
    assert len(found) > 5
    assert all(row["source"] == "gnss" for row in found)


def test_an_activity_part_tells_activities() -> None:
    class Walker(venuesim.Part):
        fills = "activity"

        def on_tick(self, time_s: float) -> dict[str, Any]:
            return {"start_s": time_s, "flags": "walking", "confidence": 2}

    run = venuesim.run("corridor", seeds=1, parts={"activity": Walker}, settings=SHORT)
    events = run.events[run.events["event"] == "activity"]
    assert len(events) > 0
    assert events["detail"].str.contains("walking").all()


def test_the_venues_frame_is_the_tools() -> None:
    beacons: list[dict[str, Any]] = []
    venues: list[venuesim.Venue] = []

    class Reader(venuesim.Stack):
        def begin(self, venue: venuesim.Venue) -> None:
            venues.append(venue)
            beacons.extend(venue.beacons)

    venuesim.run("corridor", seeds=1, stack=Reader, settings=SHORT)
    assert len(beacons) == 6
    for beacon in beacons:
        place = venues[0].coordinate(beacon["east_m"], beacon["north_m"], beacon["up_m"])
        # 1e-8 degrees are a millimetre.
        assert place == pytest.approx((beacon["latitude_deg"], beacon["longitude_deg"]), abs=1e-8)
