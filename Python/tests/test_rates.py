"""Rates of observations for classes. The table is shown at the end of the tests."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np
import pytest
from test_batch import HELLO

import venuesim
from venuesim._talk import Talk

HEADING = ("what", "sent together", "observations", "a second", "Python, us each")


class Listener(venuesim.Stack):
    """Counts observations, and measures the time from start to end."""

    batch_messages = 100_000
    count = 0
    total = 0.0

    def start(self, time_s: float) -> None:
        super().start(time_s)
        self.begun, self.begun_cpu = time.perf_counter(), time.thread_time()

    def finish(self, time_s: float) -> None:
        took, used = time.perf_counter() - self.begun, time.thread_time() - self.begun_cpu
        measured.append((self.count, took, used, self.total))


class Inertial(Listener):
    """Receives sensor data in batches of seconds."""

    def on_accelerometer(self, batch: venuesim.Batch, time_s: float) -> None:
        self.count += len(batch)
        self.total += float(batch.matrix("x_mps2", "y_mps2", "z_mps2").sum())

    def on_gyroscope(self, batch: venuesim.Batch, time_s: float) -> None:
        self.count += len(batch)
        self.total += float(batch.z_radps.sum())


class Beacons(Listener):
    """Receives single observations."""

    def on_beacon(self, batch: venuesim.Batch, time_s: float) -> None:
        self.count += len(batch)
        self.total += float(batch.rssi_dbm.sum())


measured: list[tuple[int, float, float, float]] = []


@pytest.mark.parametrize("span_s", [None, 1.0, 10.0])
@pytest.mark.parametrize("base", [Beacons, Inertial])
def test_observations_a_second(
    base: type[Listener], span_s: float | None, rates: list[tuple[str, ...]]
) -> None:
    stack = type("Batched", (base,), {"batch_span_s": span_s})
    measured.clear()
    venuesim.run("corridor", seeds=1, stack=stack, jobs=1)
    [(count, took, used, total)] = measured
    assert count > (15_000 if base is Inertial else 1_000)
    assert abs(total) > 0
    together = "as they come" if span_s is None else f"{span_s:g} s"
    note(rates, (f"{base.__name__}, a run", together, count, count / took, used / count * 1e6))
    # Far above what is measured: only a slip that grows with the run gets here.
    assert used / count < 2e-3


@pytest.mark.parametrize("size", [1, 100, 10_000])
def test_rows_a_second_of_the_talk_alone(size: int, rates: list[tuple[str, ...]]) -> None:
    """Parse a line, make three columns and answer, without the program."""
    row: dict[str, Any] = {"time_s": 12.34567, "x_mps2": 0.123456, "y_mps2": -1.23456, "z_mps2": 9.81234}
    message = {"observe": "accelerometer", "time_s": 12.34567, "rows": [row]}
    whole = message if size == 1 else {"batch": [message] * size, "time_s": 12.34567}
    line = json.dumps(whole).encode() + b"\n"
    talk = Talk(Inertial)
    talk.answer(json.dumps({"hello": HELLO}).encode())
    turns = max(3, 30_000 // size)
    begun, begun_cpu = time.perf_counter(), time.thread_time()
    for _ in range(turns):
        assert talk.answer(line) == b"{}\n"
    took, used = time.perf_counter() - begun, time.thread_time() - begun_cpu
    assert isinstance(talk._program, Inertial)
    assert talk._program.count == turns * size
    assert talk._program.total == pytest.approx(turns * size * np.sum([0.123456, -1.23456, 9.81234]))
    note(rates, ("rows, the talk alone", str(size), turns * size, turns * size / took, took / turns / size * 1e6))
    assert used / turns / size < 1e-3


def note(rates: list[tuple[str, ...]], row: tuple[str, str, int, float, float]) -> None:
    """Add a row to the table at the end of the tests."""
    if not rates:
        rates.append(HEADING)
    what, together, count, rate, each_us = row
    rates.append((what, together, f"{count}", f"{rate:.0f}", f"{each_us:.1f}"))
