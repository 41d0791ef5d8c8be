"""Steps by scikit-digital-health's GaitLumbar: seconds of readings a second of processor time, and the steps found.

    python3 Benchmarks/Peers/steps_skdh.py FOLDER NAME[,NAME...] [--repeats 3] [--method "AP CWT"]

FOLDER has tables of `time_s,x,y,z` in m/s² at 50 Hz, as for `benchmarks peer steps`. All of a recording is declared
a walk, so that only steps must be found; the heel strikes count. The method is made for the small of the back
and not for pockets and hands; it finds the vertical axis by itself.
"""

import argparse
import json
import time
import warnings

import numpy
import skdh
from skdh.gait import GaitLumbar


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("names")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--method", default="AP CWT")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    names = options.names.split(",")
    tables = [
        numpy.loadtxt(f"{options.folder}/{name}.csv", delimiter=",", skiprows=1)
        for name in names]
    counts, seconds = {}, sum(table[-1, 0] - table[0, 0] for table in tables)
    begin = time.process_time()
    for _ in range(options.repeats):
        for name, table in zip(names, tables):
            gait = GaitLumbar(gait_event_method=options.method, day_window=None)
            found = gait.predict(
                time=1.6e9 + table[:, 0], accel=table[:, 1:] / 9.80665, fs=50.0, height=1.75,
                gait_bouts=numpy.array([[0, len(table)]]))
            counts[name] = len(found.get("IC Timestamp", []))
    taken = time.process_time() - begin
    print(json.dumps({
        "per_second": seconds * options.repeats / taken, **counts, "version": skdh.__version__}))


if __name__ == "__main__":
    main()
