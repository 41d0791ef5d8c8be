#!/usr/bin/env python3
"""Wi-Fi fingerprinting by k nearest neighbours (k-NN): a yardstick for the indoor locator.

Usage: fingerprints_neighbours.py METHOD FORMAT SURVEY[,SURVEY...] TEST[,TEST...] > positions.csv

METHOD    euclid    mean of the 5 neighbours with the least Euclidean distance of the RSSI vectors
          cosine    the same, by the angle between the vectors
          sorensen  the same, by Sorensen's (Bray-Curtis) distance of powed RSSI
          kernel    mean of all surveyed points, with a Gaussian kernel on Sorensen's distance
FORMAT    competition  files of the Indoor Location Competition 2.0, in folders named after the floor
          ipin         logfiles of IPIN's track 3 (GetSensorData)
          openhps      folders with wlan_fingerprints.csv
          uji          validationData.csv of UJIIndoorLoc; places are 40 s apart, as in a replay
          places       tables with columns ap-*, x, y; places are 40 s apart
          walks        the same tables as walks with a row a second

Each position uses a single scan, the newest one of the last 4 s. The floor is the majority of the neighbours; the
mean is taken over the neighbours on that floor. Sources: Bahl and Padmanabhan, "RADAR", INFOCOM 2000;
Torres-Sospedra et al., "Comprehensive analysis of distance and similarity measures for Wi-Fi fingerprinting indoor
positioning systems", Expert Systems with Applications 42 (2015) 9263.
"""
import csv
import glob
import gzip
import io
import math
import os
import sys

import numpy as np

METHODS = {"euclid": "5-NN", "cosine": "5-NN by angle", "sorensen": "5-NN by Sorensen", "kernel": "kernel on Sorensen"}
NEIGHBOURS = 5
MAX_AGE = 4.0
# Just below the weakest RSSI in dBm; also the value of a transmitter that was not received.
FLOOR_RSSI = -105.0
# Time from place to place, duration of the scan and stay at a place without times, as in a replay, in s.
PERIOD, SCANNING, STAY = 40.0, 3.0, 25.0
DEGREE = 111_195.0


class Recording:
    """Scans, and true positions in a plane in m.

    scans  times in s and RSSI in dBm by transmitter, in order of time
    truth  rows of time, x, y and floor, in order of time; a row with NaN ends a known part
    """

    def __init__(self, name):
        self.name, self.scans, self.truth = name, [], []

    def true_at(self, times):
        """True x, y and floor, by linear interpolation; NaN where unknown."""
        rows = np.array(self.truth, float).reshape(-1, 4)
        times = np.asarray(times, float)
        if len(rows) < 2:
            return np.full((len(times), 3), np.nan)
        after = np.clip(np.searchsorted(rows[:, 0], times, side="right"), 1, len(rows) - 1)
        low, high = rows[after - 1], rows[after]
        share = (times - low[:, 0]) / np.maximum(high[:, 0] - low[:, 0], 1e-9)
        found = low[:, 1:] + share[:, None] * (high[:, 1:] - low[:, 1:])
        found[(times < rows[0, 0]) | (times > rows[-1, 0])] = np.nan
        # Between two floors the floor is unknown, but not the position.
        found[low[:, 3] != high[:, 3], 2] = np.nan
        found[:, 2] = np.where(low[:, 3] == high[:, 3], low[:, 3], np.nan)
        return found


def opened(path):
    """A text file, unpacked if it is packed."""
    raw = open(path, "rb")
    return io.TextIOWrapper(gzip.open(raw) if path.endswith(".gz") else raw, encoding="utf-8", errors="replace")


def plain_name(path):
    """Name of a file without folders and endings."""
    return os.path.basename(path).split(".")[0]


def files(paths, ending):
    """Files with an ending, packed or not, in folders or named."""
    found = []
    for path in paths:
        inside = sorted(glob.glob(f"{path}/*{ending}") + glob.glob(f"{path}/*{ending}.gz"))
        found += inside if os.path.isdir(path) else [path]
    return found


def read_competition(path):
    """A trace of the Indoor Location Competition; times count from its earliest row."""
    known = {"ACCELEROMETER", "GYROSCOPE", "MAGNETIC_FIELD", "WAYPOINT", "BEACON", "WIFI"}
    floor = os.path.basename(os.path.dirname(os.path.dirname(os.path.abspath(path))))
    number = -int(floor[1:]) if floor[0] == "B" else int(floor[1:]) - 1
    recording, scans, first = Recording(plain_name(path)), {}, math.inf
    with opened(path) as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or len(fields) < 3 or fields[1][5:] not in known:
                continue
            time = int(fields[0])
            first = min(first, time)
            if fields[1] == "TYPE_WAYPOINT":
                recording.truth.append((time, float(fields[2]), float(fields[3]), number))
            elif fields[1] == "TYPE_WIFI" and len(fields) >= 7:
                scans.setdefault(time, {})[fields[-4]] = float(fields[-3])
    recording.truth = sorted((0.001 * (time - first), *rest) for time, *rest in recording.truth)
    recording.scans = [(0.001 * (time - first), scans[time]) for time in sorted(scans)]
    return recording


def read_ipin(path):
    """A logfile of IPIN's track 3; x and y are east and north of the museum."""
    recording, scans = Recording(plain_name(path)), {}
    with opened(path) as lines:
        for line in lines:
            fields = line.rstrip("\n").split(";")
            if fields[0] == "WIFI" and len(fields) >= 7:
                scans.setdefault(float(fields[1]), {})[fields[4]] = float(fields[6])
            elif fields[0] == "POSI":
                east = (float(fields[4]) - 11.11) * DEGREE * math.cos(math.radians(49.46))
                recording.truth.append(
                    (float(fields[1]), east, (float(fields[3]) - 49.46) * DEGREE, int(fields[5])))
    recording.scans = [(time, scans[time]) for time in sorted(scans)]
    return recording


def read_openhps(folder):
    """The fingerprints of a folder; the phone stands at each point."""
    tables = {}
    for kind in ("ble", "wlan"):
        found = sorted(glob.glob(f"{folder}/**/{kind}_fingerprints.csv*", recursive=True))
        if found:
            with opened(found[0]) as file:
                tables[kind] = list(csv.DictReader(file))
    first = min(int(row["TIMESTAMP"]) for rows in tables.values() for row in rows)
    recording = Recording(os.path.basename(folder))
    for kind, rows in tables.items():
        for row in rows:
            time = 0.001 * (int(row["TIMESTAMP"]) - first)
            recording.truth.append((time, float(row["X"]), float(row["Y"]), 0))
            if kind == "wlan":
                received = {name: float(value) for name, value in row.items()
                            if name not in ("TIMESTAMP", "X", "Y", "ORIENTATION") and value and float(value) < 0}
                recording.scans.append((time, received))
    recording.truth.sort()
    recording.scans.sort(key=lambda scan: scan[0])
    stands = []
    for row, after in zip(recording.truth, recording.truth[1:] + [None]):
        stands.append(row)
        if after and after[1:] != row[1:]:
            stands += [(row[0] + 1e-6, math.nan, math.nan, math.nan), (after[0] - 1e-6, math.nan, math.nan, math.nan)]
    recording.truth = stands
    return recording


def at_places(recording, rows):
    """Puts separate places one after the other, as a replay does."""
    for number, (received, x, y, floor) in enumerate(rows):
        start = PERIOD * number
        recording.scans.append((start + SCANNING, received))
        recording.truth += [(start, x, y, floor), (start + STAY, x, y, floor),
                            (start + STAY + 1e-6, math.nan, math.nan, math.nan),
                            (start + PERIOD - 1e-6, math.nan, math.nan, math.nan)]
    return recording


def read_uji(path):
    """Fingerprints of UJIIndoorLoc; the plane is in m on the ground, not of Web Mercator."""
    rows = []
    with opened(path) as file:
        for row in csv.DictReader(file):
            north = float(row["LATITUDE"])
            scale = math.cos(2 * math.atan(math.exp(north / 6_378_137)) - math.pi / 2)
            received = {name: float(value) for name, value in row.items() if name[:3] == "WAP" and float(value) < 50}
            rows.append((received, scale * float(row["LONGITUDE"]), scale * (north - 4.8648e6), int(row["FLOOR"])))
    return at_places(Recording(plain_name(path)), rows)


def read_table(path, are_walks):
    """A table of RSSI and positions in m: walks with a row a second, or separate places."""
    rows = []
    with opened(path) as file:
        for row in csv.DictReader(file):
            received = {name: float(value) for name, value in row.items()
                        if name.startswith("ap-") and float(value) > -100}
            rows.append((received, float(row["x"]), float(row["y"]), 0))
    recording = Recording(plain_name(path))
    if not are_walks:
        return at_places(recording, rows)
    recording.scans = [(float(number), row[0]) for number, row in enumerate(rows)]
    recording.truth = [(float(number), *row[1:]) for number, row in enumerate(rows)]
    return recording


def read(form, paths):
    """The recordings of a format."""
    if form == "openhps":
        return [read_openhps(path) for path in paths]
    if form in ("places", "walks"):
        return [read_table(path, form == "walks") for path in files(paths, ".csv")]
    reader = {"competition": read_competition, "ipin": read_ipin, "uji": read_uji}[form]
    return [reader(path) for path in files(paths, ".csv" if form == "uji" else ".txt")]


class Neighbours:
    """Fingerprints of a survey, and the positions of scans by their neighbours."""

    def __init__(self, surveys):
        scans, places = [], []
        for recording in surveys:
            true = recording.true_at([time for time, _ in recording.scans])
            for (_, received), place in zip(recording.scans, true):
                if received and not np.isnan(place).any():
                    scans.append(received)
                    places.append(place)
        self.columns = {name: number for number, name in
                        enumerate(sorted({name for received in scans for name in received}))}
        self.places, self.levels = np.array(places), self.vectors(scans)

    def vectors(self, scans):
        """RSSI above the floor, a row a scan; 0 if not received. Transmitters outside the survey don't count."""
        rows = np.zeros((len(scans), len(self.columns)))
        for number, received in enumerate(scans):
            for name, rssi in received.items():
                if name in self.columns:
                    rows[number, self.columns[name]] = max(rssi - FLOOR_RSSI, 0)
        return rows

    def distances(self, method, rows):
        """Distances of scans to all fingerprints."""
        if method == "euclid":
            squares = (rows ** 2).sum(1)[:, None] + (self.levels ** 2).sum(1) - 2 * rows @ self.levels.T
            return np.sqrt(np.maximum(squares, 0))
        if method == "cosine":
            lengths = np.linalg.norm(rows, axis=1)[:, None] * np.linalg.norm(self.levels, axis=1)
            return 1 - rows @ self.levels.T / np.maximum(lengths, 1e-9)
        # Powed RSSI: closer to power than dBm, which far transmitters dominate.
        mine, theirs = (rows / -FLOOR_RSSI) ** math.e, (self.levels / -FLOOR_RSSI) ** math.e
        apart = np.array([np.abs(theirs - row).sum(1) for row in mine]).reshape(len(mine), len(theirs))
        return apart / np.maximum(mine.sum(1)[:, None] + theirs.sum(1), 1e-9)

    def locate(self, method, scans):
        """x, y and floor of scans."""
        found = np.full((len(scans), 3), np.nan)
        if not scans or not len(self.places):
            return found
        distances = self.distances(method, self.vectors(scans))
        for number, row in enumerate(distances):
            if method == "kernel":
                near = np.arange(len(row))
                # Bandwidth: a third of the way from the nearest fingerprint to no similarity at all.
                width = max(row.min(), 0.05) / 3
                weights = np.exp(-0.5 * ((row - row.min()) / width) ** 2)
            else:
                near = np.argsort(row, kind="stable")[:NEIGHBOURS]
                weights = np.ones(len(near))
            floors = self.places[near, 2]
            shares = {floor: weights[floors == floor].sum() for floor in sorted(set(floors))}
            floor = max(shares, key=shares.get)
            used = weights * (floors == floor)
            found[number] = [*(used @ self.places[near, :2] / used.sum()), floor]
        return found

    def judge(self, method, recording, moments):
        """Horizontal error in m at some moments, and 1 for the true floor, 0 for another; NaN without a new scan."""
        times = np.array([time for time, received in recording.scans if received])
        scans = [received for _, received in recording.scans if received]
        moments = np.asarray(moments, float)
        errors, right = np.full(len(moments), np.nan), np.full(len(moments), np.nan)
        if not len(times) or not len(moments):
            return errors, right
        newest = np.searchsorted(times, moments + 1e-6, side="right") - 1
        is_new = (newest >= 0) & (moments - times[np.maximum(newest, 0)] <= MAX_AGE)
        needed = sorted(set(newest[is_new]))
        found = dict(zip(needed, self.locate(method, [scans[number] for number in needed])))
        true = recording.true_at(moments)
        for k in np.flatnonzero(is_new & ~np.isnan(true[:, 0])):
            x, y, floor = found[newest[k]]
            errors[k] = math.hypot(x - true[k, 0], y - true[k, 1])
            right[k] = np.nan if np.isnan(true[k, 2]) else float(floor == true[k, 2])
        return errors, right


def main():
    if len(sys.argv) != 5 or sys.argv[1] not in METHODS:
        sys.exit(__doc__)
    method, form, survey, test = sys.argv[1:]
    neighbours = Neighbours(read(form, survey.split(",")))
    print("recording,time_s,horizontal_error_m,floor_right")
    for recording in read(form, test.split(",")):
        moments = np.arange(0, recording.truth[-1][0] + 1 if recording.truth else 0)
        for time, error, right in zip(moments, *neighbours.judge(method, recording, moments)):
            if not math.isnan(error):
                print(f"{recording.name},{time:.0f},{error:.3f},{'' if math.isnan(right) else int(right)}")


if __name__ == "__main__":
    main()
