#!/usr/bin/env python3
"""Types into bash, zsh and fish, and checks their completions.

usage: shells_test.py VENUESIM

A shell that isn't installed is skipped and named. It ends with 'N passed, N failed'.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

# Typed text, words that must be offered, and words that must not.
CASES = [
    ("venuesim rep", ["replay", "report"], ["run"]),
    ("venuesim replay --format ind", ["indoor-competition"], ["rinex"]),
    ("venuesim replay --format rin", ["rinex"], ["gpx"]),
    ("venuesim compare --metric horizontal_e", ["horizontal_error"], ["vertical_error"]),
    ("venuesim run --set stack.satellites.motion.j", ["stack.satellites.motion.jerkiness"], ["stack.locator.window"]),
    ("venuesim run --cache f", ["folder"], ["file.yaml"]),
    ("venuesim run f", ["file.yaml"], ["replay"]),
    ("venuesim demo mu", ["museum"], ["canyon"]),
    ("venuesim run --progress pl", ["plain"], ["none"]),
    ("venuesim list metr", ["metrics"], ["parameters"]),
]
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


def bash(line, place, script):
    """COMPREPLY of the bash function; file names if it is empty, as in bash."""
    words = line.split(" ")
    text = (
        f"source {script}\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($# - 1))\n_venuesim\n"
        'if [ ${#COMPREPLY[@]} = 0 ]; then compgen -f -- "${!#}"; else printf "%s\\n" "${COMPREPLY[@]}"; fi'
    )
    done = subprocess.run(["bash", "--norc", "-c", text, "bash", *words], cwd=place, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def fish(line, place, script):
    text = f"source {script}; complete -C '{line}'"
    done = subprocess.run(["fish", "--no-config", "-c", text], cwd=place, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


class Zsh:
    """An interactive zsh on a pseudo-terminal."""

    def __init__(self, place, script):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.chdir(place)
            os.environ.update(TERM="dumb", COLUMNS="300", LINES="200")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.read(1)
        # A single completion may be inserted, and many are listed, without a prompt.
        self.type(
            f"PS1='> '; LISTMAX=0; autoload -U compinit; compinit -u -D; source {script}; setopt nobeep; "
            "unsetopt zle_bracketed_paste; stty cols 300 rows 200\n")
        self.read(3, until="> ")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read(self, seconds, until=None):
        end, heard = time.monotonic() + seconds, ""
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.1)[0]:
                heard += os.read(self.terminal, 65536).decode(errors="replace")
                if until and heard.count(until) > 1:
                    break
        return CONTROL.sub("", heard)

    def offered(self, line, patience):
        """The text on the terminal after a tab, with the typed line."""
        self.type("\x15" + line)
        self.read(0.5 * patience)
        self.type("\t")
        heard = self.read(1.5 * patience)
        self.type("\x15\n")
        self.read(0.3 * patience)
        # The beginning of the word is typed already: the completion appends the rest.
        return heard + "\n" + line + heard

    def close(self):
        os.kill(self.child, 9)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def words(offers):
    """The offered words without their descriptions."""
    return "\n".join(re.split(r"\t| +-- ", line)[0] for line in offers.splitlines())


def holds(offers, word):
    return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", offers) is not None


def main():
    program = os.path.abspath(sys.argv[1])
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "folder").mkdir()
        (folder / "file.yaml").write_text("")
        binaries = folder / ".bin"
        binaries.mkdir()
        (binaries / "venuesim").symlink_to(program)
        os.environ["PATH"] = f"{binaries}:{os.environ['PATH']}"
        for shell in ("bash", "zsh", "fish"):
            if not shutil.which(shell):
                print(f"left out: {shell} isn't installed")
                continue
            script = folder / f".{shell}"
            script.write_text(subprocess.run([program, "completions", shell], capture_output=True, text=True, check=True).stdout)
            person = Zsh(place, script) if shell == "zsh" else None
            for line, wanted, others in CASES:
                # The terminal's answer has no end mark: a slow machine gets more time for it.
                for patience in (1, 4, 16, 64) if person else (1,):
                    offers = words(
                        person.offered(line, patience) if person
                        else {"bash": bash, "fish": fish}[shell](line, place, script))
                    lacking = [word for word in wanted if not holds(offers, word)]
                    odd = [word for word in others if holds(offers, word)]
                    if not lacking and not odd:
                        break
                if lacking or odd:
                    failed += 1
                    print(f"{shell}: '{line}' lacks {lacking}, and offers {odd}:\n{offers[:800]}")
                else:
                    passed += 1
            if person:
                person.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
