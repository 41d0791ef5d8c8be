"""Tests of Scripts/prose in small made-up trees, some of which are git repositories."""

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

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Scripts", "prose")
# The script has no ending by which Python knows it, and its folder is kept free of compiled copies.
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("prose", SCRIPT)
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("prose", loader))
loader.exec_module(script)

FILE = "Sources/Stack/Motion/Steps.swift"


class Tree(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def find(self, kind, text=None, path=FILE):
        """The lines and texts of all findings of a kind, after a file is written."""
        if text is not None:
            self.write(path, text)
        return [(found.line, found.text) for found in script.measure(self.root)[0] if found.kind == kind]

    def lines(self, *arguments):
        return [line for line, _ in self.find(*arguments)]

    def run_command(self, command, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = command(self.root, *arguments)
        return status, output.getvalue()

    def rows(self):
        with open(os.path.join(self.root, script.TABLE), newline="", encoding="utf-8") as file:
            return {(row["module"], row["kind"]): row for row in csv.DictReader(file)}

    def git(self, *words):
        identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", self.root, *identity, *words], check=True, capture_output=True)

    def commit(self, subject):
        self.git("add", ".")
        self.git("commit", "--allow-empty", "-m", subject)


class Comments(Tree):
    def test_openings(self):
        for word in ("What", "How", "Whether", "Where", "When", "Who", "Whoever", "Which", "The same"):
            with self.subTest(word=word):
                self.assertEqual(
                    self.find("openings", f"let a = 1\n/// {word} it is.\n///\n/// More.\nlet b = 2\n"),
                    [(2, f"{word} it is.")])

    def test_openings_of_other_comments_are_fine(self):
        for text in ("// What it is.", "/// Whatever it is.", "/// A step.\n/// When it ends.", "/// True if so."):
            self.assertEqual(self.find("openings", text + "\nlet a = 1\n"), [])

    def test_openings_of_docstrings_and_blocks(self):
        self.assertEqual(self.lines("openings", "/* What */\n/** How it is. */\n", "Docs/assets/a.js"), [2])
        text = '"""What it is."""\n# What\n\n\ndef f():\n    """How."""\n'
        self.assertEqual(self.lines("openings", text, "Scripts/a.py"), [2, 1, 6])

    def test_words(self):
        for text in (
                "Nobody moves.", "It is told so.", "It hears a beacon.", "A dial.", "It hangs on it.",
                "It hangs\n// on it.", "as surveyors say,", "Doubts count.", "A list of who moves.",
                "It listens to topics.", "Such are none.", "The filter knows it.", "It is settled.",
                "The same of walks."):
            with self.subTest(text=text):
                self.assertEqual(self.lines("comments", f"let a = 1\n// {text}\n"), [2])

    def test_each_word_counts(self):
        self.assertEqual(self.lines("comments", "// Nobody is\n// told, and nobody knows.\n"), [1, 2, 2, 2])

    def test_plain_senses(self):
        for text in (
                "Tells apart two floors.", "The position is in doubt.", "No doubt.", "Its settling time.",
                "Listens on a port.", "A carrier who knows the place.", "There are none.", "Those who walk.",
                "`told` and ``Dial``", "'told'", "See activity.told.", "The column told_s.", "The option --heard.",
                "- told: The location.", "House rules."):
            with self.subTest(text=text):
                self.assertEqual(self.find("comments", f"// {text}\nlet a = 1\n"), [])

    def test_only_comments_count(self):
        text = 'let told = "// told"\nlet b = "\\(told(", // told")) dial" // told\nlet c = #"/* told "dial" */"#\n'
        self.assertEqual(self.lines("comments", text), [2])
        self.assertEqual(self.find("comments", 'let a = """\n  // told "dial"\n  """\n/* fine */\n'), [])

    def test_an_open_string_ends_with_its_line(self):
        self.assertEqual(self.lines("comments", 'let a = /"/\n// told\n'), [2])

    def test_other_languages(self):
        for path, text in (
                ("Scripts/a", "#!/bin/sh\n# told\necho '# told'\n"),
                ("Scripts/b", "#!/usr/bin/env python3\n# told\na = 'told'\n"),
                ("scenarios/a.yaml", "name: told\nspeed: 1 # told\n"),
                ("Makefile", "told:\n# told\n"),
                ("Tests/a.css", "a { told: 1 }\n/* told */\n"),
                ("Tests/a.c", 'char *a = "told";\n// told\n')):
            with self.subTest(path=path):
                self.write(path, text)
                found = [each for each in script.measure(self.root)[0] if each.path == path]
                self.assertEqual([(each.kind, each.line) for each in found], [("comments", 2)])

    def test_modules(self):
        for path, name in (
                (FILE, "Sources/Stack/Motion"), ("Sources/Tool/Runs/a.swift", "Sources/Tool"),
                ("Sources/VenueSim/VenueSim.docc/a.md", "Sources/VenueSim"), ("Tests/A/b.swift", "Tests"),
                ("Makefile", "Build"), ("README.md", "Docs"), ("Docs/how-to/a.md", "Docs"),
                ("Python/src/a.py", "Python")):
            self.assertEqual(script.module(path), name)


class Names(Tree):
    def names(self, text):
        return [name for _, name in self.find("names", text)]

    def test_declarations(self):
        text = """
            public struct DialSet {}
            package static func heard(told fix: Int, by habit: Int = f(doubt: 1), _ seal: Int) -> Int {}
            public internal(set) var mostSteps = 1, b = 2
            public init<T>(keeper: (told: Int) -> T, leastMetres: [Int: Int]) {}
            """
        self.assertEqual(self.names(text), ["DialSet", "heard", "told", "mostSteps", "keeper", "leastMetres"])

    def test_cases_and_requirements(self):
        text = """
            public enum State: String {
              case heard, fine = "told", unheard
              case next(told: Int)
              func f() { switch self { case .told: break; case let dial: break } }
            }
            public protocol Part {
              func hear(told: Int)
              var tells: [Int] { get }
            }
            """
        self.assertEqual(self.names(text), ["heard", "unheard", "hear", "told", "tells"])

    def test_types_of_two_modules(self):
        self.write("Sources/World/Truth/Track.swift", "public struct Track {\n  enum Kind { case a }\n}\n")
        text = "struct Log {\n  struct Track {}\n  private enum Kind { case b }\n}\n"
        self.assertEqual(self.find("types", text), [(2, "Track"), (1, "Track")])
        self.assertEqual(self.find("types", "enum Kind {}\n"), [(1, "Kind"), (2, "Kind")])
        self.assertEqual(self.find("types", "struct Log {\n  enum Kind { case b }\n}\n"), [])

    def test_other_names_are_fine(self):
        text = """
            let told = 1; private var dial = 2; func heard() {}
            public func atLeast(atMost: Int, leastSquares: Int) {}
            public let mostRecent = 1, isOneWay = true, untold = 2, message = "public let told = 1"
            // public let told = 1
            """
        self.assertEqual(self.names(text), [])

    def test_only_sources_count(self):
        self.assertEqual(self.find("names", "public let told = 1\n", "Tests/MotionTests/a.swift"), [])


class Texts(Tree):
    def test_rows(self):
        text = """
            a = object.optional("told", .string, default: f("x"), "Time until it is "
              + "told.")
            b = object.required("name", .choice(A.self), "The name.")
            .number("dial", \\.dial, "m", 0...1, "Accuracy that is told.", .fitted("walks of somebody")),
            """
        self.assertEqual(
            self.find("texts", text), [
                (2, "Time until it is told."), (5, "Accuracy that is told."), (5, "walks of somebody")])

    def test_metrics(self):
        path = "Sources/Lab/Scoring/Catalogue/a.swift"
        text = 'let a = length("told", """\n  Errors of \\\n  what is told.\n  """)\n'
        self.assertEqual(self.find("texts", text, path), [(1, "Errors of what is told.")])

    def test_messages(self):
        text = (
            'throw Problem("nobody is at \\(place("told"))")\nlet key = "told"\nlet two = "told fix"\n'
            'let c = "told " + "by a part"\n')
        self.assertEqual(self.find("messages", text), [(1, "nobody is at …"), (4, "told by a part")])
        self.assertEqual(self.find("texts"), [])

    def test_short_quotations_are_fine(self):
        text = "let a = \"unknown key 'told'; see 'venuesim list dials'\"\n"
        self.assertEqual(self.find("messages", text), [])


class Documents(Tree):
    def test_prose(self):
        text = (
            "# Dials\n\nA part hears\nand `told` is fine.\n\n```\ntold\n```\n\n"
            "<!-- told -->\n[fine](told.md)\n")
        self.assertEqual(self.find("documents", text, "Docs/a.md"), [(1, "# Dials"), (3, "A part hears")])
        self.write("README.md", "Nobody\n")
        self.assertEqual(len(self.find("documents")), 3)

    def test_glossary(self):
        self.write(FILE, "/// Zero-velocity\n/// update (ZUPT).\nlet pedestrianDeadReckoning = 1\n")
        self.write("Docs/GLOSSARY.md", "\n".join([
            "| **ZUPT** | fine | Motion/Steps.swift |", "| **zero velocity update** | fine | `Steps.swift` |",
            "| **PDR, ZUPT** | one form will do | Steps.swift |", "| **dead reckoning** | only code | Steps.swift |",
            "| **told** | a term may be explained | Motion |", "| **RAIM** | no such file | Missing.swift |"]))
        self.assertEqual(self.find("glossary"), [
            (4, "'dead reckoning' is in no comment of Steps.swift"), (6, "there is no Missing.swift")])
        self.assertEqual(self.find("documents"), [])


class Subjects(Tree):
    def setUp(self):
        super().setUp()
        self.git("init")

    def subjects(self):
        return [text for _, text in self.find("subjects")]

    def test_openings_and_words(self):
        avoided = ["Say what was seen", "Report what apps heard", "Give children six seconds"]
        for subject in (*avoided, "Reject NLOS ranges by elevation", "Write 'reported' for 'told'", "Sayings"):
            self.commit(subject)
        self.assertEqual(sorted(self.subjects()), sorted(avoided))

    def test_only_those_since_the_last_tag(self):
        self.commit("Say one")
        self.git("tag", "1.0")
        self.commit("Say two")
        self.assertEqual(self.subjects(), ["Say two"])

    def test_without_a_history_they_are_not_compared(self):
        self.commit("Say one")
        self.assertEqual(self.run_command(script.freeze)[0], 0)
        shutil.rmtree(os.path.join(self.root, ".git"))
        self.assertEqual(self.run_command(script.check), (
            0, "note: commit subjects are not counted, since the history is incomplete\n"))
        self.assertEqual(self.run_command(script.freeze)[0], 0)
        self.assertEqual(self.rows()["Commits", "subjects"]["count"], "1")


class Freezing(Tree):
    KEY = ("Sources/Stack/Motion", "comments")

    def setUp(self):
        super().setUp()
        self.git("init")
        self.write(FILE, "// told\n// told\n")
        self.write("Tests/a.swift", "/// What it is.\nlet a = 1\n/// The next.\nlet b = 2\n")
        self.assertEqual(self.run_command(script.freeze)[0], 0)
        self.commit("Add steps")

    def test_the_table(self):
        with open(os.path.join(self.root, script.TABLE), encoding="utf-8") as file:
            self.assertEqual(file.read(), (
                "module,kind,before,count,share,reason\n"
                "Sources/Stack/Motion,comments,,2,,\nTests,openings,,1,0.5000,\n"))
        self.assertEqual(self.run_command(script.check), (0, ""))

    def test_a_rise_fails_and_shows_what_is_new(self):
        self.write(FILE, "// Steps.\n// told\n// told\n// heard\n")
        self.assertEqual(self.run_command(script.check), (
            1, f"prose: Sources/Stack/Motion: comments: 3, and at most 2 are allowed\n{FILE}:4: // heard\n"))

    def test_a_rise_without_a_history_shows_all(self):
        shutil.rmtree(os.path.join(self.root, ".git"))
        self.write(FILE, "// told\n// told\n// heard\n")
        status, output = self.run_command(script.check)
        self.assertEqual((status, output.count(FILE)), (1, 3))

    def test_a_new_module_starts_at_zero(self):
        self.write("Docs/a.md", "Nobody\n")
        status, output = self.run_command(script.check)
        self.assertEqual(status, 1)
        self.assertIn("Docs: documents: 1, and at most 0 are allowed\nDocs/a.md:1: Nobody\n", output)

    def test_a_fall_is_noted_and_frozen(self):
        self.write(FILE, "// told\n")
        self.assertEqual(self.run_command(script.check), (
            0, "note: Sources/Stack/Motion: comments: 1 after 2; 'Scripts/prose freeze' lowers it\n"))
        self.assertEqual(self.run_command(script.freeze)[0], 0)
        self.assertEqual(self.rows()[self.KEY]["count"], "1")
        self.assertEqual(self.run_command(script.check), (0, ""))

    def test_counts_rise_only_with_a_reason(self):
        self.write(FILE, "// told\n// told\n// told\n")
        self.write("Tests/a.swift", "let a = 1\n")
        before = self.rows()
        status, output = self.run_command(script.freeze)
        self.assertEqual(status, 1)
        self.assertIn("only with --reason", output)
        self.assertEqual(self.rows(), before)
        self.assertEqual(self.run_command(script.freeze, "imported code")[0], 0)
        row = self.rows()[self.KEY]
        self.assertEqual((row["count"], row["reason"]), ("3", "imported code"))
        self.assertEqual(self.rows()["Tests", "openings"]["reason"], "")

    def test_freezing_twice_changes_nothing(self):
        self.write("Tests/b.swift", "/// One more.\nlet c = 1\n")
        before = self.rows()
        self.assertEqual(self.run_command(script.freeze)[0], 0)
        self.assertEqual(self.rows(), before)

    def test_before_is_of_a_commit(self):
        self.write(FILE, "// told\n")
        self.write("Docs/a.md", "Plain\n")
        self.commit("Report steps")
        self.assertEqual(self.run_command(script.freeze, "", "HEAD~1")[0], 0)
        row = self.rows()[self.KEY]
        self.assertEqual((row["before"], row["count"]), ("2", "1"))
        # Later freezes keep it.
        self.write(FILE, "// Steps.\n")
        self.assertEqual(self.run_command(script.freeze)[0], 0)
        row = self.rows()[self.KEY]
        self.assertEqual((row["before"], row["count"]), ("2", "0"))

    def test_an_unknown_commit_and_a_damaged_table_are_named(self):
        with self.assertRaisesRegex(script.Trouble, "no files of 'none'"):
            script.freeze(self.root, "", "none")
        for text in ("a,b\n1,2\n", "module,kind,before,count,share,reason\na,names,,x,,\n"):
            self.write(script.TABLE, text)
            with self.assertRaisesRegex(script.Trouble, "damaged"):
                script.check(self.root)
        os.remove(os.path.join(self.root, script.TABLE))
        with self.assertRaisesRegex(script.Trouble, "there is no results/prose.csv"):
            script.check(self.root)


class Printing(Tree):
    def setUp(self):
        super().setUp()
        self.write(
            FILE, '// One told.\nlet a = object.optional("b", "The step.")\n\n// Two.\nlet b = "no step was found"\n')

    def test_samples_depend_on_the_seed_alone(self):
        status, output = self.run_command(script.sample, 1, 3)
        self.assertEqual(status, 0)
        self.assertEqual(self.run_command(script.sample, 1, 3)[1], output)
        self.assertIn("== comments: 1 of 2\n", output)
        self.assertIn(f"== parameter texts: 1 of 1\n{FILE}:2: The step.\n", output)
        self.assertIn(f"== messages: 1 of 1\n{FILE}:5: no step was found\n", output)
        self.assertIn(f"{FILE}:4: Two.\n", self.run_command(script.sample, 9, 1)[1])

    def test_lists(self):
        line = f"Sources/Stack/Motion: comments: {FILE}:1: // One told.\n"
        self.assertEqual(self.run_command(script.list_findings, None, None)[1], line)
        self.assertEqual(self.run_command(script.list_findings, "names", None)[1], "")
        self.assertEqual(self.run_command(script.list_findings, "comments", "Tests")[1], "")

    def test_without_codespell_spelling_is_skipped(self):
        path, os.environ["PATH"] = os.environ["PATH"], self.root
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        status, output = self.run_command(script.spell)
        self.assertEqual((status, output.split(":")[1]), (0, " spelling skipped"))

    @unittest.skipUnless(shutil.which("codespell"), "codespell is not installed")
    def test_spelling(self):
        self.write("Scripts/prose-words.txt", "nees\n")
        self.write("Docs/a.md", "NEES\nA recieved fix.\n")
        self.write("Tests/a.swift", 'let recieved = "recieved"\n')
        self.write("Sources/Lab/Twins/a.swift", 'let recieved = 1\n// A wierd twin.\nlet a = "no fix recieved"\n')
        with tempfile.TemporaryFile("w+") as file:
            kept = os.dup(1)
            try:
                os.dup2(file.fileno(), 1)
                status = script.spell(self.root)
            finally:
                os.dup2(kept, 1)
                os.close(kept)
            file.seek(0)
            found = sorted(line.split(" ==>")[0] for line in file)
        self.assertEqual(status, 1)
        twins = "./Sources/Lab/Twins/a.swift"
        self.assertEqual(found, ["./Docs/a.md:2: recieved", f"{twins}:2: wierd", f"{twins}:3: recieved"])


if __name__ == "__main__":
    unittest.main()
