#!/usr/bin/env python3
"""GNSS positions by textbook methods: a yardstick for the reference stack.

Usage: satellites_textbook.py METHOD RECORDING [NAVIGATION ...] > positions.csv

METHOD    wls     weighted least squares (WLS), each epoch by itself
          robust  the same by iteratively reweighted least squares (IRLS): L1 start, then Tukey's biweight
                  with a scale from the median absolute residual
          ekf     extended Kalman filter: constant velocity, clock, drift, an offset for each further system;
                  Doppler, Huber weights, an innovation gate
RECORDING is a libRSF folder or its Input.txt, or a RINEX 2 or 3 file with its navigation files.

GPS, QZSS, Galileo and BeiDou on L1. Without GLONASS; from RINEX, also without geostationary satellites.
Sources: Groves, "Principles of GNSS, inertial, and multisensor integrated navigation systems", 2013, chapter 9;
IS-GPS-200; RTKLIB's manual, E.5; Maronna et al., "Robust statistics", 2006, chapters 4 and 5.
"""
import datetime
import glob
import gzip
import math
import os
import sys

import numpy as np

C = 299792458.0
MU = 3.986005e14
EARTH_RATE = 7.2921151467e-5
L1 = 1575.42e6
BEIDOU = 1561.098e6
WEEK = 604800.0
# Index of the receiver clock offset of each system.
CLOCKS = {"G": 0, "J": 0, "E": 1, "C": 2}
ELEVATION_MASK = math.radians(10)


def lines(path):
    """Lines of a text file, unpacked if it is packed."""
    opened = gzip.open(path, "rt", errors="replace") if path.endswith(".gz") else open(path, errors="replace")
    with opened as file:
        yield from file


def number(text):
    """A number of a fixed-width field, with Fortran's exponents; 0 for an empty field."""
    text = text.strip().replace("D", "E").replace("d", "e")
    return float(text) if text else 0.0


def geodetic(position):
    """Latitude and longitude in rad and height in m of an ECEF position (WGS-84)."""
    a, e2 = 6378137.0, 6.69437999014e-3
    p = math.hypot(position[0], position[1])
    latitude = math.atan2(position[2], p * (1 - e2))
    for _ in range(6):
        n = a / math.sqrt(1 - e2 * math.sin(latitude) ** 2)
        latitude = math.atan2(position[2] + e2 * n * math.sin(latitude), p)
    n = a / math.sqrt(1 - e2 * math.sin(latitude) ** 2)
    return latitude, math.atan2(position[1], position[0]), p / math.cos(latitude) - n


def east_north_up(position):
    """Rotation from ECEF to east, north, up."""
    latitude, longitude, _ = geodetic(position)
    s, c, sl, cl = math.sin(latitude), math.cos(latitude), math.sin(longitude), math.cos(longitude)
    return np.array([[-sl, cl, 0], [-s * cl, -s * sl, c], [c * cl, c * sl, s]])


class Kepler:
    """Broadcast ephemeris of GPS, QZSS, Galileo or BeiDou (IS-GPS-200, 20.3.3.4.3)."""

    def __init__(self, system, time, values):
        self.system, self.toc = system, time
        (self.af0, self.af1, self.af2, _, self.crs, self.dn, self.m0, self.cuc, self.e, self.cus,
         self.root_a, self.toe, self.cic, self.omega0, self.cis, self.i0, self.crc, self.omega,
         self.omega_dot, self.i_dot, *rest) = values
        self.week = rest[1] + (1356 if system == "C" else 0)
        self.delay = rest[5]
        self.health = rest[4]
        if system == "C":
            self.toe += 14

    def clock_and_position(self, t):
        """Clock error in s and ECEF position at a time of transmission in s since the GPS epoch."""
        mu = 3.986004418e14 if self.system in "CE" else MU
        rate = 7.292115e-5 if self.system == "C" else EARTH_RATE
        a = self.root_a ** 2
        tk = t - (self.week * WEEK + self.toe)
        m = self.m0 + (math.sqrt(mu / a ** 3) + self.dn) * tk
        e = m
        for _ in range(10):
            e -= (e - self.e * math.sin(e) - m) / (1 - self.e * math.cos(e))
        v = math.atan2(math.sqrt(1 - self.e ** 2) * math.sin(e), math.cos(e) - self.e)
        u0 = v + self.omega
        s2, c2 = math.sin(2 * u0), math.cos(2 * u0)
        u = u0 + self.cus * s2 + self.cuc * c2
        r = a * (1 - self.e * math.cos(e)) + self.crs * s2 + self.crc * c2
        i = self.i0 + self.i_dot * tk + self.cis * s2 + self.cic * c2
        toe = self.toe - (14 if self.system == "C" else 0)
        node = self.omega0 + (self.omega_dot - rate) * tk - rate * toe
        x, y = r * math.cos(u), r * math.sin(u)
        position = np.array([x * math.cos(node) - y * math.cos(i) * math.sin(node),
                          x * math.sin(node) + y * math.cos(i) * math.cos(node), y * math.sin(i)])
        dt = t - self.toc
        clock = self.af0 + self.af1 * dt + self.af2 * dt * dt
        clock -= 2 * math.sqrt(mu * a) * self.e * math.sin(e) / C ** 2
        return clock - self.delay, position


def gps_seconds(fields):
    """Seconds since the GPS epoch of a calendar time."""
    year, month, day, hour, minute, second = fields
    year = int(year)
    if year < 80:
        year += 2000
    day = datetime.date(year, int(month), int(day)) - datetime.date(1980, 1, 6)
    return day.days * 86400 + int(hour) * 3600 + int(minute) * 60 + float(second)


def read_navigation(paths):
    """Ephemerides by satellite, and the coefficients of Klobuchar's model."""
    messages, ionosphere = {}, {}
    for path in paths:
        version, block, name = 2.0, [], None
        in_header = True
        for line in lines(path):
            if in_header:
                label = line[60:].strip()
                if label.startswith("RINEX VERSION"):
                    version = float(line[:9])
                    if version < 3 and line[20] not in "N":
                        break
                elif label.startswith("ION ALPHA"):
                    ionosphere["a"] = [number(line[2 + 12 * k:14 + 12 * k]) for k in range(4)]
                elif label.startswith("ION BETA"):
                    ionosphere["b"] = [number(line[2 + 12 * k:14 + 12 * k]) for k in range(4)]
                elif label.startswith("IONOSPHERIC CORR") and line[:3] == "GPS":
                    ionosphere["ab"[line[3] == "B"]] = [number(line[5 + 12 * k:17 + 12 * k]) for k in range(4)]
                in_header = not label.startswith("END OF HEADER")
                continue
            starts = line[0] != " " if version >= 3 else line[:2].strip() != ""
            if starts:
                if version >= 3:
                    name = line[:3].replace(" ", "0")
                    time, first, offset = line[4:23].split(), line[23:], 4
                else:
                    name = "G%02d" % int(line[:2])
                    time, first, offset = line[2:22].split(), line[22:], 3
                if version >= 3:
                    time = [line[4:8], line[9:11], line[12:14], line[15:17], line[18:20], line[21:23]]
                block = [number(first[19 * k:19 * k + 19]) for k in range(3)]
                when = time
            elif name:
                block += [number(line[offset + 19 * k:offset + 19 * k + 19]) for k in range(4)]
            if name and name[0] in CLOCKS and len(block) >= 27:
                seconds = gps_seconds(when) + (14 if name[0] == "C" else 0)
                message = Kepler(name[0], seconds, block[:27])
                # Galileo: single-frequency receivers use I/NAV, whose clock is for E1 and E5b.
                inav = name[0] != "E" or int(block[20]) & 0x200 or not int(block[20]) & 0x100
                if inav and (message.health == 0 or name[0] == "E"):
                    messages.setdefault(name, []).append(message)
                name = None
    return messages, ionosphere


def klobuchar(coefficients, position, azimuth, elevation, seconds):
    """Ionospheric delay in m by Klobuchar's model (IS-GPS-200, 20.3.3.5.2.5)."""
    if len(coefficients) < 2:
        return 0.0
    latitude, longitude, _ = geodetic(position)
    e = elevation / math.pi
    psi = 0.0137 / (e + 0.11) - 0.022
    phi = min(max(latitude / math.pi + psi * math.cos(azimuth), -0.416), 0.416)
    lam = longitude / math.pi + psi * math.sin(azimuth) / math.cos(phi * math.pi)
    phi += 0.064 * math.cos((lam - 1.617) * math.pi)
    local = (43200 * lam + seconds) % 86400
    f = 1 + 16 * (0.53 - e) ** 3
    amplitude = max(sum(c * phi ** k for k, c in enumerate(coefficients["a"])), 0)
    period = max(sum(c * phi ** k for k, c in enumerate(coefficients["b"])), 72000)
    x = 2 * math.pi * (local - 50400) / period
    return C * f * (5e-9 + (amplitude * (1 - x * x / 2 + x ** 4 / 24) if abs(x) < 1.57 else 0))


def troposphere(position, elevation):
    """Tropospheric delay in m, by a simple mapping function."""
    height = min(max(geodetic(position)[2], 0), 8000)
    return 2.47 * math.exp(-height / 7000) / (math.sin(elevation) + 0.0121)


def read_rinex(path):
    """Epochs on L1: GPS time, and range in m, Doppler in Hz and C/N0 by satellite."""
    version, types, epochs = 2.0, {}, []
    reader = lines(path)
    current = None
    for line in reader:
        label = line[60:].strip()
        if label.startswith("RINEX VERSION"):
            version = float(line[:9])
        elif label.startswith("# / TYPES OF OBSERV"):
            types.setdefault("", []).extend(line[6:60].split())
        elif label.startswith("SYS / # / OBS TYPES"):
            if line[0] != " ":
                current = line[0]
            types.setdefault(current, []).extend(line[7:60].split())
        elif label.startswith("END OF HEADER"):
            break

    def pick(names, kinds, code):
        for kind in kinds:
            wanted = [k for k in names if k.startswith(code + kind)]
            if wanted:
                return names.index(wanted[0])
        return None

    for line in reader:
        if version >= 3:
            if line[0] != ">":
                continue
            time, flag, count = gps_seconds(line[2:29].split()), int(line[31]), int(line[32:35])
            rows = [next(reader).rstrip("\n") for _ in range(count)]
            if flag > 1:
                continue
            received = {}
            for row in rows:
                system = row[0]
                if system not in CLOCKS or system not in types:
                    continue
                names = types[system]
                kinds = ["2", "1"] if system == "C" else ["1"]
                got = []
                for code in "CDS":
                    index = pick(names, kinds, code)
                    text = "" if index is None else row[3 + 16 * index:17 + 16 * index]
                    got.append(number(text))
                if got[0]:
                    received[row[:3].replace(" ", "0")] = tuple(got)
            epochs.append((time, received))
        else:
            if line[28] not in "01":
                for _ in range(int(line[29:32])):
                    next(reader)
                continue
            time, count = gps_seconds(line[:26].split()), int(line[29:32])
            names = line[32:68].rstrip("\n")
            while len(names.rstrip()) < 3 * count:
                names = names[:36 * (len(names) // 36 + (len(names) % 36 > 0))]
                names = names.rstrip("\n") + next(reader)[32:68].rstrip("\n")
            kinds = types[""]
            received = {}
            for k in range(count):
                name = names[3 * k:3 * k + 3].replace(" ", "0")
                values = []
                for _ in range((len(kinds) + 4) // 5):
                    row = next(reader).rstrip("\n").ljust(80)
                    values += [number(row[16 * j:16 * j + 14]) for j in range(5)]
                if name[0] in CLOCKS:
                    got = {kind: values[j] for j, kind in enumerate(kinds)}
                    if got.get("C1"):
                        received[name] = (got["C1"], got.get("D1", 0.0), got.get("S1", 0.0))
            epochs.append((time, received))
    return epochs


class Measurement:
    """Pseudorange of a satellite, corrected for satellite clock and atmosphere, and its rate."""
    __slots__ = ("name", "clock", "range", "rate", "position", "velocity", "strength", "elevation")


class Rinex:
    """Epochs of a RINEX file with broadcast ephemerides."""

    def __init__(self, path, navigation):
        self.epochs = read_rinex(path)
        self.messages, self.ionosphere = read_navigation(navigation)

    def __iter__(self):
        start = self.epochs[0][0] if self.epochs else 0
        for time, received in self.epochs:
            yield time - start, lambda near, time=time, received=received: self.measurements(time, received, near)

    def measurements(self, time, received, near):
        found = []
        frame = east_north_up(near) if np.linalg.norm(near) > 6e6 else None
        for name, (pseudo, doppler, strength) in received.items():
            if name[0] == "C" and not 6 <= int(name[1:]) < 59:
                continue
            message = min(self.messages.get(name, []), default=None,
                          key=lambda m: abs(m.toc - time))
            if message is None or abs(message.toc - time) > 7500:
                continue
            sent = time - pseudo / C
            clock, _ = message.clock_and_position(sent)
            sent -= clock
            clock, position = message.clock_and_position(sent)
            later_clock, later = message.clock_and_position(sent + 0.5)
            earlier_clock, earlier = message.clock_and_position(sent - 0.5)
            measurement = Measurement()
            measurement.name, measurement.clock, measurement.position = name, CLOCKS[name[0]], position
            measurement.velocity = later - earlier
            measurement.range = pseudo + C * clock
            wave = C / (BEIDOU if name[0] == "C" else L1)
            measurement.rate = -doppler * wave + C * (later_clock - earlier_clock) if doppler else math.nan
            measurement.strength = strength or 40.0
            measurement.elevation = math.pi / 2
            if frame is not None:
                look = frame @ (position - near)
                measurement.elevation = math.asin(look[2] / np.linalg.norm(look))
                if measurement.elevation < ELEVATION_MASK:
                    continue
                azimuth = math.atan2(look[0], look[1])
                measurement.range -= klobuchar(self.ionosphere, near, azimuth, measurement.elevation, time % 86400)
                measurement.range -= troposphere(near, measurement.elevation)
            found.append(measurement)
        return found


class LibRSF:
    """Epochs of a libRSF file: corrected ranges, and satellite positions at transmission."""

    def __init__(self, path):
        self.epochs = {}
        for line in lines(path):
            word = line.split()
            if word[0] != "pseudorange3":
                continue
            # GPS 1, Galileo 8, QZSS 16, BeiDou 32; GLONASS 4 is left out.
            clock = {1: 0, 2: 0, 8: 1, 16: 0, 32: 2}.get(int(float(word[8])))
            if clock is None:
                continue
            measurement = Measurement()
            measurement.name, measurement.clock = word[7], clock
            measurement.range, measurement.rate, measurement.velocity = float(word[2]), math.nan, None
            measurement.position = np.array([float(x) for x in word[4:7]])
            measurement.elevation, measurement.strength = math.radians(float(word[9])), float(word[10])
            self.epochs.setdefault(float(word[1]), []).append(measurement)

    def __iter__(self):
        for time in sorted(self.epochs):
            yield time, lambda near, time=time: self.epochs[time]


def geometry(measurement, position):
    """Range with the Earth's rotation (Sagnac effect), and unit vector towards the satellite."""
    turned = measurement.position
    for _ in range(2):
        angle = EARTH_RATE * np.linalg.norm(turned - position) / C
        s, c = math.sin(angle), math.cos(angle)
        turned = np.array([c * measurement.position[0] + s * measurement.position[1],
                           c * measurement.position[1] - s * measurement.position[0], measurement.position[2]])
    line = turned - position
    length = np.linalg.norm(line)
    return length, line / length


def variance(measurement):
    """Range variance in m² from C/N0 and elevation."""
    return 64 * 10 ** (-(measurement.strength - 35) / 10) + 1 / max(math.sin(measurement.elevation), 0.05) ** 2


def linearised(measurements, position, systems):
    """Design matrix, range residuals and sigmas at a position; clocks are 0."""
    rows = np.zeros((len(measurements), 3 + len(systems)))
    values = np.zeros(len(measurements))
    for k, measurement in enumerate(measurements):
        length, towards = geometry(measurement, position)
        rows[k, :3] = -towards
        rows[k, 3 + systems.index(measurement.clock)] = 1
        values[k] = measurement.range - length
    return rows, values, np.sqrt([variance(measurement) for measurement in measurements])


def gauss_newton(measurements_at, position, weigh=None, count=12):
    """Iterated least squares; `weigh` returns factors of the weights from normalised residuals.

    Returns position, clocks by system and normalised residuals; None if there are too few satellites.
    """
    factors = None
    for iteration in range(count):
        measurements = measurements_at(position)
        systems = sorted({measurement.clock for measurement in measurements})
        if len(measurements) < 3 + len(systems):
            return None
        rows, values, sigma = linearised(measurements, position, systems)
        used = 1 / sigma
        if factors is not None and len(factors) == len(measurements):
            used = used * np.sqrt(factors)
        step, *_ = np.linalg.lstsq(rows * used[:, None], values * used, rcond=None)
        position = position + step[:3]
        residuals = (values - rows @ step) / sigma
        if weigh:
            factors = weigh(residuals)
        if np.linalg.norm(step[:3]) < (0.01 if weigh else 1e-3) and iteration > (3 if weigh else 1):
            break
    return position, {system: step[3 + k] for k, system in enumerate(systems)}, residuals


def robust_scale(residuals, unknowns):
    """Scale of L1 residuals: 1.48 times the median of those that are not zero; at least 0.2."""
    size = np.sort(np.abs(residuals))[unknowns:]
    return max(0.2, 1.4826 * np.median(size))


def biweight(residuals, scale):
    """Tukey's redescending weights, with 95 % efficiency for normal errors."""
    size = residuals / (4.685 * scale)
    return np.where(np.abs(size) < 1, (1 - size ** 2) ** 2, 0)


def solve(measurements_at, start, is_robust):
    """Position and clocks by least squares; None if there are too few satellites."""
    start = np.array(start, float)
    plain = gauss_newton(measurements_at, start)
    if plain is None or not is_robust:
        return plain and plain[:2]
    position, clocks, residuals = plain
    unknowns = 3 + len(clocks)
    # Without two spare satellites an outlier has no majority against it.
    if len(residuals) < unknowns + 2:
        return position, clocks
    # Least absolute residuals, which one bad range hardly moves.
    absolute = gauss_newton(measurements_at, position, lambda left: 1 / np.maximum(np.abs(left), 1e-2), 30)
    if absolute is None:
        return position, clocks
    scale = robust_scale(absolute[2], unknowns)
    first = biweight(absolute[2], scale)
    if (first > 0.05).sum() < unknowns + 1:
        return absolute[:2]
    found = gauss_newton(measurements_at, absolute[0], lambda left: np.maximum(biweight(left, scale), 1e-6), 20)
    return (found or absolute)[:2]


def solve_rates(measurements, position):
    """Velocity in ECEF and clock drift by least squares; None with fewer than five range rates."""
    rows, values = [], []
    for measurement in measurements:
        if not math.isfinite(measurement.rate):
            continue
        rows.append(row_of_rate(measurement, position))
        values.append(rate_at_rest(measurement, position))
    if len(rows) < 5:
        return None
    step, *_ = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)
    return step


def row_of_rate(measurement, position):
    """Row of the design matrix of a range rate."""
    return np.append(-geometry(measurement, position)[1], 1.0)


def rate_at_rest(measurement, position):
    """Range rate minus the part of the satellite's motion."""
    _, towards = geometry(measurement, position)
    turning = EARTH_RATE / C * (measurement.velocity[1] * position[0] - measurement.velocity[0] * position[1])
    return measurement.rate - towards @ measurement.velocity - turning


class Filter:
    """Extended Kalman filter.

    State: position and velocity (east, north, up), clock, drift, clock offsets of Galileo and BeiDou.
    """
    density, density_without_rates = 1.0, 3.0
    huber, gate, max_rejections = 1.5, 5.0, 10

    def __init__(self):
        self.time = None

    def begin(self, time, measurements_at, start):
        """Starts at the robust solution of an epoch."""
        solved = solve(measurements_at, start, True)
        if solved is None:
            return
        self.position, clocks = solved
        self.time, self.rejected = time, 0
        self.frame = east_north_up(self.position)
        self.x = np.zeros(10)
        first = clocks.get(0, next(iter(clocks.values())))
        self.x[6] = first
        for k in (1, 2):
            if k in clocks and 0 in clocks:
                self.x[7 + k] = clocks[k] - first
        rates = solve_rates(measurements_at(self.position), self.position)
        if rates is not None:
            self.x[3:6], self.x[7] = self.frame @ rates[:3], rates[3]
        self.p = np.diag([400.0] * 3 + [100.0] * 3 + [400.0, 100.0, 1e4, 1e4])

    def at(self):
        """Position in ECEF."""
        return self.position + self.frame.T @ self.x[:3]

    def predict(self, elapsed, has_rates):
        """Prediction over a time in s, with white noise of acceleration."""
        f = np.eye(10)
        for k in range(3):
            f[k, 3 + k] = elapsed
        f[6, 7] = elapsed
        q = np.zeros((10, 10))
        density = self.density if has_rates else self.density_without_rates
        for k in range(3):
            q[k, k] = density * elapsed ** 3 / 3
            q[k, 3 + k] = q[3 + k, k] = density * elapsed ** 2 / 2
            q[3 + k, 3 + k] = density * elapsed
        q[6, 6], q[7, 7] = 1.0 * elapsed, 0.05 * elapsed
        q[6, 6] += 0.05 * elapsed ** 3 / 3
        q[8, 8] = q[9, 9] = 1e-4 * elapsed
        self.x, self.p = f @ self.x, f @ self.p @ f.T + q

    def observe(self, h, innovation, r):
        """Update with one measurement; False if the innovation gate rejects it."""
        ph = self.p @ h
        spread = h @ ph
        size = abs(innovation) / math.sqrt(spread + r)
        if size > self.gate:
            return False
        total = spread + r * max(1, size / self.huber)
        gain = ph / total
        self.x = self.x + gain * innovation
        self.p = self.p - np.outer(gain, ph)
        return True

    def process(self, time, measurements_at):
        """Processes an epoch; starts again after a long gap or many rejections."""
        elapsed = 0 if self.time is None else time - self.time
        if self.time is None or elapsed > 120 or elapsed <= 0:
            return self.begin(time, measurements_at, self.at() if self.time is not None else np.zeros(3))
        measurements = measurements_at(self.at())
        has_rates = any(math.isfinite(s.rate) for s in measurements)
        self.predict(elapsed, has_rates)
        self.time = time
        used = 0
        for measurement in measurements:
            position = self.at()
            length, towards = geometry(measurement, position)
            h = np.zeros(10)
            h[:3] = -(self.frame @ towards)
            h[6] = 1
            if measurement.clock:
                h[7 + measurement.clock] = 1
            used += self.observe(h, measurement.range - length - h[6:] @ self.x[6:], variance(measurement))
            if math.isfinite(measurement.rate):
                h = np.zeros(10)
                h[3:6] = -(self.frame @ towards)
                h[7] = 1
                innovation = rate_at_rest(measurement, self.at()) - h @ self.x
                self.observe(h, innovation, 0.1 ** 2 + 10 ** (-(measurement.strength - 35) / 10) * 0.04)
        self.rejected = self.rejected + 1 if 2 * used < len(measurements) else 0
        if self.rejected >= self.max_rejections:
            self.begin(time, measurements_at, self.at())


def source(path, navigation):
    """Epochs of a recording."""
    if os.path.isdir(path):
        path = glob.glob(path + "/Input.txt*")[0]
    return LibRSF(path) if "Input.txt" in path else Rinex(path, navigation)


def positions(method, epochs):
    """Positions: time in s since the first epoch, or as in the libRSF file, and ECEF coordinates."""
    position, ekf = np.zeros(3), Filter()
    for time, measurements_at in epochs:
        if method == "ekf":
            ekf.process(time, measurements_at)
            found = None if ekf.time is None else ekf.at()
        else:
            solved = solve(measurements_at, position, method == "robust")
            found = None if solved is None else solved[0]
        if found is None or not np.isfinite(found).all() or not 6e6 < np.linalg.norm(found) < 7e6:
            continue
        position = found
        yield time, found


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("wls", "robust", "ekf"):
        sys.exit(__doc__)
    print("time_s,latitude_deg,longitude_deg,altitude_m")
    for time, found in positions(sys.argv[1], source(sys.argv[2], sys.argv[3:])):
        latitude, longitude, height = geodetic(found)
        print(f"{time:.3f},{math.degrees(latitude):.9f},{math.degrees(longitude):.9f},{height:.3f}")


if __name__ == "__main__":
    main()
