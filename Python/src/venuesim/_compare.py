"""Comparisons of two runs, and gates."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from . import _given
from ._errors import InputError
from ._few import warn_if_few
from ._folder import Folder
from ._given import Path, Scenario, Seeds, Settings, StackGiven
from ._progress import ProgressGiven, followed
from ._run import Report, Run
from ._tables import Tables, folder_of, near_figures, whole
from ._tool import OK, call

if TYPE_CHECKING:
    import pandas as pd


class Comparison:
    """Verdicts on every figure of two runs, paired by seed."""

    def __init__(self, answer: Mapping[str, Any], status: int, runs: tuple[Tables, Tables] | None) -> None:
        self.answer = answer
        """The output of the tool, as with `--json`."""
        self.status = status
        """Exit status: 0 passed, 3 a figure is worse, 4 a budget is missed, 5 undecided."""
        # Keeps the temporary folders of the runs alive.
        self._runs = runs

    @property
    def summary(self) -> str:
        """The result in one sentence."""
        return str(self.answer["summary"])

    @property
    def passed(self) -> bool:
        """True if no primary figure is worse or undecided, and no budget is missed."""
        return self.status == OK

    @property
    def is_worse(self) -> bool:
        """True if any primary figure is worse."""
        return self._has("worse")

    @property
    def is_undecided(self) -> bool:
        """True if any primary figure needs more seeds for a decision."""
        return self._has("undecided")

    @property
    def is_same(self) -> bool:
        """True if no primary figure changed by its least change that matters."""
        return all(row["verdict"] in ("same", "identical", "not applicable") for row in self._primary())

    @property
    def verdicts(self) -> pd.DataFrame:
        """One row per figure: role, verdict, both values, difference with its 95 % interval, seeds needed."""
        return whole(self._rows("figures"))

    @property
    def moments(self) -> pd.DataFrame:
        """Times and places of the largest changes."""
        import pandas as pd

        rows = self._rows("moments")
        if "seed" in rows.columns:
            # Recordings have names in place of seeds.
            numbers = pd.to_numeric(rows["seed"], errors="coerce")
            if numbers.notna().all():
                rows["seed"] = numbers.astype("Int64")
        return rows

    @property
    def budgets(self) -> pd.DataFrame:
        """One row per budget, with its verdict on the new run."""
        import pandas as pd

        return pd.DataFrame(self.answer["budgets"])

    def verdict(self, figure: str) -> str:
        """Return the verdict on a figure: `identical`, `same`, `better`, `worse`, `undecided`, `not applicable`."""
        rows = self.verdicts
        found = rows.loc[rows["figure"] == figure, "verdict"].unique()
        if len(found) == 0:
            raise InputError(f"unknown figure '{figure}'{near_figures(figure, rows['figure'].unique().tolist())}")
        if len(found) > 1:
            raise InputError(f"{figure} has several verdicts, of scenarios or devices; see verdicts")
        return str(found[0])

    def by_seed(self, figure: str, *, scenario: str | None = None, device: str | None = None) -> pd.DataFrame:
        """Return one row per seed: both values, the worsening, and its verdict against the least change that matters.

        Args:
            figure: A compared figure, METRIC.STATISTIC.
            scenario: The scenario, if there are several.
            device: The device, if there are several.
        """
        import pandas as pd

        if self._runs is None:
            raise InputError("a gate has no values by seed: compare two runs")
        rows = self.verdicts
        if scenario is not None:
            rows = rows[rows["scenario"] == scenario]
        rows = rows[rows["figure"] == figure]
        if device in rows["device"].to_numpy():
            rows = rows[rows["device"] == device]
        if rows.empty:
            raise InputError(f"unknown figure '{figure}'{near_figures(figure, list(self.verdicts['figure'].unique()))}")
        row = rows.iloc[0]
        base, new = (run.by_seed(figure, scenario=scenario, device=device) for run in self._runs)
        table = pd.DataFrame({"base": base, "new": new}).dropna()
        is_gain = row["difference"] * row["worsening"] < 0
        table["worsening"] = (table["base"] - table["new"]) if is_gain else (table["new"] - table["base"])
        least = row["least"] if row["least"] == row["least"] else 0.0
        table["verdict"] = [
            "identical" if change == 0 else "same" if abs(change) < least else "worse" if change > 0 else "better"
            for change in table["worsening"]
        ]
        table.attrs = {"unit": row["unit"], "verdict": row["verdict"], "least": least}
        return table

    def report(self, out: Path) -> Report:
        """Write a page with both runs and the verdicts."""
        if self._runs is None:
            raise ValueError("a gate has no page: compare two runs' folders")
        folders = [run.folder for run in self._runs]
        call(["compare", *folders, "--changed-scenario", "--out", os.fspath(out), "--quiet"])
        return Report(out)

    def _primary(self) -> list[Mapping[str, Any]]:
        return [row for part in self.answer["scenarios"] for row in part["figures"] if row["role"] == "primary"]

    def _has(self, verdict: str) -> bool:
        return any(row["verdict"] == verdict for row in self._primary())

    def _rows(self, name: str) -> pd.DataFrame:
        import pandas as pd

        parts = self.answer["scenarios"]
        return pd.DataFrame([{"scenario": part["scenario"], **row} for part in parts for row in part[name]])

    def __repr__(self) -> str:
        return f"<venuesim.Comparison: {self.summary}>"

    def _repr_html_(self) -> str:
        table: str = self.verdicts[
            ["figure", "role", "unit", "verdict", "base", "new", "difference", "worsening_low", "worsening_high", "n"]
        ].to_html(index=False, float_format=lambda value: f"{value:.3g}", na_rep="")
        return f"<p>{escape(self.summary)}</p>{table}"


def compare(
    base: Tables | Path, new: Tables | Path, *, metrics: Sequence[str] = (), each_device: bool = False,
    changed_scenario: bool = False,
) -> Comparison:
    """Compare the figures of two runs: changes, their size and their significance.

    Warns (`FewSeedsWarning`) if the runs have too few seeds to call any figure better or worse. Before a run,
    `min_seeds` has the minimum.

    Args:
        base: The run to compare with, or its folder.
        new: The run to judge, or its folder.
        metrics: Metrics, or METRIC.STATISTIC, to judge instead of the default figures.
        each_device: True to judge every device separately.
        changed_scenario: True if the file of the scenario or the venue may differ.
    """
    folders = folder_of(base), folder_of(new)
    words = [word for name in metrics for word in ("--metric", name)]
    words += ["--each-device"] if each_device else []
    words += ["--changed-scenario"] if changed_scenario else []
    _warn_if_few(folders[1], len(metrics))
    answer = call(["compare", *folders, *words, "--json"])
    runs = [given if isinstance(given, Tables) else Run(given) for given in (base, new)]
    return Comparison(answer.json(), answer.status, (runs[0], runs[1]))


def _warn_if_few(folder: str, figures: int) -> None:
    """Warn if a run has too few seeds for its deciding figures, or for a number of them."""
    try:
        with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        # A run of recordings has no seeds; a list of seeds has several ranges.
        counts: dict[str, int] = {}
        for part in manifest["finished"]:
            count = int(part["last_seed"]) - int(part["first_seed"]) + 1
            counts[part["scenario"]] = counts.get(part["scenario"], 0) + count
        judged = {part["name"]: len(part.get("judged", ())) for part in manifest["scenarios"]}
    except (OSError, ValueError, KeyError, TypeError):
        # The tool reports what is wrong with the folder.
        return
    for name, count in counts.items():
        warn_if_few(count, figures or judged.get(name, 1), stacklevel=3)


def gate(
    what: Scenario | Sequence[Scenario], *, baselines: Path, seeds: Seeds | None = None,
    scenario: Scenario | None = None, survey: Path | None = None,
    settings: Settings | None = None, stack: StackGiven | None = None,
    parts: Mapping[str, StackGiven] | None = None, metrics: Sequence[str] = (),
    update: str | None = None, detects: str = "10 %", limit: int | str | None = None,
    jobs: int | None = None, cache: Path | None = None, timeout_s: float = 60.0,
    progress: ProgressGiven = False, set: Settings | None = None,
) -> Comparison | None:
    """Run or replay, and compare with committed baselines.

    Warns (`FewSeedsWarning`) before it runs seeds that are too few to call any figure better or worse.

    Args:
        what: Scenarios as for `run`, or recordings as for `replay`.
        baselines: Folder of baselines, small tables to commit.
        seeds: Seeds as for `run`, which are all run; by default as many of the baseline's as the verdicts need.
        scenario: For recordings: the scenario with their venue map and stack settings.
        survey: For recordings: the positioning file that the stack uses indoors.
        settings: Settings by key, as for `run`.
        stack: The stack under test, as for `run`.
        parts: Parts by name, as for `run`.
        metrics: Metrics, or METRIC.STATISTIC, to judge instead of the default figures.
        update: Reason of an intended change. If given, the figures become the new baselines without a verdict.
        detects: The change that new baselines must detect, or "any".
        limit: The maximum of seeds, or a time such as "20 s", where seeds are run as needed.
        jobs: Number of parallel runs.
        cache: Folder of cached surveys and paths, or "none".
        timeout_s: Maximum time for one answer of a stack, in s of real time.
        progress: As for `run`.
        set: Old name of `settings`, which goes with the next version.

    Returns:
        The verdicts; None after an update.

    Raises:
        InputError: If an argument is wrong, or a new baseline would miss a budget or not detect the change.
    """
    settings = _given.settings_of(settings, set)
    if update is None:
        count = limit if isinstance(limit, int) and seeds is None else _given.seed_count(seeds)
        warn_if_few(count, len(metrics), stacklevel=2)
    with Folder() as holder, _given.named(holder), followed(progress) as (shown, echo, follow):
        files = _given.scenario_files(what, holder)
        options = [word for name in metrics for word in ("--metric", name)]
        options += ["--format", "json"] if update is None else [
            "--update", "--reason", update, "--detects", detects, *([] if shown else ["--quiet"])]
        options += [] if limit is None else ["--limit", str(limit)]
        options += [] if survey is None else ["--survey", os.fspath(survey)]
        if scenario is not None:
            options += ["--scenario", *_given.scenario_files(scenario, holder)]
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            answer = call(
                ["gate", *files, "--baselines", baselines, *_given.seed_options(seeds),
                 *_given.set_options(settings), *words, *_given.job_options(jobs, cache), *options, *shown],
                environment=environment, echo=echo, progress=follow,
            )
        if update is None:
            return Comparison(answer.json(), answer.status, None)
        if answer.status != OK:
            raise InputError("\n".join([*answer.notes, answer.text.strip()]).strip())
        return None
