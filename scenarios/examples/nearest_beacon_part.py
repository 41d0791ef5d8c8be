#!/usr/bin/env python3
"""A part in Python: takes the place of the indoor locator alone; the rest of the stack stays.

    venuesim run scenarios/corridor.yaml \
        --set 'stack.locator={use: "cmd:python3 scenarios/examples/nearest_beacon_part.py"}'

It is sent beacons, and asked once a second where the phone is. PROTOCOL.md says more.
"""

import json
import sys

WINDOW_S = 3.0
# Weaker than this, the phone isn't beside a beacon, and satellites may tell better.
LOUD_DBM = -86.0


def locate(places, heard, time_s):
    """The place of the beacon that was loudest on average, or nothing."""
    sums = {}
    for _, key, rssi in heard:
        total, count = sums.get(key, (0.0, 0))
        sums[key] = (total + rssi, count + 1)
    if not sums:
        return {}
    best = max(sums, key=lambda key: (sums[key][0] / sums[key][1], key))
    if sums[best][0] / sums[best][1] < LOUD_DBM:
        return {}
    place = places[best]
    return {"tell": [{"location": {
        "time_s": time_s,
        "latitude_deg": place["latitude_deg"],
        "longitude_deg": place["longitude_deg"],
        "horizontal_accuracy_m": 6,
        "floor": place["floor"],
        "source": "beacon",
        "transmitters": len(sums),
    }}]}


def main():
    def answer(message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    hello = json.loads(sys.stdin.readline())["hello"]
    places = {(b["uuid"], b["major"], b["minor"]): b for b in hello["beacons"]}
    answer({"hello": {"version": 1, "name": "nearest beacon", "listens": ["beacon", "locate"]}})
    heard = []  # (time, key, rssi)
    for line in sys.stdin:
        message = json.loads(line)
        reply = {}
        if message.get("observe") == "beacon":
            for row in message["rows"]:
                key = (row["uuid"], row["major"], row["minor"])
                if key in places:
                    heard.append((row["time_s"], key, row["rssi_dbm"]))
        elif "locate_s" in message:
            moment = message["locate_s"]
            heard = [h for h in heard if h[0] >= moment - WINDOW_S]
            reply = locate(places, heard, moment)
        answer(reply)


main()
