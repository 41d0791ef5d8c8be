"""Rates of observations for classes. The table is shown at the end of the tests."""

from __future__ import annotations

import json
import statistics
import struct
import time

import numpy as np
import pytest
from test_columns import OFFER

import venuesim
from venuesim._server import Incoming
from venuesim._talk import Talk

HEADING = ("what", "sent together", "observations", "a second", "Python, us each")
SCHEMES = ("json", "columns")


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
    together = "as they come" if span_s is None else f"{span_s:g} s"
    for scheme in SCHEMES:
        stack = type("Batched", (base,), {"batch_span_s": span_s, "scheme": scheme})
        measured.clear()
        venuesim.run("corridor", seeds=1, stack=stack, jobs=1)
        [(count, took, used, total)] = measured
        assert count > (15_000 if base is Inertial else 1_000)
        assert abs(total) > 0
        note(rates, (f"{base.__name__}, {scheme}", together, count, count / took, used / count * 1e6))
        # Far above what is measured: only a slip that grows with the run gets here.
        assert used / count < 2e-3


def message(scheme: str, size: int) -> bytes:
    """Return a message with readings of the accelerometer, as the program sends it."""
    row = {"time_s": 12.34567, "x_mps2": 0.123456, "y_mps2": -1.23456, "z_mps2": 9.81234}
    if scheme == "json":
        single = {"observe": "accelerometer", "time_s": 12.34567, "rows": [row]}
        return json.dumps(single if size == 1 else {"batch": [single] * size, "time_s": 12.34567}).encode() + b"\n"
    payload = struct.pack("<5d", 12.34567, *row.values()) * size
    head = {"observe": "accelerometer", "time_s": 12.34567, "count": size, "bytes": len(payload)}
    return json.dumps(head).encode() + b"\n" + payload


@pytest.mark.parametrize("size", [1, 100, 10_000])
def test_rows_a_second_of_the_talk_alone(size: int, rates: list[tuple[str, ...]]) -> None:
    """Receive a message, make three columns and answer, without the program: both schemes in turns."""
    turns = max(3, 5000 // size)
    spent: dict[str, list[float]] = {scheme: [] for scheme in SCHEMES}
    for _ in range(7):
        for scheme in SCHEMES:
            talk = Talk(type("Turn", (Inertial,), {"scheme": scheme}))
            incoming, bytes_of_message = Incoming(talk), message(scheme, size)
            talk.answer({"hello": OFFER})
            begun = time.thread_time()
            for _ in range(turns):
                assert incoming.answer(bytes_of_message) == b"{}\n"
            spent[scheme].append((time.thread_time() - begun) / turns / size)
            assert isinstance(talk._program, Inertial)
            assert talk._program.count == turns * size
            assert talk._program.total == pytest.approx(turns * size * np.sum([0.123456, -1.23456, 9.81234]))
    json_s, columns_s = (statistics.median(spent[scheme]) for scheme in SCHEMES)
    for scheme, each_s in (("json", json_s), ("columns", columns_s)):
        note(rates, (f"talk alone, {scheme}", str(size), turns * size, 1 / each_s, each_s * 1e6))
    ratio = statistics.median(old / new for old, new in zip(*spent.values(), strict=True))
    rates.append(("ratio, columns to json", str(size), "", f"{ratio:.1f}", ""))
    # Measured: about 16 for 100 rows together, and 150 for 10,000.
    assert size == 1 or ratio > 5


def note(rates: list[tuple[str, ...]], row: tuple[str, str, int, float, float]) -> None:
    """Add a row to the table at the end of the tests."""
    if not rates:
        rates.append(HEADING)
    what, together, count, rate, each_us = row
    rates.append((what, together, f"{count}", f"{rate:.0f}", f"{each_us:.1f}"))
