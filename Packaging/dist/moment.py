"""The time stamp of all files in packages."""

import os
import re
import subprocess

from .errors import DistError


def epoch(root):
    """SOURCE_DATE_EPOCH, or else the time of the last commit, in seconds since 1970."""
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if told is None:
        try:
            told = subprocess.run(
                ["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            raise DistError(
                "this tree has no commit; let SOURCE_DATE_EPOCH be the packages' time, in seconds") from None
    if not re.fullmatch(r"\d{1,11}", told.strip()):
        raise DistError(f"SOURCE_DATE_EPOCH is '{told.strip()}'; it must be a count of seconds since 1970")
    return int(told)
