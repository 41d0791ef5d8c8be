"""Venues: what a survey expects of them, and where beacons would help; and checks of files."""

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
    """What surveyors have found in a venue."""

    def __init__(self, file: str, pictures: str, text: str, applied: str | None, holder: Folder) -> None:
        self.file = file
        """The positioning file, for `replay(survey=...)`."""
        self.pictures = pictures
        """The folder of pictures (SVG) and tables."""
        self.text = text
        """What the tool said."""
        self.venue = applied
        """The venue with the advised beacons in it, if `apply` asked for that."""
        self._holder = holder

    @property
    def accuracy(self) -> pd.DataFrame:
        """A row for each surveyed point: level, x_m, y_m, coverage, strongest_dbm, radius_m (a scan's accuracy)."""
        return self._table("accuracy")

    @property
    def beacons(self) -> pd.DataFrame:
        """A row for each advised beacon: level, x_m, y_m, and the share of the floor that is then within reach."""
        return self._table("beacons")

    def _table(self, name: str) -> pd.DataFrame:
        import pandas as pd

        return pd.read_csv(os.path.join(self.pictures, f"{name}.csv"))

    def __repr__(self) -> str:
        return f"<venuesim.Survey {self.file}>"


def survey(
    place: Path, *, out: Path | None = None, wanted: str = "3 m", apply: Path | None = None,
    pictures: Path | None = None, seed: int | None = None, set: Settings | None = None,
    cache: Path | None = None,
) -> Survey:
    """Walks a venue, or a scenario's place, as surveyors do.

    Args:
        place: The venue's or the scenario's file.
        out: The positioning file; by default kept nowhere.
        wanted: The accuracy that beacons are advised for, 2.5 m to 50 m.
        apply: Where to write the venue with the advised beacons put up.
        pictures: The folder of pictures and tables; by default kept nowhere.
        seed: The surveyors' seed.
        set: Settings of the scenario by key, as for `run`.
        cache: Where surveys are kept, or "none".
    """
    with Folder() as holder:
        file = holder.file("survey.vspf") if out is None else os.fspath(out)
        folder = holder.file("pictures") if pictures is None else os.fspath(pictures)
        words = [] if apply is None else ["--apply", os.fspath(apply)]
        words += [] if seed is None else ["--seed", str(seed)]
        answer = call([
            "survey", place, "--out", file, "--pictures", folder, "--wanted", wanted, *words,
            *_given.set_options(set), *_given.job_options(None, cache),
        ])
        return Survey(file, folder, answer.text, None if apply is None else os.fspath(apply), holder)


def equip(
    venue: Path, out: Path, *, access_points: str | None = None, beacons: str | Path | None = None
) -> str:
    """Puts up access points and beacons in a venue that has none.

    Args:
        venue: The venue's file.
        out: Where the venue is written with them.
        access_points: How far they are from one another, such as "25 m".
        beacons: Likewise, or a table such as `Survey.beacons` comes from.

    Returns:
        The path of the new venue.
    """
    words = [] if access_points is None else ["--access-points", access_points]
    words += [] if beacons is None else ["--beacons", os.fspath(beacons)]
    call(["equip", venue, *words, "-o", out, "--quiet"])
    return os.fspath(out)


def check(*files: Path, set: Settings | None = None) -> list[Diagnostic]:
    """Reads scenarios, venues, studies and campaigns, and returns every mistake with its place.

    Args:
        files: The files.
        set: Settings by key, as for `run`.

    Raises:
        InputError: If no file is named.
    """
    if not files:
        raise InputError("check which file?")
    answer = call(["check", *files, *_given.set_options(set), "--json"], answers_input=True)
    return [Diagnostic(**mistake) for mistake in answer.json()]


def version() -> str:
    """The version that the venuesim program reports."""
    return call(["--version"]).text.strip()
