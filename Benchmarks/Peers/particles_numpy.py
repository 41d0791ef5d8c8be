"""A particle filter in NumPy on the walk of `benchmarks peer particles --export FOLDER`.

    python3 Benchmarks/Peers/particles_numpy.py FOLDER --count 10000 --walls raster|segments

Vectorised over all particles: a step with noisy length and turn, a test against the walls, the weights of ten
readings per second from a table of signal strengths, and systematic resampling below an effective sample size of
one half. Walls are looked up in squares of 0.25 m along the step, which is faster than crossing each of the 52
segments; `--walls segments` does that instead. The initial heading is given, the initial position isn't.
"""

import argparse
import csv
import json
import math
import time

import numpy

SQUARE = 0.25
WALL_LOG = -8.0
NOISE = 4.0
TURN_NOISE = 0.08
LENGTH_NOISE = 0.15
POSITION_JITTER = 0.1


def read(path):
    with open(path, newline="") as file:
        return [[float(value) for value in row] for row in list(csv.reader(file))[1:]]


class House:
    """The walls, and the signal strength of each beacon at each metre."""

    def __init__(self, folder):
        self.walls = numpy.array(read(folder + "/walls.csv"))
        rows = numpy.array(read(folder + "/field.csv"))
        shape = [int(column.max()) + 1 for column in rows[:, :3].T]
        self.field = numpy.empty(shape, dtype=numpy.float32)
        index = rows[:, :3].astype(int)
        self.field[index[:, 0], index[:, 1], index[:, 2]] = rows[:, 3]
        self.size = numpy.array(shape[1:], dtype=float) - 1
        # A margin of 1 m all round, for particles outside the plan.
        self.raster = numpy.zeros(((self.size + 2) / SQUARE).astype(int) + 1, dtype=bool)
        for x1, y1, x2, y2 in self.walls:
            for share in numpy.linspace(0, 1, 2 + int(4 * math.hypot(x2 - x1, y2 - y1) / SQUARE)):
                x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
                self.raster[int((x + 1) / SQUARE), int((y + 1) / SQUARE)] = True

    def hits_square(self, x, y, u, v):
        """True if a path from (x, y) to (u, v) meets a raster square with a wall, at thirds of the path."""
        hit = numpy.zeros(len(x), dtype=bool)
        most = numpy.array(self.raster.shape) - 1
        for share in (1 / 3, 2 / 3, 1.0):
            column = ((x + share * (u - x) + 1) * (1 / SQUARE)).astype(numpy.int32)
            row = ((y + share * (v - y) + 1) * (1 / SQUARE)).astype(numpy.int32)
            numpy.clip(column, 0, most[0], out=column)
            numpy.clip(row, 0, most[1], out=row)
            hit |= self.raster[column, row]
        return hit

    def crosses_segment(self, x, y, u, v):
        """True if a path crosses one of the walls; all pairs at once."""
        hit = numpy.zeros(len(x), dtype=bool)
        for x1, y1, x2, y2 in self.walls:
            a = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            b = (x2 - x1) * (v - y1) - (y2 - y1) * (u - x1)
            c = (u - x) * (y1 - y) - (v - y) * (x1 - x)
            d = (u - x) * (y2 - y) - (v - y) * (x2 - x)
            hit |= (a * b < 0) & (c * d < 0)
        return hit


class Filter:
    def __init__(self, house, count, heading, seed, walls):
        self.house, self.count = house, count
        self.random = numpy.random.default_rng(seed)
        self.x = self.random.uniform(0, house.size[0], count)
        self.y = self.random.uniform(0, house.size[1], count)
        self.heading = heading + 0.05 * self.random.standard_normal(count)
        self.log = numpy.zeros(count)
        self.is_hit = house.hits_square if walls == "raster" else house.crosses_segment

    def step(self, length, turn):
        draws = self.random.standard_normal((2, self.count))
        self.heading += turn + TURN_NOISE * draws[0]
        way = length * (1 + LENGTH_NOISE * draws[1])
        u, v = self.x + way * numpy.cos(self.heading), self.y + way * numpy.sin(self.heading)
        self.log[self.is_hit(self.x, self.y, u, v)] += WALL_LOG
        self.x, self.y = u, v

    def weigh(self, levels):
        field = self.house.field
        column = numpy.clip(numpy.rint(self.x), 0, field.shape[1] - 1).astype(numpy.int32)
        row = numpy.clip(numpy.rint(self.y), 0, field.shape[2] - 1).astype(numpy.int32)
        off = field[:, column, row] - levels[:, None]
        self.log -= 0.5 / NOISE**2 * numpy.einsum("ij,ij->j", off, off)
        self.log -= self.log.max()
        weight = numpy.exp(self.log)
        weight /= weight.sum()
        place = float(weight @ self.x), float(weight @ self.y)
        if 1 / (weight @ weight) < self.count / 2:
            self.resample(weight)
        return place

    def resample(self, weight):
        goals = (numpy.arange(self.count) + self.random.uniform()) / self.count
        chosen = numpy.minimum(numpy.searchsorted(numpy.cumsum(weight), goals), self.count - 1)
        draws = POSITION_JITTER * self.random.standard_normal((2, self.count))
        self.x, self.y = self.x[chosen] + draws[0], self.y[chosen] + draws[1]
        self.heading = self.heading[chosen]
        self.log = numpy.zeros(self.count)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--walls", choices=["raster", "segments"], default="raster")
    options = parser.parse_args()
    steps = read(options.folder + "/steps.csv")
    levels = numpy.array(read(options.folder + "/levels.csv"), dtype=numpy.float32)
    heading = read(options.folder + "/start.csv")[0][0]
    particles = Filter(
        House(options.folder), options.count, heading, options.seed, options.walls)
    errors, index = [], 0
    begin = time.process_time()
    for second, heard in enumerate(levels):
        while index < len(steps) and steps[index][0] == second:
            particles.step(steps[index][1], steps[index][2])
            index += 1
        x, y = particles.weigh(heard)
        if second >= 30:
            errors.append((x - steps[index - 1][3]) ** 2 + (y - steps[index - 1][4]) ** 2)
    taken = time.process_time() - begin
    print(json.dumps({
        "per_second": options.count * len(steps) / taken,
        "rms_error": math.sqrt(sum(errors) / len(errors)), "version": numpy.__version__}))


if __name__ == "__main__":
    main()
