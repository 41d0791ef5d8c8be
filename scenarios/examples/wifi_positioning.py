#!/usr/bin/env python3
"""A stack in Python that positions by Wi-Fi: the weighted centroid of the received access points.

    venuesim run scenarios/examples/wifi_office.yaml \\
        --stack 'cmd:python3 scenarios/examples/wifi_positioning.py'

It needs nothing but the standard library. The protocol is described in PROTOCOL.md beside it.

Each access point in the venue's register has a weight that falls with its distance,
estimated from the signal: w = 10^(rssi / 20), the received amplitude. A signal 35 dB below the
strongest says little and is left out. Several addresses of one access point (two bands, several
networks) count once, by the loudest. Addresses that the register doesn't know, such as a shared
phone connection's, are ignored.
"""

import json
import math
import sys


class WiFiPositioning:
    period_s = 4  # between scans; one takes a few seconds by itself
    memory = 2  # scans that make a fix
    span_db = 35

    def __init__(self, hello):
        self.register = {ap["bssid"]: ap for ap in hello["access_points"]}
        self.scans = []

    def start(self, time_s):
        return {"request": [{"request": "scanWiFi"}], "timers": [self.wake(time_s)]}

    def timer(self, time_s):
        return self.start(time_s)

    def wake(self, time_s):
        return {"timer": 1, "at_s": time_s + self.period_s}

    def observe(self, kind, time_s, rows):
        if kind != "wifi":
            return {}
        loudest = {}  # by place: one access point has several addresses
        for row in rows:
            # An empty scan is one row without an address.
            ap = self.register.get(row["bssid"])
            if ap is not None:
                place = (ap["latitude_deg"], ap["longitude_deg"], ap["floor"])
                loudest[place] = max(row["rssi_dbm"], loudest.get(place, -200))
        self.scans = (self.scans + [loudest])[-self.memory:]
        fix = self.fix(time_s)
        return {"tell": [{"location": fix}]} if fix else {}

    def fix(self, time_s):
        heard = [item for scan in self.scans for item in scan.items()]
        if not heard:
            return None
        limit = max(rssi for _, rssi in heard) - self.span_db
        pulls = [(place, 10 ** (rssi / 20)) for place, rssi in heard if rssi > limit]
        total = sum(weight for _, weight in pulls)
        latitude = sum(place[0] * weight for place, weight in pulls) / total
        longitude = sum(place[1] * weight for place, weight in pulls) / total
        floors = {}
        for place, weight in pulls:
            floors[place[2]] = floors.get(place[2], 0) + weight
        # The spread of the access points gives the accuracy of the centroid.
        metres_north, metres_east = 111_195, 111_195 * math.cos(math.radians(latitude))
        spread = sum(
            weight * math.hypot((place[0] - latitude) * metres_north,
                                (place[1] - longitude) * metres_east)
            for place, weight in pulls) / total
        return {
            "time_s": time_s,
            "latitude_deg": latitude,
            "longitude_deg": longitude,
            "horizontal_accuracy_m": max(3, 0.6 * spread),
            "floor": max(floors, key=floors.get),
            "source": "wifi",
            "transmitters": len({place for place, _ in pulls}),
        }


def main():
    def answer(message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    stack = WiFiPositioning(json.loads(sys.stdin.readline())["hello"])
    answer({"hello": {"version": 1, "name": "wifi-positioning in Python", "observes": ["wifi"]}})
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
