"""Messages of `Scripts/setup`, `Scripts/build` and `Scripts/try` on missing tools; nothing is built."""

import fcntl
import os
import shutil
import stat
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = "find mv sh env sed head sort awk cat tee mkdir mktemp rm grep tr seq printf dirname flock df tail ls cut setarch".split()
SWIFT = "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'"
DEBIAN = "[ \"$1\" = --show ] && for last; do :; done; case $last in {there}) echo installed ;; esac"


class Machine:
    """A folder with the scripts, and a PATH with stubs in place of compiler and packages."""

    def __init__(self, **stubs):
        self.folder = tempfile.mkdtemp()
        self.programs = os.path.join(self.folder, "bin")
        os.makedirs(os.path.join(self.folder, "Scripts"))
        os.makedirs(self.programs)
        for name in ("setup", "build", "try"):
            shutil.copy(os.path.join(ROOT, "Scripts", name), os.path.join(self.folder, "Scripts", name))
        for tool in TOOLS:
            if found := shutil.which(tool):
                os.symlink(found, os.path.join(self.programs, tool))
        for name, text in stubs.items():
            path = os.path.join(self.programs, name.replace("_", "-"))
            if os.path.lexists(path):
                os.remove(path)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#!{shutil.which('sh')}\n{text}\n")
            os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)

    def run(self, script, *words):
        environment = {"PATH": self.programs, "HOME": self.folder}
        return subprocess.run(
            [shutil.which("sh"), f"Scripts/{script}", *words], cwd=self.folder, env=environment, capture_output=True,
            text=True, check=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)


class SetupTests(unittest.TestCase):
    def says(self, words, status=1, packages=("libgsl-dev",), **stubs):
        with Machine(**stubs) as machine:
            done = machine.run("setup", *packages)
        self.assertEqual(done.returncode, status, done)
        if words:
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_no_compiler(self):
        self.says("no 'swift' on the PATH; install a Swift 6.3")

    def test_an_old_compiler(self):
        self.says("Swift 5.10 is too old; install", swift="echo 'Swift version 5.10 (swift-5.10-RELEASE)'")

    def test_little_room(self):
        self.says("12 MB are free here", swift=SWIFT, df="echo head; echo d 1 1 12 1% /")

    def test_all_there(self):
        self.says("", 0, swift=SWIFT, dpkg_query=DEBIAN.format(there="*"))

    def test_no_root(self):
        self.says(
            "as root, run: apt-get update && apt-get install libgsl-dev", swift=SWIFT,
            dpkg_query=DEBIAN.format(there="none"), id="echo 1000")

    def test_no_network(self):
        self.says(
            "can't download libgsl-dev: no network", swift=SWIFT, dpkg_query=DEBIAN.format(there="none"), id="echo 0",
            apt_get="echo 'Err: Temporary failure resolving deb.debian.org' >&2; exit 100")

    def test_no_room_for_packages(self):
        self.says(
            "no space left", swift=SWIFT, dpkg_query=DEBIAN.format(there="none"), id="echo 0",
            apt_get="echo 'write error: No space left on device' >&2; exit 100")

    def test_another_system_without_a_library(self):
        self.says(
            "pkg-config finds no sqlite3; install", swift=SWIFT, pkg_config='[ "$2" != sqlite3 ]')


class BuildTests(unittest.TestCase):
    def test_causes(self):
        for said, cause in {
            "error: No space left on device": "the disk is full",
            "error: 'gsl/gsl_rng.h' file not found": "run 'make setup'",
            "error: package is using Swift tools version 6.2.0": "this Swift is too old",
        }.items():
            with Machine(swift=f'echo "{said}" >&2; exit 1') as machine:
                done = machine.run("build", "-c", "release")
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stdout)
            self.assertIn(f"build: {cause}", done.stderr) if "run" not in cause else self.assertIn(cause, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_success_and_plain_failure_say_nothing_more(self):
        for status in (0, 1):
            with Machine(swift=f"echo compiled; exit {status}") as machine:
                done = machine.run("build")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (status, "compiled\n", ""))

    def test_nothing_is_built_unless_a_source_is_newer(self):
        """So that packing doesn't wait for tests that hold SwiftPM's lock."""
        words = ("-c", "release", "--product", "venuesim")
        with Machine(swift="echo compiled >> calls; echo compiled") as machine:
            def path(*parts):
                found = os.path.join(machine.folder, *parts)
                os.makedirs(os.path.dirname(found), exist_ok=True)
                return found

            def calls(*more):
                done = machine.run("build", *more, *words)
                self.assertEqual(done.returncode, 0, done)
                with open(path("calls"), encoding="utf-8") as file:
                    return len(file.readlines()), done.stdout

            for name in ("Package.swift", "Sources/a/b.swift", ".build/release/venuesim"):
                with open(path(name), "w", encoding="utf-8"):
                    pass
            os.chmod(path(".build/release/venuesim"), 0o755)
            then = time.time() - 60
            for name in ("Package.swift", "Sources/a/b.swift", "Sources/a", "Sources"):
                os.utime(path(name), (then, then))
            self.assertEqual(calls("--unless-built")[0], 1)
            self.assertEqual(calls("--unless-built"), (1, "build: .build/release/venuesim is newer than all sources\n"))
            # A plain build always asks SwiftPM.
            self.assertEqual(calls()[0], 2)
            # A changed source, a removed one, and a missing program.
            later = time.time() + 60
            os.utime(path("Sources/a/b.swift"), (later, later))
            self.assertEqual(calls("--unless-built")[0], 3)
            os.utime(path("Sources/a/b.swift"), (then, then))
            self.assertEqual(calls("--unless-built")[0], 3)
            os.remove(path("Sources/a/b.swift"))
            os.utime(path("Sources/a"), (later, later))
            self.assertEqual(calls("--unless-built")[0], 4)
            os.utime(path("Sources/a"), (then, then))
            os.remove(path(".build/release/venuesim"))
            self.assertEqual(calls("--unless-built")[0], 5)

    def test_a_failed_or_partial_build_is_none(self):
        for status, words in ((1, ("--product", "venuesim")), (0, ("--product", "benchmarks")), (0, ("--target", "A"))):
            with Machine(swift=f"exit {status}") as machine:
                machine.run("build", "-c", "release", *words)
                self.assertFalse(os.path.exists(os.path.join(machine.folder, ".build/.venuesim-built-release")), words)

    def test_two_builds_in_one_folder(self):
        with Machine(swift="echo compiled") as machine:
            os.makedirs(os.path.join(machine.folder, ".build"))
            with open(os.path.join(machine.folder, ".build/.venuesim-lock"), "w", encoding="utf-8") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                second = subprocess.Popen(
                    [shutil.which("sh"), "Scripts/build"], cwd=machine.folder, env={"PATH": machine.programs},
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                self.assertIn("another build runs in this folder; waiting", second.stderr.readline())
                time.sleep(0.1)
                self.assertIsNone(second.poll(), "it waits")
            self.assertEqual(second.communicate(), ("compiled\n", ""))
            self.assertEqual(second.returncode, 0)


class TryTests(unittest.TestCase):
    def test_modules_suites_and_slips(self):
        with Machine(swift='echo "$VENUESIM_ONLY $*"') as machine:
            for path, text in {
                "Tests/KernelTests/A.swift": "struct QueueTests {}", "Tests/Acceptance/B.swift": "struct GateTests {}",
            }.items():
                os.makedirs(os.path.dirname(os.path.join(machine.folder, path)))
                with open(os.path.join(machine.folder, path), "w", encoding="utf-8") as file:
                    file.write(text)
            module = machine.run("try", "Kernel").stdout
            self.assertTrue(module.startswith("KernelTests ") and "--filter ^KernelTests\\." in module, module)
            suite = machine.run("try", "QueueTests").stdout
            self.assertTrue(suite.startswith("KernelTests ") and "--filter QueueTests" in suite, suite)
            self.assertTrue(machine.run("try", "GateTests").stdout.startswith("AcceptanceTests "))
            slip = machine.run("try", "Kernle")
            self.assertEqual(slip.returncode, 2)
            self.assertIn("no module and no test is called 'Kernle'; modules: Kernel", slip.stderr)


if __name__ == "__main__":
    unittest.main()
