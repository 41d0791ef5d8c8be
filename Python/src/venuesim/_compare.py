"""What moved between two runs, and whether it may: comparisons and gates."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from . import _given
from ._errors import InputError
from ._folder import Folder
from ._given import Path, Scenario, Seeds, Settings, StackGiven
from ._run import Report, Tables, _folder_of
from ._tool import OK, UNDECIDED, WORSE, call

if TYPE_CHECKING:
    import pandas as pd


class Comparison:
    """Verdicts on every figure of two runs, seed by seed."""

    def __init__(self, answer: Mapping[str, Any], status: int, folders: tuple[str, str] | None) -> None:
        self.answer = answer
        """All that the tool said, as its `--json` has it."""
        self.status = status
        """0 all well, 3 something is worse, 4 a budget is missed, 5 too little evidence."""
        self._folders = folders

    @property
    def summary(self) -> str:
        """The outcome in a sentence."""
        return str(self.answer["summary"])

    @property
    def passed(self) -> bool:
        """Whether nothing is worse, no budget is missed and nothing is undecided."""
        return self.status == OK

    @property
    def is_worse(self) -> bool:
        """Whether any figure is worse."""
        return self.status == WORSE

    @property
    def is_undecided(self) -> bool:
        """Whether more seeds are needed to say."""
        return self.status == UNDECIDED

    @property
    def verdicts(self) -> pd.DataFrame:
        """A row for each figure: verdict, both sides, the difference with its 95 % interval, seeds needed."""
        return self._rows("figures")

    @property
    def moments(self) -> pd.DataFrame:
        """The moments that moved the figures most: when and where."""
        return self._rows("moments")

    @property
    def budgets(self) -> pd.DataFrame:
        """Every budget, and its verdict on the new run."""
        import pandas as pd

        return pd.DataFrame(self.answer["budgets"])

    def verdict(self, figure: str) -> str:
        """What is said of a figure: `identical`, `better`, `worse`, `unchanged` or `undecided`."""
        rows = self.verdicts
        found = rows.loc[rows["figure"] == figure, "verdict"].unique()
        if len(found) != 1:
            known = ", ".join(rows["figure"].unique())
            raise KeyError(f"'{figure}' has {len(found)} verdicts; there are figures {known}")
        return str(found[0])

    def report(self, out: Path) -> Report:
        """Makes a page of both runs with the verdicts."""
        if self._folders is None:
            raise ValueError("a gate has no page: compare two runs' folders")
        call(["compare", *self._folders, "--changed-scenario", "--html", os.fspath(out), "--quiet"])
        return Report(out)

    def _rows(self, name: str) -> pd.DataFrame:
        import pandas as pd

        parts = self.answer["scenarios"]
        return pd.DataFrame([{"scenario": part["scenario"], **row} for part in parts for row in part[name]])

    def __repr__(self) -> str:
        return f"<venuesim.Comparison: {self.summary}>"

    def _repr_html_(self) -> str:
        table: str = self.verdicts[
            ["figure", "unit", "verdict", "base", "new", "difference", "worsening_low", "worsening_high", "n"]
        ].to_html(index=False, float_format=lambda value: f"{value:.3g}", na_rep="")
        return f"<p>{escape(self.summary)}</p>{table}"


def compare(
    base: Tables | Path, new: Tables | Path, *, metrics: Sequence[str] = (), each_device: bool = False,
    changed_scenario: bool = False,
) -> Comparison:
    """Says which figures moved between two runs, by how much, and how surely.

    Args:
        base: The run to compare with, or its folder.
        new: The run that is judged, or its folder.
        metrics: Metrics, or METRIC.STATISTIC, to judge instead of the usual figures.
        each_device: Whether every device is judged by itself.
        changed_scenario: Whether the scenario's or the venue's file may differ.
    """
    folders = _folder_of(base), _folder_of(new)
    words = [word for name in metrics for word in ("--metric", name)]
    words += ["--each-device"] if each_device else []
    words += ["--changed-scenario"] if changed_scenario else []
    answer = call(["compare", *folders, *words, "--json"])
    return Comparison(answer.json(), answer.status, folders)


def gate(
    what: Scenario | Sequence[Scenario], *, baselines: Path, seeds: Seeds | None = None,
    scenario: Scenario | None = None, survey: Path | None = None,
    set: Settings | None = None, stack: StackGiven | None = None,
    parts: Mapping[str, StackGiven] | None = None, metrics: Sequence[str] = (),
    update: str | None = None, jobs: int | None = None, cache: Path | None = None,
    timeout_s: float = 60.0,
) -> Comparison | None:
    """Runs, or replays, and compares with committed baselines.

    Args:
        what: Scenarios as for `run`, or recordings as for `replay`.
        baselines: The folder of baselines, small tables to be committed.
        seeds: The seeds of new baselines, as for `run`; by default those of the baseline.
        scenario: For recordings: the scenario that has their venue map and stack settings.
        survey: For recordings: the positioning file that the stack uses indoors.
        set: Settings by key, as for `run`.
        stack: The stack under test, as for `run`.
        parts: Parts by their place, as for `run`.
        metrics: Metrics, or METRIC.STATISTIC, to judge instead of the usual figures.
        update: Why the figures change. If given, they become the new baselines, and nothing is judged.
        jobs: How many runs go on at once.
        cache: Where surveys and ways are kept, or "none".
        timeout_s: How long a stack may take for one answer, in s of real time.

    Returns:
        The verdicts; None after an update.

    Raises:
        InputError: If something given is wrong, or a new baseline would miss a budget.
    """
    with Folder() as holder:
        files = _given.scenario_files(what, holder)
        options = [word for name in metrics for word in ("--metric", name)]
        options += ["--format", "json"] if update is None else ["--update", "--reason", update, "--quiet"]
        options += [] if survey is None else ["--survey", os.fspath(survey)]
        if scenario is not None:
            options += ["--scenario", *_given.scenario_files(scenario, holder)]
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            answer = call(
                ["gate", *files, "--baselines", baselines, *_given.seed_options(seeds),
                 *_given.set_options(set), *words, *_given.job_options(jobs, cache), *options],
                environment=environment,
            )
        if update is None:
            return Comparison(answer.json(), answer.status, None)
        if answer.status != OK:
            raise InputError("\n".join([*answer.notes, answer.text.strip()]).strip())
        return None
