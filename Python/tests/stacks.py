"""Stacks and parts for several tests; each also works as a program."""

from __future__ import annotations

import sys
from typing import Any

import venuesim


class LoudestBeacon(venuesim.Stack):
    """Reports the position of the beacon with the highest mean RSSI of the last three seconds."""

    window_s = 3.0

    def begin(self, venue: venuesim.Venue) -> None:
        self.places = {(b["uuid"], b["major"], b["minor"]): b for b in venue.beacons}
        self.heard: list[tuple[float, Any, float]] = []

    def start(self, time_s: float) -> None:
        super().start(time_s)
        self.timer(1, time_s + 1)

    def on_beacon(self, batch: venuesim.Batch, time_s: float) -> None:
        for row in batch:
            key = (row["uuid"], row["major"], row["minor"])
            if key in self.places:
                self.heard.append((row["time_s"], key, row["rssi_dbm"]))

    def on_timer(self, number: int, time_s: float) -> None:
        self.timer(number, time_s + 1)
        self.heard = [item for item in self.heard if item[0] >= time_s - self.window_s]
        means = _means(self.heard)
        if means:
            best = self.places[max(means, key=lambda key: (means[key], key))]
            self.tell(location=self.place(
                latitude_deg=best["latitude_deg"], longitude_deg=best["longitude_deg"],
                accuracy_m=6, floor=best["floor"], source="beacon", transmitters=len(means),
            ))


class NearestBeacon(venuesim.Part):
    """Indoor locator with the strongest beacon."""

    fills = "locator"
    window_s = 3.0
    least_dbm = -86.0

    def begin(self, venue: venuesim.Venue) -> None:
        self.places = {(b["uuid"], b["major"], b["minor"]): b for b in venue.beacons}
        self.heard: list[tuple[float, Any, float]] = []

    on_beacon = LoudestBeacon.on_beacon

    def locate(self, at_s: float, time_s: float) -> dict[str, Any] | None:
        self.heard = [item for item in self.heard if item[0] >= at_s - self.window_s]
        means = _means(self.heard)
        key = max(means, key=lambda key: (means[key], key), default=None)
        if key is None or means[key] < self.least_dbm:
            return None
        best = self.places[key]
        return self.place(
            at_s=at_s, latitude_deg=best["latitude_deg"], longitude_deg=best["longitude_deg"],
            accuracy_m=6, floor=best["floor"], source="beacon", transmitters=len(means),
        )


def _means(heard: list[tuple[float, Any, float]]) -> dict[Any, float]:
    levels: dict[Any, list[float]] = {}
    for _, key, rssi_dbm in heard:
        levels.setdefault(key, []).append(rssi_dbm)
    return {key: sum(values) / len(values) for key, values in levels.items()}


if __name__ == "__main__":
    venuesim.main({"LoudestBeacon": LoudestBeacon, "NearestBeacon": NearestBeacon}[sys.argv[1]])
