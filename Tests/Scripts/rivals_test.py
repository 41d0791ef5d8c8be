"""Tests of `Scripts/rivals check` and of its summary."""
import csv
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLUMNS = ["part", "set", "figure", "unit", "rival", "n", "pairs", "ours", "theirs", "ratio_or_difference", "low",
           "high", "verdict"]
ROWS = [
    ["steps", "watch", "false steps", "1/h", "zero", 70, 70, 381, 0, 381, 100, 700, "behind"],
    ["steps", "phone", "error", "share", "peaks", 7, 7, 0.02, 0.07, 0.3, 0.1, 0.6, "ahead"],
    ["roads", "drives", "matched", "share", "own", 9, 9, 0.9, 0.9, 0, -1, 1, "equal"],
]


class Readme(unittest.TestCase):
    def test_totals_are_those_of_the_table(self):
        with open(f"{ROOT}/results/rivals.csv", newline="") as file:
            verdicts = [row["verdict"] for row in csv.DictReader(file)]
        with open(f"{ROOT}/README.md") as file:
            text = " ".join(file.read().split())
        ahead, equal, behind = (verdicts.count(kind) for kind in ("ahead", "equal", "behind"))
        self.assertIn(f"it is ahead in {ahead} rows, equal in {equal} and behind in {behind}.", text)


class Gate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def check(self, reasons, verb="check", rows=ROWS):
        """Returns the exit status and the error output."""
        path = os.path.join(self.folder.name, "rivals.csv")
        with open(path, "w", newline="") as file:
            csv.writer(file).writerows([COLUMNS, *rows])
        with open(os.path.join(self.folder.name, "rivals_reasons.csv"), "w", newline="") as file:
            csv.writer(file).writerows([["part", "set", "figure", "rival", "reason"], *reasons])
        extra = [os.path.join(self.folder.name, "rivals.svg")] if verb == "draw" else []
        done = subprocess.run(
            [sys.executable, f"{ROOT}/Scripts/rivals", verb, path, *extra], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def test_a_row_that_is_behind_needs_a_reason(self):
        status, errors = self.check([])
        self.assertEqual(status, 1)
        self.assertIn("behind without a reason: steps, watch, false steps, zero", errors)
        self.assertEqual(self.check([["steps", "watch", "false steps", "zero", " "]])[0], 1)
        self.assertEqual(self.check([["steps", "watch", "false steps", "zero", "shrugs"]]), (0, ""))

    def test_a_reason_needs_a_row_that_is_behind(self):
        reasons = [["steps", "watch", "false steps", "zero", "shrugs"], ["steps", "phone", "error", "peaks", "old"]]
        status, errors = self.check(reasons)
        self.assertEqual(status, 1)
        self.assertIn("no longer behind, remove the reason: steps, phone, error, peaks", errors)

    def test_the_summary_counts_verdicts_and_gives_reasons(self):
        status, errors = self.check([["steps", "watch", "false steps", "zero", "shrugs"]], "draw")
        self.assertEqual((status, errors), (0, ""))
        with open(os.path.join(self.folder.name, "rivals.md")) as file:
            text = file.read()
        self.assertIn("| steps | 1 | 0 | 1 |", text)
        self.assertIn("| all | 1 | 1 | 1 |", text)
        self.assertIn("| steps | watch | false steps | zero | 381 | 0 | shrugs |", text)


if __name__ == "__main__":
    unittest.main()
