"""Every combination of some settings."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _given
from ._errors import InputError
from ._folder import Folder
from ._given import Path, Scenario, Seeds, Settings, StackGiven
from ._json import plain
from ._run import _read
from ._tool import call

if TYPE_CHECKING:
    import pandas as pd


def sweep(
    scenario: Scenario | Sequence[Scenario], over: Mapping[str, Sequence[Any]], *,
    seeds: Seeds | None = None, set: Settings | None = None, stack: StackGiven | None = None,
    parts: Mapping[str, StackGiven] | None = None, out: Path | None = None, force: bool = False,
    jobs: int | None = None, cache: Path | None = None, timeout_s: float = 60.0,
) -> pd.DataFrame:
    """Runs every combination of settings under the same seeds.

    Args:
        scenario: Scenarios as for `run`.
        over: The values of each key: {"stack.locator.window": ["2 s", "4 s"]}.
        seeds: The seeds of every variant, as for `run`; by default the scenario's own.
        set: Settings by key that all variants have.
        stack: The stack under test, as for `run`.
        parts: Parts by their place, as for `run`.
        out: Where the table and a picture (`pareto.svg`) are kept; by default nowhere.
        force: Whether that folder may have files in it.
        jobs: How many runs go on at once.
        cache: Where surveys and paths are kept, or "none".
        timeout_s: How long a stack may take for one answer, in s of real time.

    Returns:
        A row for each figure of each variant, seed and device, with a column for each key. A seed is
        <NA> in rows that are over all seeds.
    """
    if not over:
        raise InputError("sweep over what? over={'stack.locator.window': ['2 s', '4 s']}")
    with Folder() as holder:
        files = [os.path.abspath(path) for path in _given.scenario_files(scenario, holder)]
        axes = [{"key": key, "values": list(values)} for key, values in over.items()]
        plan = {"scenarios": files, "sweep": {"axes": axes}}
        path = holder.file("sweep.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(plan, file, default=plain)
        folder = holder.file("sweep") if out is None else os.fspath(out)
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            call(
                ["run", path, "--sweep", *_given.seed_options(seeds), *_given.set_options(set), *words,
                 *_given.out_options(folder, force), *_given.job_options(jobs, cache), "--quiet"],
                environment=environment,
            )
        return _read(os.path.join(folder, "sweep.csv"))
