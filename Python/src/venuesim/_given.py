"""Converts Python arguments into arguments of the program: scenarios, seeds, settings, stacks."""

from __future__ import annotations

import contextlib
import json
import operator
import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from . import _binary
from ._errors import InputError, ToolError, one_of
from ._folder import Folder
from ._frames import of_user
from ._json import plain
from ._server import Server
from ._stack import PLACES, Program
from ._talk import Maker

Path = str | os.PathLike[str]
Scenario = Path | Mapping[str, Any]
Seeds = int | range | tuple[int, int] | Sequence[int] | str
StackGiven = str | type[Program] | Callable[[], Program]
Settings = Mapping[str, Any]


def scenario_files(given: Scenario | Sequence[Scenario], folder: Folder) -> list[str]:
    """Return paths of scenarios: files as given, packaged ones by name, dictionaries written to files."""
    if isinstance(given, (str, os.PathLike, Mapping)):
        given = [given]
    return [_scenario_file(one, folder, number) for number, one in enumerate(given)]


def _scenario_file(given: Scenario, folder: Folder, number: int) -> str:
    if isinstance(given, Mapping):
        return _written(given, folder, number)
    path = os.fspath(given)
    # A bare word is the name of a packaged scenario, unless a file of this name exists.
    if os.path.exists(path) or os.path.splitext(path)[1] or os.sep in path:
        return path
    known = scenarios()
    if path not in known:
        raise InputError(one_of("scenario", path, _near(path, list(known))) + ", or give a file")
    return known[path]


def _near(name: str, known: list[str]) -> list[str]:
    """Return the most similar names, since all of them would fill a page."""
    import difflib

    return difflib.get_close_matches(name, known, n=3, cutoff=0.4) or known[:3]


def _without_sources(text: str, folder: Folder) -> Iterator[str]:
    """Yield the lines of an error, without source lines of temporary files, which the user has not written."""
    is_temporary = False
    for line in text.splitlines():
        if not re.match(r" *\d* \| ", line):
            is_temporary = folder.path in line
        elif is_temporary:
            continue
        yield line


@contextlib.contextmanager
def named(folder: Folder, lines: Mapping[int, str] | None = None) -> Iterator[None]:
    """Name the arguments in the messages of the tool, instead of the temporary files that have their values.

    Args:
        folder: Temporary folder with the files.
        lines: What each line of `sweep.yaml` has, by number.
    """
    place = re.compile(rf"{re.escape(folder.path)}/(?P<file>[^:\n]+)(?::(?P<line>\d+):\d+)?")

    def name(found: re.Match[str]) -> str:
        if found["line"] is None:
            return found["file"]
        if found["file"] == "sweep.yaml" and lines is not None:
            return lines.get(int(found["line"]), "sweep")
        stem = os.path.basename(found["file"]).removesuffix(".yaml")
        return stem if stem == "venue" else f"scenario '{stem}'"

    try:
        yield
    except InputError as error:
        text = "\n".join(dict.fromkeys(place.sub(name, line) for line in _without_sources(str(error), folder)))
        if text == str(error):
            raise
        raise InputError(text) from None


def _written(given: Mapping[str, Any], folder: Folder, number: int) -> str:
    document = dict(given)
    venue = document.get("venue")
    place = os.path.join(folder.path, f"scenario-{number}")
    os.makedirs(place, exist_ok=True)
    if isinstance(venue, Mapping):
        document["venue"] = "venue.yaml"
        _write_json(os.path.join(place, "venue.yaml"), venue)
    elif isinstance(venue, (str, os.PathLike)):
        document["venue"] = _venue_file(os.fspath(venue))
    path = os.path.join(place, f"{document.get('name', 'scenario')}.yaml".replace(os.sep, "-"))
    _write_json(path, document)
    return path


def _venue_file(name: str) -> str:
    """Return the path of a venue: relative to the working directory, else among the packaged ones."""
    if os.path.exists(name) or os.path.isabs(name):
        return os.path.abspath(name)
    packaged = os.path.join(_binary.share(), "scenarios", name)
    return packaged if os.path.exists(packaged) else os.path.abspath(name)


def _write_json(path: str, document: Mapping[str, Any]) -> None:
    # JSON is YAML.
    try:
        text = json.dumps(document, ensure_ascii=False, indent=1, default=plain)
    except TypeError as error:
        raise InputError(f"a scenario's values must be texts, numbers, lists and dictionaries: {error}") from None
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "\n")


def scenarios() -> dict[str, str]:
    """Return the paths of the packaged scenarios by name."""
    root = os.path.join(_binary.share(), "scenarios")
    found = {}
    for place in (os.path.join(root, "examples"), root):
        for name in sorted(os.listdir(place)):
            path = os.path.join(place, name)
            if name.endswith(".yaml") and _is_scenario(path):
                found[name.removesuffix(".yaml")] = path
    return dict(sorted(found.items()))


def _is_scenario(path: str) -> bool:
    with open(path, encoding="utf-8") as file:
        return any(line.startswith("agents:") for line in file)


def seed_options(seeds: Seeds | None) -> list[str]:
    """Return the options for seeds: a number, a range, a list, first and last, or a text such as `1-20` or `1-3,7`."""
    if seeds is None:
        return []
    if isinstance(seeds, str):
        return ["--seeds", seeds] if "-" in seeds or "," in seeds else ["--seed", seeds]
    if isinstance(seeds, tuple) and len(seeds) != 2:
        raise InputError(f"give the first and the last seed, such as (1, 20), not {seeds}; a list has every seed")
    try:
        # Also accepts integers and arrays of NumPy.
        if not hasattr(seeds, "__len__"):
            return ["--seed", str(operator.index(seeds))]
        given = [operator.index(seed) for seed in seeds]  # type: ignore[union-attr]
    except TypeError:
        raise InputError(
            f"seeds are a number, a range, a list, the first and the last, or '1-20', not {seeds!r}"
        ) from None
    if isinstance(seeds, tuple):
        return ["--seeds", f"{given[0]}-{given[1]}"]
    if not given or min(given) < 0:
        raise InputError(f"give one seed or more, each 0 or more, such as range(1, 21) or [1, 5, 9], not {seeds!r}")
    return ["--seeds", _seed_list(given)]


def _seed_list(seeds: list[int]) -> str:
    """Return seeds as a list for the program, ascending, with ranges where they follow one another: `1-3,7`."""
    ranges: list[list[int]] = []
    for seed in sorted(seeds):
        if ranges and seed == ranges[-1][1]:
            raise InputError(f"seed {seed} is listed twice; list each seed once")
        if ranges and seed == ranges[-1][1] + 1:
            ranges[-1][1] = seed
        else:
            ranges.append([seed, seed])
    if len(ranges) == 1:
        return f"{ranges[0][0]}-{ranges[0][1]}"
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in ranges)


def seed_count(seeds: Seeds | None) -> int | None:
    """Return the number of seeds, or None if the scenario or the program chooses them."""
    words = seed_options(seeds)
    match words:
        case ["--seed", _]:
            return 1
        case ["--seeds", text]:
            ends = [re.fullmatch(r"(\d+)(?:-(\d+))?", part) for part in text.split(",")]
            if all(ends):
                return sum(int(end[2] or end[1]) - int(end[1]) + 1 for end in ends if end)
    return None


def settings_of(settings: Settings | None, old: Settings | None) -> Settings | None:
    """Return the settings; warn if they have the old name of the argument, `set`."""
    if old is None:
        return settings
    if settings is not None:
        raise InputError("give settings=, and not set= as well, which is its old name")
    # The caller of the function that called this one.
    warnings.warn("set= is now settings=; set= goes with the next version", DeprecationWarning, stacklevel=3)
    return old


def set_options(settings: Settings | None) -> list[str]:
    """Return the options for settings; texts are YAML as on the command line, other values become JSON."""
    words: list[str] = []
    for key, value in (settings or {}).items():
        text = value if isinstance(value, str) else json.dumps(value, default=plain)
        words += ["--set", f"{key}={text}"]
    return words


def out_options(out: Path | None, force: bool) -> list[str]:
    """Return the options for the folder of results."""
    return ([] if out is None else ["--out", os.fspath(out)]) + (["--force"] if force else [])


def job_options(jobs: int | None, cache: Path | None = None) -> list[str]:
    """Return the options for parallel jobs and the cache."""
    words = [] if jobs is None else ["--jobs", str(jobs)]
    return words if cache is None else [*words, "--cache", os.fspath(cache)]


@contextlib.contextmanager
def stack_served(
    stack: StackGiven | None, parts: Mapping[str, StackGiven] | None, timeout_s: float
) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the options and the environment for stacks and parts, and serve those that are Python classes.

    Raises:
        BaseException: The exception of a stack or a part, instead of the error of the tool.
    """
    makers: dict[str, Maker] = {}
    words: list[str] = []
    if stack is not None:
        command = _command("stack", stack, makers)
        words += ["--stack", command]
    for place, part in (parts or {}).items():
        if place not in PLACES:
            raise InputError(one_of("part", place, list(PLACES)))
        words += ["--set", f"stack.{place}={json.dumps({'use': _command(place, part, makers)})}"]
    if any("cmd:" in word for word in words):
        words += ["--stack-timeout", f"{timeout_s} s"]
    if not makers:
        yield words, {}
        return
    with Server(makers) as server:
        try:
            yield words, server.environment
        except ToolError as error:
            if server.failure is None:
                raise ToolError(_without_bridge(str(error))) from None
            raise of_user(server.failure) from None
        if server.failure is not None:
            raise of_user(server.failure)


# A command of `Server.command`, as messages quote it; it ends with the name of the class.
_BRIDGE = re.compile(r"""'(?:cmd:)?exec "\$VENUESIM_BRIDGE_PYTHON" [^']*? (?P<name>[\w.-]+)'""")


def _without_bridge(text: str) -> str:
    """Name the class in a message, instead of the command that starts its bridge."""
    return _BRIDGE.sub(r"'\g<name>'", text)


def _command(place: str, given: StackGiven, makers: dict[str, Maker]) -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, Program) or not callable(given):
        raise TypeError(
            f"give a class or a function that makes a {place}, not {type(given).__name__}:"
            " each device has one of its own"
        )
    makers[place] = given
    return Server.command(place, getattr(given, "__name__", None) or _name_of(given))


def _name_of(maker: Callable[..., Any]) -> str:
    # functools.partial has no name, but the wrapped callable has one.
    return getattr(getattr(maker, "func", maker), "__name__", type(maker).__name__)

