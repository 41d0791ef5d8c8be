#!/usr/bin/env python3
"""Makes every write, open, rename, truncate, child process, thread and allocation fail in turn, and checks the results.

  faults_test.py VENUESIM [--quick] [run|resume|merge|cache|child]...

For each case, the calls of an undisturbed command are counted. Each of them fails once by itself, and once with all
that follow; for kinds with thousands of calls, a sample of --most calls, spread over all. Required are: no signal, an
exit status from the help, a message on the failure if the status is 1, and, from the same command without faults
afterwards, the bytes of an undisturbed run.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KINDS = ("write", "short", "open", "rename", "truncate", "spawn", "thread", "allocate", "map")
STATUSES = (0, 1, 2, 4)
CAMPAIGN = """\
campaign: small
scenarios: [corridor.yaml]
seeds: 1000-1003
"""


class Case:
    """A command, with the preparation of its folder."""

    def __init__(self, name, words, before=None, also=None):
        self.name, self.words, self.before, self.also = name, words, before, also or words


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.library = folder + "/faults.so"
        compiler = os.environ.get("CC") or next(
            (name for name in ("clang", "cc", "gcc") if shutil.which(name)), "cc")
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-O1", "-o", self.library, HERE + "/faults.c", "-ldl", "-lpthread"], check=True)
        # The library selects the process by the program's name.
        self.command = folder + "/venuesim"
        os.symlink(self.program, self.command)
        with open(ROOT + "/scenarios/corridor.yaml", encoding="utf-8") as file:
            text = file.read()
        text = text.replace("duration: 3 min", "duration: 20 s").replace(
            "venues/", ROOT + "/scenarios/venues/")
        self.scenario = folder + "/corridor.yaml"
        with open(self.scenario, "w", encoding="utf-8") as file:
            file.write(text)
        with open(folder + "/small.yaml", "w", encoding="utf-8") as file:
            file.write(CAMPAIGN)

    def cases(self):
        run = ["run", self.scenario, "--seeds", "1000-1001", "--record", "--out", "out", "--jobs", "2", "--cache", "none"]
        resume = run + ["--resume"]
        campaign = ["campaign", "run", self.folder + "/small.yaml", "--out", "out", "--jobs", "2", "--cache", "none"]
        merge = ["campaign", "merge", self.folder + "/small.yaml", "--out", "out"]
        office = ["run", ROOT + "/scenarios/office-floors.yaml", "--set", "duration=20 s", "--out", "out", "--quiet"]
        child = run[:-4] + ["--jobs", "1", "--cache", "none", "--stack", f"cmd:{sys.executable} {ROOT}/"
                            "scenarios/examples/strongest_beacon.py"]
        return [
            Case("run", run, also=resume),
            # A resumed run, with the journal and the hidden files of one finished seed.
            Case("resume", resume, before=lambda place: self.stopped(run, place)),
            Case("campaign", campaign),
            Case("merge", merge, before=lambda place: self.quietly(
                campaign[:2] + [self.folder + "/small.yaml", "--out", "out", "--shard", "1/1", "--quiet"], place)),
            Case("cache", office + ["--force", "--cache", "cache"]),
            Case("child", child, also=child + ["--resume"]),
        ]

    def quietly(self, words, place):
        subprocess.run([self.command, *words], cwd=place, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stopped(self, words, place):
        """A run that ended after its first seed, for lack of disk space."""
        environment = dict(os.environ, LD_PRELOAD=self.library, VENUESIM_FAULT="rename:9+")
        subprocess.run([self.command, *words], cwd=place, env=environment, check=False, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def do(self, words, place, **faults):
        environment = dict(os.environ, LD_PRELOAD=self.library, TMPDIR=place, **faults)
        return subprocess.run(
            [self.command, *words], cwd=place, env=environment, capture_output=True, text=True, check=False, timeout=1800)

    def tree(self, place):
        found = {}
        for folder, _, names in os.walk(place + "/out"):
            for name in names:
                path = os.path.join(folder, name)
                if name.endswith(".shard"):
                    continue  # The runs of a shard depend on the point of the interruption.
                with open(path, "rb") as file:
                    found[os.path.relpath(path, place)] = file.read()
        return found

    def place(self, case):
        place = tempfile.mkdtemp(dir=self.folder)
        if case.before:
            case.before(place)
        return place


def numbers(count, most):
    """Numbers of the calls that fail: all, or a sample spread over all, including the first ones."""
    if count <= most:
        return list(range(1, count + 1))
    first = most // 4
    return list(range(1, first + 1)) + [first + 1 + (count - first - 1) * step // (most - first) for step in range(most - first)]


def trial(bench, case, wanted, kind, number, lasts):
    """The fault in the command's handling of a failure; empty if there is none."""
    fault = f"{kind}:{number}{'+' if lasts else ''}"
    place = bench.place(case)
    try:
        done = bench.do(case.words, place, VENUESIM_FAULT=fault)
        if done.returncode not in STATUSES:
            return f"{case.name} {fault}: ended with {done.returncode}: {done.stderr.strip()[-200:]}"
        if done.returncode == 1 and not done.stderr.strip() and kind not in ("write", "short"):
            return f"{case.name} {fault}: status 1 without a word"
        if done.returncode in (0, 4):
            # It reports success: then all files must exist.
            found = bench.tree(place)
            if "a report has no map" in done.stderr:
                for name in ("out/scene.json", "out/SHA256SUMS"):
                    found[name] = wanted.get(name, b"")
            if found != wanted and "nothing was kept" not in done.stderr:
                return f"{case.name} {fault}: said that all was well, and it wasn't"
            return ""
        again = bench.do(case.also if os.path.exists(place + "/out/.journal") else case.words, place)
        if again.returncode not in (0, 4):
            # Remaining files may block the plain command; then the other one must succeed.
            again = bench.do(case.words + ["--force"] if "campaign" not in case.words else case.words, place)
        if again.returncode not in (0, 4):
            return f"{case.name} {fault}: afterwards in peace {again.returncode}: {again.stderr.strip()[-200:]}"
        if bench.tree(place) != wanted:
            return f"{case.name} {fault}: other bytes afterwards"
        return ""
    except subprocess.TimeoutExpired:
        return f"{case.name} {fault}: hangs"
    finally:
        shutil.rmtree(place, ignore_errors=True)


def try_case(bench, case, most, pool):
    place = bench.place(case)
    counts = place + "/counts"
    done = bench.do(case.words, place, VENUESIM_FAULT_COUNT=counts)
    if done.returncode not in (0, 4):
        return 0, [f"{case.name}: undisturbed {done.returncode}: {done.stderr}"]
    with open(counts, encoding="utf-8") as file:
        calls = {kind: int(count) for kind, count in (line.split() for line in file)}
    wanted = bench.tree(place)
    shutil.rmtree(place)
    trials = [
        (kind, number, lasts) for kind in KINDS for number in numbers(calls[kind], most) for lasts in (False, True)
        # Partial writes only slow the command down.
        if not (kind == "short" and lasts)]
    told = list(pool.map(lambda entry: trial(bench, case, wanted, *entry), trials))
    print(f"{case.name}: {len(trials)} failures tried of {', '.join(f'{calls[kind]} {kind}' for kind in KINDS)}", flush=True)
    return len(trials), [words for words in told if words]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--quick", action="store_true", help="few of each kind")
    parser.add_argument("--most", type=int, default=60, help="how many calls of a kind fail at most, one by one")
    given = parser.parse_args()
    total, wrong = 0, []
    # In memory if there is space: the files are written and deleted thousands of times.
    room = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=room) as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        bench = Bench(given.program, folder)
        for case in bench.cases():
            if given.names and case.name not in given.names:
                continue
            count, found = try_case(bench, case, 8 if given.quick else given.most, pool)
            total += count
            wrong += found
    for words in wrong[:40]:
        print(words)
    print(f"{total} failures, {len(wrong)} of them taken wrongly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
