"""The notebooks run completely, within a minute of one core each, and are stored without outputs."""

from __future__ import annotations

import ast
import resource
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")
FOLDER = Path(__file__).parent.parent / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))


def outputs(notebook: Any) -> str:
    """Return all outputs of a notebook as text."""
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return "\n".join(
        str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
        + str(output.get("data", {}).get("text/html", ""))[:20_000]
        for output in shown
    )


def test_there_are_notebooks_without_outputs() -> None:
    assert NAMES == ["calibrate_radio_model", "compare_two_algorithms", "plan_beacons"]
    for name in NAMES:
        notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert cells and not any(cell.outputs or cell.execution_count for cell in cells), name


Execute = Callable[[str], "tuple[Any, float]"]


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Execute:
    """Run a notebook once; return it with its outputs, and its processor time in s."""

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    @cache
    def execute(name: str) -> tuple[Any, float]:
        notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
        begun = spent()
        resources = {"metadata": {"path": str(tmp_path_factory.mktemp(name))}}
        nbclient.NotebookClient(notebook, timeout=1800, resources=resources).execute()
        return notebook, spent() - begun

    return execute


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_takes_less_than_a_minute_of_one_core(executed: Execute, name: str) -> None:
    notebook, seconds = executed(name)
    # What waits costs nothing, and what others do on the machine does not count.
    assert 1 < seconds < 60
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")


def test_two_algorithms_get_a_verdict(executed: Execute) -> None:
    shown = outputs(executed("compare_two_algorithms")[0])
    assert "<td>better</td>" in shown and "<td>worse</td>" in shown
    assert "identical" in shown
    assert "image/png" in str(executed("compare_two_algorithms")[0].cells)


def test_the_fit_holds_on_the_other_walk(executed: Execute) -> None:
    notebook, _ = executed("calibrate_radio_model")
    texts = [
        output["data"]["text/plain"]
        for cell in notebook.cells if cell.cell_type == "code"
        for output in cell.outputs if "text/plain" in output.get("data", {})
    ]
    misfits = next(ast.literal_eval(text) for text in texts if text.startswith("{'default'"))
    assert misfits["fitted"] < 0.3 * misfits["default"]
    assert misfits["fitted"] < misfits["line"]


def test_beacons_are_worth_their_place(executed: Execute) -> None:
    notebook, _ = executed("plan_beacons")
    shown = outputs(notebook)
    assert "<td>better</td>" in shown
    assert "srcdoc=" in shown
