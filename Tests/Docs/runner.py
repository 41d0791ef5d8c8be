"""Runs a page's blocks in a folder of its own, one after another."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import compare
from pages import PageError

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT_S = 150
# Progress lines of long work, which depend on the machine.
PROGRESS = re.compile(r"^venuesim: (?:.*: \d+ %|\d+ of \d+ .*)\n", re.M)
KNOWN = {
    "sh": {"skip", "exit", "excerpt"},
    "python": {"skip", "title", "exit"},
    "output": {"of"},
    "yaml": {"skip", "title", "into", "excerpt"},
    "json": {"skip", "title"},
    "csv": {"skip", "title"},
    "text": {"skip", "title", "excerpt"},
    "swift": {"test", "skip"},
}
# Runs Python blocks of a page in one interpreter, as a reader would type them.
DRIVER = r"""
import json, sys, traceback, io, contextlib
scope = {"__name__": "page"}
for line in sys.stdin:
    text, status = io.StringIO(), 0
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        try:
            exec(compile(json.loads(line), "<page>", "exec"), scope)
        except BaseException:
            traceback.print_exc()
            status = 1
    sys.__stdout__.write(json.dumps([status, text.getvalue()]) + "\n")
    sys.__stdout__.flush()
"""


class Failure(Exception):
    """A block that differs from its page."""


class Runner:
    """Runs the blocks of one page."""

    def __init__(self, page, folder, tools):
        self.page, self.folder, self.tools = page, folder, tools
        self.mended = []
        self.printed, self.driver = None, None
        folder.mkdir(parents=True)
        if page.from_clone:
            # A copy, so that no page writes into the tree.
            for name in ("scenarios", "results"):
                shutil.copytree(ROOT / name, folder / name, symlinks=True)

    def close(self):
        """Ends the page's Python, if it has one."""
        if self.driver:
            self.driver.kill()
            self.driver.wait()

    def run(self, block):
        """Runs a block; a difference from the page is a failure."""
        known = KNOWN.get(block.language)
        if known is None:
            raise Failure(f"nothing runs blocks of '{block.language or 'no language'}'; "
                          f"use one of {', '.join(KNOWN)}, or say skip=\"why\"")
        for name in block.attributes:
            if name not in known:
                raise Failure(f"a block of {block.language} has no '{name}'; it has {', '.join(sorted(known))}")
        if "excerpt" in block.attributes:
            stands_in(block, block.attributes["excerpt"])
        else:
            getattr(self, "do_" + block.language)(block)

    def do_sh(self, block):
        """Runs a script; its status must be the expected one."""
        status, self.printed = self.call(["bash", "-e", "-o", "pipefail", "-c", block.text])
        self.expect(status, block)

    def do_python(self, block):
        """Writes a file, or runs the code in the page's own interpreter."""
        if "title" in block.attributes:
            self.write(block)
            compile(block.text, block.attributes["title"], "exec")
            return
        if not self.driver:
            self.driver = subprocess.Popen(
                ["python3", "-c", DRIVER], cwd=self.folder, env=self.tools.environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.driver.stdin.write(json.dumps(block.text) + "\n")
        self.driver.stdin.flush()
        answer = self.driver.stdout.readline()
        if not answer:
            raise Failure("Python ended")
        status, self.printed = json.loads(answer)
        self.expect(status, block)

    def do_output(self, block):
        """Compares with the output of the block before, or with a file that it wrote."""
        if "of" in block.attributes:
            file = self.folder / block.attributes["of"]
            if not file.is_file():
                raise Failure(f"there is no file '{block.attributes['of']}' to compare with")
            printed = file.read_text(encoding="utf-8")
        elif self.printed is None:
            raise Failure("no block before this one has printed anything")
        else:
            printed = self.printed
        wrong = compare.difference(block.text, printed)
        if wrong and self.tools.writes:
            self.mended.append((block, None, printed.rstrip()))
        elif wrong:
            raise Failure("the output is stale\n" + wrong)

    def do_yaml(self, block):
        """Writes a file and checks it, or checks a known file with these keys in it."""
        if "title" in block.attributes:
            self.check(self.write(block))
        elif "into" in block.attributes:
            self.check(self.merged(block))
        else:
            raise Failure('a yaml block needs title="file.yaml", into="file.yaml" or skip="why"')

    def merged(self, block):
        """A copy of a file beside it, whose top-level keys of the block are replaced."""
        name = block.attributes["into"]
        original = self.folder / name
        if not original.is_file():
            raise Failure(f"there is no '{name}' to put this into")
        sections, new = top_level(original.read_text(encoding="utf-8")), top_level(block.text)
        if {"budgets", "stack"} & new.keys():
            # Breaks of the old budgets or the old stack don't apply to the new ones.
            sections.pop("breaks", None)
        sections.update(new)
        target = original.with_name("merged-" + original.name)
        target.write_text("".join(sections.values()), encoding="utf-8")
        return str(target.relative_to(self.folder))

    def check(self, name):
        status, printed = self.call(["venuesim", "check", name])
        if status:
            raise Failure(f"'venuesim check {name}' ended with {status}\n{printed}")

    def do_json(self, block):
        """Writes a file of JSON."""
        self.write(block)
        json.loads(block.text)

    def do_csv(self, block):
        self.write(block)

    do_text = do_csv

    def do_swift(self, block):
        """Checks that a Swift test compiles these lines: its file has them in one piece."""
        if not block.attributes.get("test"):
            raise Failure('a swift block needs test="the Swift test that compiles it"')
        stands_in(block, block.attributes["test"])

    def write(self, block):
        """Writes a block into the file of its title."""
        name = block.attributes.get("title")
        if not name:
            raise Failure(f'a {block.language} block needs title="its file" or skip="why"')
        file = self.folder / name
        if not file.resolve().is_relative_to(self.folder.resolve()):
            raise Failure(f"'{name}' is outside the page's folder")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")
        return name

    def expect(self, status, block):
        wanted = block.attributes.get("exit", "0")
        if str(status) != wanted and self.tools.writes and wanted == "?":
            self.mended.append((block, status, None))
        elif str(status) != wanted:
            raise Failure(f"it ended with {status}, not {wanted}\n{tail(self.printed)}")

    def call(self, command):
        """Runs a command; returns its status and its output."""
        log = self.tools.scratch / "printed"
        with open(log, "wb") as out:
            child = subprocess.Popen(command, cwd=self.folder, env=self.tools.environment, stdin=subprocess.DEVNULL,
                                     stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
            try:
                status = child.wait(LIMIT_S)
            except subprocess.TimeoutExpired:
                raise Failure(f"it takes longer than {LIMIT_S} s\n{tail(log.read_text(errors='replace'))}") from None
            finally:
                # Ends its remaining child processes, too.
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                child.wait()
        return status, PROGRESS.sub("", log.read_text(encoding="utf-8", errors="replace"))


class Tools:
    """Programs on the PATH of pages' commands, and folders for files that several pages share."""

    def __init__(self, binary, python, scratch, writes=False):
        self.binary, self.scratch, self.writes = binary, scratch, writes
        places = scratch / "bin"
        places.mkdir(parents=True)
        for name, target in (("venuesim", binary), ("python3", python)):
            launcher = places / name
            launcher.write_text(f'#!/bin/sh\nexec "{target}" "$@"\n')
            launcher.chmod(0o755)
        home = scratch / "home"
        home.mkdir()
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("VENUESIM", "XDG_"))}
        self.environment = {
            **kept, "PATH": f"{places}:{os.environ['PATH']}", "HOME": str(home), "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
            "VENUESIM": str(binary), "VENUESIM_SHARE": str(ROOT),
            "PYTHONPATH": str(ROOT / "Python" / "src"), "PYTHONDONTWRITEBYTECODE": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null", "MPLBACKEND": "Agg"}


def stands_in(block, name):
    """Checks that a file of the tree has a block's lines in one piece, with any indentation."""
    if not (ROOT / name).is_file():
        raise Failure(f"there is no file '{name}'")
    lines = [" ".join(line.split()) for line in (ROOT / name).read_text(encoding="utf-8").split("\n")]
    wanted = [" ".join(line.split()) for line in block.text.rstrip("\n").split("\n")]
    if not any(lines[start:start + len(wanted)] == wanted for start in range(len(lines))):
        missing = next((line for line in wanted if line not in lines), wanted[0])
        raise Failure(f"this doesn't stand in one piece in {name}; see '{missing}'")


def mend(path, mended):
    """Writes the commands' outputs into a page, and the status where it is '?'."""
    lines = path.read_text(encoding="utf-8").split("\n")
    for block, status, printed in reversed(mended):
        fence = block.line - 1
        if printed is None:
            lines[fence] = lines[fence].replace(' exit="?"', f' exit="{status}"' if status else "")
        else:
            lines[fence + 1:fence + 1 + block.text.count("\n") - (block.text == "\n")] = printed.split("\n")
    path.write_text("\n".join(lines), encoding="utf-8")


def top_level(text):
    """A file's top-level keys, each with its lines; lines before the first have the key ''."""
    sections, key = {"": ""}, ""
    for line in text.splitlines(keepends=True):
        found = re.match(r"(\w+):", line)
        if found:
            key = found[1]
            sections[key] = ""
        sections[key] += line if line.endswith("\n") else line + "\n"
    return sections


def tail(text, lines=20):
    return "\n".join((text or "").rstrip().split("\n")[-lines:])


def run_page(page, folder, tools, report):
    """Runs a page's blocks, up to the first failure."""
    runner = Runner(page, folder, tools)
    failed = False
    try:
        for block in page.blocks:
            if "skip" in block.attributes:
                if not block.attributes["skip"].strip():
                    report.fail(block.place, "skip needs a reason")
                    continue
                report.skip(block.place, block.attributes["skip"])
                continue
            if failed:
                report.fail(block.place, "not run, since a block before it failed")
                continue
            begin = time.monotonic()
            try:
                runner.run(block)
                report.succeed(block.place, time.monotonic() - begin)
            except (Failure, PageError, SyntaxError, ValueError, OSError) as error:
                report.fail(block.place, str(error))
                failed = True
    finally:
        runner.close()
    if runner.mended:
        mend(ROOT / page.path, runner.mended)
        report.mended.append(f"{page.path}: {len(runner.mended)} blocks")


if __name__ == "__main__":
    sys.exit("runner.py is a part of docs_test.py; run that")
