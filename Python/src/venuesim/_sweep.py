"""Sweeps: every combination of settings."""

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
    """Run every combination of settings with the same seeds.

    Args:
        scenario: Scenarios as for `run`.
        over: Values of each key: {"stack.locator.window": ["2 s", "4 s"]}.
        seeds: Seeds of every variant, as for `run`; by default that of the scenario.
        set: Settings by key for all variants.
        stack: The stack under test, as for `run`.
        parts: Parts by name, as for `run`.
        out: Folder of the table and a picture (`pareto.svg`); by default a temporary one.
        force: True if this folder may contain files.
        jobs: Number of parallel runs.
        cache: Folder of cached surveys and paths, or "none".
        timeout_s: Maximum time for one answer of a stack, in s of real time.

    Returns:
        One row per figure of each variant, seed and device, with a column for each key. A seed is <NA>
        in rows over all seeds.
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
