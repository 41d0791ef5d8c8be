"""The disciplines: the tasks of VenueSim and its peers, and the figures of accuracy."""

import csv
import os
from dataclasses import dataclass, field

from . import recordings
from .sums import Accuracy, PeerFailure, Sample
from .tools import ROOT, run, sample_of


@dataclass
class Peer:
    """A program beside VenueSim: its name, its requirements, its command, and a run of it by number."""
    name: str
    needs: str
    command: str
    sample: object


@dataclass
class Task:
    discipline: str
    name: str
    unit: str
    accuracies: list
    ours: object
    peers: list
    # VenueSim's own goal, in the unit.
    goal: float = 0.0
    # Written before the first run; nothing by default.
    prepare: object = None


@dataclass
class Bench:
    """Locations of the built programs, the recordings (or None), the working folder and the installed peers."""
    programs: str
    data: str
    folder: str
    shelf: object
    is_quick: bool
    made: dict = field(default_factory=dict)

    def ours(self, *words, rate="per_second"):
        text = run([os.path.join(self.programs, "benchmarks"), *map(str, words)], is_numeric=False)
        return sample_of(text, rate)

    def peer(self, needs, program, *words, rate="per_second"):
        return sample_of(self.shelf.peer(needs, program, *words), rate)


def python(program, *words):
    """Command line of a peer's program, for the table."""
    return " ".join(["python3", "Benchmarks/Peers/" + program, *map(str, words)])


def events(bench):
    tasks = []
    for pending in (1_000, 100_000):
        words = ("--pending", pending)

        def salabim(form, words=words):
            more = ("--yieldless",) if form == "yieldless" else ()
            return Peer(
                f"salabim, {form}", "salabim", python("hold_salabim.py", *words, *more),
                lambda number: bench.peer("salabim", "hold_salabim.py", *words, *more))

        # Yieldless processes are the slower ones, and a hundred thousand take half a minute to set up.
        forms = ("generators", "yieldless")
        if pending > 1_000:
            forms = () if bench.is_quick else ("generators",)
        tasks.append(Task(
            "events", f"hold model, {pending} pending", "events",
            # The spans are 65,536 draws, so that their mean is 1 within some 0.4 %.
            [Accuracy("mean_gap", "near", 1.0, 0.02)],
            lambda number, words=words: bench.ours("peer", "events", *words),
            [
                Peer("SimPy", "simpy", python("hold_simpy.py", *words),
                     lambda number, words=words: bench.peer("simpy", "hold_simpy.py", *words)),
                *map(salabim, forms),
                Peer("std::priority_queue", "", f"hold_stl {pending}",
                     lambda number, pending=pending: sample_of(
                         run([bench.shelf.compile("hold_stl.cpp"), str(pending)]))),
            ]))
    return tasks


def kept_movement(column):
    """The share of RiMEA's figures, of those that both have, that lie in the range wanted."""
    kept = count = 0
    with open(os.path.join(ROOT, "results", "rimea.csv"), newline="") as file:
        for row in csv.DictReader(file):
            # JuPedSim has no figure for runs without arrivals.
            if not row["jupedsim"] and not int(row["jupedsim_unfinished"] or 0):
                continue
            count += 1
            value = row[column]
            kept += bool(value) and float(row["wanted_low"]) <= float(value) <= float(row["wanted_high"])
    return kept / count


def walkers(bench):
    seconds = 10 if bench.is_quick else 30

    def ours(number):
        text = run([bench.programs + "/benchmarks", "crowd-hall", "--seconds", str(seconds)])
        try:
            speed = float(text)
        except ValueError as error:
            raise PeerFailure(f"printed no speed but '{text.strip()[:100]}'") from error
        return Sample(speed, {"RiMEA kept": kept_movement("measured")})

    def theirs(number):
        sample = bench.peer("jupedsim", "hall_jupedsim.py", "hall", "--seconds", seconds)
        sample.figures["RiMEA kept"] = kept_movement("jupedsim")
        return sample

    return [Task(
        "walkers", "hall, 1000 people", "person-seconds", [Accuracy("RiMEA kept", "more")], ours,
        [Peer("JuPedSim", "jupedsim", python("hall_jupedsim.py", "hall", "--seconds", seconds), theirs)])]


def vehicles(bench):
    tasks = []
    for count, seconds in ((500, 120), (2000, 60)):
        seconds = seconds // 2 if bench.is_quick else seconds

        def peer(model, count=count, seconds=seconds):
            words = (
                "--samples", 1, "--vehicles", count, "--seconds", seconds, "--model", model, "--json")
            return Peer(
                f"SUMO, {model}", "sumo", python("grid_sumo.py", *words),
                lambda number: bench.peer("sumo", "grid_sumo.py", *words))

        tasks.append(Task(
            "vehicles", f"lit grid, {count} vehicles", "vehicle-seconds",
            [Accuracy("mean_speed")],
            lambda number, words=("--vehicles", count, "--seconds", seconds): bench.ours(
                "peer", "vehicles", *words),
            [peer(model) for model in (("IDM",) if bench.is_quick else ("IDM", "Krauss"))]))
    return tasks


def particles(bench):
    tasks = []
    for count in (1_000, 10_000):
        # Each pair has a walk of its own.
        def ours(number, count=count):
            folder = os.path.join(bench.folder, f"walk-{number}")
            os.makedirs(folder, exist_ok=True)
            words = ("--count", count, "--seconds", 300, "--draw", number + 1)
            if not os.path.exists(folder + "/start.csv"):
                bench.ours("peer", "particles", *words, "--export", folder)
            return bench.ours("peer", "particles", *words)

        def peer(walls, count=count):
            def theirs(number):
                folder = os.path.join(bench.folder, f"walk-{number}")
                return bench.peer(
                    "numpy", "particles_numpy.py", folder, "--count", count, "--seed", number + 1, "--walls",
                    walls)
            return Peer(
                f"NumPy, walls as {walls}", "numpy",
                python("particles_numpy.py", "WALK", "--count", count, "--walls", walls), theirs)

        ways = ("raster",) if bench.is_quick and count > 1_000 else ("raster", "segments")
        tasks.append(Task(
            "particle filter", f"{count} particles", "particle-steps",
            # A walk's error differs by a tenth from draw to draw.
            [Accuracy("rms_error", "less", slack=0.1)], ours, [*map(peer, ways)],
            goal=10e6 if count == 10_000 else 0))
    return tasks


def sensors(bench):
    def peer(name, seconds, *more):
        words = ("--seconds", seconds, *more)
        return Peer(
            name, "numpy", python("inertial_numpy.py", *words),
            lambda number: bench.peer("numpy", "inertial_numpy.py", *words))

    return [Task(
        "sensors", "accelerometer and gyroscope, 100 Hz", "seconds",
        # Noise over its specification.
        [Accuracy("accelerometer_noise", "near", 1.0, 0.02), Accuracy("gyroscope_noise", "near", 1.0, 0.02)],
        lambda number: bench.ours("peer", "inertial", "--seconds", 1200),
        [peer("gnss-ins-sim's method", 30), peer("NumPy, all at once", 1200, "--all-at-once")])]


def scoring(bench):
    tasks = []
    for count in (20_957,) if bench.is_quick else (20_957, 1_000_000):
        folder = os.path.join(bench.folder, f"poses-{count}")

        def prepare(count=count, folder=folder):
            os.makedirs(folder, exist_ok=True)
            run([bench.programs + "/benchmarks", "peer", "poses", "--count", str(count), "--export", folder])

        ways = (("per_second", "files and all"), ("scoring_per_second", "scoring alone"))
        for rate, title in ways[:1] if count > 100_000 else ways:
            tasks.append(Task(
                "scoring", f"{count} poses, {title}", "poses",
                # The same to a nanometre.
                [Accuracy("rmse", "same", slack=1e-9), Accuracy("count", "same")],
                lambda number, folder=folder, rate=rate: bench.ours(
                    "peer", "poses", "--truth", folder + "/truth.csv", "--told", folder + "/told.csv",
                    rate=rate),
                [Peer("evo", "evo", python("poses_evo.py", "truth.tum", "told.tum"),
                      lambda number, folder=folder, rate=rate: bench.peer(
                          "evo", "poses_evo.py", folder + "/truth.tum", folder + "/told.tum", rate=rate))],
                prepare=prepare))
    return tasks


# By the name for --only; those with recordings need DATA.
DISCIPLINES = {
    "events": events, "walkers": walkers, "vehicles": vehicles, "fixes": recordings.fixes,
    "roads": recordings.roads, "steps": recordings.steps, "particles": particles, "sensors": sensors,
    "scoring": scoring,
}
OF_RECORDINGS = ("fixes", "roads", "steps")
