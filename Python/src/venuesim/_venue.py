"""Public map of a venue, from the greeting of the protocol."""

from __future__ import annotations

import math
from typing import Any

# WGS 84.
_A = 6_378_137.0
_E2 = 6.694379990141316e-3


class Venue:
    """Public map of a venue: its origin, transmitters, levels, places and roads.

    Lengths are metres east and north of `origin`. The lists contain the dictionaries of the protocol.
    A beacon has `uuid`, `major`, `minor`, `latitude_deg`, `longitude_deg`, `east_m`, `north_m`, `up_m`,
    `level` and `floor`.
    """

    def __init__(self, greeting: dict[str, Any]) -> None:
        self.greeting = greeting
        self.name: str = greeting["venue"]
        self.origin: dict[str, float] = greeting["origin"]
        self.beacons: list[dict[str, Any]] = greeting["beacons"]
        self.access_points: list[dict[str, Any]] = greeting["access_points"]
        self.buildings: list[dict[str, Any]] = greeting["buildings"]
        self.levels: list[dict[str, Any]] = greeting["levels"]
        self.connectors: list[dict[str, Any]] = greeting["connectors"]
        self.places: list[dict[str, Any]] = greeting["places"]
        self.paths: dict[str, Any] = greeting["paths"]
        self.roads: list[dict[str, Any]] = greeting["roads"]
        self._frame = Frame(self.origin)

    def coordinate(self, east_m: float, north_m: float, up_m: float = 0.0) -> tuple[float, float]:
        """Return latitude and longitude in degrees of a point in metres from the origin."""
        return self._frame.coordinate(east_m, north_m, up_m)

    def plane(self, latitude_deg: float, longitude_deg: float) -> tuple[float, float]:
        """Return metres east and north of the origin of a point given in degrees."""
        return self._frame.plane(latitude_deg, longitude_deg)

    def __repr__(self) -> str:
        return (
            f"Venue({self.name!r}, {len(self.beacons)} beacons, {len(self.access_points)} access points,"
            f" {len(self.levels)} levels)"
        )


class Frame:
    """Local east-north-up frame at a point of the ellipsoid."""

    def __init__(self, origin: dict[str, float]) -> None:
        latitude = math.radians(origin["latitude_deg"])
        longitude = math.radians(origin["longitude_deg"])
        self._height = origin["altitude_m"]
        sines = math.sin(latitude), math.sin(longitude)
        cosines = math.cos(latitude), math.cos(longitude)
        self._east = (-sines[1], cosines[1], 0.0)
        self._north = (-sines[0] * cosines[1], -sines[0] * sines[1], cosines[0])
        self._up = (cosines[0] * cosines[1], cosines[0] * sines[1], sines[0])
        self._origin = _geocentric(latitude, longitude, self._height)

    def coordinate(self, east_m: float, north_m: float, up_m: float) -> tuple[float, float]:
        x, y, z = (
            o + east_m * e + north_m * n + up_m * u
            for o, e, n, u in zip(self._origin, self._east, self._north, self._up, strict=True)
        )
        across = math.hypot(x, y)
        latitude = math.atan2(z, across * (1 - _E2))
        # Four iterations are exact to the last digit near the ground.
        for _ in range(4):
            normal = _A / math.sqrt(1 - _E2 * math.sin(latitude) ** 2)
            latitude = math.atan2(z + _E2 * normal * math.sin(latitude), across)
        return math.degrees(latitude), math.degrees(math.atan2(y, x))

    def plane(self, latitude_deg: float, longitude_deg: float) -> tuple[float, float]:
        point = _geocentric(math.radians(latitude_deg), math.radians(longitude_deg), self._height)
        delta = [p - o for p, o in zip(point, self._origin, strict=True)]
        east = sum(d * e for d, e in zip(delta, self._east, strict=True))
        return east, sum(d * n for d, n in zip(delta, self._north, strict=True))


def _geocentric(latitude: float, longitude: float, height: float) -> tuple[float, float, float]:
    normal = _A / math.sqrt(1 - _E2 * math.sin(latitude) ** 2)
    across = (normal + height) * math.cos(latitude)
    z = (normal * (1 - _E2) + height) * math.sin(latitude)
    return across * math.cos(longitude), across * math.sin(longitude), z
