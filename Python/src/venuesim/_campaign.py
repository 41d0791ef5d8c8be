"""Campaigns: thousands of seeds, in shards, on any number of machines."""

from __future__ import annotations

import os
from collections.abc import Sequence

from . import _given
from ._given import Path, Settings
from ._run import Tables
from ._tool import call


class Campaign(Tables):
    """What a campaign's shards have come to."""

    def __repr__(self) -> str:
        return f"<venuesim.Campaign in {self.folder}>"


def campaign_run_shard(
    file: Path, out: Path, n: int, of: int, *, set: Settings | None = None, stack: str | None = None,
    jobs: int = 1, options: Sequence[str] = (),
) -> int:
    """Does what the n-th of so many shards lacks, without merging.

    Shards may be run in any order, anywhere, and twice. Killed, one keeps what it has finished.

    Args:
        file: The campaign's file.
        out: The campaign's folder, which all machines see.
        n: The shard's number, from 1.
        of: How many shards there are.
        set: Settings by key, as for `run`; the same for all shards.
        stack: The stack under test, "cmd:PROGRAM"; a class lives in one process alone.
        jobs: How many runs go on at once.
        options: More options as the command takes them, such as ("--set", "stack.locator.window=2 s").

    Returns:
        The shard's number.
    """
    call(
        ["campaign", "run", file, "--out", out, "--shard", f"{n}/{of}", "--jobs", str(jobs),
         *_given.set_options(set), *([] if stack is None else ["--stack", stack]), *options, "--quiet"],
    )
    return n


def campaign_merge(
    file: Path, out: Path, *more: Path, set: Settings | None = None, stack: str | None = None,
    options: Sequence[str] = (),
) -> Campaign:
    """Puts the shards together.

    Args:
        file: The campaign's file.
        out: The campaign's folder.
        more: More folders with shards.
        set: Settings by key, as the shards had them.
        stack: The stack under test, as the shards had it.
        options: More options, as the shards had them.

    Returns:
        The campaign, whose tables are laid out as a run's are.
    """
    call(
        ["campaign", "merge", file, *more, "--out", out, *_given.set_options(set),
         *([] if stack is None else ["--stack", stack]), *options, "--quiet"],
    )
    return Campaign(os.fspath(out))
