"""Runs, replays and their tables."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from . import _given
from ._errors import InputError, near, one_of
from ._folder import Folder
from ._given import Path, Scenario, Seeds, Settings, StackGiven
from ._progress import ProgressGiven, followed
from ._tool import MISSED, Answer, call

if TYPE_CHECKING:
    import pandas as pd

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
            self._tables[name] = _read(path)
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
        """Every budget, with its figure and its verdict: `kept` or `missed`."""
        return self.table("budgets")

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
            raise InputError(f"unknown figure '{name}'{_near_figures(name, known)}")
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


class Run(Tables):
    """Results of a run or a replay: tables, verdicts, a report page."""

    def __init__(
        self, folder: Path, holder: Folder | None = None, answer: Answer | None = None
    ) -> None:
        super().__init__(folder, holder)
        self.notes: list[str] = [] if answer is None else answer.notes
        """Notes of the tool, such as impossible actions of agents and unreadable data."""
        self._missed = answer is not None and answer.status == MISSED

    def __repr__(self) -> str:
        names = ", ".join(str(name) for name in self.metrics["scenario"].unique())
        return f"<venuesim.Run of {names}: {'passed' if self.passed else 'missed'}, in {self.folder}>"

    @property
    def passed(self) -> bool:
        """True if every budget was kept, or if there are none."""
        return not self._missed and super().passed

    @property
    def fixes(self) -> pd.DataFrame:
        """Every reported location with the truth at that time. Errors are in m."""
        return self.table("fixes")

    @property
    def transitions(self) -> pd.DataFrame:
        """Every true change, with the time of its report (s), if any."""
        return self.table("transitions")

    @property
    def power(self) -> pd.DataFrame:
        """Energy of each component by state and cause: seconds, millijoules."""
        return self.table("power")

    @property
    def battery(self) -> pd.DataFrame:
        """State of charge over time, as a share of full."""
        return self.table("battery")

    @property
    def events(self) -> pd.DataFrame:
        """All events reported to apps, in order of time."""
        return self.table("events")

    @property
    def track(self) -> pd.DataFrame:
        """The true paths, simplified to a quarter of a metre."""
        return self.table("track")

    @property
    def states(self) -> pd.DataFrame:
        """States of components, and their power (mW)."""
        return self.table("states")

    @property
    def decisions(self) -> pd.DataFrame:
        """Decisions of the services, with their reasons."""
        return self.table("decisions")

    @property
    def journal(self) -> pd.DataFrame:
        """Stays and trips, as an app can derive them from visits and history."""
        return self.table("journal")

    @property
    def routes(self) -> pd.DataFrame:
        """Points of the routes that map matching reports, some seconds later."""
        return self.table("routes")

    @property
    def clouds(self) -> pd.DataFrame:
        """Particles of the indoor locator. Needs the setting `stack.locator.cloud`."""
        return self.table("clouds")

    @property
    def recordings(self) -> str | None:
        """Folder of the sensor data, for `replay`. None without `record`."""
        path = os.path.join(self.folder, "recordings")
        return path if os.path.isdir(path) else None

    def report(self, out: Path | None = None, *, against: Run | Path | None = None) -> Report:
        """Write the report of the run: plans, error curves, timelines. Jupyter shows it inline.

        Args:
            out: File of the page; by default `report.html` in the folder of the run.
            against: Another run, shown beside this one.
        """
        path = os.path.join(self.folder, "report.html") if out is None else os.fspath(out)
        words = ["report", self.folder, "--out", path, "--quiet"]
        if against is not None:
            words += ["--against", _folder_of(against)]
        call(words)
        return Report(path, self)


class Report:
    """A report page, for any browser."""

    height_px = 720
    """Height in Jupyter, in pixels."""

    def __init__(self, path: Path, run: Run | None = None) -> None:
        self.path = os.path.abspath(os.fspath(path))
        # Keeps the temporary folder of the run alive, where the page may be.
        self._run = run

    @property
    def html(self) -> str:
        """The page as text."""
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def _repr_html_(self) -> str:
        # A frame isolates the styles and scripts of the page from those of the notebook.
        page = escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{page}" width="100%" height="{self.height_px}" sandbox="allow-scripts"'
            ' style="border: 0" title="VenueSim report"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<venuesim.Report {self.path}>"


def run(
    scenario: Scenario | Sequence[Scenario], *, seeds: Seeds | None = None,
    settings: Settings | None = None, stack: StackGiven | None = None,
    parts: Mapping[str, StackGiven] | None = None, out: Path | None = None, force: bool = False,
    jobs: int | None = None, record: bool = False, cache: Path | None = None,
    timeout_s: float = 60.0, progress: ProgressGiven = False, set: Settings | None = None,
) -> Run:
    """Run scenarios and score the stack.

    Args:
        scenario: A file, the name of a packaged scenario (see `scenarios()`), a dictionary, or several.
        seeds: One seed, `range(1, 21)`, [1, 2, 3], `(1, 20)` or "1-20"; by default that of the scenario.
        settings: Settings by key, such as {"stack.locator.window": "2 s"}. Values have units.
        stack: The stack under test: a `Stack` class, a function that makes one, or "cmd:PROGRAM".
        parts: Parts by name: a `Part` class, a function, "cmd:PROGRAM" or the name of a built-in part.
        out: Folder of results; by default a temporary one.
        force: True if this folder may contain files.
        jobs: Number of parallel runs. Results do not depend on it.
        record: True to store the sensor data, for `replay`.
        cache: Folder of cached surveys and paths, or "none".
        timeout_s: Maximum time for one answer of a stack, in s of real time.
        progress: True to show progress: a bar in notebooks if tqdm is installed, else lines on standard error.
            "tqdm" for a bar anywhere. A function is called with the numbers of finished and of all runs, and a
            text; while a radio map is made before the first run, the number of all runs may be 0.
        set: Old name of `settings`, which goes with the next version.

    Returns:
        The run. A missed budget is a result: see `Run.passed`.

    Raises:
        InputError: If an argument is wrong. The message has the position and a remedy.
        ToolError: If the environment failed, or a stack crashed or timed out.
    """
    settings = _given.settings_of(settings, set)
    with Folder() as holder, _given.named(holder), followed(progress) as (shown, echo, follow):
        files = _given.scenario_files(scenario, holder)
        folder = holder.file("run") if out is None else os.fspath(out)
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            answer = call(
                ["run", *files, *_given.seed_options(seeds), *_given.set_options(settings), *words,
                 *_given.out_options(folder, force), *_given.job_options(jobs, cache), "--json",
                 *(["--record"] if record else []), *shown],
                environment=environment, echo=echo, progress=follow,
            )
        return Run(folder, holder, answer)


def load(folder: Path) -> Run:
    """Return the run or replay in a folder that `run --out` or `replay --out` has written.

    Raises:
        InputError: If there is no run.
    """
    found = Run(folder)
    missing = [name for name in ("manifest.json", "metrics.csv") if not os.path.exists(os.path.join(folder, name))]
    if missing:
        raise InputError(f"no run in {os.fspath(folder)}: it has no {' and no '.join(missing)}")
    return found


def replay(
    recordings: Path | Sequence[Path], *, scenario: Scenario | None = None, survey: Path | None = None,
    truth: Path | None = None, format: str | None = None, settings: Settings | None = None,
    stack: StackGiven | None = None, parts: Mapping[str, StackGiven] | None = None,
    out: Path | None = None, force: bool = False, jobs: int | None = None, timeout_s: float = 60.0,
    progress: ProgressGiven = False, set: Settings | None = None,
) -> Run:
    """Feed recordings to the stack and score it.

    Args:
        recordings: Files, folders with their subfolders, or .zip files.
        scenario: The scenario with their venue map and stack settings.
        survey: The positioning file that the stack uses indoors.
        truth: Table with the truth of a single recording; by default the one beside it.
        format: Format of the recordings; by default detected by names and first lines.
        settings: Settings by key, as for `run`.
        stack: The stack under test, as for `run`.
        parts: Parts by name, as for `run`.
        out: Folder of results; by default a temporary one.
        force: True if this folder may contain files.
        jobs: Number of parallel replays.
        timeout_s: Maximum time for one answer of a stack, in s of real time.
        progress: As for `run`.
        set: Old name of `settings`, which goes with the next version.

    Raises:
        InputError: If an argument is wrong, or no recording could be scored.
        ToolError: If the environment failed, or some recordings could not be scored.
    """
    settings = _given.settings_of(settings, set)
    with Folder() as holder, _given.named(holder), followed(progress) as (shown, echo, follow):
        paths = [recordings] if isinstance(recordings, (str, os.PathLike)) else list(recordings)
        folder = holder.file("replay") if out is None else os.fspath(out)
        options = [] if survey is None else ["--survey", os.fspath(survey)]
        options += [] if truth is None else ["--truth", os.fspath(truth)]
        options += [] if format is None else ["--format", format]
        if scenario is not None:
            options += ["--scenario", *_given.scenario_files(scenario, holder)]
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            answer = call(
                ["replay", *paths, *options, *_given.set_options(settings), *words,
                 *_given.out_options(folder, force), *_given.job_options(jobs), "--json", *shown],
                environment=environment, echo=echo, progress=follow,
            )
        return Run(folder, holder, answer)


def _folder_of(given: Tables | Path) -> str:
    return given.folder if isinstance(given, Tables) else os.fspath(given)


def _near_figures(name: str, known: Sequence[str]) -> str:
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


def _read(path: str) -> pd.DataFrame:
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
