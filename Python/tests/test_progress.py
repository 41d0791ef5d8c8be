"""Progress of runs, by lines, by function and by bar."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import venuesim
from venuesim import _progress

SHORT = {"duration": "20 s"}


def test_a_function_gets_the_numbers_of_runs(capsys: pytest.CaptureFixture[str]) -> None:
    steps: list[tuple[int, int, str]] = []
    run = venuesim.run(
        "corridor", seeds="1-4", settings=SHORT, progress=lambda done, total, text: steps.append((done, total, text))
    )
    assert run.notes == venuesim.run("corridor", seeds="1-4", settings=SHORT, progress=True).notes == []
    assert "4 of 4 runs" in capsys.readouterr().err
    assert steps[-1] == (4, 4, "corridor")
    assert [done for done, _, _ in steps] == sorted(done for done, _, _ in steps)
    venuesim.run("corridor", seeds="1-4", settings=SHORT, progress=lambda *_: None)
    assert capsys.readouterr().err == ""


def test_replays_sweeps_and_gates_report_progress(corridor: venuesim.Run, tmp_path: Path) -> None:
    steps: list[tuple[int, int, str]] = []

    def note(done: int, total: int, text: str) -> None:
        steps.append((done, total, text))

    def last() -> tuple[int, int]:
        found = steps[-1][:2]
        steps.clear()
        return found

    assert corridor.recordings is not None
    venuesim.replay(corridor.recordings, scenario="corridor", progress=note)
    assert last() == (3, 3)
    venuesim.sweep("corridor", over={"duration": ["20 s", "30 s"]}, seeds="1-2", progress=note)
    assert last() == (4, 4)
    venuesim.gate("corridor", baselines=tmp_path, seeds="1-3", settings={**SHORT, "budgets": []},
                  update="First", detects="any", progress=note)
    assert last() == (3, 3)


def test_what_a_function_raises_stops_the_run(tmp_path: Path) -> None:
    def stop(done: int, total: int, text: str) -> None:
        raise LookupError(f"after {done} of {total}")

    begun = time.monotonic()
    with pytest.raises(LookupError, match="of 8001"):
        venuesim.run("corridor", seeds="1000-9000", progress=stop, out=tmp_path / "out")
    assert time.monotonic() - begun < 600
    assert venuesim.load(tmp_path / "out").manifest["complete"] is False


def test_a_bar_shows_all_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    venuesim.run("corridor", seeds="1-4", settings=SHORT, progress="tqdm")
    shown = capsys.readouterr().err
    assert "4/4" in shown and "corridor" in shown
    assert "venuesim:" not in shown


def test_a_notebook_has_a_bar_if_it_can(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("tqdm")
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    venuesim.run("corridor", seeds="1-2", settings=SHORT, progress=True)
    assert "2/2" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    venuesim.run("corridor", seeds="1-2", settings=SHORT, progress=True)
    assert "2 of 2 runs" in capsys.readouterr().err


def test_a_bar_without_tqdm_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match=r"pip install 'venuesim\[progress\]'"):
        venuesim.run("corridor", seeds="1-2", settings=SHORT, progress="tqdm")
    assert not _progress._is_notebook()


def test_other_styles_are_refused() -> None:
    with pytest.raises(ValueError, match="not 'bar'"):
        venuesim.run("corridor", seeds=1, progress="bar")
