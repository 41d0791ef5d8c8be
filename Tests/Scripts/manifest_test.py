#!/usr/bin/env python3
"""Tests that each target of the package depends on all modules that it imports.

A missing dependency goes unnoticed while another target has the module built; 'make try' then fails.
"""
import json
import os
import re
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IMPORT = re.compile(
    r"^(?:@\w+ |public |package |internal )*import (?:(?:struct|enum|func|class|protocol|typealias|let|var) )?(\w+)",
    re.MULTILINE)


def imports(folder, excluded):
    """The modules that the sources of a folder import."""
    found = set()
    for place, _, files in os.walk(folder):
        if any(os.path.relpath(place, folder).split(os.sep)[0] == name for name in excluded):
            continue
        for name in files:
            if name.endswith(".swift"):
                with open(os.path.join(place, name), encoding="utf-8") as file:
                    found |= set(IMPORT.findall(file.read()))
    return found


def missing(package, root):
    """Pairs of a target and an imported module that is no dependency of it."""
    names = {target["name"] for target in package["targets"]}
    pairs = []
    for target in package["targets"]:
        folder = os.path.join(root, target.get("path") or "")
        if target["type"] == "system" or not target.get("path") or not os.path.isdir(folder):
            continue
        known = {next(iter(entry.values()))[0] for entry in target["dependencies"]} | {target["name"]}
        pairs += [(target["name"], name) for name in sorted(imports(folder, target.get("exclude", [])) & names - known)]
    return pairs


class ManifestTests(unittest.TestCase):
    def test_targets_depend_on_their_imports(self):
        swift = os.environ.get("SWIFT", "swift")
        dumped = subprocess.run([swift, "package", "dump-package"], cwd=ROOT, capture_output=True, check=True, text=True)
        package = json.loads(dumped.stdout)
        self.assertGreater(len(package["targets"]), 30)
        self.assertEqual(missing(package, ROOT), [])

    def test_a_missing_dependency_is_found(self):
        target = {"name": "A", "type": "test", "path": "Tests/ScoringTests", "dependencies": [{"byName": ["Scoring"]}]}
        package = {"targets": [target, {"name": "Kernel", "type": "regular", "path": "Sources/Kernel", "dependencies": []}]}
        self.assertEqual(missing(package, ROOT), [("A", "Kernel")])


if __name__ == "__main__":
    unittest.main()
