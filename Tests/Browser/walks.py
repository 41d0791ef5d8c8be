"""Writes three recordings of walks, with accelerations and a truth of steps, and without locations.

Usage: walks.py FOLDER
"""

import math
import os
import sys


def write(folder, name, cadence, seconds=60, rate=50):
    os.makedirs(os.path.join(folder, name))
    with open(os.path.join(folder, name, "TotalAcceleration.csv"), "w") as file:
        file.write("time,seconds_elapsed,z,y,x\n")
        for index in range(seconds * rate):
            time = index / rate
            phase = 2 * math.pi * cadence * time
            z = 9.81 + 2.5 * math.sin(phase) + math.sin(2 * phase)
            file.write(f"{1700000000000000000 + int(time * 1e9)},{time:.3f},{z:.4f},"
                       f"{0.4 * math.sin(phase / 2):.4f},{0.2 * math.cos(phase):.4f}\n")
    with open(os.path.join(folder, name + ".truth.csv"), "w") as file:
        file.write("time_s,steps\n")
        for time in range(seconds + 1):
            file.write(f"{time},{int(cadence * time)}\n")


for number, cadence in enumerate((1.8, 1.9, 2.0), start=1):
    write(sys.argv[1], f"walk{number}", cadence)
