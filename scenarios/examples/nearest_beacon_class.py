"""A part as a Python class: takes the place of the indoor locator alone; the rest of the stack stays.

    pip install venuesim
    venuesim run scenarios/corridor.yaml \
        --set 'stack.locator={use: "cmd:python3 scenarios/examples/nearest_beacon_class.py"}'

From Python or a notebook: venuesim.run("scenarios/corridor.yaml", parts={"locator": NearestBeacon}).
"""

import venuesim

WINDOW_S = 3.0
# Below this level the phone isn't beside a beacon, and satellites may be better.
LOUD_DBM = -86.0


class NearestBeacon(venuesim.Part):
    """The place of the beacon that was loudest on average."""

    fills = "locator"

    def begin(self, venue):
        """Receives the venue's public map: here, the positions of beacons."""
        self.beacons = {(b["uuid"], b["major"], b["minor"]): b for b in venue.beacons}
        self.heard = []  # (time in s, beacon, level in dBm)

    def on_beacon(self, batch, time_s):
        """Receives beacons. Methods `on_wifi`, `on_barometer` ... would receive those."""
        for row in batch:
            key = (row["uuid"], row["major"], row["minor"])
            if key in self.beacons:
                self.heard.append((row["time_s"], key, row["rssi_dbm"]))

    def locate(self, at_s, time_s):
        """Returns the phone's position, once a second; None if it is unknown."""
        self.heard = [reading for reading in self.heard if reading[0] >= at_s - WINDOW_S]
        levels = {}
        for _, key, rssi_dbm in self.heard:
            levels.setdefault(key, []).append(rssi_dbm)
        means = {key: sum(values) / len(values) for key, values in levels.items()}
        best = max(means, key=lambda key: (means[key], key), default=None)
        if best is None or means[best] < LOUD_DBM:
            return None
        beacon = self.beacons[best]
        # 'east_m=' and 'north_m=', in the venue's metres, do as well.
        return self.place(at_s=at_s, latitude_deg=beacon["latitude_deg"],
                          longitude_deg=beacon["longitude_deg"], accuracy_m=6, floor=beacon["floor"],
                          source="beacon", transmitters=len(means))


if __name__ == "__main__":
    venuesim.main(NearestBeacon)
