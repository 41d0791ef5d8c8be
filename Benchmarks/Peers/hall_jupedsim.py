"""JuPedSim's collision-free speed model in the scenes of our movement checks, and its speed.

    pip install jupedsim==1.4.2 shapely numpy
    python3 Benchmarks/Peers/hall_jupedsim.py rimea --csv results/rimea_jupedsim.csv
    python3 Benchmarks/Peers/hall_jupedsim.py speed --csv results/mobility_speed.csv
    python3 Benchmarks/Peers/hall_jupedsim.py hall --seconds 30

The model has its published defaults: time gap 1 s, radius 0.2 m, strength 8 and range 0.1 m for
neighbours, 5 and 0.02 m for walls. Free speeds are Weidmann's, as in our checks. Unlike some of our
constants, none of its parameters was fitted to these scenes. A counterflow without an arrival for two
minutes counts as unfinished. `speed` runs our own benchmark (built with `swift build -c release
--product benchmarks`) and JuPedSim in turns; `hall` runs JuPedSim once and prints a line of JSON.
"""

import argparse
import csv
import json
import math
import os
import statistics
import subprocess
import time
from concurrent.futures import ProcessPoolExecutor

import jupedsim
import numpy
from shapely import Polygon, box, union_all

STEP = 0.05


def places(count, low, high, source):
    """A shuffled grid with some play in each cell, as in Scene.swift."""
    size = numpy.subtract(high, low)
    side = math.sqrt(size[0] * size[1] / count)
    while int(size[0] / side) * int(size[1] / side) < count:
        side *= 0.995
    columns = int(size[0] / side)
    cells = source.permutation(columns * int(size[1] / side))[:count]
    play = max(0.0, side - 0.42) / 2
    for cell in cells:
        yield (
            low[0] + (cell % columns + 0.5) * side + source.uniform(-play, play),
            low[1] + (cell // columns + 0.5) * side + source.uniform(-play, play),
        )


def ring_places(count, inner, outer, source):
    """Angles and radii in concentric rows; JuPedSim refuses bodies that touch."""
    spacing = math.sqrt(math.pi * (outer**2 - inner**2) / count)
    radii = numpy.linspace(inner + 0.21, outer - 0.21, max(2, round((outer - inner) / spacing)))
    taken = 0
    for index, radius in enumerate(radii):
        until = round(count * sum(radii[: index + 1]) / sum(radii))
        turn = source.uniform(0, 2 * math.pi)
        for number in range(until - taken):
            yield (turn + 2 * math.pi * number / (until - taken)) % (2 * math.pi), radius
        taken = until


def free_speed(source):
    return min(max(source.normal(1.34, 0.26), 0.5), 2.2)


def simulation(geometry):
    return jupedsim.Simulation(
        model=jupedsim.CollisionFreeSpeedModel(), geometry=geometry, dt=STEP)


def add(sim, position, journey, stage, speed):
    return sim.add_agent(jupedsim.CollisionFreeSpeedModelAgentParameters(
        position=position, journey_id=journey, stage_id=stage, desired_speed=speed,
        time_gap=1.0, radius=0.2))


def to_exit(sim, area):
    stage = sim.add_exit_stage(area)
    return sim.add_journey(jupedsim.JourneyDescription([stage])), stage


def box_of(low, high):
    return [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]


def bottleneck(width, seed):
    half = width / 2
    source = numpy.random.default_rng(seed)
    sim = simulation(union_all([
        box(0, -5, 10, 5), box(9.99, -half, 12.01, half), box(12, -5, 22, 5)]))
    journey, stage = to_exit(sim, box_of((20, -5), (22, 5)))
    for place in places(150, (0.3, -4.7), (9, 4.7), source):
        add(sim, place, journey, stage, free_speed(source))
    passed, times = set(), []
    while sim.agent_count() > 0 and sim.elapsed_time() < 600:
        sim.iterate()
        for agent in sim.agents():
            if agent.position[0] > 11 and agent.id not in passed:
                passed.add(agent.id)
                times.append(sim.elapsed_time())
        if len(times) > 120:
            return {"flow, 1/(m s)": 100 / (times[120] - times[20]) / width}
    return {"flow, 1/(m s)": 0.0}


def counterflow(against, seed):
    source = numpy.random.default_rng(seed)
    sim = simulation(union_all([
        box(-15, -5, -5, 5), box(-5.01, -1, 5.01, 1), box(5, -5, 15, 5)]))
    east = to_exit(sim, box_of((9, -5), (15, 5)))
    # The others start behind the eastern goal's line, so their own goal is the western room's end.
    west = to_exit(sim, box_of((-15, -5), (-9, 5)))
    hundred = [
        add(sim, place, *east, free_speed(source))
        for place in places(100, (-14.7, -4.7), (-5.3, 4.7), source)]
    for place in places(against, (5.3, -4.7), (14.7, 4.7), source) if against else []:
        add(sim, place, *west, free_speed(source))
    end, quiet = 0.0, 0.0
    there = set(hundred)
    while sim.elapsed_time() < 600 and sim.agent_count() > 0:
        sim.iterate()
        gone = there & set(sim.removed_agents())
        if gone:
            there -= gone
            end = sim.elapsed_time()
        quiet = 0.0 if sim.removed_agents() else quiet + STEP
        if quiet > 120:
            break
    return {
        f"time of 100 against {against}, s": end if not there else math.nan,
        "left behind after 600 s": sim.agent_count(),
    }


def ring(density, seed):
    source = numpy.random.default_rng(seed)
    inner, outer = 7.0, 9.0
    circle = lambda r: [
        (r * math.cos(a), r * math.sin(a)) for a in numpy.linspace(0, 2 * math.pi, 97)[:-1]]
    sim = simulation(Polygon(circle(outer), [circle(inner)]))
    tracks = []
    for radius in (7.5, 8.0, 8.5):
        stages = [
            sim.add_waypoint_stage(
                (radius * math.cos(k * math.pi / 8), radius * math.sin(k * math.pi / 8)), 1.0)
            for k in range(16)]
        journey = jupedsim.JourneyDescription(stages)
        for k in range(16):
            journey.set_transition_for_stage(
                stages[k], jupedsim.Transition.create_fixed_transition(stages[(k + 1) % 16]))
        tracks.append((sim.add_journey(journey), stages))
    count = round(density * math.pi * (outer**2 - inner**2))
    for angle, r in ring_places(count, inner, outer, source):
        journey, stages = tracks[min(2, int((r - inner) / (outer - inner) * 3))]
        stage = stages[(int(angle / (math.pi / 8)) + 1) % 16]
        add(sim, (r * math.cos(angle), r * math.sin(angle)), journey, stage, free_speed(source))
    while sim.elapsed_time() < 45:
        sim.iterate()
    before = {a.id: a.position for a in sim.agents()}
    turned = dict.fromkeys(before, 0.0)
    for _ in range(60):
        for _ in range(10):
            sim.iterate()
        for agent in sim.agents():
            (x, y), (u, v) = agent.position, before[agent.id]
            radius = math.hypot(x, y)
            turned[agent.id] += math.atan2(u * y - v * x, u * x + v * y) * radius
            before[agent.id] = agent.position
    return {"speed, m/s": statistics.fmean(turned.values()) / 30}


def corridor(_, seed):
    sim = simulation(box(-2, -1, 44, 1))
    journey, stage = to_exit(sim, box_of((40, -1), (44, 1)))
    add(sim, (0, 0), journey, stage, 1.33)
    while sim.agent_count() > 0:
        sim.iterate()
    return {"time for 40 m, s": sim.elapsed_time()}


SCENES = (
    [("rimea-01 corridor of 40 m", corridor, 0)]
    + [(f"rimea-04 density {d:.1f}/m²", ring, d) for d in (0.5, 1, 2, 3, 4)]
    + [("rimea-08 counterflow", counterflow, n) for n in (0, 10, 50, 100)]
    + [(f"rimea-12 bottleneck of {w} m", bottleneck, w) for w in (0.8, 1.0, 1.2, 1.5, 1.8)]
)


def run_scene(job):
    index, seed = job
    _, scene, parameter = SCENES[index]
    return scene(parameter, seed)


def rimea(path, runs, jobs):
    with ProcessPoolExecutor(jobs) as pool, open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["check", "quantity", "jupedsim", "runs", "runs_without_value"])
        left_behind = 0
        for index, (check, scene, _) in enumerate(SCENES):
            values = {}
            for result in pool.map(run_scene, [(index, seed) for seed in range(1, runs + 1)]):
                for quantity, value in result.items():
                    values.setdefault(quantity, []).append(value)
            if scene is counterflow:
                # One row for all four crowds, as in our table, written with the last of them.
                left_behind = max([left_behind] + values.pop("left behind after 600 s"))
                if SCENES[index + 1][1] is not counterflow:
                    values["left behind after 600 s"] = [left_behind]
            for quantity, samples in values.items():
                known = [value for value in samples if not math.isnan(value)]
                figure = f"{statistics.fmean(known):.4g}" if known else ""
                writer.writerow([check, quantity, figure, len(known), len(samples) - len(known)])
                print(check, quantity, figure, len(known), len(samples), flush=True)
            file.flush()


def hall(seconds):
    """A hall of 25 m by 25 m with 1,000 people and one exit of 2 m, as in MobilityBenchmarks."""
    source = numpy.random.default_rng(1)
    sim = simulation(union_all([box(0, 0, 25, 25), box(24.99, 11.5, 28, 13.5)]))
    journey, stage = to_exit(sim, box_of((27, 11.5), (28, 13.5)))
    for place in places(1000, (0.4, 0.4), (24.6, 24.6), source):
        add(sim, place, journey, stage, free_speed(source))
    agent_seconds = 0.0
    begin = time.process_time()
    while sim.elapsed_time() < seconds:
        agent_seconds += sim.agent_count() * STEP
        sim.iterate()
    return agent_seconds / (time.process_time() - begin)


def speed(path, ours, samples, seconds):
    mine, theirs = [], []
    for _ in range(samples):
        out = subprocess.run(
            [ours, "crowd-hall", "--seconds", str(seconds)], capture_output=True, text=True,
            check=True)
        mine.append(float(out.stdout))
        theirs.append(hall(seconds))
        print(f"VenueSim {mine[-1]:.0f}, JuPedSim {theirs[-1]:.0f} agent-seconds/s", flush=True)
    ratios = sorted(a / b for a, b in zip(mine, theirs))
    print(f"ratio: median {statistics.median(ratios):.1f}, {ratios[0]:.1f} to {ratios[-1]:.1f}")
    rows = []
    if os.path.exists(path):
        with open(path, newline="") as file:
            rows = [row for row in csv.reader(file)][1:]
    scene = "hall 25 m x 25 m with one exit of 2 m"
    rows = [row for row in rows if row[2] != scene]
    command = f"python3 Benchmarks/Peers/hall_jupedsim.py speed --seconds {seconds:g}"
    for tool, version, values in (
            ("VenueSim", "0.1.0", mine), ("JuPedSim", jupedsim.__version__, theirs)):
        quartiles = statistics.quantiles(values, n=4, method="inclusive")
        median = quartiles[1]
        rows.append([
            tool, version, scene, 1000, STEP, f"{median:.0f}", len(values),
            f"{(quartiles[2] - quartiles[0]) / 2 / median:.3f}", command])
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([
            "tool", "version", "scene", "agents", "step_s", "agent_seconds_per_s", "samples",
            "spread_share", "command"])
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["rimea", "speed", "hall"])
    parser.add_argument("--csv")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ours", default=".build/release/benchmarks")
    parser.add_argument("--samples", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=30)
    arguments = parser.parse_args()
    if arguments.what == "hall":
        print(json.dumps({
            "per_second": hall(arguments.seconds), "version": jupedsim.__version__}))
    elif not arguments.csv:
        parser.error("--csv is needed")
    elif arguments.what == "rimea":
        rimea(arguments.csv, arguments.runs, arguments.jobs)
    else:
        speed(arguments.csv, arguments.ours, arguments.samples, arguments.seconds)


if __name__ == "__main__":
    main()
