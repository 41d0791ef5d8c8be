"""The statistics, verdicts and failures of `Scripts/bench-peers`; no peer is installed, and nothing is timed."""

import contextlib
import csv
import importlib.machinery
import importlib.util
import io
import os
import stat
import sys
import tempfile
import unittest
from xml.dom import minidom

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCRIPT = os.path.join(ROOT, "Scripts", "bench-peers")
# The script has no file extension for the import system; its folder is kept free of compiled copies.
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("bench_peers", SCRIPT)
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_peers", loader))
loader.exec_module(script)
sums, tools, picture = script.sums, script.tools, script.picture
recordings = importlib.import_module("side_by_side.recordings")
disciplines = importlib.import_module("side_by_side.disciplines")


def pairs(ours, theirs, mine=None, other=None):
    """Pairs of speeds, all with the same error."""
    return [
        (sums.Sample(a, {} if mine is None else {"error": mine}),
         sums.Sample(b, {} if other is None else {"error": other}, "1.2"))
        for a, b in zip(ours, theirs)]


def comparison(some, accuracies=(), failure="", peer="peer"):
    return sums.Comparison(
        "events", "hold", peer, "events", "run peer", list(accuracies), some, failure)


def task(sample, ours=lambda number: sums.Sample(10.0), prepare=None, goal=0.0):
    peer = disciplines.Peer("peer", "", "run peer", sample)
    return disciplines.Task("events", "hold", "events", [], ours, [peer], goal, prepare)


LESS = sums.Accuracy("error", "less")


class Ratios(unittest.TestCase):
    def test_each_pair_has_a_ratio_of_its_own(self):
        # The medians' ratio would be 3, and the ratios' mean 4.
        one = comparison(pairs([10, 90, 40], [10, 10, 20]))
        self.assertEqual(one.ratios(), [1, 2, 9])
        self.assertEqual(sums.spread(one.ratios()), [2, 1, 9])

    def test_the_spread_of_nothing_is_nothing(self):
        self.assertEqual(sums.spread([]), [None, None, None])

    def test_figures_are_means_of_the_runs_that_have_them(self):
        some = pairs([2, 2], [1, 1], 3, 5)
        some[0][0].figures["error"] = 5
        one = comparison(some)
        self.assertEqual((one.figure(0, "error"), one.figure(1, "error")), (4, 5))
        self.assertIsNone(one.figure(0, "nothing"))


class Verdicts(unittest.TestCase):
    def verdict(self, ours, theirs, mine=1, other=1, accuracy=LESS):
        return comparison(pairs(ours, theirs, mine, other), [accuracy]).verdict()

    def test_faster_and_as_accurate_is_ahead(self):
        self.assertEqual(self.verdict([3, 4], [2, 2]), "ahead")

    def test_a_pair_that_lost_makes_it_chance(self):
        self.assertEqual(self.verdict([3, 3, 1], [2, 2, 2]), "ahead, within chance")

    def test_a_faster_peer_is_told(self):
        self.assertEqual(self.verdict([1, 1, 9], [2, 2, 2]), "slower")
        self.assertEqual(self.verdict([2], [2]), "slower")

    def test_speed_does_not_make_up_for_accuracy(self):
        self.assertEqual(self.verdict([9], [1], 2, 1), "worse in error")
        self.assertEqual(self.verdict([1], [9], 2, 1), "slower, worse in error")

    def test_what_counts_as_equal_is_a_share_of_the_peers(self):
        close = sums.Accuracy("error", "less", slack=0.1)
        self.assertEqual(self.verdict([9], [1], 1.09, 1, close), "ahead")
        self.assertEqual(self.verdict([9], [1], 1.11, 1, close), "worse in error")

    def test_more_may_be_better(self):
        share = sums.Accuracy("error", "more")
        self.assertEqual(self.verdict([9], [1], 0.9, 0.8, share), "ahead")
        self.assertEqual(self.verdict([9], [1], 0.8, 0.9, share), "worse in error")

    def test_a_target_is_to_be_met(self):
        near = sums.Accuracy("error", "near", 1.0, 0.02)
        self.assertEqual(self.verdict([9], [1], 0.985, 1, near), "ahead")
        self.assertEqual(self.verdict([9], [1], 0.97, 1, near), "worse in error")
        self.assertEqual(self.verdict([9], [1], 0.97, 1.05, near), "ahead")

    def test_the_same_is_the_same_to_a_nanometre(self):
        same = sums.Accuracy("error", "same", slack=1e-9)
        self.assertEqual(self.verdict([9], [1], 3 + 5e-10, 3, same), "ahead")
        self.assertEqual(self.verdict([9], [1], 3 + 2e-9, 3, same), "worse in error")

    def test_what_nobody_knows_is_not_ahead(self):
        for mine, other in ((None, 1), (1, None)):
            self.assertEqual(self.verdict([9], [1], mine, other), "worse in error")

    def test_what_is_only_shown_has_no_verdict(self):
        self.assertEqual(self.verdict([9], [1], 5, 1, sums.Accuracy("error")), "ahead")


class Status(unittest.TestCase):
    ahead = comparison(pairs([9], [1]))
    slower = comparison(pairs([1], [9]))
    missing = comparison([], failure="not there")

    def test_all_ahead(self):
        self.assertEqual(sums.exit_status([self.ahead]), 0)

    def test_a_missing_peer(self):
        self.assertEqual(sums.exit_status([self.ahead, self.missing]), 1)

    def test_a_faster_peer(self):
        self.assertEqual(sums.exit_status([self.ahead, self.missing, self.slower]), 4)

    def test_a_missed_goal(self):
        self.assertEqual(sums.exit_status([self.ahead], ["slow"]), 4)
        one = task(None, goal=11.0)
        two = task(None, goal=9.0)
        found = [comparison(pairs([10, 10], [1, 1]))]
        self.assertEqual(len(script.missed([one], found)), 1)
        self.assertEqual(script.missed([two], found), [])


class Running(unittest.TestCase):
    def compare(self, one):
        lines = []
        found = script.compare(one, one.peers[0], 3, lines.append)
        return found, lines

    def test_runs_by_turns(self):
        order = []

        def ours(number):
            order.append(("ours", number))
            return sums.Sample(10.0)

        def theirs(number):
            order.append(("theirs", number))
            return sums.Sample(5.0)

        found, lines = self.compare(task(theirs, ours))
        self.assertEqual(order, [(side, n) for n in range(3) for side in ("ours", "theirs")])
        self.assertEqual((len(found.pairs), found.verdict()), (3, "ahead"))
        self.assertIn("2 times peer", lines[0])

    def test_a_peer_that_fails_is_a_plain_line_and_a_blank(self):
        calls = []

        def theirs(number):
            calls.append(number)
            if number:
                raise sums.PeerFailure("exit status 1: it broke")
            return sums.Sample(1.0)

        found, lines = self.compare(task(theirs))
        self.assertEqual((calls, found.pairs, found.verdict()), ([0, 1], [], "not run"))
        self.assertEqual(lines, ["events: hold: peer couldn't be run: exit status 1: it broke"])
        row = dict(zip(sums.COLUMNS, sums.rows([found])[1]))
        self.assertEqual((row["per_second_median"], row["ratio_median"], row["n"]), ("", "", 0))
        self.assertEqual(row["verdict"], "not run: exit status 1: it broke")

    def test_what_cannot_be_prepared_is_told_too(self):
        def prepare():
            raise sums.PeerFailure("rnx2rtkp isn't there")

        found, _ = self.compare(task(lambda number: sums.Sample(1.0), prepare=prepare))
        self.assertEqual(found.failure, "rnx2rtkp isn't there")


class Programs(unittest.TestCase):
    def test_reads_the_last_line(self):
        sample = tools.sample_of('warning: slow\n{"per_second": 3, "error": 0.5, "version": "1.2"}\n')
        self.assertEqual((sample.per_second, sample.figures, sample.version), (3, {"error": 0.5}, "1.2"))
        self.assertEqual(tools.sample_of('{"per_second": 3, "other": 4}', "other").per_second, 4)

    def test_rubbish_is_a_failure(self):
        for text in ("", "rubbish", "[1]", '"3"', "{}", '{"per_second": "fast"}', '{"per_second": null}',
                     '{"per_second": 0}', '{"per_second": -1}', '{"per_second": NaN}',
                     '{"per_second": Infinity}', '{"per_second": 3, "error": "none"}'):
            with self.assertRaises(sums.PeerFailure, msg=text):
                tools.sample_of(text)

    def test_a_crash_is_a_failure_and_says_why(self):
        with self.assertRaisesRegex(sums.PeerFailure, "exit status 3: it broke"):
            tools.run([sys.executable, "-c", "import sys; print('it broke', file=sys.stderr); sys.exit(3)"])
        with self.assertRaisesRegex(sums.PeerFailure, "exit status -9"):
            tools.run([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"])
        with self.assertRaisesRegex(sums.PeerFailure, "no-such-program: No such file"):
            tools.run(["/no-such-program"])

    def test_a_peer_that_hangs_is_a_failure(self):
        before, tools.LIMIT_SECONDS = tools.LIMIT_SECONDS, 0.2
        try:
            with self.assertRaisesRegex(sums.PeerFailure, "no end"):
                tools.run([sys.executable, "-c", "import time; time.sleep(1000)"])
        finally:
            tools.LIMIT_SECONDS = before

    def test_numpy_is_not_slowed_by_what_others_set(self):
        os.environ["OPENBLAS_CORETYPE"] = "Prescott"
        try:
            self.assertNotIn("OPENBLAS_CORETYPE", tools.quiet_environment())
            self.assertEqual(tools.quiet_environment()["OMP_NUM_THREADS"], "1")
            self.assertIn("OPENBLAS_CORETYPE", tools.quiet_environment(is_numeric=False))
        finally:
            del os.environ["OPENBLAS_CORETYPE"]

    def test_a_peer_that_is_not_installed_is_a_failure(self):
        shelf = tools.Shelf("/nowhere")
        shelf.failures["simpy"] = "simpy==4.1.2 can't be installed: no such version"
        with self.assertRaisesRegex(sums.PeerFailure, "can't be installed: no such version"):
            shelf.peer("simpy", "hold_simpy.py")


class Whole(unittest.TestCase):
    """The complete script, with test programs in place of VenueSim and a peer."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def program(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)

    def run_script(self, ours, theirs):
        """Runs the sensors' discipline, with one program as both peers."""
        self.program("benchmarks", f"echo '{ours}'")
        self.program("python", theirs)
        table, drawn = self.folder + "/peers.csv", self.folder + "/peers.svg"
        shelf = tools.Shelf
        outer = self

        class Made(shelf):
            def __init__(self):
                super().__init__(outer.folder)
                self.python = outer.folder + "/python"

            def prepare(self, names):
                pass

        tools.Shelf = Made
        try:
            with contextlib.redirect_stdout(io.StringIO()) as said:
                status = script.main([
                    "--quick", "--only", "sensors", "--programs", self.folder, "--csv", table, "--picture",
                    drawn])
        finally:
            tools.Shelf = shelf
        with open(table, newline="") as file:
            rows = list(csv.DictReader(file))
        minidom.parse(drawn)
        return status, rows, said.getvalue()

    line = '{"per_second": %s, "accelerometer_noise": %s, "gyroscope_noise": 1.0}'

    def test_ahead(self):
        status, rows, _ = self.run_script(self.line % (100, 1.0), f"echo '{self.line % (10, 1.0)}'")
        self.assertEqual(status, 0)
        self.assertEqual([row["tool"] for row in rows],
                         ["VenueSim", "gnss-ins-sim's method", "NumPy, all at once"])
        self.assertEqual([row["ratio_median"] for row in rows], ["", "10", "10"])
        self.assertEqual([row["n"] for row in rows], ["6", "3", "3"])
        self.assertRegex(rows[0]["version"], r"^\d+\.\d+\.\d+$")

    def test_a_peer_made_faster(self):
        status, rows, said = self.run_script(self.line % (100, 1.0), f"echo '{self.line % (101, 1.0)}'")
        self.assertEqual((status, rows[1]["verdict"]), (4, "slower"))
        self.assertIn("slower", said)

    def test_less_accurate(self):
        status, rows, _ = self.run_script(self.line % (100, 1.5), f"echo '{self.line % (10, 1.0)}'")
        self.assertEqual((status, rows[1]["verdict"]), (4, "worse in accelerometer_noise"))

    def test_a_peer_that_crashes(self):
        status, rows, said = self.run_script(self.line % (100, 1.0), "echo out of memory >&2; exit 1")
        self.assertEqual((status, rows[1]["verdict"]), (1, "not run: exit status 1: out of memory"))
        self.assertIn("couldn't be run: exit status 1: out of memory", said)

    def test_a_peer_that_prints_rubbish(self):
        status, rows, _ = self.run_script(self.line % (100, 1.0), "echo rubbish")
        self.assertEqual((status, rows[1]["verdict"]), (1, "not run: printed no figures but 'rubbish'"))


class Recordings(unittest.TestCase):
    def test_left_out_without_data(self):
        options = type("Options", (), {"only": None})
        names, left = script.chosen(options, None)
        self.assertEqual(left, ["fixes", "roads", "steps"])
        self.assertEqual(names + left, [name for name in disciplines.DISCIPLINES if name not in left] + left)
        self.assertEqual(script.chosen(options, "/data")[1], [])

    def test_readings_are_put_at_even_times(self):
        rows = [[1e9 + 1e7 * n, 3, 2.0 * n, 0, -n] for n in range(11)]
        made = recordings.steadied(rows)
        self.assertEqual([row[0] for row in made], [0, 0.02, 0.04, 0.06, 0.08, 0.1])
        for row in made:
            self.assertAlmostEqual(row[1], 200 * row[0])
            self.assertAlmostEqual(row[3], -100 * row[0])

    def test_a_step_is_a_switch_that_closes(self):
        rows = [[0, 0, 1], [1, 1, 1], [2, 1, 0], [3, 0, 1], [4, 1, 1]]
        self.assertEqual(recordings.true_steps(rows), 3)

    def test_counts_too_high_and_too_low_do_not_cancel(self):
        self.assertAlmostEqual(recordings.step_error({"a": 110, "b": 90}, {"a": 100, "b": 100}), 0.1)

    def test_rimea_counts_what_never_arrived_as_missed(self):
        self.assertEqual(disciplines.kept_movement("measured"), 1)
        # Scenes that JuPedSim did not run don't count against it.
        self.assertTrue(0.15 < disciplines.kept_movement("jupedsim") < 0.5)


class Pictures(unittest.TestCase):
    def test_two_digits_count(self):
        self.assertEqual(
            [picture.times(ratio) for ratio in (0.706, 1.25, 27.42, 111.4, 9.96)],
            ["0.71 ×", "1.2 ×", "27 ×", "110 ×", "10 ×"])

    def test_the_axis_is_logarithmic(self):
        axis = picture.Axis([0.5, 200])
        self.assertAlmostEqual(axis.x(10) - axis.x(1), axis.x(100) - axis.x(10), delta=0.2)


if __name__ == "__main__":
    unittest.main()
