"""Stacks that raise, hang or crash: the run stops and reports the cause."""

from __future__ import annotations

import fcntl
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from conftest import Python
from stacks import LoudestBeacon

import venuesim
from venuesim import _folder, _reported, _server

SHORT = {"duration": "60 s"}

# Seconds after which something has hung, however busy the machine is.
HUNG = 1800


class Mishap(Exception):
    """An exception of user code."""


class Raiser(LoudestBeacon):
    """Fails at its third timer."""

    def on_timer(self, number: int, time_s: float) -> None:
        super().on_timer(number, time_s)
        if time_s >= 3:
            raise Mishap(f"at {time_s} s")


def test_what_a_stack_raises_is_raised_here() -> None:
    with pytest.raises(Mishap, match="at 3") as caught:
        venuesim.run("corridor", seeds="1-2", stack=Raiser, settings=SHORT)
    frames = traceback.extract_tb(caught.value.__traceback__)
    own = [frame.name for frame in frames if frame.filename == __file__]
    assert own == ["test_what_a_stack_raises_is_raised_here", "on_timer"]
    # No frames of the package between the call and the method.
    assert [frame.name for frame in frames if "server" in frame.filename or "_talk" in frame.filename] == []
    # One traceback, the user's own: what the tool says of it is no news.
    assert caught.value.__cause__ is None and caught.value.__suppress_context__


@pytest.mark.parametrize("method", ["begin", "start", "finish"])
def test_so_is_what_other_methods_raise(method: str) -> None:
    def fail(self: venuesim.Stack, _: object) -> None:
        raise Mishap(method)

    stack = type("Failing", (venuesim.Stack,), {method: fail})
    with pytest.raises(Mishap, match=method):
        venuesim.run("corridor", seeds=1, stack=stack, settings=SHORT)


def test_a_part_that_raises_is_told_likewise() -> None:
    class Bad(venuesim.Part):
        fills = "locator"

        def locate(self, at_s: float, time_s: float) -> None:
            raise BrokenPipeError("ours, not a pipe's")

    with pytest.raises(BrokenPipeError, match="ours"):
        venuesim.run("corridor", seeds=1, parts={"locator": Bad}, settings=SHORT)


LOCATION = {
    "time_s": 1.0, "latitude_deg": 37.0, "longitude_deg": -122.0, "horizontal_accuracy_m": 5, "source": "beacon",
}


@pytest.mark.parametrize(
    ("returned", "kind", "words"),
    [
        ((1.0, 2.0), TypeError, "it returns a dictionary, such as self.place"),
        ("here", TypeError, "it returns a dictionary"),
        ([None], TypeError, "it returns a dictionary"),
        ({"east": 1.0}, TypeError, "a location has no 'east'; it has time_s"),
        ({**LOCATION, "latitude_dg": 1}, TypeError, "did you mean 'latitude_deg'"),
        ({**LOCATION, "latitude_deg": "37"}, TypeError, "latitude_deg must be a number, not str"),
        ({**LOCATION, "floor": object()}, TypeError, "floor must be a number, not object"),
        ({**LOCATION, "source": 1}, TypeError, "source must be a text, not int"),
        ({key: LOCATION[key] for key in LOCATION if key != "source"}, TypeError, "a location needs source"),
        ({**LOCATION, "source": "becon"}, ValueError, "unknown source 'becon'; there are cell, "),
        ({**LOCATION, "longitude_deg": np.float32("nan")}, ValueError, "longitude_deg is nan at"),
        ({**LOCATION, "latitude_deg": 181}, ValueError, "latitude_deg is 181 at 5 s, and must be from -90 to 90"),
        ({**LOCATION, "horizontal_accuracy_m": np.float64(-3)}, ValueError, "horizontal_accuracy_m is -3.0 at"),
    ],
)
def test_a_wrong_return_value_names_part_and_method(returned: object, kind: type[Exception], words: str) -> None:
    class Wrong(venuesim.Part):
        fills = "locator"

        def locate(self, at_s: float, time_s: float) -> object:
            return returned if time_s >= 5 else None

    with pytest.raises(kind) as caught:
        venuesim.run("corridor", seeds=1, parts={"locator": Wrong}, settings=SHORT)
    line = Wrong.locate.__code__.co_firstlineno
    assert str(caught.value).startswith(f"Wrong.locate ({__file__}:{line}) returned ")
    assert words in str(caught.value)
    # The traceback ends in the method, although it has returned.
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.name, last.lineno) == (__file__, "locate", line)
    assert caught.value.__cause__ is None and caught.value.__suppress_context__


def test_other_methods_are_named_too() -> None:
    class Ticking(venuesim.Part):
        fills = "activity"

        def on_tick(self, time_s: float) -> dict[str, object]:
            return {"start_s": time_s, "flags": "walking"}

    with pytest.raises(TypeError, match=r"^Ticking.on_tick \(.*an activity needs confidence"):
        venuesim.run("corridor", seeds=1, parts={"activity": Ticking}, settings=SHORT)

    class Returning(venuesim.Stack):
        def on_beacon(self, batch: venuesim.Batch, time_s: float) -> dict[str, object]:
            return LOCATION

    with pytest.raises(TypeError, match=r"^Returning.on_beacon \(.*a stack reports with self.tell"):
        venuesim.run("corridor", seeds=1, stack=Returning, settings=SHORT)

    class Misspelt(venuesim.Stack):
        def start(self, time_s: float) -> None:
            self.tell(locaton=LOCATION)

    with pytest.raises(TypeError, match="Misspelt: .*did you mean 'location'") as caught:
        venuesim.run("corridor", seeds=1, stack=Misspelt, settings=SHORT)
    assert any(frame.name == "start" for frame in traceback.extract_tb(caught.value.__traceback__))


def test_what_the_tool_refuses_names_the_part_and_no_bridge(tmp_path: Path) -> None:
    class Flying(venuesim.Part):
        fills = "activity"

        def on_tick(self, time_s: float) -> dict[str, object]:
            return {"start_s": time_s, "flags": "flying", "confidence": 1}

    for more in ({}, {"out": tmp_path / "out"}):
        with pytest.raises(venuesim.ToolError) as caught:
            venuesim.run(
                "corridor", seeds=1, parts={"activity": Flying}, settings=SHORT, **more  # type: ignore[arg-type]
            )
        said = str(caught.value)
        assert "the part 'Flying' failed: 'activity': expected activities joined by '+'" in said
        assert "BRIDGE" not in said and "--resume" not in said and "venuesim-py-" not in said
    assert f"kept in {tmp_path}" in said and (tmp_path / "out").is_dir()


@pytest.mark.parametrize("kind", ["location", "pedometer"])
def test_the_ranges_are_those_of_the_tool(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each limit passes, and beyond it the tool refuses the report, too."""
    row: dict[str, object] = {**LOCATION} if kind == "location" else {"start_s": 0, "end_s": 1, "steps": 2}
    limits = {name: limit for name, limit in _reported.RANGES.items() if name in _reported.SHAPES[kind].columns}
    assert len(limits) > 5

    class Reporter(venuesim.Stack):
        rows: ClassVar[list[dict[str, object]]]

        def start(self, time_s: float) -> None:
            for row in self.rows:
                self.tell(**{kind: row})

    whole = ("floor", "transmitters", "steps", "floors_up", "floors_down")

    def changed(name: str, value: float) -> dict[str, object]:
        return {**row, name: int(value) if name in whole else value}

    Reporter.rows = [changed(name, value) for name, limit in limits.items() for value in limit]
    venuesim.run("corridor", seeds=1, stack=Reporter, settings={"duration": "2 s"})
    for name, limit in limits.items():
        for value, step in zip(limit, (-1, 1), strict=True):
            beyond = value + step * max(1, abs(value) * 1e-3)
            Reporter.rows = [changed(name, beyond)]
            with pytest.raises(ValueError, match=f"{name} is "):
                venuesim.run("corridor", seeds=1, stack=Reporter, settings={"duration": "2 s"})
            with monkeypatch.context() as patched, pytest.raises(venuesim.ToolError):
                patched.setattr(_reported, "RANGES", {})
                venuesim.run("corridor", seeds=1, stack=Reporter, settings={"duration": "2 s"})


def test_checked_columns_are_those_of_the_protocol() -> None:
    schema = json.loads((Path(venuesim.scenarios()["corridor"]).parent / "examples/protocol.schema.json").read_text())
    shapes = schema["$defs"]
    assert set(_reported.KINDS) == {kind["required"][0] for kind in shapes["tell"]["oneOf"]}
    for kind, shape in _reported.SHAPES.items():
        columns = shapes["told_" + ("location" if kind == "locations" else kind.removesuffix("_history"))]
        assert set(shape.columns) == set(columns["properties"]), kind
        assert set(shape.required) == set(columns["required"]), kind
        forms = columns["properties"].items()
        assert shape.texts == {name for name, form in forms if form.get("type") == "string" or "enum" in form}, kind
    assert list(_reported.SOURCES) == shapes["told_location"]["properties"]["source"]["enum"]


def test_a_part_in_the_wrong_place_is_told() -> None:
    class Steps(venuesim.Part):
        fills = "steps"

    with pytest.raises(TypeError, match="fills 'steps', and was put in the place of 'locator'"):
        venuesim.run("corridor", seeds=1, parts={"locator": Steps}, settings=SHORT)
    with pytest.raises(TypeError, match="is a venuesim.Part: give it as parts="):
        venuesim.run("corridor", seeds=1, stack=Steps, settings=SHORT)


def test_what_can_not_be_is_refused_where_it_is_told() -> None:
    class Lost(venuesim.Stack):
        def start(self, time_s: float) -> None:
            self.tell(location=self.place(latitude_deg=181.0, longitude_deg=0.0, accuracy_m=5))

    with pytest.raises(ValueError, match="Lost: tell.location=....: latitude_deg is 181") as caught:
        venuesim.run("corridor", seeds=1, stack=Lost, settings=SHORT)
    assert any(frame.name == "start" for frame in traceback.extract_tb(caught.value.__traceback__))


def test_a_stack_that_hangs_is_given_up() -> None:
    release = threading.Event()

    class Hanging(venuesim.Stack):
        def start(self, time_s: float) -> None:
            release.wait()

    with pytest.raises(venuesim.ToolError, match="not answered for 0.5 s"):
        venuesim.run("corridor", seeds=1, stack=Hanging, settings=SHORT, timeout_s=0.5)
    release.set()


def test_a_bridge_that_is_killed_ends_the_run() -> None:
    def bridges() -> list[int]:
        found = []
        for name in os.listdir("/proc"):
            try:
                words = Path(f"/proc/{name}/cmdline").read_bytes().split(b"\0")
                if _server._BRIDGE.encode() in words and Path(f"/proc/{name}/stat").read_text().split()[2] != "Z":
                    found.append(int(name))
            except (OSError, ValueError, IndexError):
                continue
        return found

    class Killer(LoudestBeacon):
        def on_timer(self, number: int, time_s: float) -> None:
            super().on_timer(number, time_s)
            if time_s >= 3:
                for process in bridges():
                    os.kill(process, signal.SIGKILL)

    before = threading.active_count()
    with pytest.raises(venuesim.ToolError, match="signal 9"):
        venuesim.run("corridor", seeds=1, stack=Killer, settings=SHORT)
    assert bridges() == []
    deadline = time.monotonic() + HUNG
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def interrupt() -> None:
        wait_for_rows(out)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        venuesim.run("corridor", seeds="1000-9000", out=out)
    kept = venuesim.Run(out)
    assert kept.manifest["complete"] is False
    assert len(kept.by_seed("horizontal_error.p95")) > 0


def wait_for_rows(out: Path) -> None:
    """Wait until some runs are finished, with their rows in the hidden table."""
    deadline = time.monotonic() + HUNG
    table = out / ".fixes.csv.partial"
    while time.monotonic() < deadline:
        if table.exists() and table.stat().st_size > 100_000:
            return
        time.sleep(0.01)


LONG = """
import signal, time, venuesim

def interrupt(*_):
    # Python is busy: the program has received the signal long before it is passed on.
    time.sleep(0.01)
    raise KeyboardInterrupt

# A shell's background jobs ignore SIGINT, and those of `nohup` ignore SIGHUP.
signal.signal(signal.SIGINT, interrupt)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
venuesim.run("corridor", seeds="1000-9000", out="out", jobs=2, progress=True)
"""


def begun(tmp_path: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a long run in its own session; return the Python process and its program."""
    python = subprocess.Popen(
        [sys.executable, "-c", LONG], cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )
    assert python.stderr is not None
    assert "runs" in python.stderr.readline()
    wait_for_rows(tmp_path / "out")
    children = Path(f"/proc/{python.pid}/task/{python.pid}/children").read_text().split()
    return python, next(int(child) for child in children if b"corridor" in Path(f"/proc/{child}/cmdline").read_bytes())


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(process: int) -> bool:
    deadline = time.monotonic() + HUNG
    while lives(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    if not lives(process):
        return True
    os.kill(process, signal.SIGKILL)
    return False


def test_an_interrupt_of_the_whole_group_keeps_what_is_finished(tmp_path: Path) -> None:
    """Interrupt as Ctrl-C and the stop button of Jupyter do."""
    python, program = begun(tmp_path)
    os.killpg(python.pid, signal.SIGINT)
    _, said = python.communicate(timeout=HUNG)
    assert "finished and kept" in said
    assert "KeyboardInterrupt" in said
    assert ends(program)
    kept = venuesim.Run(tmp_path / "out")
    assert kept.manifest["complete"] is False
    assert len(kept.by_seed("horizontal_error.p95")) > 0


@pytest.mark.parametrize("whole_group", [False, True])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_the_program_ends_with_python(tmp_path: Path, number: signal.Signals, whole_group: bool) -> None:
    """Terminate as `timeout` and a closed terminal do."""
    python, program = begun(tmp_path)
    (os.killpg if whole_group else os.kill)(python.pid, number)
    assert python.wait(HUNG) == -number
    assert ends(program)
    assert python.stderr is not None
    python.stderr.close()


def test_a_second_interrupt_ends_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = tmp_path / "deaf"
    lines = ["import signal, time", "signal.signal(2, signal.SIG_IGN)", f"time.sleep(2 * {HUNG})"]
    deaf.write_text("\n".join([f"#!{sys.executable}", *lines, ""]))
    deaf.chmod(0o755)
    monkeypatch.setenv("VENUESIM", str(deaf))
    for wait_s in (1.0, 1.5):
        threading.Timer(wait_s, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        venuesim.version()
    assert time.monotonic() - begun < HUNG


def test_an_interrupt_ends_all_that_was_started() -> None:
    class Slow(venuesim.Stack):
        def start(self, time_s: float) -> None:
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            time.sleep(1)

    with pytest.raises(KeyboardInterrupt):
        venuesim.run("corridor", seeds=1, stack=Slow, settings=SHORT)
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    commands = [Path(f"/proc/{child}/cmdline").read_bytes() for child in children]
    assert not any(b"corridor" in command for command in commands)


def test_nothing_is_left_behind() -> None:
    def left() -> tuple[list[str], int]:
        return sorted(os.listdir(_folder._root())), len(os.listdir("/proc/self/fd"))

    gc.collect()
    before = left()
    for _ in range(3):
        run = venuesim.run("corridor", seeds=1, stack=LoudestBeacon, settings={"duration": "20 s"})
        with pytest.raises(Mishap):
            venuesim.run("corridor", seeds=1, stack=Raiser, settings=SHORT)
    del run
    deadline = time.monotonic() + HUNG
    while left() != before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left() == before


def test_what_a_killed_process_leaves_goes_with_the_next(python: Python, tmp_path: Path) -> None:
    run = "import os, venuesim; run = venuesim.run('corridor', seeds=1, settings={'duration': '20 s'})"
    python(run + "; os._exit(9)", TMPDIR=str(tmp_path))
    assert len(list(tmp_path.glob("venuesim-py-*/*/run/metrics.csv"))) == 1
    assert python(run + "; print(run.folder)", TMPDIR=str(tmp_path)).stdout.startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_just_made_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may look for what is left at any moment: just before this one has its lock, too."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(_folder, "_roots", {})
    lock, looked = fcntl.flock, []

    def look_first(file: int, how: int) -> None:
        if not looked:
            looked.append(True)
            _folder._sweep(str(tmp_path))
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", look_first)
    root = Path(_folder._root())
    assert looked and root.is_dir()
    _folder._sweep(str(tmp_path))
    assert root.is_dir()


def test_a_folder_that_vanishes_does_not_keep_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / f"venuesim-py-{name}").mkdir()
        (tmp_path / f"venuesim-py-{name}" / "lock").touch()
    first, *others = os.scandir(tmp_path)

    class Vanished:
        """An entry that another process removes once its kind is known."""

        name, path = first.name, first.path

        def is_dir(self, *, follow_symlinks: bool) -> bool:
            return True

        def stat(self) -> os.stat_result:
            raise FileNotFoundError(self.path)

    scan = os.scandir
    monkeypatch.setattr(
        os, "scandir", lambda place: iter([Vanished(), *others]) if place == str(tmp_path) else scan(place)
    )
    _folder._sweep(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == [first.name]


def test_a_long_temporary_folder_leaves_room_for_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 100)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    monkeypatch.setattr(_folder, "_roots", {})
    run = venuesim.run("corridor", seeds=1, stack=LoudestBeacon, settings={"duration": "20 s"})
    assert run.manifest["complete"]
