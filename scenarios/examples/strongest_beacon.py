#!/usr/bin/env python3
"""A stack in Python: reports the position of the strongest beacon of the last three seconds.

    venuesim run scenarios/corridor.yaml --stack 'cmd:python3 scenarios/examples/strongest_beacon.py'

It needs nothing but the standard library. The protocol is described in PROTOCOL.md beside it.
"""

import json
import sys


class StrongestBeacon:
    window_s = 3.0

    def __init__(self, greeting):
        self.places = {
            (b["uuid"], b["major"], b["minor"]): b for b in greeting["beacons"]
        }
        self.heard = []  # (time, key, rssi)

    def start(self, time_s):
        return {
            "request": [{"request": "start", "sensor": "beacon", "period_s": 0}],
            "timers": [{"timer": 1, "at_s": time_s + 1}],
        }

    def observe(self, kind, time_s, rows):
        if kind == "beacon":
            row = rows[0]
            key = (row["uuid"], row["major"], row["minor"])
            if key in self.places:
                self.heard.append((row["time_s"], key, row["rssi_dbm"]))
        return {}

    def timer(self, time_s):
        answer = {"timers": [{"timer": 1, "at_s": time_s + 1}]}
        self.heard = [h for h in self.heard if h[0] >= time_s - self.window_s]
        if self.heard:
            sums = {}
            for _, key, rssi in self.heard:
                total, count = sums.get(key, (0, 0))
                sums[key] = (total + rssi, count + 1)
            best = max(sums, key=lambda key: (sums[key][0] / sums[key][1], key))
            place = self.places[best]
            answer["tell"] = [{"location": {
                "time_s": time_s,
                "latitude_deg": place["latitude_deg"],
                "longitude_deg": place["longitude_deg"],
                "horizontal_accuracy_m": 6,
                "floor": place["floor"],
                "source": "beacon",
                "transmitters": len(sums),
            }}]
        return answer


def main():
    def answer(message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    greeting = json.loads(sys.stdin.readline())["hello"]
    stack = StrongestBeacon(greeting)
    answer({"hello": {"version": 1, "name": "strongest-beacon in Python", "observes": ["beacon"]}})
    for line in sys.stdin:
        message = json.loads(line)
        time_s = message["time_s"]
        if "observe" in message:
            answer(stack.observe(message["observe"], time_s, message["rows"]))
        elif "timer" in message:
            answer(stack.timer(time_s))
        elif "start" in message:
            answer(stack.start(time_s))
        else:
            answer({})


main()
