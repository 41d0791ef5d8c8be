#!/usr/bin/env python3
"""A part in Python: takes the place of the indoor locator alone; the rest of the stack stays.

    venuesim run scenarios/corridor.yaml \
        --set 'stack.locator={use: "cmd:python3 scenarios/examples/nearest_beacon_part.py"}'

It receives beacons and, once a second, a request for the position. See PROTOCOL.md.
"""

import json
import sys

WINDOW_S = 3.0
# Below this level the phone isn't beside a beacon, and satellites may be better.
LOUD_DBM = -86.0


def locate(places, heard, time_s):
    """The place of the beacon that was loudest on average, or nothing."""
    levels = {}
    for _, key, rssi_dbm in heard:
        levels.setdefault(key, []).append(rssi_dbm)
    means = {key: sum(values) / len(values) for key, values in levels.items()}
    best = max(means, key=lambda key: (means[key], key), default=None)
    if best is None or means[best] < LOUD_DBM:
        return {}
    place = places[best]
    return {"tell": [{"location": {
        "time_s": time_s,
        "latitude_deg": place["latitude_deg"],
        "longitude_deg": place["longitude_deg"],
        "horizontal_accuracy_m": 6,
        "floor": place["floor"],
        "source": "beacon",
        "transmitters": len(means),
    }}]}


def answer(message):
    print(json.dumps(message), flush=True)


hello = json.loads(sys.stdin.readline())["hello"]
places = {(b["uuid"], b["major"], b["minor"]): b for b in hello["beacons"]}
answer({"hello": {"version": 1, "name": "nearest beacon", "listens": ["beacon", "locate"]}})
heard = []  # (time, key, rssi)
for line in sys.stdin:
    message = json.loads(line)
    reply = {}
    for row in message.get("rows", []):
        key = (row["uuid"], row["major"], row["minor"])
        if key in places:
            heard.append((row["time_s"], key, row["rssi_dbm"]))
    if "locate_s" in message:
        heard = [h for h in heard if h[0] >= message["locate_s"] - WINDOW_S]
        reply = locate(places, heard, message["locate_s"])
    answer(reply)
