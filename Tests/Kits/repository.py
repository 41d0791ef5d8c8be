"""An example repository of a user who tests a stack with VenueSim."""
import os
import shutil
import subprocess
import sys

import runner


class LeftOut(Exception):
    """A requirement of a case is missing here."""


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


class Repository:
    """A repository with a scenario and a stack, as 'venuesim new' writes them, and committed baselines."""

    def __init__(self, root, folder, words):
        self.root, self.folder, self.wheel = root, os.path.join(folder, "my repository"), words.wheel
        self.tools_folder = os.path.abspath(words.tools)
        # The tested program alone is on the PATH, under its usual name.
        self.path = os.path.join(folder, "bin")
        os.makedirs(self.path)
        self.program("venuesim", f"exec '{os.path.abspath(words.program)}' \"$@\"")
        shares = os.path.join(root, "scenarios")
        os.makedirs(os.path.join(self.folder, "scenarios/venues"))
        for name in ("corridor.yaml", "venues/corridor.yaml"):
            shutil.copy(os.path.join(shares, name), os.path.join(self.folder, "scenarios", name))
        shutil.copy(os.path.join(shares, "examples/strongest_beacon.py"), os.path.join(self.folder, "my_stack.py"))
        os.makedirs(os.path.join(self.folder, "ci"))
        for name in ("install.sh", "gate.sh"):
            shutil.copy(self.kit(name), os.path.join(self.folder, "ci"))
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.commit("First")

    def program(self, name, script):
        """Puts a small program on the PATH."""
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(path, 0o755)

    def kit(self, name):
        return os.path.join(self.root, "scenarios/examples/ci", name)

    def git(self, *words):
        self.run("git", "-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", *words)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "--no-verify", "-m", message)

    def run(self, *words):
        done = runner.shell(words, self.folder, [self.path], {})
        expect(done.returncode == 0, f"{' '.join(words)} ended with {done.returncode}: {done.stdout}")
        return done.stdout

    def baseline(self, *words):
        """Makes the first baseline, as described at the top of the kits."""
        self.run(
            "venuesim", "gate", "scenarios/corridor.yaml", "--baselines", "baselines", "--update", "--reason",
            "First figures", "--detects", "any", *(words if "--seeds" in words else (*words, "--seeds", "1-10")))
        self.commit("Baselines")

    def action(self, **inputs):
        return runner.Action(self.root, self.folder, self.path).run(**{"version": "", **inputs})

    def gitlab(self, **variables):
        return runner.gitlab(self.kit("gitlab-ci.yml"), "venuesim", self.folder, self.path, **variables)

    def file(self, name):
        return os.path.join(self.folder, name)

    def change(self, name, old, new):
        with open(self.file(name), encoding="utf-8") as file:
            text = file.read()
        expect(old in text, f"'{name}' has no '{old}'")
        with open(self.file(name), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, 1))

    def tool(self, name):
        """A program from PyPI, installed once."""
        home = self.tools_folder
        program = os.path.join(home, "bin", name)
        if not os.path.exists(program):
            if not os.path.exists(os.path.join(home, "bin/pip")):
                made = subprocess.run([sys.executable, "-m", "venv", home], capture_output=True, text=True, check=False)
                if made.returncode:
                    raise LeftOut("no virtual environment can be made (apt-get install python3-venv)")
            done = subprocess.run(
                [os.path.join(home, "bin/pip"), "install", "-q", name], capture_output=True, text=True, check=False)
            if done.returncode:
                raise LeftOut(f"'{name}' can't be had from PyPI: {done.stderr.strip().splitlines()[-1]}")
        return program
