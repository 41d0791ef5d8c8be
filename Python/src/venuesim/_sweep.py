"""Sweeps: every combination of settings."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _given
from ._compare import Comparison
from ._errors import InputError
from ._folder import Folder
from ._given import Path, Scenario, Seeds, Settings, StackGiven
from ._json import plain
from ._progress import ProgressGiven, followed
from ._tables import read_table
from ._tool import call

if TYPE_CHECKING:
    import pandas as pd


class Sweep:
    """Results of a sweep: every figure of each setting, and a table with a row for each."""

    def __init__(self, folder: str, keys: Sequence[str], holder: Folder) -> None:
        self.folder = os.path.abspath(folder)
        """Folder of the table and of a picture (`pareto.svg`). Without `out`, it is deleted with this object."""
        self.keys = list(keys)
        """Keys of the settings."""
        self._holder = holder

    @cached_property
    def metrics(self) -> pd.DataFrame:
        """One row per figure of each setting, seed and device, with a column for each key.

        A seed is <NA> in rows over all seeds.
        """
        return read_table(os.path.join(self.folder, "sweep.csv"))

    @property
    def table(self) -> pd.DataFrame:
        """One row per setting: the median over the seeds of each headline figure, and its verdict.

        A column is a pair: a figure with `median`, in the unit of its metric, or with `verdict`, which is
        against the first setting, paired by seed; the first itself has `first`.
        """
        return self.wide()

    def wide(self, metrics: Sequence[str] = ()) -> pd.DataFrame:
        """Return `table`, with other figures.

        Args:
            metrics: Metrics, or METRIC.STATISTIC, to judge instead of the headline figures.
        """
        import pandas as pd

        rows: dict[tuple[Any, ...], dict[tuple[str, str], Any]] = {}
        for scenario, first, variant in self._variants():
            comparison = self._compare(scenario, first, variant, metrics)
            cells: dict[tuple[str, str], Any] = {}
            for figure in comparison["figures"]:
                if figure["role"] == "primary":
                    name = figure["figure"]
                    cells[name, "median"] = figure["new"]
                    cells[name, "verdict"] = "first" if first is variant else figure["verdict"]
            values = tuple(variant[key].iloc[0] for key in self.keys)
            rows[(scenario, *values)] = cells
        columns = list(dict.fromkeys(name for cells in rows.values() for name in cells))
        table = pd.DataFrame(
            [[cells.get(name) for name in columns] for cells in rows.values()],
            index=pd.MultiIndex.from_tuples(list(rows), names=["scenario", *self.keys]),
            columns=pd.MultiIndex.from_tuples(columns),
        )
        return table.droplevel("scenario") if table.index.get_level_values(0).nunique() == 1 else table

    def _variants(self) -> list[tuple[str, pd.DataFrame, pd.DataFrame]]:
        """Return the scenario, the rows of its first setting, and the rows, of each setting."""
        variants = []
        first: dict[str, pd.DataFrame] = {}
        for _, rows in self.metrics.groupby(["scenario", "variant"], sort=False):
            scenario = str(rows["scenario"].iloc[0])
            variants.append((scenario, first.setdefault(scenario, rows), rows))
        return variants

    def _compare(
        self, scenario: str, base: pd.DataFrame, new: pd.DataFrame, metrics: Sequence[str]
    ) -> Mapping[str, Any]:
        """Compare two settings by the tool, which judges the folders of runs."""
        with Folder() as holder:
            folders = [holder.file(name) for name in ("base", "new")]
            for folder, rows in zip(folders, (base, new), strict=True):
                _write_run(folder, scenario, rows)
            words = [word for name in metrics for word in ("--metric", name)]
            answer = call(["compare", *folders, *words, "--json"])
            holder.remove()
        part: Mapping[str, Any] = Comparison(answer.json(), answer.status, None).answer["scenarios"][0]
        return part

    def __getattr__(self, name: str) -> Any:
        # A sweep was a DataFrame in version 0.2.0.
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self.metrics, name)
        _warn_of_metrics()
        return value

    def __getitem__(self, key: Any) -> Any:
        _warn_of_metrics()
        return self.metrics[key]

    def __repr__(self) -> str:
        return f"<venuesim.Sweep of {', '.join(self.keys)}: {len(self._variants())} variants>"

    def _repr_html_(self) -> str:
        html: str = self.table.to_html(float_format=lambda value: f"{value:.3g}", na_rep="")
        return html


def sweep(
    scenario: Scenario | Sequence[Scenario], over: Mapping[str, Sequence[Any]], *,
    seeds: Seeds | None = None, settings: Settings | None = None, stack: StackGiven | None = None,
    parts: Mapping[str, StackGiven] | None = None, out: Path | None = None, force: bool = False,
    jobs: int | None = None, cache: Path | None = None, timeout_s: float = 60.0,
    progress: ProgressGiven = False, set: Settings | None = None,
) -> Sweep:
    """Run every combination of settings with the same seeds.

    Args:
        scenario: Scenarios as for `run`.
        over: Values of each key: {"stack.locator.window": ["2 s", "4 s"]}.
        seeds: Seeds of every variant, as for `run`; by default that of the scenario.
        settings: Settings by key for all variants.
        stack: The stack under test, as for `run`.
        parts: Parts by name, as for `run`.
        out: Folder of the table and a picture (`pareto.svg`); by default a temporary one.
        force: True if this folder may contain files.
        jobs: Number of parallel runs.
        cache: Folder of cached surveys and paths, or "none".
        timeout_s: Maximum time for one answer of a stack, in s of real time.
        progress: As for `run`.
        set: Old name of `settings`, which goes with the next version.

    Returns:
        The sweep: `table` has a row per setting, and `metrics` every figure by seed and device.
    """
    settings = _given.settings_of(settings, set)
    if not over:
        raise InputError("sweep over what? over={'stack.locator.window': ['2 s', '4 s']}")
    # One axis per line, so that the line of a mistake names the key.
    lines = {number: f"over[{key!r}]" for number, key in enumerate(over, 2)}
    with Folder() as holder, _given.named(holder, lines), followed(progress) as (shown, echo, follow):
        files = [os.path.abspath(path) for path in _given.scenario_files(scenario, holder)]
        axes = [json.dumps({"key": key, "values": list(values)}, default=plain) for key, values in over.items()]
        with open(holder.file("sweep.yaml"), "w", encoding="utf-8") as file:
            file.write(f'{{"scenarios": {json.dumps(files)}, "sweep": {{"axes": [\n' + ",\n".join(axes) + "]}}\n")
        folder = holder.file("sweep") if out is None else os.fspath(out)
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            call(
                ["run", holder.file("sweep.yaml"), "--sweep", *_given.seed_options(seeds),
                 *_given.set_options(settings), *words, *_given.out_options(folder, force),
                 *_given.job_options(jobs, cache), *(shown or ["--quiet"])],
                environment=environment, echo=echo, progress=follow,
            )
        return Sweep(folder, list(over), holder)


def _write_run(folder: str, scenario: str, rows: pd.DataFrame) -> None:
    """Write the figures of a setting as those of a campaign, which `compare` reads without other tables."""
    os.mkdir(folder)
    path = os.path.join(folder, "metrics.csv")
    columns = ["run", "scenario", "seed", "device", "metric", "statistic", "value", "unit", "n"]
    table = rows[columns].astype({"seed": object}).fillna({"seed": "all"})
    table.to_csv(path, index=False, quoting=csv.QUOTE_MINIMAL)
    with open(path, "rb") as file:
        checksum = hashlib.sha256(file.read()).hexdigest()
    manifest = {
        "campaign": "sweep", "run": rows["run"].iloc[0], "scenarios": [{"name": scenario}], "complete": True,
        "tables": {"metrics.csv": {"rows": len(rows), "sha256": checksum}},
    }
    with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump(manifest, file)


def _warn_of_metrics() -> None:
    warnings.warn(
        "a sweep is no DataFrame now: its rows are in .metrics, and .table has one row per setting",
        DeprecationWarning, stacklevel=3,
    )
