"""Fixtures: the program under test, and a shared run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import venuesim
from venuesim import _binary

# A background process may inherit an ignored SIGINT, which Python keeps.
signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


def pytest_sessionstart() -> None:
    """Stop without a program to test."""
    try:
        _binary.share()
    except venuesim.ToolError as error:
        pytest.exit(f"the tests need a built venuesim: {error}", returncode=1)


@pytest.fixture(scope="session", autouse=True)
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Use a temporary cache."""
    os.environ["VENUESIM_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield


@pytest.fixture(scope="session")
def corridor(tmp_path_factory: pytest.TempPathFactory) -> venuesim.Run:
    """Three walks into a corridor and back, by the reference stack, with recordings."""
    folder = tmp_path_factory.mktemp("runs") / "corridor"
    return venuesim.run("corridor", seeds="1-3", record=True, out=folder)


Python = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def python(tmp_path: Path) -> Python:
    """Run a text as a Python program, in an empty folder."""

    def call(text: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", text], cwd=tmp_path, env={**os.environ, **environment},
            capture_output=True, text=True, timeout=1800, check=False,
        )

    return call


TABLE: list[tuple[str, ...]] = []


@pytest.fixture(scope="session")
def rates() -> list[tuple[str, ...]]:
    """Rows of the table at the end of the tests."""
    return TABLE


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the measured rates."""
    if TABLE:
        terminalreporter.section("observations a second, on this machine")
        for row in TABLE:
            terminalreporter.write_line("".join(cell.rjust(22) for cell in row))
