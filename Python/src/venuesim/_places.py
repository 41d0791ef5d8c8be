"""Surveys of venues, beacon planning, and checks of files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from . import _given
from ._errors import Diagnostic, InputError
from ._folder import Folder
from ._given import Path, Settings
from ._tool import call

if TYPE_CHECKING:
    import pandas as pd


class Survey:
    """Result of a survey of a venue."""

    def __init__(self, file: str, pictures: str, text: str, applied: str | None, holder: Folder) -> None:
        self.file = file
        """The positioning file, for `replay(survey=...)`."""
        self.pictures = pictures
        """Folder of pictures (SVG) and tables."""
        self.text = text
        """Output of the tool."""
        self.venue = applied
        """Path of the venue with the suggested beacons, if `apply` was given."""
        self._holder = holder

    @property
    def accuracy(self) -> pd.DataFrame:
        """One row per surveyed point: level, x_m, y_m, coverage, strongest_dbm, radius_m (accuracy of a scan)."""
        return self._table("accuracy")

    @property
    def beacons(self) -> pd.DataFrame:
        """One row per suggested beacon: level, x_m, y_m, and the share of the floor within the wanted accuracy."""
        return self._table("beacons")

    def _table(self, name: str) -> pd.DataFrame:
        import pandas as pd

        return pd.read_csv(os.path.join(self.pictures, f"{name}.csv"))

    def __repr__(self) -> str:
        return f"<venuesim.Survey {self.file}>"


def survey(
    place: Path, *, out: Path | None = None, wanted: str = "3 m", apply: Path | None = None,
    pictures: Path | None = None, seed: int | None = None, settings: Settings | None = None,
    cache: Path | None = None, set: Settings | None = None,
) -> Survey:
    """Survey a venue, or the venue of a scenario.

    Args:
        place: File of the venue or the scenario.
        out: Positioning file to write; by default a temporary one.
        wanted: Accuracy for which beacons are suggested, 2.5 m to 50 m.
        apply: File to write with the venue and the suggested beacons.
        pictures: Folder of pictures and tables; by default a temporary one.
        seed: Seed of the survey.
        settings: Settings of the scenario by key, as for `run`.
        cache: Folder of cached surveys, or "none".
        set: Old name of `settings`, which goes with the next version.
    """
    settings = _given.settings_of(settings, set)
    with Folder() as holder:
        file = holder.file("survey.vspf") if out is None else os.fspath(out)
        folder = holder.file("pictures") if pictures is None else os.fspath(pictures)
        words = [] if apply is None else ["--apply", os.fspath(apply)]
        words += [] if seed is None else ["--seed", str(seed)]
        answer = call([
            "survey", place, "--out", file, "--pictures", folder, "--wanted", wanted, *words,
            *_given.set_options(settings), *_given.job_options(None, cache),
        ])
        return Survey(file, folder, answer.text, None if apply is None else os.fspath(apply), holder)


def equip(
    venue: Path, out: Path, *, access_points: str | None = None, beacons: str | Path | None = None
) -> str:
    """Add access points and beacons to a venue.

    Args:
        venue: File of the venue.
        out: File to write.
        access_points: Spacing of access points, such as "25 m".
        beacons: Spacing of beacons, or a table such as the one behind `Survey.beacons`.

    Returns:
        The path of the new venue.
    """
    words = [] if access_points is None else ["--access-points", access_points]
    words += [] if beacons is None else ["--beacons", os.fspath(beacons)]
    call(["equip", venue, *words, "-o", out, "--quiet"])
    return os.fspath(out)


def check(
    *files: Path, settings: Settings | None = None, set: Settings | None = None
) -> list[Diagnostic]:
    """Check scenarios, venues, studies and campaigns; return every mistake with its position.

    Args:
        files: Files to check.
        settings: Settings by key, as for `run`.
        set: Old name of `settings`, which goes with the next version.

    Raises:
        InputError: If no file is given.
    """
    settings = _given.settings_of(settings, set)
    if not files:
        raise InputError("check which file?")
    answer = call(["check", *files, *_given.set_options(settings), "--json"], answers_input=True)
    return [Diagnostic(**mistake) for mistake in answer.json()]


def version() -> str:
    """Return the version of the venuesim program."""
    return call(["--version"]).text.strip()
