"""Tables of a folder of results."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from ._errors import InputError, near, one_of
from ._folder import Folder
from ._given import Path

if TYPE_CHECKING:
    import pandas as pd

# The columns that matter come first, and fit into a terminal.
_BUDGETS = ("verdict", "metric", "statistic", "value", "limit", "unit", "scenario")
_SUMMARY = ("mean", "share", "p50", "p95", "max")


class Tables:
    """A folder of tables, each read on first access."""

    def __init__(self, folder: Path, holder: Folder | None = None) -> None:
        self._folder = os.path.abspath(os.fspath(folder))
        # Keeps a temporary folder alive.
        self._holder = holder
        if not os.path.isdir(self._folder):
            raise InputError(f"no folder {folder}: give one that 'run', 'replay' or 'campaign' has written")
        self._tables: dict[str, pd.DataFrame] = {}

    @property
    def folder(self) -> str:
        """Folder of the files. Without `out`, it is deleted with this object."""
        return self._folder

    @property
    def tables(self) -> list[str]:
        """Names of the tables."""
        names = sorted(os.listdir(self._folder))
        return [name.removesuffix(".csv") for name in names if name.endswith(".csv")]

    def table(self, name: str) -> pd.DataFrame:
        """Return a table by its name, without `.csv`. Names of columns end with their unit.

        A seed is an integer, or <NA> in rows over all seeds.
        """
        if name not in self._tables:
            path = os.path.join(self._folder, f"{name}.csv")
            if not os.path.exists(path):
                raise InputError(one_of("table", name, self.tables))
            self._tables[name] = read_table(path)
        return self._tables[name]

    @property
    def metrics(self) -> pd.DataFrame:
        """Every figure: scenario, seed, device, metric, statistic, value, unit, n.

        There is one row per device and seed. Rows without a seed are over all seeds and devices; their
        device is "all".
        """
        return self.table("metrics")

    @property
    def budgets(self) -> pd.DataFrame:
        """Every budget: verdict (`kept` or `missed`), metric, statistic, value, limit, unit, scenario.

        The column `condition` is there if a budget has a condition.
        """
        rows = self.table("budgets")
        names = [*_BUDGETS, *(["condition"] if rows["condition"].notna().any() else [])]
        return rows[names]

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Inputs of the run: versions, seeds, digests, settings."""
        with open(os.path.join(self._folder, "manifest.json"), encoding="utf-8") as file:
            manifest: dict[str, Any] = json.load(file)
        return manifest

    @property
    def passed(self) -> bool:
        """True if every budget was kept, or if there are none."""
        return not (self.budgets["verdict"] == "missed").any()

    @property
    def summary(self) -> pd.DataFrame:
        """Figures over all seeds and devices, one row per metric: mean, p50, p95, max, unit, n."""
        rows = self.metrics
        rows = rows[rows["seed"].isna()] if rows["seed"].isna().any() else rows
        wide = rows.pivot_table(
            index=["scenario", "metric"], columns="statistic", values="value", sort=False
        )
        wide = wide.reindex(columns=[name for name in _SUMMARY if name in wide.columns])
        if "share" in wide.columns:
            # A share is the mean of yes-or-no values.
            mean = wide["mean"].fillna(wide["share"]) if "mean" in wide.columns else wide["share"]
            wide.insert(0, "_mean", mean)
            wide = wide.drop(columns=["mean", "share"], errors="ignore").rename(columns={"_mean": "mean"})
        first = rows.groupby(["scenario", "metric"], sort=False)[["unit", "n"]].first()
        joined = wide.join(first)
        return joined.droplevel("scenario") if rows["scenario"].nunique() == 1 else joined

    def value(self, name: str, *, device: str = "all", scenario: str | None = None) -> float:
        """Return a figure over all seeds: `value("horizontal_error.p95")`, in the unit of its metric."""
        rows = self._rows(name, scenario)
        rows = rows[rows["seed"].isna() & (rows["device"] == device)]
        if len(rows) != 1:
            raise InputError(f"{name} has {len(rows)} values over all seeds for device '{device}'; see metrics")
        return float(rows["value"].iloc[0])

    def figure(self, name: str, *, device: str = "all", scenario: str | None = None) -> float:
        """Return `value(name)`, by its old name, which goes with the next version."""
        warnings.warn("figure() is now value()", DeprecationWarning, stacklevel=2)
        return self.value(name, device=device, scenario=scenario)

    def by_seed(
        self, name: str, *, device: str | None = None, scenario: str | None = None
    ) -> pd.Series[float]:
        """Return a figure for each seed: `by_seed("horizontal_error.p95")`, in the unit of its metric.

        With several devices, `device` is required.
        """
        rows = self._rows(name, scenario)
        rows = rows[rows["seed"].notna()]
        if device is not None:
            rows = rows[rows["device"] == device]
        if rows["seed"].duplicated().any():
            devices = ", ".join(rows["device"].unique())
            raise InputError(f"{name} has several values a seed: name a scenario, and a device of {devices}")
        return rows.set_index(rows["seed"].astype("int64"))["value"].rename(name)

    def by_device(self, name: str, *, scenario: str | None = None) -> pd.Series[float]:
        """Return a figure for each device or recording, as the mean over its seeds, in the unit of its metric.

        If several scenarios have devices of the same name, `scenario` is required.
        """
        rows = self._rows(name, scenario)
        rows = rows[rows["device"] != "all"]
        scenarios = rows.groupby("device", sort=False)["scenario"].nunique()
        if (scenarios > 1).any():
            shared = ", ".join(scenarios.index[scenarios > 1])
            known = ", ".join(rows["scenario"].unique())
            raise InputError(f"{name} has {shared} in several scenarios: name one of {known}")
        return rows.groupby("device", sort=False)["value"].mean().rename(name)

    def _rows(self, name: str, scenario: str | None) -> pd.DataFrame:
        metric, _, statistic = name.rpartition(".")
        rows = self.metrics
        wanted = (rows["metric"] == metric) & (rows["statistic"] == statistic)
        if not wanted.any():
            known = (rows["metric"] + "." + rows["statistic"]).unique().tolist()
            raise InputError(f"unknown figure '{name}'{near_figures(name, known)}")
        if scenario is not None:
            wanted &= rows["scenario"] == scenario
        return rows[wanted]

    def _repr_html_(self) -> str:
        html: str = self.summary.to_html(float_format=lambda value: f"{value:.3g}", na_rep="")
        rows = [f"<p>{escape(self._folder)}</p>", html]
        for row in self.budgets.to_dict("records"):
            value = "no data" if row["value"] != row["value"] else f"{row['value']:.3g} {row['unit']}"
            name = f"{row['metric']}.{row['statistic']} {row['limit']} {row['unit']}"
            rows.append(f"<div>{escape(str(row['verdict']))}: {escape(name)} ({escape(value)})</div>")
        return "\n".join(rows)


def folder_of(given: Tables | Path) -> str:
    return given.folder if isinstance(given, Tables) else os.fspath(given)


def near_figures(name: str, known: Sequence[str]) -> str:
    """Return the figures of the metric, or the most similar figure: all of them would fill a page."""
    own = [figure for figure in known if figure.rpartition(".")[0] in (name, name.rpartition(".")[0])]
    hint = "" if name in (figure.rpartition(".")[0] for figure in own) else near(name, list(known))
    if own:
        return f"{hint}; there are {', '.join(own)}"
    return f"{hint}; a figure is METRIC.STATISTIC, such as {', '.join(known[:3])}; see metrics"


_TEXTS = ("run", "scenario", "device", "seed")
# Whole numbers, some of which may be missing.
WHOLE = frozenset(("floor", "true_floor", "transmitters", "surveyed", "steps", "n", "n_needed"))
# Ends of the names of columns of measurements, which may happen to be whole numbers.
_MEASURED = ("_s", "_m", "_deg", "_mw", "_mj")


def read_table(path: str) -> pd.DataFrame:
    """Read a table. The types of its columns depend on their names only, not on the values.

    Whole numbers are Int64, <NA> if missing; a seed is <NA> in rows over all seeds. Other numbers are float64.
    """
    import pandas as pd

    columns = pd.read_csv(path, nrows=0).columns
    texts: dict[Any, Any] = {name: str for name in _TEXTS if name in columns}
    numbers = {name: float for name in columns if name in ("value", "share") or name.endswith(_MEASURED)}
    table = pd.read_csv(path, dtype=texts | numbers, low_memory=False)
    if "seed" in table.columns:
        table["seed"] = pd.to_numeric(table["seed"].where(table["seed"] != "all")).astype("Int64")
    return whole(table)


def whole(table: pd.DataFrame) -> pd.DataFrame:
    """Convert the columns of whole numbers in place, and return the table."""
    for name in WHOLE.intersection(table.columns):
        table[name] = table[name].astype("float64").astype("Int64")
    return table
