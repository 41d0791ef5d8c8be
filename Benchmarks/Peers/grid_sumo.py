"""SUMO on a lit 10 x 10 grid: vehicle-seconds simulated per second of stepping.

    python3 -m venv venv && venv/bin/pip install eclipse-sumo==1.28.0 libsumo==1.28.0
    venv/bin/python Benchmarks/Peers/grid_sumo.py [--samples 5] [--vehicles 500]
        [--model IDM|Krauss] [--csv results/mobility_speed.csv] [--json]

The network is netgenerate's: 10 x 10 junctions with lights, 150 m apart, one lane each way at
13.89 m/s. Vehicles follow the IDM (or SUMO's own model) on random walks long enough that none
arrives; steps of 0.1 s. Only the stepping is timed, after a warm-up of 60 s, by calls of libsumo
within the same process, in processor time. With --csv a row with the median is appended to a table; with
--json the last line is the last sample's.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import sumo

os.environ.setdefault("SUMO_HOME", sumo.SUMO_HOME)
sys.path.append(os.path.join(sumo.SUMO_HOME, "tools"))

import libsumo  # noqa: E402
import sumolib  # noqa: E402


def make_network(folder):
    path = os.path.join(folder, "grid.net.xml")
    subprocess.run(
        [
            os.path.join(sumo.SUMO_HOME, "bin", "netgenerate"),
            "--grid", "--grid.number", "10", "--grid.length", "150",
            "--default-junction-type", "traffic_light", "--no-turnarounds", "true",
            "--output-file", path,
        ],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    return path


def turn(edge, source):
    """The next road: straight on is twice as likely as either turn."""
    ways = sorted(edge.getOutgoing().items(), key=lambda way: way[0].getID())
    weights = [2 if way[1][0].getDirection() == "s" else 1 for way in ways]
    return source.choices([way[0] for way in ways], weights)[0]


def make_routes(folder, network, vehicles, model):
    """Random walks of 120 roads, one vehicle on each of the roads in turn."""
    source = random.Random(1)
    edges = [edge for edge in sumolib.net.readNet(network).getEdges()]
    path = os.path.join(folder, "grid.rou.xml")
    with open(path, "w") as out:
        out.write(f'<routes>\n<vType id="car" carFollowModel="{model}" accel="1.3"')
        out.write(' decel="1.8" tau="1.15"/>\n')
        for number in range(vehicles):
            walk = [edges[number % len(edges)]]
            while len(walk) < 120:
                walk.append(turn(walk[-1], source))
            place = "random" if number >= len(edges) else "base"
            names = " ".join(edge.getID() for edge in walk)
            out.write(
                f'<vehicle id="v{number}" type="car" depart="0" departPos="{place}">'
                f'<route edges="{names}"/></vehicle>\n'
            )
        out.write("</routes>\n")
    return path


def sample(network, routes, seconds):
    libsumo.start(
        [
            "sumo", "-n", network, "-r", routes, "--step-length", "0.1", "--no-step-log", "true",
            "--no-warnings", "true", "--time-to-teleport", "-1", "--threads", "1",
        ]
    )
    for _ in range(600):
        libsumo.simulationStep()
    before = libsumo.vehicle.getIDCount()
    start = time.process_time()
    for _ in range(int(seconds * 10)):
        libsumo.simulationStep()
    elapsed = time.process_time() - start
    present = libsumo.vehicle.getIDList()
    mean = sum(libsumo.vehicle.getSpeed(name) for name in present) / max(len(present), 1)
    libsumo.close()
    return (before + len(present)) / 2 * seconds / elapsed, len(present), mean


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=5)
    parser.add_argument("--vehicles", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--model", default="IDM")
    parser.add_argument("--csv")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    speeds = []
    with tempfile.TemporaryDirectory() as folder:
        network = make_network(folder)
        routes = make_routes(folder, network, options.vehicles, options.model)
        for _ in range(options.samples):
            speed, present, mean = sample(network, routes, options.seconds)
            speeds.append(speed)
            print(
                f"sumo {options.model} {speed:.0f} vehicle-seconds/s"
                f" ({present} vehicles, in the end at {mean:.2f} m/s on average)",
                flush=True,
            )
    if options.json:
        version = libsumo.getVersion()[1].split()[-1]
        print(json.dumps({"per_second": speeds[-1], "mean_speed": mean, "version": version}))
    if options.csv:
        low, middle, high = statistics.quantiles(speeds, n=4, method="inclusive")
        with open(options.csv, "a") as out:
            out.write(
                f"sumo {options.model},{libsumo.getVersion()[1].split()[-1]},lit_grid_10x10,"
                f"{options.vehicles},0.1,{middle:.0f},{len(speeds)},"
                f"{(high - low) / 2 / middle:.3f},"
                f"python Benchmarks/Peers/grid_sumo.py --model {options.model}\n"
            )


if __name__ == "__main__":
    main()
