"""gnss-ins-sim's method in NumPy: accelerometer and gyroscope at 100 Hz, simulated seconds per second.

    python3 Benchmarks/Peers/inertial_numpy.py [--seconds 60] [--all-at-once]

PyPI has no gnss-ins-sim, so its method is reimplemented from its description. A body's velocity and attitude are
integrated from commands, one sample at a time with vectors of three. Specific force and rate of each sample follow
from the Earth's rotation, gravity and the body's own motion (navigation frame north, east, down). The sensors add a
constant offset, a first-order Gauss-Markov drift, one sample at a time, and white noise of the density times the root
of the rate. `--all-at-once` is the vectorised form with NumPy and SciPy for a straight path, without loops.
Unlike VenueSim, it has no shaking by the gait, no axis misalignment and no quantisation.
"""

import argparse
import json
import math
import time

import numpy
from scipy.signal import lfilter

HERTZ = 100
EARTH_RATE = 7.292115e-5
RADIUS = 6_378_137.0
LATITUDE = math.radians(37.8)
# The BMI270's parameters as in VenueSim: noise per root of hertz, offset, drift; in m/s² and rad/s.
ACCELEROMETER = (160e-6 * 9.80665, 0.02 * 9.80665, 0.0015 * 9.80665)
GYROSCOPE = (math.radians(0.007), math.radians(0.1), math.radians(0.03))
CORRELATION = 100.0


def rotation(attitude):
    """From the navigation frame to the body's; yaw, pitch, roll."""
    (sy, sp, sr), (cy, cp, cr) = numpy.sin(attitude), numpy.cos(attitude)
    return numpy.array([
        [cp * cy, cp * sy, -sp],
        [sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp],
        [cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp]])


def euler_rates(attitude, change):
    """The body's angular rate from the change of its attitude."""
    (_, sp, sr), (_, cp, cr) = numpy.sin(attitude), numpy.cos(attitude)
    return numpy.array([
        change[2] - sp * change[0], cr * change[1] + cp * sr * change[0],
        -sr * change[1] + cp * cr * change[0]])


def motion(count):
    """Readings of perfect sensors, one sample at a time, during a turn of 0.1 rad/s."""
    step = 1 / HERTZ
    velocity, attitude = numpy.zeros(3), numpy.zeros(3)
    smooth = numpy.zeros(3)
    height, latitude = 0.0, LATITUDE
    force, rate = numpy.empty((count, 3)), numpy.empty((count, 3))
    command = numpy.array([0.1, 0.0, 0.0])
    for index in range(count):
        smooth = 0.9 * smooth + 0.1 * command
        change = numpy.array([1.34, 0, 0]) - velocity
        change = numpy.clip(change / step, -10, 10)
        turn = rotation(attitude)
        ground = turn.T @ velocity
        gravity = 9.7803253 * (1 + 0.0053024 * math.sin(latitude) ** 2) - 3.086e-6 * height
        earth = EARTH_RATE * numpy.array([math.cos(latitude), 0, -math.sin(latitude)])
        carried = numpy.array([
            ground[1], -ground[0], -ground[1] * math.tan(latitude)]) / RADIUS
        own = euler_rates(attitude, smooth)
        rate[index] = own + turn @ (earth + carried)
        coriolis = turn @ numpy.cross(2 * earth + carried, ground)
        force[index] = (
            change + numpy.cross(own, velocity) + coriolis - turn @ numpy.array([0, 0, gravity]))
        velocity = velocity + change * step
        attitude = attitude + smooth * step
        latitude += ground[0] / RADIUS * step
        height -= ground[2] * step
    return force, rate


def motion_at_once(count):
    """Readings of perfect sensors on a straight path at constant speed; needs no integration."""
    force, rate = numpy.zeros((count, 3)), numpy.zeros((count, 3))
    force[:, 2] = -9.7803253 * (1 + 0.0053024 * math.sin(LATITUDE) ** 2)
    rate[:] = EARTH_RATE * numpy.array([math.cos(LATITUDE), 0, -math.sin(LATITUDE)])
    return force, rate


def sensor(true, errors, random, at_once):
    """Readings: offset, drift and noise added."""
    density, bias, drift = errors
    keep = 1 - 1 / (HERTZ * CORRELATION)
    size = drift * math.sqrt(1 - math.exp(-2 / (HERTZ * CORRELATION)))
    draws = size * random.standard_normal(true.shape)
    if at_once:
        wander = lfilter([1], [1, -keep], draws, axis=0)
    else:
        wander = numpy.empty(true.shape)
        wander[0] = draws[0]
        for index in range(1, len(true)):
            wander[index] = keep * wander[index - 1] + draws[index]
    noise = density * math.sqrt(HERTZ) * random.standard_normal(true.shape)
    return true + bias * random.standard_normal(3) + wander + noise


def noise(readings, density):
    """Ratio of the readings' white noise to its specification, by differences of neighbours."""
    changes = numpy.diff(readings, axis=0)
    return math.sqrt(numpy.mean(changes**2) / 2 / HERTZ) / density


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--all-at-once", action="store_true")
    options = parser.parse_args()
    random = numpy.random.default_rng(1)
    count = options.seconds * HERTZ
    begin = time.process_time()
    force, rate = (motion_at_once if options.all_at_once else motion)(count)
    sensor(force, ACCELEROMETER, random, options.all_at_once)
    sensor(rate, GYROSCOPE, random, options.all_at_once)
    taken = time.process_time() - begin
    still = motion_at_once(300 * HERTZ)
    print(json.dumps({
        "per_second": options.seconds / taken,
        "accelerometer_noise": noise(sensor(still[0], ACCELEROMETER, random, True), ACCELEROMETER[0]),
        "gyroscope_noise": noise(sensor(still[1], GYROSCOPE, random, True), GYROSCOPE[0]),
        "version": numpy.__version__}))


if __name__ == "__main__":
    main()
