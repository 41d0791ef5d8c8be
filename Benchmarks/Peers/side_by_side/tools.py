"""Installs peers, runs programs and reads their output."""

import importlib.machinery
import importlib.util
import json
import math
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import zipfile

from .sums import PeerFailure, Sample

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
HERE = os.path.join(ROOT, "Benchmarks", "Peers")
OUT = os.path.join(ROOT, "out", "peers")
# Requirements for pip, by the names that tasks use.
PINS = {
    "numpy": ["numpy==2.4.6", "scipy==1.17.1"],
    "simpy": ["simpy==4.1.2"],
    "salabim": ["salabim==26.0.9", "greenlet==3.5.6"],
    "jupedsim": ["jupedsim==1.4.2", "shapely==2.2.0"],
    "sumo": ["eclipse-sumo==1.28.0", "libsumo==1.28.0", "sumolib==1.28.0"],
    "meili": ["osmium==4.3.2", "pyvalhalla==3.9.1"],
    "leuven": ["leuvenmapmatching==1.1.4"],
    "skdh": ["scikit-digital-health==0.17.18"],
    "evo": ["evo==1.38.1"],
}
# Time limit for each run, to detect peers that hang.
LIMIT_SECONDS = 900


def last_line(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1].strip()[:300] if lines else "nothing said"


def quiet_environment(is_numeric=True):
    """One thread each; and of OpenBLAS nothing that was set for other work, which would slow NumPy."""
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"):
        environment[name] = "1"
    if is_numeric:
        for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
            environment.pop(name, None)
    return environment


def run(words, is_numeric=True):
    """A program's output."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, env=quiet_environment(is_numeric), cwd=ROOT,
            timeout=LIMIT_SECONDS, errors="replace")
    except OSError as error:
        raise PeerFailure(f"{os.path.basename(words[0])}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise PeerFailure(f"no end after {LIMIT_SECONDS} s") from error
    if done.returncode:
        raise PeerFailure(
            f"exit status {done.returncode}: {last_line(done.stderr or done.stdout)}")
    return done.stdout


def sample_of(text, rate="per_second"):
    """The sample in the last line, as JSON."""
    try:
        found = json.loads(last_line(text))
        version = str(found.pop("version", ""))
        figures = {name: float(value) for name, value in found.items()}
        per_second = figures.pop(rate)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise PeerFailure(f"printed no figures but '{last_line(text)}'") from error
    if not (math.isfinite(per_second) and per_second > 0):
        raise PeerFailure(f"printed a speed of {per_second}")
    return Sample(per_second, figures, version)


def timed(words):
    """A program's output, and its processor time in s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = run(words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def our_version():
    """VenueSim's version, from its sources."""
    with open(os.path.join(ROOT, "Sources", "Tool", "Version.swift")) as file:
        return re.search(r'^let version = "(.+)"$', file.read(), re.M)[1]


def script(name):
    """One of the repository's scripts, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(ROOT, "Scripts", name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class Shelf:
    """The virtual environment with the peers, and the reasons of failed installations."""

    def __init__(self, folder=OUT):
        self.folder = folder
        self.python = os.path.join(folder, "venv", "bin", "python")
        self.failures = {}
        self.wheel = None

    def prepare(self, names):
        if not os.path.exists(self.python):
            os.makedirs(self.folder, exist_ok=True)
            subprocess.run([sys.executable, "-m", "venv", self.folder + "/venv"], check=True)
        there = self.installed()
        for name in sorted(names):
            for pin in PINS.get(name, []):
                if pin.replace("_", "-").lower() in there:
                    continue
                if pin.startswith("pyvalhalla") and sys.version_info < (3, 12):
                    problem = self.unpack(pin)
                else:
                    problem = self.pip(["install", pin])
                if problem:
                    self.failures[name] = f"{pin} can't be installed: {problem}"
                    print(f"without {name}: {self.failures[name]}", flush=True)

    def installed(self):
        """Names and versions of all packages, as pins."""
        text = run([
            self.python, "-c",
            "from importlib.metadata import distributions as d\n"
            "for p in d(): print(p.metadata['Name'].replace('_', '-').lower() + '==' + p.version)"])
        return set(text.split())

    def pip(self, words):
        """The error of a pip command; empty after success."""
        done = subprocess.run(
            [self.python, "-m", "pip", "--disable-pip-version-check", "-q", *words],
            capture_output=True, text=True, errors="replace")
        return last_line(done.stderr or done.stdout) if done.returncode else ""

    def unpack(self, pin):
        """pyvalhalla's wheel binds to Python 3.12 and later; the programs in it run without it."""
        self.wheel = os.path.join(self.folder, pin)
        if os.path.exists(self.wheel):
            return ""
        kept = os.path.join(self.folder, "wheels")
        problem = self.pip([
            "download", "--no-deps", "--only-binary=:all:", "--python-version", "3.12", "--implementation",
            "cp", "--abi", "abi3", "--platform", f"manylinux_2_28_{platform.machine()}", "-d", kept, pin])
        if problem:
            return problem
        wheel = [name for name in os.listdir(kept) if name.startswith(pin.replace("==", "-"))][0]
        with zipfile.ZipFile(os.path.join(kept, wheel)) as file:
            file.extractall(self.wheel)
        return ""

    def peer(self, name, program, *words):
        """Runs one of the programs beside this folder with the peers' Python."""
        if name in self.failures:
            raise PeerFailure(self.failures[name])
        return run([self.python, os.path.join(HERE, program), *map(str, words)])

    def compile(self, source):
        """A C++ program's path, built if it is older than its source."""
        path = os.path.join(HERE, source)
        built = os.path.join(self.folder, os.path.splitext(source)[0])
        if not os.path.exists(built) or os.path.getmtime(built) < os.path.getmtime(path):
            compiler = shutil.which("g++") or shutil.which("clang++")
            if not compiler:
                raise PeerFailure("no C++ compiler is there")
            run([compiler, "-O2", "-o", built, path])
        return built
