"""A figure as a function of settings, for optimisers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._given import Path, Scenario, Seeds, Settings, StackGiven
from ._json import plain
from ._run import run

if TYPE_CHECKING:
    import pandas as pd


class Objective:
    """A figure of a scenario as a function of settings: `f({"stack.locator.window": "2 s"})`.

    The same seeds serve all settings (common random numbers), so the function has no noise, and equal
    settings are run once. Choose the settings by one set of seeds, and report the figure under others.
    """

    def __init__(self, scenario: Scenario, name: str, options: Mapping[str, Any]) -> None:
        self.scenario = scenario
        self.name = name
        """The figure, METRIC.STATISTIC, in the unit of its metric."""
        self._options = dict(options)
        self._values: dict[str, float] = {}
        self._settings: list[dict[str, Any]] = []

    def __call__(self, settings: Settings) -> float:
        """Return the figure over all seeds, with these settings."""
        key = json.dumps(dict(settings), sort_keys=True, default=plain)
        if key not in self._values:
            fixed = self._options["settings"] or {}
            result = run(self.scenario, **{**self._options, "settings": {**fixed, **settings}})
            self._values[key] = result.value(self.name)
            self._settings.append(dict(settings))
        return self._values[key]

    @property
    def history(self) -> pd.DataFrame:
        """One row per run, in their order: its settings, and the figure."""
        import pandas as pd

        return pd.DataFrame([
            {**settings, self.name: value}
            for settings, value in zip(self._settings, self._values.values(), strict=True)
        ])

    @property
    def best(self) -> dict[str, Any]:
        """The settings with the smallest figure so far."""
        values = list(self._values.values())
        if not values:
            raise ValueError("nothing was run yet")
        return dict(self._settings[values.index(min(values))])

    def __repr__(self) -> str:
        return f"<venuesim.Objective {self.name}: {len(self._values)} settings run>"


def objective(
    scenario: Scenario, name: str, *, seeds: Seeds | None = None,
    settings: Settings | None = None, stack: StackGiven | None = None,
    parts: Mapping[str, StackGiven] | None = None, jobs: int | None = None, cache: Path | None = None,
    timeout_s: float = 60.0,
) -> Objective:
    """Return a function of settings that optimisers can minimise.

    `scipy.optimize.minimize_scalar(lambda s: f({"stack.locator.window": f"{s:.2f} s"}), bounds=(1, 9))`

    Args:
        scenario: One scenario, as for `run`.
        name: The figure: `horizontal_error.p50`. Of a figure that should be large, minimise the negative.
        seeds: Seeds of every call, as for `run`; by default that of the scenario.
        settings: Settings by key for all calls.
        stack: The stack under test, as for `run`.
        parts: Parts by name, as for `run`.
        jobs: Number of parallel runs.
        cache: Folder of cached surveys and paths, or "none".
        timeout_s: Maximum time for one answer of a stack, in s of real time.
    """
    return Objective(scenario, name, {
        "seeds": seeds, "settings": settings, "stack": stack, "parts": parts, "jobs": jobs, "cache": cache,
        "timeout_s": timeout_s,
    })
