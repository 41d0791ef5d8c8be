"""Campaigns: many seeds, in shards, on any number of machines."""

from __future__ import annotations

import os
from collections.abc import Sequence

from . import _given
from ._given import Path, Settings
from ._tables import Tables
from ._tool import call


class Campaign(Tables):
    """The merged results of a campaign."""

    def __repr__(self) -> str:
        return f"<venuesim.Campaign in {self.folder}>"


def campaign_run_shard(
    file: Path, out: Path, n: int, of: int, *, settings: Settings | None = None, stack: str | None = None,
    jobs: int = 1, options: Sequence[str] = (), set: Settings | None = None,
) -> int:
    """Run the missing runs of a shard, without merging.

    Shards may run in any order, on any machine, and twice. A killed shard keeps its finished runs.

    Args:
        file: File of the campaign.
        out: Folder of the campaign, shared by all machines.
        n: Number of the shard, from 1.
        of: Number of shards.
        settings: Settings by key, as for `run`; the same for all shards.
        stack: The stack under test, "cmd:PROGRAM"; a class cannot be used, as it exists in one process only.
        jobs: Number of parallel runs.
        options: Further options of the command, such as ("--set", "stack.locator.window=2 s").
        set: Old name of `settings`, which goes with the next version.

    Returns:
        The number of the shard.
    """
    settings = _given.settings_of(settings, set)
    call(
        ["campaign", "run", file, "--out", out, "--shard", f"{n}/{of}", "--jobs", str(jobs),
         *_given.set_options(settings), *([] if stack is None else ["--stack", stack]), *options, "--quiet"],
    )
    return n


def campaign_merge(
    file: Path, out: Path, *more: Path, settings: Settings | None = None, stack: str | None = None,
    options: Sequence[str] = (), set: Settings | None = None,
) -> Campaign:
    """Merge the shards.

    Args:
        file: File of the campaign.
        out: Folder of the campaign.
        more: Further folders with shards.
        settings: Settings by key, as for the shards.
        stack: The stack under test, as for the shards.
        options: Further options, as for the shards.
        set: Old name of `settings`, which goes with the next version.

    Returns:
        The campaign, with the same tables as a run.
    """
    settings = _given.settings_of(settings, set)
    call(
        ["campaign", "merge", file, *more, "--out", out, *_given.set_options(settings),
         *([] if stack is None else ["--stack", stack]), *options, "--quiet"],
    )
    return Campaign(os.fspath(out))
