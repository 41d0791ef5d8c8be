"""Python interface of VenueSim: results as pandas DataFrames, stacks and parts as classes.

    import venuesim
    run = venuesim.run("corridor", seeds="1-20")
    run.summary

The import is cheap: pandas and NumPy are imported on first access to a table or a column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from ._batch import Batch as Batch
    from ._binary import program as program
    from ._campaign import Campaign as Campaign
    from ._campaign import campaign_merge as campaign_merge
    from ._campaign import campaign_run_shard as campaign_run_shard
    from ._compare import Comparison as Comparison
    from ._compare import compare as compare
    from ._compare import gate as gate
    from ._errors import Diagnostic as Diagnostic
    from ._errors import InputError as InputError
    from ._errors import ToolError as ToolError
    from ._few import FewSeedsWarning as FewSeedsWarning
    from ._few import min_seeds as min_seeds
    from ._given import scenarios as scenarios
    from ._main import main as main
    from ._main import serve as serve
    from ._maps import plot_map as plot_map
    from ._objective import Objective as Objective
    from ._objective import objective as objective
    from ._places import Survey as Survey
    from ._places import check as check
    from ._places import equip as equip
    from ._places import survey as survey
    from ._places import version as version
    from ._plot import plot_cdf as plot_cdf
    from ._plot import plot_compare as plot_compare
    from ._run import Film as Film
    from ._run import Report as Report
    from ._run import Run as Run
    from ._run import load as load
    from ._run import replay as replay
    from ._run import run as run
    from ._stack import SENSORS as SENSORS
    from ._stack import Part as Part
    from ._stack import Stack as Stack
    from ._sweep import Sweep as Sweep
    from ._sweep import sweep as sweep
    from ._venue import Venue as Venue

# Module of each name: the command and the programs of stacks import only what they need.
_HOMES = {
    "_batch": ("Batch",),
    "_binary": ("program",),
    "_campaign": ("Campaign", "campaign_merge", "campaign_run_shard"),
    "_compare": ("Comparison", "compare", "gate"),
    "_errors": ("Diagnostic", "InputError", "ToolError"),
    "_few": ("FewSeedsWarning", "min_seeds"),
    "_given": ("scenarios",),
    "_main": ("main", "serve"),
    "_maps": ("plot_map",),
    "_objective": ("Objective", "objective"),
    "_places": ("Survey", "check", "equip", "survey", "version"),
    "_plot": ("plot_cdf", "plot_compare"),
    "_run": ("Film", "Report", "Run", "load", "replay", "run"),
    "_stack": ("SENSORS", "Part", "Stack"),
    "_sweep": ("Sweep", "sweep"),
    "_venue": ("Venue",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [*sorted(_HOME), "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'venuesim' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
