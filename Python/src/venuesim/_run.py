"""Runs, replays and their report pages."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from . import _given
from ._errors import InputError
from ._folder import Folder
from ._given import Path, Scenario, Seeds, Settings, StackGiven
from ._progress import ProgressGiven, followed
from ._tables import Tables, folder_of
from ._tool import MISSED, Answer, call

if TYPE_CHECKING:
    import pandas as pd

class Run(Tables):
    """Results of a run or a replay: tables, verdicts, a report page."""

    def __init__(
        self, folder: Path, holder: Folder | None = None, answer: Answer | None = None
    ) -> None:
        super().__init__(folder, holder)
        self.notes: list[str] = [] if answer is None else answer.notes
        """Notes of the tool, such as impossible actions of agents and unreadable data."""
        self._missed = answer is not None and answer.status == MISSED

    def __repr__(self) -> str:
        names = ", ".join(str(name) for name in self.metrics["scenario"].unique())
        return f"<venuesim.Run of {names}: {'passed' if self.passed else 'missed'}, in {self.folder}>"

    @property
    def passed(self) -> bool:
        """True if every budget was kept, or if there are none."""
        return not self._missed and super().passed

    @property
    def fixes(self) -> pd.DataFrame:
        """Every reported location with the truth at that time. Errors are in m."""
        return self.table("fixes")

    @property
    def transitions(self) -> pd.DataFrame:
        """Every true change, with the time of its report (s), if any."""
        return self.table("transitions")

    @property
    def power(self) -> pd.DataFrame:
        """Energy of each component by state and cause: seconds, millijoules."""
        return self.table("power")

    @property
    def battery(self) -> pd.DataFrame:
        """State of charge over time, as a share of full."""
        return self.table("battery")

    @property
    def events(self) -> pd.DataFrame:
        """All events reported to apps, in order of time."""
        return self.table("events")

    @property
    def track(self) -> pd.DataFrame:
        """The true paths, simplified to a quarter of a metre."""
        return self.table("track")

    @property
    def states(self) -> pd.DataFrame:
        """States of components, and their power (mW)."""
        return self.table("states")

    @property
    def decisions(self) -> pd.DataFrame:
        """Decisions of the services, with their reasons."""
        return self.table("decisions")

    @property
    def journal(self) -> pd.DataFrame:
        """Stays and trips, as an app can derive them from visits and history."""
        return self.table("journal")

    @property
    def routes(self) -> pd.DataFrame:
        """Points of the routes that map matching reports, some seconds later."""
        return self.table("routes")

    @property
    def clouds(self) -> pd.DataFrame:
        """Particles of the indoor locator. Needs the setting `stack.locator.cloud`."""
        return self.table("clouds")

    @property
    def recordings(self) -> str | None:
        """Folder of the sensor data, for `replay`. None without `record`."""
        path = os.path.join(self.folder, "recordings")
        return path if os.path.isdir(path) else None

    def report(self, out: Path | None = None, *, against: Run | Path | None = None) -> Report:
        """Write the report of the run: plans, error curves, timelines. Jupyter shows it inline.

        Args:
            out: File of the page; by default `report.html` in the folder of the run.
            against: Another run, shown beside this one.
        """
        path = os.path.join(self.folder, "report.html") if out is None else os.fspath(out)
        words = ["report", self.folder, "--out", path, "--quiet"]
        if against is not None:
            words += ["--against", folder_of(against)]
        call(words)
        return Report(path, self)

    def film(
        self, out: Path | None = None, *, scenario: str | None = None, seed: int | None = None,
        device: str | None = None, from_s: float | None = None, to_s: float | None = None,
        speed: float | None = None, width: int = 800, fps: float = 12, dark: bool = False,
    ) -> Film:
        """Write an animated GIF of a device: plan, tracks, positions and error. Jupyter shows it inline.

        Args:
            out: File of the film; by default `film.gif` in the folder of the run.
            scenario: The scenario.
            seed: The seed; by default the one with the median error.
            device: The device.
            from_s: First time, in s; by default the film shows the time indoors, if there is any.
            to_s: Last time, in s.
            speed: Times real time; by default for a film of 10 to 20 s.
            width: Width in pixels.
            fps: Frames per second.
            dark: Dark colours.
        """
        path = os.path.join(self.folder, "film.gif") if out is None else os.fspath(out)
        words = ["report", self.folder, "--film", path, "--quiet", f"--width={width}", f"--fps={fps}"]
        times = [("from", from_s), ("to", to_s)]
        words += [f"--{name}={value:.9g} s" for name, value in times if value is not None]
        choices = [("scenario", scenario), ("seed", seed), ("device", device), ("speed", speed)]
        words += [f"--{name}={value}" for name, value in choices if value is not None]
        call(words + (["--dark"] if dark else []))
        return Film(path, self)


class Film:
    """An animated GIF of a run."""

    def __init__(self, path: Path, run: Run | None = None) -> None:
        self.path = os.path.abspath(os.fspath(path))
        # Keeps the temporary folder of the run alive, where the film may be.
        self._run = run

    def _repr_html_(self) -> str:
        with open(self.path, "rb") as file:
            data = b64encode(file.read()).decode("ascii")
        words = "True and reported track of a device"
        return f'<img src="data:image/gif;base64,{data}" alt="{words}" style="max-width: 100%">'

    def __repr__(self) -> str:
        return f"<venuesim.Film {self.path}>"


class Report:
    """A report page, for any browser."""

    height_px = 720
    """Height in Jupyter, in pixels."""

    def __init__(self, path: Path, run: Run | None = None) -> None:
        self.path = os.path.abspath(os.fspath(path))
        # Keeps the temporary folder of the run alive, where the page may be.
        self._run = run

    @property
    def html(self) -> str:
        """The page as text."""
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def _repr_html_(self) -> str:
        # A frame isolates the styles and scripts of the page from those of the notebook.
        page = escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{page}" width="100%" height="{self.height_px}" sandbox="allow-scripts"'
            ' style="border: 0" title="VenueSim report"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<venuesim.Report {self.path}>"


def run(
    scenario: Scenario | Sequence[Scenario], *, seeds: Seeds | None = None,
    settings: Settings | None = None, stack: StackGiven | None = None,
    parts: Mapping[str, StackGiven] | None = None, out: Path | None = None, force: bool = False,
    jobs: int | None = None, record: bool = False, cache: Path | None = None,
    timeout_s: float = 60.0, progress: ProgressGiven = False, set: Settings | None = None,
) -> Run:
    """Run scenarios and score the stack.

    Args:
        scenario: A file, the name of a packaged scenario (see `scenarios()`), a dictionary, or several.
        seeds: One seed, `range(1, 21)`, [1, 2, 3], `(1, 20)` or "1-20"; by default that of the scenario.
        settings: Settings by key, such as {"stack.locator.window": "2 s"}. Values have units.
        stack: The stack under test: a `Stack` class, a function that makes one, or "cmd:PROGRAM".
        parts: Parts by name: a `Part` class, a function, "cmd:PROGRAM" or the name of a built-in part.
        out: Folder of results; by default a temporary one.
        force: True if this folder may contain files.
        jobs: Number of parallel runs. Results do not depend on it.
        record: True to store the sensor data, for `replay`.
        cache: Folder of cached surveys and paths, or "none".
        timeout_s: Maximum time for one answer of a stack, in s of real time.
        progress: True to show progress: a bar in notebooks if tqdm is installed, else lines on standard error.
            "tqdm" for a bar anywhere. A function is called with the numbers of finished and of all runs, and a
            text; while a radio map is made before the first run, the number of all runs may be 0.
        set: Old name of `settings`, which goes with the next version.

    Returns:
        The run. A missed budget is a result: see `Run.passed`.

    Raises:
        InputError: If an argument is wrong. The message has the position and a remedy.
        ToolError: If the environment failed, or a stack crashed or timed out.
    """
    settings = _given.settings_of(settings, set)
    with Folder() as holder, _given.named(holder), followed(progress) as (shown, echo, follow):
        files = _given.scenario_files(scenario, holder)
        folder = holder.file("run") if out is None else os.fspath(out)
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            answer = call(
                ["run", *files, *_given.seed_options(seeds), *_given.set_options(settings), *words,
                 *_given.out_options(folder, force), *_given.job_options(jobs, cache), "--json",
                 *(["--record"] if record else []), *shown],
                environment=environment, echo=echo, progress=follow,
            )
        return Run(folder, holder, answer)


def load(folder: Path) -> Run:
    """Return the run or replay in a folder that `run --out` or `replay --out` has written.

    Raises:
        InputError: If there is no run.
    """
    found = Run(folder)
    missing = [name for name in ("manifest.json", "metrics.csv") if not os.path.exists(os.path.join(folder, name))]
    if missing:
        raise InputError(f"no run in {os.fspath(folder)}: it has no {' and no '.join(missing)}")
    return found


def replay(
    recordings: Path | Sequence[Path], *, scenario: Scenario | None = None, survey: Path | None = None,
    truth: Path | None = None, format: str | None = None, settings: Settings | None = None,
    stack: StackGiven | None = None, parts: Mapping[str, StackGiven] | None = None,
    out: Path | None = None, force: bool = False, jobs: int | None = None, timeout_s: float = 60.0,
    progress: ProgressGiven = False, set: Settings | None = None,
) -> Run:
    """Feed recordings to the stack and score it.

    Args:
        recordings: Files, folders with their subfolders, or .zip files.
        scenario: The scenario with their venue map and stack settings.
        survey: The positioning file that the stack uses indoors.
        truth: Table with the truth of a single recording; by default the one beside it.
        format: Format of the recordings; by default detected by names and first lines.
        settings: Settings by key, as for `run`.
        stack: The stack under test, as for `run`.
        parts: Parts by name, as for `run`.
        out: Folder of results; by default a temporary one.
        force: True if this folder may contain files.
        jobs: Number of parallel replays.
        timeout_s: Maximum time for one answer of a stack, in s of real time.
        progress: As for `run`.
        set: Old name of `settings`, which goes with the next version.

    Raises:
        InputError: If an argument is wrong, or no recording could be scored.
        ToolError: If the environment failed, or some recordings could not be scored.
    """
    settings = _given.settings_of(settings, set)
    with Folder() as holder, _given.named(holder), followed(progress) as (shown, echo, follow):
        paths = [recordings] if isinstance(recordings, (str, os.PathLike)) else list(recordings)
        folder = holder.file("replay") if out is None else os.fspath(out)
        options = [] if survey is None else ["--survey", os.fspath(survey)]
        options += [] if truth is None else ["--truth", os.fspath(truth)]
        options += [] if format is None else ["--format", format]
        if scenario is not None:
            options += ["--scenario", *_given.scenario_files(scenario, holder)]
        with _given.stack_served(stack, parts, timeout_s) as (words, environment):
            answer = call(
                ["replay", *paths, *options, *_given.set_options(settings), *words,
                 *_given.out_options(folder, force), *_given.job_options(jobs), "--json", *shown],
                environment=environment, echo=echo, progress=follow,
            )
        return Run(folder, holder, answer)
