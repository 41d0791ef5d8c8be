"""Lanes selected by a commit, and exit status of `Scripts/lanes`; no lane is run."""

import collections
import contextlib
import hashlib
import importlib.machinery
import importlib.util
import io
import os
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Scripts", "lanes")
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("lanes", SCRIPT)
lanes = importlib.util.module_from_spec(importlib.util.spec_from_loader("lanes", loader))
loader.exec_module(lanes)


class LanesTests(unittest.TestCase):
    def test_each_lane_has_its_turn(self):
        counts = collections.Counter()
        for number in range(2000):
            chosen = lanes.turn(hashlib.sha1(str(number).encode()).hexdigest())
            self.assertEqual(len(set(chosen)), 2)
            counts.update(chosen)
        self.assertEqual(set(counts), set(lanes.LANES))
        fair = 4000 / len(lanes.LANES)
        self.assertTrue(all(0.7 * fair < count < 1.3 * fair for count in counts.values()), counts)
        self.assertEqual(lanes.turn("abc"), lanes.turn("abc"))

    def outcome(self, steps, goes_on):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            rows = lanes.run(steps, goes_on)
            status = lanes.report(rows, ["races"])
        return [row[0] for row in rows], status, said.getvalue()

    def test_a_failure_ends_the_checks_or_is_gone_past(self):
        steps = [("a", "true"), ("b", "exit 3"), ("c", "true")]
        names, status, said = self.outcome(steps, False)
        self.assertEqual((names, status), (["a", "b"], 1))
        self.assertIn("failed with status 3", said)
        self.assertIn("left out, by the commit's turn: races", said)
        names, status, said = self.outcome(steps, True)
        self.assertEqual((names, status), (["a", "b", "c"], 1))
        self.assertTrue(said.endswith("steps: 2 passed, 1 failed\n"), said)
        self.assertEqual(self.outcome([("a", "true")], False)[1], 0)

    def test_steps_at_once(self):
        # Each waits for the other's file: one after the other, the first would never end.
        with tempfile.TemporaryDirectory() as folder:
            def command(mine, other):
                return f"cd {folder}; touch {mine}; until [ -e {other} ]; do sleep 0.01; done; echo {mine} is done"
            steps = [("instructions", command("a", "b")), ("results", command("b", "a") + "; exit 4"), ("blocks", "true")]
            names, status, said = self.outcome(steps, False)
        self.assertEqual((names, status), (["instructions", "results"], 1))
        self.assertIn("a is done", said)
        self.assertIn("failed with status 4", said)

    def test_slips_are_named(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(lanes.main(["rases"]), 2)
        self.assertIn("no lane 'rases'; there are", said.getvalue())


if __name__ == "__main__":
    unittest.main()
