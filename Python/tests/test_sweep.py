"""Sweeps, and figures as functions of settings."""

from __future__ import annotations

from pathlib import Path

import pytest

import venuesim
from venuesim import _objective

WINDOW = "stack.locator.window"
P95 = "horizontal_error.p95"


@pytest.fixture(scope="module")
def sweep() -> venuesim.Sweep:
    """Three windows of the locator in the corridor."""
    return venuesim.sweep("corridor", over={WINDOW: ["1 s", "2 s", "10 s"]}, seeds="1-12")


def test_a_row_has_medians_and_verdicts_of_a_setting(sweep: venuesim.Sweep) -> None:
    table = sweep.table
    assert list(table.index) == ["1 s", "2 s", "10 s"] and table.index.name == WINDOW
    rows = sweep.metrics
    rows = rows[(rows["metric"] == "horizontal_error") & (rows["statistic"] == "p95") & rows["seed"].notna()]
    medians = rows.groupby(WINDOW)["value"].median()
    for window in table.index:
        assert table.loc[window, (P95, "median")] == pytest.approx(medians[window])
    verdicts = table[P95, "verdict"]
    assert verdicts["1 s"] == "first"
    assert "median" in sweep._repr_html_() and P95 in sweep._repr_html_()


def test_verdicts_are_those_of_runs(sweep: venuesim.Sweep) -> None:
    runs = [venuesim.run("corridor", seeds="1-12", settings={WINDOW: window}) for window in ("1 s", "10 s")]
    figures = [P95, "floor.latency.p50", "availability.share"]
    comparison = venuesim.compare(*runs, metrics=figures)
    table = sweep.wide(figures)
    assert list(table.columns) == [(figure, part) for figure in figures for part in ("median", "verdict")]
    for figure in figures:
        assert table.loc["10 s", (figure, "verdict")] == comparison.verdict(figure), figure
    assert len(set(table.loc["10 s", table.columns.get_level_values(1) == "verdict"])) > 1


def test_rows_of_two_scenarios_and_two_keys_keep_apart() -> None:
    walk = {"walk": {"to": ["50 m", "0 m"], "level": 0}}
    agent = {"name": "ada", "start": ["0 m", "0 m"], "level": 0, "itinerary": [walk]}
    other = {"name": "other", "duration": "40 s", "venue": "venues/corridor.yaml", "agents": [agent]}
    table = venuesim.sweep(
        [other, "corridor"], over={WINDOW: ["1 s", "2 s"], "duration": ["20 s", "40 s"]}, seeds="1-2"
    ).table
    assert table.index.names == ["scenario", WINDOW, "duration"]
    assert len(table) == 8
    assert set(table.index.get_level_values("scenario")) == {"other", "corridor"}
    assert (table["horizontal_error.p50", "verdict"] == "first").sum() == 2


def test_a_sweep_still_works_as_a_data_frame(sweep: venuesim.Sweep) -> None:
    with pytest.warns(DeprecationWarning, match="its rows are in .metrics"):
        assert sweep["metric"] is not None
    with pytest.warns(DeprecationWarning, match="its rows are in .metrics"):
        assert sweep.shape == sweep.metrics.shape
    with pytest.raises(AttributeError):
        _ = sweep.rows_of_metrics


def test_a_mistake_in_a_sweep_names_the_key_once() -> None:
    with pytest.raises(venuesim.InputError) as caught:
        venuesim.sweep("corridor", over={"duration": ["20 s"], "stack.locator.windw": ["1 s", "2 s"]}, seeds=1)
    assert str(caught.value) == "over['stack.locator.windw']: unknown key 'windw' (did you mean 'window'?)"


def test_a_sweep_keeps_its_files(tmp_path: Path) -> None:
    kept = venuesim.sweep("corridor", over={"duration": ["20 s"]}, seeds=1, out=tmp_path / "kept")
    assert (tmp_path / "kept" / "pareto.svg").is_file()
    assert kept.table["horizontal_error.p50", "median"].notna().all()


def test_an_objective_is_the_figure_of_a_run() -> None:
    f = venuesim.objective("corridor", P95, seeds="1-3", settings={"duration": "60 s"})
    value = f({WINDOW: "9 s"})
    run = venuesim.run("corridor", seeds="1-3", settings={"duration": "60 s", WINDOW: "9 s"})
    assert value == run.value(P95)
    assert f({WINDOW: "1 s"}) != value
    assert list(f.history[WINDOW]) == ["9 s", "1 s"] and f.history[P95].iloc[0] == value
    assert f(f.best) == f.history[P95].min()


def test_an_objective_runs_equal_settings_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[object] = []
    run = _objective.run

    def counted(*arguments: object, **more: object) -> venuesim.Run:
        runs.append(more["settings"])
        return run(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(_objective, "run", counted)
    f = venuesim.objective("corridor", P95, seeds=1, settings={"duration": "20 s"})
    first = {WINDOW: "2 s", "stack.locator.use": "strongest-beacon"}
    assert f(first) == f(dict(reversed(first.items())))
    assert len(runs) == 1
    f({WINDOW: "3 s"})
    assert runs[1] == {"duration": "20 s", WINDOW: "3 s"}
    with pytest.raises(venuesim.InputError, match="did you mean 'window'"):
        f({"stack.locator.windw": "2 s"})


def test_an_objective_without_runs_has_no_best() -> None:
    with pytest.raises(ValueError, match="nothing was run"):
        _ = venuesim.objective("corridor", P95).best
