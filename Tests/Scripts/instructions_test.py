"""Verdicts of `Scripts/instructions check` on test tables; nothing is counted, so that it needs no valgrind."""

import collections
import contextlib
import csv
import importlib.machinery
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Scripts", "instructions")
# The script has no file extension for the import system; its folder is kept free of compiled copies.
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("instructions", SCRIPT)
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("instructions", loader))
loader.exec_module(script)

SUM = 1_000_000
FUNCTIONS = {"walk": 500_000, "hear": 300_000, "draw": 100_000}


def counted(case="day", total=SUM, functions=None, **changed):
    """One case's rows and functions, in the form of a count."""
    row = {
        "case": case, "command": f"venuesim run {case}", "instructions": total, "compiler": "Swift 6.3.1",
        "valgrind": "valgrind-3.19.0"}
    return {case: {**row, **changed}}, {case: collections.Counter(functions or FUNCTIONS)}


def together(*parts):
    rows, functions = {}, {}
    for more_rows, more_functions in parts:
        rows.update(more_rows)
        functions.update(more_functions)
    return rows, functions


class Comparing(unittest.TestCase):
    def compare(self, now, before=None):
        wrong, news = script.compare(before or counted(), now)
        return "\n".join(wrong), "\n".join(news)

    def test_the_same_is_fine(self):
        self.assertEqual(self.compare(counted()), ("", ""))

    def test_a_little_more_or_less_is_fine(self):
        for total in (1_029_000, 971_000):
            self.assertEqual(self.compare(counted(total=total)), ("", ""))

    def test_much_more_is_wrong_and_names_what_grew(self):
        grown = {"walk": 501_000, "hear": 330_000, "draw": 100_000}
        wrong, news = self.compare(counted(total=1_031_000, functions=grown))
        self.assertEqual(news, "")
        lines = wrong.splitlines()
        self.assertEqual(lines[0], "day: 3.10% more instructions than in the table, 1,031,000 after 1,000,000")
        self.assertEqual(lines[1], "  30,000 more in hear (it took 300,000)")
        self.assertEqual(lines[2], "  1,000 more in walk (it took 500,000)")
        self.assertEqual(len(lines), 3)

    def test_much_less_is_news(self):
        wrong, news = self.compare(counted(total=969_000))
        self.assertEqual(wrong, "")
        self.assertIn("day: 3.10% fewer", news)
        self.assertIn("can be made anew", news)

    def test_a_new_function_counts(self):
        wrong, _ = self.compare(counted(total=1_150_000, functions={**FUNCTIONS, "hear": 310_000, "sort": 150_000}))
        self.assertEqual(
            wrong.splitlines()[1:], [
                "  at least 50,000 more in sort (new, or at most 100,000 before)",
                "  10,000 more in hear (it took 300,000)"])

    def test_what_was_too_light_for_the_table_is_not_told_as_grown(self):
        wrong, _ = self.compare(counted(total=1_100_000, functions={**FUNCTIONS, "walk": 600_000, "light": 90_000}))
        self.assertIn("100,000 more in walk", wrong)
        self.assertNotIn("light", wrong)

    def test_no_more_functions_are_named_than_help(self):
        many = {f"f{i}": 200_000 for i in range(20)}
        wrong, _ = self.compare(counted(total=5_000_000, functions={**FUNCTIONS, **many}))
        self.assertEqual(len(wrong.splitlines()), 1 + script.TOLD)

    def test_a_case_that_is_gone_or_not_in_the_table_is_wrong(self):
        both = together(counted(), counted("walk"))
        self.assertEqual(self.compare(counted(), before=both), ("walk: not counted any more", ""))
        self.assertEqual(self.compare(both), ("walk: not in the table", ""))

    def test_another_command_is_wrong(self):
        wrong, _ = self.compare(counted(command="venuesim run other"))
        self.assertEqual(wrong, "day: the table has another command: venuesim run day")

    def test_another_compiler_is_told_and_compared_all_the_same(self):
        wrong, news = self.compare(counted(total=1_031_000, compiler="Swift 7", valgrind="valgrind-3.26.0"))
        self.assertIn("day: 3.10% more", wrong)
        self.assertIn("another compiler: Swift 6.3.1; here it is Swift 7", news)
        self.assertIn("another valgrind: valgrind-3.19.0; here it is valgrind-3.26.0", news)


class Checking(unittest.TestCase):
    """The complete 'check' with tables in files and artificial counts."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        os.mkdir("results")
        kept = script.measure
        self.addCleanup(setattr, script, "measure", kept)
        self.count(counted())
        script.make("")

    def count(self, found):
        script.measure = lambda command: found

    def check(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = script.check("")
        return status, said.getvalue()

    def damage(self, old, new, path=None):
        path = path or script.TABLE
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        with self.assertRaises(script.Trouble) as caught:
            self.check()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return str(caught.exception)

    def test_what_was_made_passes(self):
        self.assertEqual(self.check(), (0, ""))

    def test_the_status_tells(self):
        self.count(counted(total=1_029_000))
        self.assertEqual(self.check()[0], 0)
        self.count(counted(total=1_031_000))
        status, said = self.check()
        self.assertEqual(status, 1)
        self.assertIn("instructions: day: 3.10% more", said)
        self.assertIn("Scripts/instructions make", said)
        self.count(counted(total=900_000))
        status, said = self.check()
        self.assertEqual(status, 0)
        self.assertIn("note: day: 10.00% fewer", said)

    def test_a_damaged_table_is_named(self):
        self.assertIn("its columns aren't", self.damage("case,command", "case;command"))
        self.assertIn("row 2", self.damage(",1000000,", ",1e6,"))
        self.assertIn("row 2", self.damage(",1000000,", ",0,"))
        self.assertIn("row 2", self.damage(",valgrind-3.19.0", ""))
        self.assertIn("row 2", self.damage(",valgrind-3.19.0", ",valgrind-3.19.0,more"))
        self.assertIn("has no case 'day'", self.damage("\nday,", "\nnight,"))
        functions = script.FUNCTIONS
        self.assertIn("row 4 is there twice", self.damage("day,draw", "day,walk", functions))
        self.assertIn("don't fit in 'day'", self.damage(",500000,", ",5000000,", functions))
        with open(functions, encoding="utf-8") as file:
            rows = file.read().split("\n", 1)[1]
        self.assertIn("don't fit in 'day'", self.damage(rows, "", functions))

    def test_a_table_that_is_not_there_is_named(self):
        os.remove(script.TABLE)
        with self.assertRaisesRegex(script.Trouble, "results/instructions.csv.*make"):
            self.check()

    def test_only_the_heaviest_are_kept(self):
        self.count(counted(total=10 * SUM, functions={f"f{i}": 1000 + i for i in range(100)}))
        script.make("")
        with open(script.FUNCTIONS, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), script.KEPT)
        self.assertEqual((rows[0]["function"], rows[0]["instructions"], rows[0]["share"]), ("f99", "1099", "0.0001"))


class Reading(unittest.TestCase):
    FILE = """# callgrind format
ob=(1) /usr/bin/one
fl=(1) a.c
fn=(1) main
0 10
cob=(2) /usr/lib/libtwo.so
cfn=(2) 0x75b0
calls=3 0
0 700
+0 5
ob=(2)
fn=(2)
0 600
fi=(2) b.h
0 80
calls=1 0
* 20
fn=(3) (below main)
0 20

totals: 715
"""

    def test_counts_are_the_functions_own(self):
        found = script.costs(self.FILE.splitlines(keepends=True))
        self.assertEqual(found, {"main": 15, "0x75b0 in libtwo.so": 680, "(below main)": 20})

    def test_a_file_that_is_cut_short_is_trouble(self):
        with self.assertRaises(script.Trouble):
            script.costs(self.FILE.replace("0 80\n", "").splitlines())
        with self.assertRaises(script.Trouble):
            script.costs(self.FILE.splitlines()[:-1])


class Running(unittest.TestCase):
    def test_without_valgrind_it_says_how_to_get_it(self):
        with tempfile.TemporaryDirectory() as empty:
            run = subprocess.run(
                [sys.executable, SCRIPT, "make"], env={"PATH": empty}, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, "instructions: valgrind isn't installed; 'Scripts/setup valgrind' installs it\n")


if __name__ == "__main__":
    unittest.main()
