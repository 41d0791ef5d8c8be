"""Shared by all cases: the tested packages, and the runner that counts cases."""
import os
import subprocess
import sys
import tarfile
import tempfile
import time
import traceback

from roots import LeftOut, Root, make

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SUITE, OLD_SUITE = "trixie", "bullseye"
SECONDS = 60  # the goal on two idle cores; a longer time is printed, and never a failure


class Bench:
    """The packages of a folder, and a scratch folder for tests."""

    def __init__(self, dist, roots, work):
        self.dist, self.roots, self.work = os.path.abspath(dist), os.path.abspath(roots), work
        self.deb, self.wheel, self.tarball = (self.only(ending) for ending in (".deb", ".whl", "-linux-x86_64.tar.gz"))
        with tarfile.open(self.tarball) as archive:
            archive.extractall(work, filter="data")
        self.top = os.path.basename(self.tarball).removesuffix(".tar.gz")
        self.version = self.top.split("-")[1]
        self.sources = self.only(f"venuesim-{self.version}.tar.gz")
        self.unpacked = os.path.join(work, self.top)
        self.program = os.path.join(self.unpacked, "bin/venuesim")

    def only(self, ending):
        found = [name for name in sorted(os.listdir(self.dist)) if name.endswith(ending)]
        if len(found) != 1:
            sys.exit(f"packages_test: '{self.dist}' has {len(found)} files *{ending}; run 'make dist' first")
        return os.path.join(self.dist, found[0])

    def bare(self):
        return Root(make(self.roots, f"bare-{SUITE}", SUITE, []))

    def old(self):
        return Root(make(self.roots, f"bare-{OLD_SUITE}", OLD_SUITE, []))

    def python(self):
        return Root(make(self.roots, f"python-{SUITE}", SUITE, ["python3-venv", "python3-pip"]))

    def folder(self, name):
        path = os.path.join(self.work, name)
        os.makedirs(path, exist_ok=True)
        return path


def run(*words, **options):
    """Runs a program, and captures its output."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("VENUESIM")}
    options["env"] = {**clean, **options.get("env", {})}
    return subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, **options)


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def worked(done, what):
    expect(done.returncode == 0, f"{what} ended with {done.returncode}:\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout


def one_line(done, *words):
    """Expects a failure with a message of one line, which contains some words."""
    said = done.stderr.strip()
    expect(done.returncode != 0, f"it should have failed, and said: {done.stdout[-500:]}{said}")
    expect(len(said.splitlines()) == 1, f"not one line: {said}")
    for word in words:
        expect(word in said, f"'{word}' is missing in: {said}")


def run_cases(cases, bench, strict):
    """Runs cases one by one, prints their results, and returns true if all passed."""
    passed = failed = 0
    for case in cases:
        name = case.__name__.replace("_", " ")
        start = time.monotonic()
        try:
            figure = case(bench)
            passed += 1
            print(f"  passed  {name}{f': {figure}' if figure else ''} ({time.monotonic() - start:.1f} s)", flush=True)
        except LeftOut as reason:
            failed += strict
            print(f"  {'FAILED' if strict else 'left out'}  {name}: {reason}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"  FAILED  {name}: {error}", flush=True)
        except Exception:
            failed += 1
            print(f"  FAILED  {name}:\n{traceback.format_exc()}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def temporary():
    return tempfile.TemporaryDirectory(prefix="venuesim-packages-")
