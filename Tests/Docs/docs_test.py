#!/usr/bin/env python3
"""Runs every fenced block of README.md and Docs/**/*.md, and follows every link.

usage: docs_test.py BINARY [--only PAGE]... [--times] [--write] [--python PYTHON]

Attributes of a fence:

  sh                     a script, run in the page's own folder; exit="3" where it must end so
  output                 what the block before printed; '...' stands for anything; of="FILE": what is in a file
  yaml title="a.yaml"    a file, written and given to 'venuesim check'
  yaml into="a.yaml"     keys for that file, which must then pass 'venuesim check'
  python                 code, run in one interpreter a page; with title="a.py" a file that is only written
  json, csv, text        with title="...": a file
  yaml excerpt="FILE"    lines that stand in a file of the tree, which another test tries; also sh, text
  swift test="FILE"      lines that stand in that Swift test, which compiles them
  any skip="why"         not run here; named at the end

A page with '<!-- page: works from a clone -->' has copies of scenarios/ and results/ in its folder.
"""

import argparse
import csv
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import links
import pages
import runner
import site_test

HERE = pathlib.Path(__file__).resolve().parent
ROOT = runner.ROOT


class Report:
    """Passed, failed and skipped tests."""

    def __init__(self, quiet=False):
        self.passed, self.failed, self.skipped, self.times, self.quiet = 0, [], [], [], quiet
        self.mended = []

    def succeed(self, place, seconds=0.0):
        self.passed += 1
        self.times.append((seconds, place))

    def fail(self, place, why):
        self.failed.append(f"{place}: {why}")
        if not self.quiet:
            print(f"FAILED {place}: {why}\n", flush=True)

    def skip(self, place, why):
        self.skipped.append((place, why))


def find_python(chosen):
    """A Python with the packages that pages need; a virtual environment from PyPI if this one lacks them."""
    needed = ("numpy", "pandas")
    for candidate in filter(None, (chosen, os.environ.get("VENUESIM_PYTHON"), sys.executable)):
        if subprocess.run([candidate, "-c", "import " + ", ".join(needed)], capture_output=True).returncode == 0:
            return candidate
        if candidate == chosen:
            sys.exit(f"docs_test: {candidate} lacks one of {', '.join(needed)}; install them there")
    folder = ROOT / "out" / "docs-python"
    python = folder / "bin" / "python3"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    done = subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *needed])
    if done.returncode:
        sys.exit(f"docs_test: {' and '.join(needed)} can't be installed; give --python PYTHON that has them")
    return str(python)


def test_page(path, known, options, folder, tools, report):
    """All tests of one page."""
    try:
        page = known[path.resolve()] = pages.read(path)
    except pages.PageError as error:
        report.fail(str(path), str(error))
        return
    wrong = [*links.check_links(page, known), *links.check_commands(page, options),
             *links.check_python(page, links.python_names(ROOT))]
    for problem in wrong:
        report.fail(*problem.split(": ", 1))
    if not wrong:
        report.succeed(f"{path}: links and commands")
    inserted = inserted_lines(page, site_test.load())
    own = [block for block in page.blocks if not any(block.line in lines for lines in inserted)]
    runner.run_page(dataclasses.replace(page, blocks=own), folder, tools, report)


def inserted_lines(page, site):
    """The ranges of lines, from 1, with texts that are inserted from the command's output."""
    text = page.path.read_text(encoding="utf-8")
    spans = [found.span() for found in site.INSERTED.finditer(text)]
    return [range(text.count("\n", 0, first) + 1, text.count("\n", 0, last) + 2) for first, last in spans]


def without_inserts(page, site):
    """A page without the inserted texts, which name their sources."""
    for lines in inserted_lines(page, site):
        page.prose[lines.start - 1:lines.stop - 1] = [""] * len(lines)
    return page


def test_glossary(paths, report):
    """Tests the order of the glossary and of the terms, and that they explain every abbreviation."""
    glossary, terms = pathlib.Path("Docs/GLOSSARY.md"), pathlib.Path("Docs/reference/terms.md")
    explaining = [pages.read(glossary), pages.read(terms)]
    site = site_test.load()
    others = [without_inserts(pages.read(path), site) for path in paths if path not in (glossary, terms)]
    wrong = list(links.check_glossary(explaining, others))
    for problem in wrong:
        report.fail(*problem.split(": ", 1))
    if not wrong:
        report.succeed(str(glossary))


def test_evidence(paths, report):
    """Tables on pages come from results/, with the commands that write them on the same page."""
    site = site_test.load()
    with open(ROOT / "results" / "index.csv", newline="", encoding="utf-8") as file:
        index = {row["file"]: row["command"] for row in csv.DictReader(file)}
    for path in paths:
        wrong = list(links.check_evidence(pages.read(path), index)) if path.parent.name == "evidence" else []
        for directive in site.TABLE.finditer(path.read_text(encoding="utf-8")):
            try:
                site.results_table(directive[1], directive[2])
            except site.Wrong as problem:
                wrong.append(f"{path}: {problem}")
        for problem in wrong:
            report.fail(*problem.split(": ", 1))
        if not wrong and path.parent.name == "evidence":
            report.succeed(f"{path}: tables")


def test_inserts(paths, tools, report):
    """Texts that pages insert from the command's output are those of today."""
    site = site_test.load()
    inserts = site.Inserts(tools.binary, None, None)
    for path in paths:
        old = path.read_text(encoding="utf-8")
        if not site.INSERT.search(old):
            continue
        new = site.with_inserts(old, inserts)
        if old != new and tools.writes:
            path.write_text(new, encoding="utf-8")
            report.mended.append(f"{path}: inserted text")
        elif old != new:
            report.fail(str(path), "the inserted text is old; 'docs_test.py BINARY --write' writes it anew")
            continue
        report.succeed(f"{path}: inserted text")


def test_film(tools, scratch, report):
    """The film of the README is what 'make film' makes."""
    committed, made = ROOT / "Docs" / "pictures" / "museum-visit.gif", scratch / "museum-visit.gif"
    # The program is there: '-o build' leaves out its rule.
    done = subprocess.run(["make", "--no-print-directory", "-s", "-o", "build", "film", f"BIN={tools.binary}", f"FILM={made}"],
                          cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        report.fail(str(committed), f"'make film' fails: {done.stderr.strip() or done.stdout.strip()}")
    elif committed.read_bytes() != made.read_bytes():
        report.fail(str(committed), "the film is old; 'make film' makes it anew: look at it")
    else:
        report.succeed(str(committed))


def test_the_test(options, scratch, tools, report):
    """Test pages with one mistake each: the test must find it, with the message in the page's first line."""
    for path in sorted((HERE / "broken").glob("*.md")):
        wanted = path.read_text(encoding="utf-8").split("\n")[0].removeprefix("<!-- must say: ").removesuffix(" -->")
        inner = Report(quiet=True)
        test_page(path, {}, options, scratch / "broken" / path.stem, tools, inner)
        name = f"broken/{path.name}"
        if any(wanted in line for line in inner.failed):
            report.succeed(name)
        else:
            report.fail(name, f"nothing says '{wanted}': {inner.failed or 'it passed'}")
    for path in sorted((HERE / "sound").glob("*.md")):
        inner = Report(quiet=True)
        test_page(path, {}, options, scratch / "sound" / path.stem, tools, inner)
        if inner.failed:
            report.fail(f"sound/{path.name}", f"must pass: {inner.failed}")
        else:
            report.succeed(f"sound/{path.name}")


def tell(report, times, begin):
    """Prints the results."""
    for place, why in report.skipped:
        print(f"left out {place}: {why}")
    if times:
        for seconds, place in sorted(report.times, reverse=True)[:25]:
            print(f"{seconds:7.1f} s  {place}")
    for line in report.mended:
        print(f"written anew: {line}; look at what changed")
    if report.failed:
        print("\nfailed:")
        for line in report.failed:
            print("  " + line.split("\n")[0])
    print(f"{len(report.skipped)} blocks left out, {time.monotonic() - begin:.0f} s")
    print(f"{report.passed} passed, {len(report.failed)} failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--only", action="append", help="a page such as Docs/tutorial/own-venue.md, or a part of its name")
    parser.add_argument("--times", action="store_true", help="tell which blocks take longest")
    parser.add_argument("--write", action="store_true", help="write into pages what their commands print now")
    parser.add_argument("--python", help="a Python with numpy and pandas")
    choice = parser.parse_args()
    binary = choice.binary.resolve()
    if not os.access(binary, os.X_OK):
        sys.exit(f"docs_test: {choice.binary} is no program; build it first ('make build')")
    begin = time.monotonic()
    os.chdir(ROOT)
    paths = [p.relative_to(ROOT) for p in links.tree(ROOT)]
    chosen = [p for p in paths if not choice.only or any(part in str(p) for part in choice.only)]
    if not chosen:
        sys.exit(f"docs_test: no page is called {' or '.join(choice.only)}")
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="venuesim-docs-"))
    report = Report()
    try:
        options, known = links.Options(str(binary)), {}
        tools = runner.Tools(binary, find_python(choice.python), scratch, choice.write)
        for number, path in enumerate(chosen):
            test_page(path, known, options, scratch / "pages" / str(number), tools, report)
        test_inserts(chosen, tools, report)
        if not choice.only:
            test_glossary(paths, report)
            test_evidence(paths, report)
            test_film(tools, scratch, report)
            tools.writes = False
            test_the_test(options, scratch, tools, report)
            site_test.run(report)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    tell(report, choice.times, begin)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
