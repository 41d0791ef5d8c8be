"""Output in Jupyter."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from test_failures import HUNG, ends, wait_for_rows

import venuesim


def test_a_report_is_a_frame_with_the_whole_page(corridor: venuesim.Run, tmp_path: Path) -> None:
    report = corridor.report(tmp_path / "page.html")
    shown = report._repr_html_()
    found = re.fullmatch(r'<iframe srcdoc="([^"]*)"[^>]*></iframe>', shown)
    assert found is not None
    assert unescape(found[1]) == report.html == (tmp_path / "page.html").read_text()
    assert "corridor" in report.html


def test_a_run_shows_its_figures_and_verdicts(corridor: venuesim.Run) -> None:
    shown = corridor._repr_html_()
    assert "horizontal_error" in shown
    assert shown.count("kept:") == len(corridor.budgets) == 4


def test_a_notebook_and_its_page_show_the_report(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    exporters = pytest.importorskip("nbconvert.exporters")
    cells = ["import venuesim\nvenuesim.run('corridor', seeds=1, settings={'duration': '20 s'}).report()"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=1800).execute(cwd=str(tmp_path))
    assert notebook.cells[0].outputs[0].data["text/html"].startswith("<iframe srcdoc=")
    page, _ = exporters.HTMLExporter().from_notebook_node(notebook)
    assert re.search(r"<iframe [^>]*srcdoc=", page) and "VenueSim report" in page


PART = """
import os, venuesim

class Nothing(venuesim.Part):
    fills = "locator"

    def locate(self, at_s, time_s):
        return None

"""


class Kernel:
    """A kernel of Jupyter."""

    def __init__(self, folder: Path) -> None:
        from jupyter_client.manager import KernelManager

        self.manager: Any = KernelManager()
        self.manager.start_kernel(cwd=str(folder))
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=HUNG)
        self.process: int = self.manager.provisioner.process.pid

    def begin(self, cell: str) -> None:
        """Begin to execute a cell."""
        # Without: Jupyter would skip a cell that follows an error too soon.
        self.message: str = self.client.execute(cell, stop_on_error=False)

    def result(self) -> dict[str, Any]:
        """Return the result of the cell."""
        # The kernel may still answer earlier questions, such as whether it is ready.
        while (reply := self.client.get_shell_msg(timeout=HUNG))["parent_header"]["msg_id"] != self.message:
            pass
        content: dict[str, Any] = reply["content"]
        return content

    def stop(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    """A kernel in an empty folder."""
    pytest.importorskip("jupyter_client")
    pytest.importorskip("ipykernel")
    kernel = Kernel(tmp_path)
    yield kernel
    kernel.stop()


def programs(out: Path) -> list[int]:
    """Return the processes that write into a folder, and their descendants."""
    found, parents = [], {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if str(out).encode() in (path / "cmdline").read_bytes().split(b"\0"):
                found.append(int(path.name))
        except (OSError, ValueError):
            continue
    for process in found:
        found += [child for child, parent in parents.items() if parent == process and child not in found]
    return found


def started_programs(out: Path, count: int) -> list[int]:
    """Wait for a number of processes: bridges of parts come and go with the seeds."""
    deadline = time.monotonic() + HUNG
    while len(found := programs(out)) < count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(found) >= count
    return found


@pytest.mark.parametrize("with_part", [False, True])
def test_an_interrupted_cell_leaves_nothing_and_the_next_works(
    kernel: Kernel, tmp_path: Path, with_part: bool
) -> None:
    out = tmp_path / "out"
    more = ", parts={'locator': Nothing}" if with_part else ""
    kernel.begin(f"{PART}\nvenuesim.run('corridor', seeds='1000-9000', out={str(out)!r}{more})")
    wait_for_rows(out)
    started = started_programs(out, 1 + with_part)
    kernel.manager.interrupt_kernel()
    assert kernel.result()["ename"] == "KeyboardInterrupt"
    assert all(ends(process) for process in started)
    kept = venuesim.load(out)
    assert kept.manifest["complete"] is False and len(kept.by_seed("horizontal_error.p95")) > 0
    kernel.begin(f"print(len(venuesim.run('corridor', seeds='1-2', settings={{'duration': '20 s'}}{more}).fixes))")
    assert kernel.result()["status"] == "ok"


@pytest.mark.parametrize("with_part", [False, True])
def test_a_killed_kernel_leaves_no_process(kernel: Kernel, tmp_path: Path, with_part: bool) -> None:
    out = tmp_path / "out"
    more = ", parts={'locator': Nothing}" if with_part else ""
    kernel.begin(f"{PART}\nvenuesim.run('corridor', seeds='1000-9000', out={str(out)!r}{more})")
    wait_for_rows(out)
    started = started_programs(out, 1 + with_part)
    kernel.manager.signal_kernel(signal.SIGKILL)
    assert all(ends(process) for process in [kernel.process, *started])
    # Finished runs may be kept, and the next run may replace them.
    deadline = time.monotonic() + HUNG
    while (out / ".fixes.csv.partial").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(out.glob("*.csv")) == [] or venuesim.load(out).manifest["complete"] is False
    again = venuesim.run("corridor", seeds=1, settings={"duration": "20 s"}, out=out, force=True)
    assert again.manifest["complete"] is True and len(again.fixes) > 0
