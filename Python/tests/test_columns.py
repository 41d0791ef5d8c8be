"""The scheme of columns: the same values as in JSON, without copies."""

from __future__ import annotations

import copy
import json
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Python
from stacks import LoudestBeacon, NearestBeacon
from test_batch import HELLO

import venuesim
from venuesim import _columns, _server, _talk
from venuesim._talk import Talk

COLUMNS = {
    "beacon": [
        ["delivered_s", "number"], ["time_s", "number"], ["uuid", "text"], ["minor", "integer"],
        ["rssi_dbm", "number"],
    ],
    "accelerometer": [[name, "number"] for name in ("delivered_s", "time_s", "x_mps2", "y_mps2", "z_mps2")],
}
OFFER = {**HELLO, "schemes": ["json", "columns-1"], "columns": COLUMNS}
NAN = float("nan")


def packed(*rows: tuple[float, ...]) -> bytes:
    return b"".join(struct.pack(f"<{len(row)}d", *row) for row in rows)


def beacons() -> venuesim.Batch:
    data = packed((2.0, 1.0, 0, 1, -60), (2.0, 1.5, NAN, 2, NAN), (3.0, 2.5, 1, 3, -70.5))
    return _columns.Layout("beacon", COLUMNS["beacon"]).batch(bytearray(data), 0, len(data), ["A", "B"])


def test_rows_and_columns_are_those_of_json() -> None:
    batch = beacons()
    assert len(batch) == 3
    rows = [
        {"time_s": 1.0, "uuid": "A", "minor": 1, "rssi_dbm": -60.0},
        {"time_s": 1.5, "uuid": None, "minor": 2, "rssi_dbm": None},
        {"time_s": 2.5, "uuid": "B", "minor": 3, "rssi_dbm": -70.5},
    ]
    assert list(batch) == rows
    assert all(type(row["minor"]) is int for row in batch)
    json_batch = venuesim.Batch("beacon", rows, [2.0, 2.0, 3.0])
    for part in (slice(None), slice(1, None), slice(None, None, 2)):
        ours, theirs = batch[part], json_batch[part]
        assert list(ours) == list(theirs) and ours.columns == theirs.columns and len(ours) == len(theirs)
        assert ours.delivered_s.tolist() == theirs.delivered_s.tolist()
        for name in theirs.columns:
            assert ours[name].dtype == theirs[name].dtype
            np.testing.assert_array_equal(ours[name], theirs[name])
        assert ours.frame().equals(theirs.frame())
        np.testing.assert_array_equal(ours.matrix("minor", "rssi_dbm"), theirs.matrix("minor", "rssi_dbm"))
        np.testing.assert_array_equal(ours.matrix("rssi_dbm", "time_s"), theirs.matrix("rssi_dbm", "time_s"))
    assert repr(batch) == repr(json_batch)
    assert list(copy.deepcopy(batch)) == rows


def test_texts_are_numbers_for_joins() -> None:
    batch = beacons()
    codes, texts = batch.factorize("uuid")
    assert codes.tolist() == [0, -1, 1] and texts == ["A", "B"]
    other, known = venuesim.Batch("beacon", list(batch), 1.0).factorize("uuid")
    assert other.tolist() == codes.tolist() and known == texts
    assert batch.uuid.tolist() == ["A", None, "B"]


def test_a_wrong_column_names_the_right_ones() -> None:
    with pytest.raises(AttributeError, match="no column 'rssi'; it has time_s, uuid"):
        _ = beacons().rssi
    with pytest.raises(KeyError, match="rssi_dbm"):
        beacons().matrix("time_s", "rssi")
    with pytest.raises(AttributeError, match="beacon has no"):
        _ = beacons().xyz


def accelerations(count: int) -> tuple[venuesim.Batch, bytearray]:
    data = bytearray(packed(*((9.0, i / 100, i, -i, 9.81) for i in range(count))))
    return _columns.Layout("accelerometer", COLUMNS["accelerometer"]).batch(data, 0, len(data), []), data


def test_arrays_are_views_of_the_received_bytes() -> None:
    batch, data = accelerations(100)
    received = np.frombuffer(data)
    assert batch.xyz.shape == (100, 3)
    for array in (batch.xyz, batch.time_s, batch.y_mps2, batch.delivered_s, batch[10:].xyz, batch.matrix("x_mps2")):
        assert np.shares_memory(array, received)
        assert array.dtype == np.float64 and array.flags.aligned and array.flags.writeable
    assert batch.xyz[7].tolist() == [7.0, -7.0, 9.81]
    assert batch.time_s[7] == 0.07
    # No dictionary was made.
    assert batch._rows is None


def test_json_has_the_axes_too() -> None:
    batch, _ = accelerations(4)
    other = venuesim.Batch("accelerometer", list(batch), 9.0)
    np.testing.assert_array_equal(other.xyz, batch.xyz)


class Both(venuesim.Stack):
    """Receives two kinds and a timer."""

    batch_span_s = 1.0

    def begin(self, venue: venuesim.Venue) -> None:
        self.got: list[Any] = []

    def on_beacon(self, batch: venuesim.Batch, time_s: float) -> None:
        self.got.append(("beacon", batch.minor.tolist(), time_s))

    def on_accelerometer(self, batch: venuesim.Batch, time_s: float) -> None:
        self.got.append(("accelerometer", batch.x_mps2.tolist(), time_s))

    def on_timer(self, number: int, time_s: float) -> None:
        self.got.append(("timer", number, time_s))


def hello(answer: bytes) -> dict[str, Any]:
    greeting: dict[str, Any] = json.loads(answer)["hello"]
    return greeting


def test_the_scheme_is_agreed_in_the_greeting() -> None:
    assert hello(Talk(Both).answer({"hello": OFFER}))["scheme"] == "columns-1"
    # Commands without the scheme, or with later versions only, send JSON.
    for offer in (HELLO, {**OFFER, "schemes": ["json"]}, {**OFFER, "schemes": ["json", "columns-2"]}):
        assert "scheme" not in hello(Talk(Both).answer({"hello": offer}))
    plain = type("Plain", (Both,), {"scheme": "json"})
    assert "scheme" not in hello(Talk(plain).answer({"hello": OFFER}))
    with pytest.raises(ValueError, match="Odd: unknown scheme 'column' .*'columns'.*; there are columns, json"):
        type("Odd", (Both,), {"scheme": "column"})


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_a_batch_comes_in_pieces(size: int) -> None:
    talk = Talk(Both)
    incoming = _server.Incoming(talk)
    beacon = packed((1.0, 1.0, 0, 4, -60), (1.5, 1.5, 0, 5, -61))
    motion = packed((1.2, 1.2, 0.5, 0, 0))
    line = json.dumps({"batch": [
        {"observe": "beacon", "time_s": 1.5, "count": 2, "texts": ["A"], "bytes": len(beacon)},
        {"observe": "accelerometer", "time_s": 1.2, "count": 1, "bytes": len(motion)},
        {"timer": 3, "time_s": 2},
    ], "time_s": 2}).encode()
    single = json.dumps({"observe": "beacon", "time_s": 3, "count": 1, "bytes": 40}).encode()
    # A line feed within the numbers is not the end of a line.
    last = packed((3.0, 3.0, NAN, 6, struct.unpack("<d", b"\n" * 8)[0]))
    answers = []
    for message in (
        json.dumps({"hello": OFFER}).encode() + b"\n", b'{"start":true,"time_s":0}\n',
        line + b"\n" + beacon + motion, single + b"\n" + last, b'{"timer":4,"time_s":4}\n',
    ):
        for begin in range(0, len(message), size):
            answers.append(incoming.answer(message[begin : begin + size]))
    assert [answer for answer in answers if answer is not None][2:] == [b"{}\n"] * 3
    assert isinstance(talk._program, Both)
    assert talk._program.got == [
        ("beacon", [4, 5], 2), ("accelerometer", [0.5], 2), ("timer", 3, 2), ("beacon", [6], 3), ("timer", 4, 4),
    ]


KINDS = ("accelerometer", "gyroscope", "magnetometer", "barometer", "gnss", "beacon", "cell", "wifi")


def recorder(kept: list[Any], scheme: str, span_s: float | None) -> type[venuesim.Stack]:
    """Return a stack that keeps everything that it receives."""

    def keep(kind: str) -> Callable[..., None]:
        def on(self: venuesim.Stack, batch: venuesim.Batch, time_s: float) -> None:
            kept.append((kind, time_s, batch.delivered_s.tolist(), list(batch)))

        return on

    methods = {f"on_{kind}": keep(kind) for kind in (*KINDS, "ephemeris_kepler", "network", "power_source")}
    return type("Recorder", (venuesim.Stack,), {**methods, "scheme": scheme, "batch_span_s": span_s})


def single(value: Any) -> Any:
    return float(np.float32(value)) if isinstance(value, float | int) else value


@pytest.mark.parametrize("span_s", [None, 2.0])
def test_a_run_has_the_same_values_in_both_schemes(span_s: float | None) -> None:
    kept: dict[str, list[Any]] = {"json": [], "columns": []}
    for scheme, rows in kept.items():
        stack = recorder(rows, scheme, span_s)
        venuesim.run("corridor", seeds=1, stack=stack, settings={"duration": "30 s"})
    assert len(kept["json"]) > (300 if span_s is None else 10)
    assert {item[0] for item in kept["json"]} > {"accelerometer", "beacon", "gnss", "ephemeris_kepler"}
    for ours, theirs in zip(kept["columns"], kept["json"], strict=True):
        assert ours[:3] == theirs[:3]
        if theirs[0] not in ("accelerometer", "gyroscope", "magnetometer"):
            assert ours[3] == theirs[3], theirs[0]
            continue
        # Sensors report single floats, of which JSON has the shortest decimal.
        for row, other in zip(ours[3], theirs[3], strict=True):
            assert row["time_s"] == other["time_s"]
            assert {key: single(value) for key, value in row.items()} == {
                key: single(value) for key, value in other.items()
            }


@pytest.mark.parametrize("given", [{"stack": LoudestBeacon}, {"parts": {"locator": NearestBeacon}}])
def test_stacks_and_parts_report_the_same_in_both_schemes(given: dict[str, Any]) -> None:
    [(name, old)] = given.items()
    runs = []
    for scheme in ("json", "columns"):
        cls = old if name == "stack" else old["locator"]
        new = type(cls.__name__, (cls,), {"scheme": scheme})
        more = {name: new if name == "stack" else {"locator": new}}
        runs.append(venuesim.run("corridor", seeds="1-2", settings={"duration": "90 s"}, **more))
    assert runs[0].fixes.equals(runs[1].fixes) and len(runs[0].fixes) > 50


def test_programs_take_columns_too(tmp_path: Path) -> None:
    fixes = []
    for scheme in ("json", "columns"):
        script = tmp_path / f"my_{scheme}.py"
        script.write_text(
            f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nimport stacks, venuesim\n"
            f"class Mine(stacks.LoudestBeacon):\n    scheme = {scheme!r}\nvenuesim.main(Mine)\n"
        )
        run = venuesim.run("corridor", seeds=1, settings={"duration": "60 s"}, stack=f"cmd:{sys.executable} {script}")
        fixes.append(run.fixes.drop(columns="run"))
    assert fixes[0].equals(fixes[1]) and len(fixes[0]) > 20


def test_rows_need_no_numpy(python: Python) -> None:
    """NumPy takes longer to import than a program that reads rows needs for all the rest."""
    ended = python(
        "import sys; sys.modules['numpy'] = None\nfrom venuesim._columns import Layout\n"
        "batch = Layout('beacon', [['delivered_s', 'number'], ['minor', 'integer']]).batch("
        "bytearray(32), 0, 32, [])\nprint(len(batch), list(batch), len(batch[0]))"
    )
    assert ended.stdout == "2 [{'minor': 0}, {'minor': 0}] 1\n", ended.stderr


def test_lines_are_those_of_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    examples = Path(venuesim.scenarios()["corridor"]).parent / "examples"
    schema = json.loads((examples / "protocol.schema.json").read_text())
    lines: list[Any] = []
    answer = _talk.Talk.answer

    def kept(self: Talk, message: Any, payload: Any = None) -> bytes:
        answered = answer(self, message, payload)
        lines.extend([message, json.loads(answered)])
        return answered

    monkeypatch.setattr(_talk.Talk, "answer", kept)
    for span_s in (None, 2.0):
        venuesim.run("corridor", seeds=1, stack=recorder([], "columns", span_s), settings={"duration": "20 s"})
    venuesim.run("corridor", seeds=1, parts={"locator": NearestBeacon}, settings={"duration": "20 s"})
    validator = jsonschema.Draft202012Validator(schema)
    assert sum("bytes" in line for line in lines) > 100 and any("batch" in line for line in lines)
    for line in lines[:2] + lines[2::7]:
        validator.validate(line)
