"""The disciplines with real recordings: satellite fixes, roads and steps."""

import csv
import gzip
import os
import shutil

from . import tools
from .sums import Accuracy, PeerFailure, Sample

OXFORD = "oxford-step-counter/optimisation"
HELD = "in hand"
HERTZ = 50


def fixes(bench):
    from .disciplines import Peer, Task

    satellites = tools.script("satellites")
    tasks = []
    for name, title, file, orbits, place, systems in satellites.SETS:
        # RTKLIB can't read phones' logs.
        if not file:
            continue
        case = Recording(bench, satellites, name, file, orbits, place, systems[-1])
        for solver in ("single", "filter"):
            tasks.append(Task(
                "fixes", f"{title}, {systems[-1]}, {solver}", "epochs",
                [Accuracy("p95_m", "less"), Accuracy("p50_m", "less")],
                lambda number, case=case, solver=solver: case.ours(solver),
                [Peer("rnx2rtkp", "", "rnx2rtkp -k single.conf, as in Scripts/satellites",
                      lambda number, case=case: case.theirs())],
                prepare=case.prepare))
    return tasks


class Recording:
    """A recording of satellites, solved by whole programs; errors are over the epochs that both solve."""

    def __init__(self, bench, satellites, name, file, orbits, place, letters):
        self.bench, self.satellites, self.name, self.letters = bench, satellites, name, letters
        self.file, self.orbits = file, orbits
        self.truth = satellites.ecef(place)
        self.program = os.path.join(bench.programs, "satellites")

    def prepare(self):
        if hasattr(self, "words"):
            return
        if not shutil.which("rnx2rtkp"):
            raise PeerFailure("rnx2rtkp isn't there: Debian's package rtklib")
        folder = os.path.join(self.bench.folder, self.name)
        os.makedirs(folder, exist_ok=True)
        # Both receive the same files, unpacked.
        plain = [self.satellites.plain(self.bench.data, path, folder) for path in [self.file, *self.orbits]]
        self.mine = [self.program, "--data", folder, "--sets", self.name, "--systems", self.letters]
        tools.run([*self.mine, "--pos", folder])
        self.count = int(tools.run([*self.mine, "--count"]).split()[0])
        self.out = os.path.join(folder, "rtklib.pos")
        settings = self.satellites.settings(self.letters, folder)
        self.words = ["rnx2rtkp", "-k", settings, "-o", self.out, *plain]
        tools.run(self.words)
        self.told = self.satellites.read(self.out)
        self.folder = folder

    def figures(self, told, only):
        row = self.satellites.figures(told, self.truth, self.count, only)
        return {"solved": float(row[1]), "p50_m": float(row[3]), "p95_m": float(row[4])}

    def ours(self, solver):
        _, taken = tools.timed([*self.mine, "--solver", solver])
        found = self.satellites.read(
            os.path.join(self.folder, f"{self.name}_{self.letters}_{solver}.pos"))
        return Sample(self.count / taken, self.figures(found, self.told))

    def theirs(self):
        _, taken = tools.timed(self.words)
        return Sample(self.count / taken, self.figures(self.told, self.told), "2.4.3")


def roads(bench):
    from .disciplines import Peer, Task

    data = os.path.join(bench.data, "fcd-map-matching")
    exported = os.path.join(bench.folder, "roads")
    program = os.path.join(bench.programs, "benchmarks")

    def prepare():
        if not os.path.exists(exported):
            os.makedirs(exported)
            tools.run([program, "peer", "roads", "--data", data, "--case", "every_1", "--export", exported])

    def task(case, peer, title):
        def theirs(number):
            out = os.path.join(bench.folder, f"{peer}-{case}-{number}")
            for folder in (out, out + "-work"):
                shutil.rmtree(folder, ignore_errors=True)
            sample = bench.peer(
                peer, "roads_peers.py", peer, exported, case, out, *([bench.shelf.wheel] if bench.shelf.wheel else []))
            judged = tools.run([program, "peer", "roads", "--data", data, "--case", case, "--peer", out])
            # It has matched nothing itself, so it has no speed.
            sample.figures = tools.sample_of(judged.replace('"per_second": 0.0', '"per_second": 1.0')).figures
            sample.version = sample.version or tools.PINS[peer][-1].split("==")[1]
            return sample

        return Task(
            "roads", f"drives, {case.replace('_', ' ')}", "points",
            [Accuracy("correct_share", "more"), Accuracy("added_share", "less")],
            lambda number: bench.ours("peer", "roads", "--data", data, "--case", case),
            [Peer(title, peer, f"python3 Benchmarks/Peers/roads_peers.py {peer} EXPORTED {case} OUT", theirs)],
            prepare=prepare)

    return [
        task("every_1", "meili", "Valhalla's Meili"),
        task("every_10" if bench.is_quick else "every_5", "leuven", "leuvenmapmatching")]


def read_rows(path):
    with gzip.open(path, "rt", newline="") as file:
        return [[float(value) for value in row] for row in csv.reader(file)]


def steadied(rows):
    """A recording's time in s and its three axes at 50 Hz, by linear interpolation."""
    start, place, made = rows[0][0], 0, []
    last = (rows[-1][0] - start) * 1e-9
    for tick in range(int(last * HERTZ) + 1):
        moment = start + tick * 1e9 / HERTZ
        while place + 2 < len(rows) and rows[place + 1][0] <= moment:
            place += 1
        low, high = rows[place], rows[place + 1]
        share = (moment - low[0]) / max(high[0] - low[0], 1)
        made.append([tick / HERTZ, *(a + share * (b - a) for a, b in zip(low[2:5], high[2:5]))])
    return made


def true_steps(rows):
    """Number of footfalls of both feet, by their switches."""
    return sum(
        after[foot] > before[foot] for before, after in zip(rows, rows[1:]) for foot in (1, 2))


def step_error(counts, truth):
    """Mean absolute error of a count over recordings, as a share of the true steps."""
    return sum(abs(counts[name] - true) / true for name, true in truth.items()) / len(truth)


def steps(bench):
    from .disciplines import Peer, Task

    source = os.path.join(bench.data, OXFORD)
    folder = os.path.join(bench.folder, "steps")
    truth = {}

    def prepare():
        if os.path.exists(folder):
            return
        os.makedirs(folder)
        for name in sorted(os.listdir(source)):
            truth[name] = true_steps(read_rows(f"{source}/{name}/stepcounter.csv.gz"))
            with open(f"{folder}/{name}.csv", "w", newline="") as file:
                table = csv.writer(file, lineterminator="\n")
                table.writerow(["time_s", "x", "y", "z"])
                table.writerows([f"{value:.6g}" for value in row]
                                for row in steadied(read_rows(f"{source}/{name}/accelerometer.csv.gz")))

    def task(title, is_chosen):
        names = [name for name in sorted(os.listdir(source)) if is_chosen(name)]

        def judged(sample):
            some = {name: truth[name] for name in names}
            sample.figures = {"mean error of counts": step_error(sample.figures, some)}
            return sample

        def peer(method):
            words = (folder, ",".join(names), "--method", method, "--repeats", 1 if bench.is_quick else 3)
            return Peer(
                f"scikit-digital-health, {method}", "skdh",
                f"python3 Benchmarks/Peers/steps_skdh.py WALKS NAMES --method '{method}'",
                lambda number: judged(bench.peer("skdh", "steps_skdh.py", *words)))

        return Task(
            "steps", f"walks, {title}", "seconds", [Accuracy("mean error of counts", "less")],
            lambda number: judged(bench.ours(
                "peer", "steps", "--folder", folder, "--names", ",".join(names))),
            [peer("AP CWT"), peer("Vertical CWT")], prepare=prepare)

    return [
        task(HELD, lambda name: "InHand" in name),
        task("pockets, bag, swinging arm", lambda name: "InHand" not in name)]
