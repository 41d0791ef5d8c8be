"""Output in Jupyter."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

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
