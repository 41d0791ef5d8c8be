"""The console script, imports, types, and files with stacks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Python

import venuesim

PACKAGE = Path(venuesim.__file__).parent
COMMAND = "from venuesim._command import main; import sys; sys.exit(main())"
LOADED = "print(sorted({'numpy', 'pandas'} & set(sys.modules)))"


def command(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *words], env={**os.environ, **environment}, capture_output=True,
        text=True, check=False,
    )


def test_the_command_is_the_program() -> None:
    ended = command("--version")
    assert ended.returncode == 0
    assert ended.stdout.strip() == venuesim.version()
    wrong = command("run")
    assert wrong.returncode == 2
    assert "run which scenario?" in wrong.stderr


def test_the_command_says_in_a_line_what_is_missing(tmp_path: Path) -> None:
    ended = command("--version", VENUESIM=str(tmp_path / "nothing"))
    assert ended.returncode == 1
    assert ended.stderr.startswith("venuesim: $VENUESIM names no file")
    assert ended.stderr.count("\n") == 1
    alien = tmp_path / "alien"
    alien.write_bytes(b"\x7fELF" + bytes(60))
    alien.chmod(0o755)
    ended = command("--version", VENUESIM=str(alien))
    assert ended.returncode == 1
    assert "built for another machine" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_neither_the_command_nor_the_package_imports_pandas(python: Python) -> None:
    for text in ("import sys, venuesim._command", "import sys, venuesim; venuesim.Stack; venuesim.run"):
        ended = python(f"{text}\n{LOADED}")
        assert ended.stdout.strip() == "[]", ended.stderr


def test_the_bridge_imports_no_package() -> None:
    text = (PACKAGE / "_bridge.py").read_text()
    assert {line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))} == {
        "os", "socket", "sys",
    }


def test_every_public_name_is_there_and_documented() -> None:
    for name in venuesim.__all__:
        value = getattr(venuesim, name)
        assert name in ("SENSORS", "__version__") or value.__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'rnu'"):
        _ = venuesim.rnu  # type: ignore[attr-defined]


def test_kinds_are_the_protocols() -> None:
    """The kinds of messages are those of the protocol schema."""
    from venuesim import _stack

    schema = json.loads((Path(venuesim.scenarios()["corridor"]).parent / "examples/protocol.schema.json").read_text())
    shapes = schema["$defs"]
    kinds = shapes["greeting_answer"]["properties"]["hello"]["properties"]["observes"]["items"]["enum"]
    assert set(_stack.KINDS) == set(kinds)
    topics = set(shapes["topic"]["enum"])
    ours = {_stack.TOPICS.get(name, name) for name in (*_stack.KINDS, *_stack.FINDINGS)} | {"tick", "locate"}
    assert ours == topics
    assert set(_stack.PLACES) == set(shapes["part"]["properties"]["fills"]["enum"])
    assert set(_stack.SENSORS) == set(shapes["request"]["oneOf"][0]["properties"]["sensor"]["enum"])


def test_what_a_stack_prints_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    path.write_text(
        "import venuesim\n"
        "class Chatty(venuesim.Stack):\n"
        "    def start(self, time_s):\n"
        "        print('hello')\n"
        "venuesim.main(Chatty)\n"
    )
    run = venuesim.run(
        "corridor", seeds=1, stack=f"cmd:'{sys.executable}' '{path}'", settings={"duration": "20 s"}
    )
    assert run.manifest["complete"]
    path.write_text(path.read_text().replace("print('hello')", "raise OSError('oh dear')"))
    with pytest.raises(venuesim.ToolError, match="oh dear"):
        venuesim.run("corridor", seeds=1, stack=f"cmd:'{sys.executable}' '{path}'")


def test_a_stack_started_by_hand_says_how_it_is_started(tmp_path: Path) -> None:
    parent, child = os.openpty()
    path = Path(__file__).parent / "stacks.py"
    ended = subprocess.run(
        [sys.executable, str(path), "NearestBeacon"], stdin=child, capture_output=True, text=True,
        check=False, timeout=1800,
    )
    os.close(parent)
    os.close(child)
    assert ended.returncode == 1
    assert "venuesim run SCENARIO --set 'stack.locator={use:" in ended.stderr
    assert ended.stderr.count("\n") == 1


EXAMPLE = """
import numpy as np
import venuesim

class Energy(venuesim.Part):
    fills = "activity"
    scheme = "columns"

    def begin(self, venue: venuesim.Venue) -> None:
        self.count = len(venue.beacons)

    def on_accelerometer(self, batch: venuesim.Batch, time_s: float) -> dict[str, object]:
        norm = np.linalg.norm(batch.xyz, axis=1)
        codes, texts = batch.factorize("format")
        flags = "walking" if norm.std() > 1 else "stationary"
        return {"start_s": float(batch.time_s[0]), "flags": flags, "confidence": 1}

run: venuesim.Run = venuesim.run("corridor", seeds=[1, 5], parts={"activity": Energy}, settings={"duration": "20 s"})
error_m: float = run.value("horizontal_error.p50")
venuesim.plot_map(run, run, labels=["a", "b"])
"""


def test_the_package_is_typed(tmp_path: Path) -> None:
    """The package, parts of tests, and what users write."""
    pytest.importorskip("mypy")
    assert (PACKAGE / "py.typed").exists()
    example = tmp_path / "example.py"
    example.write_text(EXAMPLE)
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", os.devnull, str(PACKAGE),
         str(Path(__file__).with_name("stacks.py")), str(example)],
        capture_output=True, text=True, check=False,
    )
    assert ended.returncode == 0, ended.stdout
