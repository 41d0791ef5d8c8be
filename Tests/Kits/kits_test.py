#!/usr/bin/env python3
"""Runs the kits for other people's CI in an example repository: the Action, the GitLab recipe, pre-commit.

  kits_test.py VENUESIM [--wheel FILE] [--tools DIR] [--only WORD]...

With a wheel, such as that of 'make dist', the kits install it as they would install VenueSim from PyPI. Cases with
missing tools are skipped and named; with VENUESIM_KITS=all that is an error. It needs PyYAML (Debian's python3-yaml).
"""
import argparse
import os
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

try:
    import gates
    import hooks
except ModuleNotFoundError as error:
    sys.exit(f"kits_test: there is no '{error.name}'; install Debian's python3-yaml, or PyPI's PyYAML")
from repository import LeftOut, Repository  # noqa: E402


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--wheel")
    parser.add_argument("--tools", default=os.path.join(root, "out/kits"), help="where programs from PyPI are kept")
    parser.add_argument("--only", action="append", help="cases with this word in their names")
    words = parser.parse_args()
    for path in filter(None, (words.program, words.wheel)):
        if not os.path.isfile(path):
            sys.exit(f"kits_test: there is no file '{path}'; 'make dist' makes it")
    cases = [
        case for case in [*gates.CASES, *hooks.CASES]
        if not words.only or any(word in case.__name__.replace("_", " ") for word in words.only)]
    strict = os.environ.get("VENUESIM_KITS") == "all"
    passed = failed = 0
    for case in cases:
        name, start = case.__name__.replace("_", " "), time.monotonic()
        with tempfile.TemporaryDirectory(prefix="venuesim-kits-") as folder:
            try:
                case(Repository(root, folder, words))
                passed += 1
                print(f"  passed  {name} ({time.monotonic() - start:.1f} s)", flush=True)
            except LeftOut as reason:
                failed += strict
                print(f"  {'FAILED' if strict else 'left out'}  {name}: {reason}", flush=True)
            except Exception as error:
                failed += 1
                told = error if isinstance(error, AssertionError) and str(error) else traceback.format_exc()
                print(f"  FAILED  {name}: {told}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
