"""Batches as NumPy columns, and venues' frames."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import venuesim
from venuesim._talk import Talk

ROWS = [
    {"time_s": 1.0, "uuid": "A", "minor": 1, "rssi_dbm": -60, "measured_power_dbm": None},
    {"time_s": 1.5, "uuid": None, "minor": 2, "rssi_dbm": -70.5, "measured_power_dbm": -59},
]
HELLO: dict[str, Any] = {
    "version": 1, "venue": "Nowhere", "beacons": [], "access_points": [], "buildings": [], "levels": [],
    "connectors": [], "places": [], "paths": {"nodes": [], "edges": []}, "roads": [],
    "origin": {"latitude_deg": 52.0, "longitude_deg": 13.0, "altitude_m": 30.0},
}


def test_columns_are_arrays_with_gaps() -> None:
    batch = venuesim.Batch("beacon", ROWS, 2.0)
    assert batch.rssi_dbm.dtype == np.float64
    assert batch["rssi_dbm"].tolist() == [-60.0, -70.5]
    assert batch["rssi_dbm"] is batch.rssi_dbm
    assert np.isnan(batch["measured_power_dbm"]).tolist() == [True, False]
    assert batch["uuid"].tolist() == ["A", None]
    assert batch.delivered_s.tolist() == [2.0, 2.0]
    assert batch.matrix("time_s", "minor").shape == (2, 2)
    assert [row["minor"] for row in batch] == [1, 2]
    assert batch[1:].time_s.tolist() == [1.5]
    assert list(batch.frame().columns) == list(ROWS[0])


def test_a_text_column_without_texts_stays_one() -> None:
    batch = venuesim.Batch("wifi", [{"time_s": 1.0, "bssid": None, "rssi_dbm": None}], 1.0)
    assert batch.bssid.tolist() == [None]
    assert np.isnan(batch.rssi_dbm).all()


def test_a_wrong_column_names_the_right_ones() -> None:
    batch = venuesim.Batch("beacon", ROWS, 2.0)
    with pytest.raises(AttributeError, match="no column 'rssi'; it has time_s"):
        _ = batch.rssi
    with pytest.raises(KeyError, match="rssi_dbm"):
        batch["rssi"]


def say(talk: Talk, message: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(talk.answer(json.loads(json.dumps(message))))
    return answer


def test_rows_of_a_kind_come_together_but_never_across_a_timer() -> None:
    heard: list[tuple[str, list[float]]] = []

    class Hearer(venuesim.Stack):
        batch_span_s = 1.0

        def on_beacon(self, batch: venuesim.Batch, time_s: float) -> None:
            heard.append(("beacon", batch.rssi_dbm.tolist()))

        def on_barometer(self, batch: venuesim.Batch, time_s: float) -> None:
            heard.append(("barometer", batch.delivered_s.tolist()))

        def on_timer(self, number: int, time_s: float) -> None:
            heard.append(("timer", [time_s]))

    def row(kind: str, time_s: float, **values: float) -> dict[str, Any]:
        return {"observe": kind, "time_s": time_s, "rows": [{"time_s": time_s, **values}]}

    talk = Talk(Hearer)
    hello = say(talk, {"hello": HELLO})["hello"]
    assert hello["observes"] == ["barometer", "beacon"]
    assert hello["batch"] == {"messages": 1000, "span_s": 1.0}
    assert say(talk, {"start": True, "time_s": 0}) == {
        "request": [{"request": "start", "sensor": name} for name in ("barometer", "beacon")]
    }
    batch = [
        row("beacon", 1.0, rssi_dbm=-50), row("barometer", 1.1), row("beacon", 1.2, rssi_dbm=-51),
        {"timer": 3, "time_s": 1.5}, row("beacon", 1.6, rssi_dbm=-52),
    ]
    assert say(talk, {"batch": batch, "time_s": 1.6}) == {}
    assert heard == [("beacon", [-50, -51]), ("barometer", [1.1]), ("timer", [1.5]), ("beacon", [-52])]


def test_numpy_values_can_be_told() -> None:
    class Teller(venuesim.Stack):
        def start(self, time_s: float) -> None:
            self.tell(location=self.place(
                east_m=np.float64(3), north_m=np.float32(4), accuracy_m=np.float32(5), floor=np.int64(0)
            ))

    talk = Talk(Teller)
    say(talk, {"hello": HELLO})
    told = say(talk, {"start": True, "time_s": 2})["tell"][0]["location"]
    assert told["time_s"] == 2 and told["horizontal_accuracy_m"] == 5 and told["floor"] == 0


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused_where_it_is_told(value: float) -> None:
    class Teller(venuesim.Stack):
        def start(self, time_s: float) -> None:
            self.tell(location=self.place(latitude_deg=value, longitude_deg=0, accuracy_m=5))

    talk = Talk(Teller)
    say(talk, {"hello": HELLO})
    with pytest.raises(ValueError, match="latitude_deg is"):
        talk.answer({"start": True, "time_s": 0})


def test_a_misspelt_method_is_told_at_once() -> None:
    with pytest.raises(TypeError, match="did you mean 'on_beacon'"):

        class Wrong(venuesim.Stack):
            def on_becon(self, batch: venuesim.Batch, time_s: float) -> None:
                pass


def test_frames_go_there_and_back() -> None:
    venue = venuesim.Venue(HELLO)
    for east_m, north_m in ((0.0, 0.0), (120.0, -80.0), (-3000.0, 5000.0)):
        back = venue.plane(*venue.coordinate(east_m, north_m))
        # The Earth is curved: a kilometre off, the ground lies 8 cm below the plane.
        assert back == pytest.approx((east_m, north_m), abs=1e-3 + (abs(east_m) + abs(north_m)) * 3e-6)
