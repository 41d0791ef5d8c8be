"""Results of pairs of runs: medians, ratios, verdicts and the rows of the table."""

import csv
import statistics
from dataclasses import dataclass, field

US = "VenueSim"
COLUMNS = [
    "discipline", "task", "tool", "version", "unit", "per_second_median", "low", "high",
    "ratio_median", "ratio_low", "ratio_high", "accuracy_name", "accuracy", "other_name", "other",
    "verdict", "n", "command"]


class PeerFailure(Exception):
    """A program is missing, fails, or prints an invalid figure."""


@dataclass
class Sample:
    """One run: its speed, and its accuracies by name."""
    per_second: float
    figures: dict = field(default_factory=dict)
    version: str = ""


@dataclass
class Accuracy:
    """A figure of accuracy.

    wanted: "less" or "more" is better; "near" a target, within a share of it; "same" as the peer's, within an
    absolute slack; "shown" has no verdict. The slack is what counts as equal: a share of the peer's own figure.
    """
    name: str
    wanted: str = "shown"
    target: float = 0.0
    slack: float = 0.0

    def is_kept(self, ours, theirs):
        """True if ours is at least as good as theirs; false if either is unknown."""
        if self.wanted == "shown":
            return True
        if ours is None or theirs is None and self.wanted != "near":
            return False
        if self.wanted == "less":
            return ours <= theirs * (1 + self.slack)
        if self.wanted == "more":
            return ours >= theirs * (1 - self.slack)
        if self.wanted == "same":
            return abs(ours - theirs) <= self.slack
        allowed = self.slack * abs(self.target)
        if theirs is not None:
            allowed = max(allowed, abs(theirs - self.target))
        return abs(ours - self.target) <= allowed


@dataclass
class Comparison:
    """All pairs of a task with one peer; without pairs it has the reason of the failure."""
    discipline: str
    task: str
    peer: str
    unit: str
    command: str
    accuracies: list
    pairs: list = field(default_factory=list)
    failure: str = ""

    def ratios(self):
        return sorted(ours.per_second / theirs.per_second for ours, theirs in self.pairs)

    def figure(self, side, name):
        """The mean of a figure over the runs of a side, 0 for ours; None if it is missing."""
        values = [pair[side].figures.get(name) for pair in self.pairs]
        known = [value for value in values if value is not None]
        return statistics.fmean(known) if known else None

    def verdict(self):
        """"ahead", or how VenueSim is behind; "not run" without pairs.

        Speed is ahead where the median of the ratios is above 1; a lead that chance could have made has
        ratios on both sides of 1, and counts as "ahead, within chance".
        """
        if not self.pairs:
            return "not run"
        ratios, wrong = self.ratios(), []
        if statistics.median(ratios) <= 1:
            wrong.append("slower")
        names = [
            accuracy.name for accuracy in self.accuracies
            if not accuracy.is_kept(self.figure(0, accuracy.name), self.figure(1, accuracy.name))]
        if names:
            wrong.append("worse in " + " and ".join(names))
        if wrong:
            return ", ".join(wrong)
        return "ahead" if ratios[0] > 1 else "ahead, within chance"

    def is_behind(self):
        return bool(self.pairs) and not self.verdict().startswith("ahead")


def short(value):
    """A figure in a table: whole numbers from 100 on, else four significant digits; empty for none."""
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.4g}"


def exact(value):
    """A figure of accuracy, with enough digits to distinguish neighbouring values."""
    return "" if value is None else f"{value:.10g}"


def spread(values):
    """Median, minimum and maximum."""
    return [statistics.median(values), min(values), max(values)] if values else [None] * 3


def figures(comparison, side):
    """The names and means of the first two accuracies."""
    cells = []
    for place in range(2):
        if place < len(comparison.accuracies):
            name = comparison.accuracies[place].name
            cells += [name, exact(comparison.figure(side, name))]
        else:
            cells += ["", ""]
    return cells


def rows(comparisons, version=""):
    """The table: for each task our row, over the runs beside all peers, and then the peers' rows."""
    table, seen = [], set()
    for one in comparisons:
        key = (one.discipline, one.task)
        if key not in seen:
            seen.add(key)
            group = [c for c in comparisons if (c.discipline, c.task) == key]
            table.append(our_row(group, version))
        rates = spread([theirs.per_second for _, theirs in one.pairs])
        ratios = spread(one.ratios())
        known = one.pairs[0][1].version if one.pairs else ""
        verdict = one.verdict() + (f": {one.failure}" if one.failure else "")
        table.append([
            one.discipline, one.task, one.peer, known, one.unit, *map(short, rates),
            *map(short, ratios), *figures(one, 1), verdict, len(one.pairs), one.command])
    return table


def our_row(group, version):
    """VenueSim's row of a task, with the runs beside all peers pooled."""
    whole = Comparison(
        group[0].discipline, group[0].task, US, group[0].unit, "", group[0].accuracies,
        [pair for one in group for pair in one.pairs])
    rates = spread([ours.per_second for ours, _ in whole.pairs])
    return [
        whole.discipline, whole.task, US, version, whole.unit, *map(short, rates), "", "", "",
        *figures(whole, 0), "", len(whole.pairs), "benchmarks and satellites, by Scripts/bench-peers"]


def write(path, comparisons, version):
    with open(path, "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows(rows(comparisons, version))


def exit_status(comparisons, missed_goals=()):
    """4 if VenueSim is behind anywhere, else 1 if something couldn't run, else 0."""
    if missed_goals or any(one.is_behind() for one in comparisons):
        return 4
    return 1 if any(not one.pairs for one in comparisons) else 0
