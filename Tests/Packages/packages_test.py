#!/usr/bin/env python3
"""Installs the packages of a folder on bare systems, and uses them like a user.

  packages_test.py DIST [--root DIR] [--only WORD]...

DIST is the output of 'make dist'. Bare Debians are made once and kept in DIR (by default out/roots). Cases with
missing tools are skipped and named; with VENUESIM_PACKAGES=all that is an error.
"""
import argparse
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bench  # noqa: E402
import files  # noqa: E402
import made  # noqa: E402
import systems  # noqa: E402
import wheels  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dist")
    parser.add_argument("--root", default=os.path.join(bench.ROOT, "out/roots"))
    parser.add_argument("--only", action="append", help="cases with this word in their names")
    words = parser.parse_args()
    cases = [
        case for case in [*made.CASES, *files.CASES, *systems.CASES, *wheels.CASES]
        if not words.only or any(word in case.__name__.replace("_", " ") for word in words.only)]
    if not cases:
        sys.exit(f"packages_test: no case has {' or '.join(words.only)} in its name")
    with bench.temporary() as work:
        well = bench.run_cases(
            cases, bench.Bench(words.dist, words.root, work), os.environ.get("VENUESIM_PACKAGES") == "all")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
