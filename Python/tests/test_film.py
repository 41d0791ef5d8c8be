"""Films of runs, read by Pillow, a GIF decoder of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import venuesim

Image = pytest.importorskip("PIL.Image", reason="Pillow comes with matplotlib")


def test_a_film_has_its_size_and_duration(corridor: venuesim.Run, tmp_path: Path) -> None:
    film = corridor.film(tmp_path / "a.gif", from_s=60, to_s=90, speed=5, width=400, fps=10)
    with Image.open(film.path) as image:
        assert image.format == "GIF" and image.size[0] == 400 and image.info["loop"] == 0
        durations = []
        for number in range(image.n_frames):
            image.seek(number)
            durations.append(image.info["duration"])
        # 30 s at five times real time, a frame for each end, and 1.5 s at the end.
        assert sum(durations) == 6000 + 100 + 1500
        assert 50 < image.n_frames <= 61
        # Blue of the true position, orange of the reported one.
        colors = {color for _, color in image.convert("RGB").getcolors(1 << 24)}
        assert {(0x17, 0x63, 0xA6), (0xB8, 0x4A, 0x00)} <= colors


def test_jupyter_shows_a_film(corridor: venuesim.Run, tmp_path: Path) -> None:
    film = corridor.film(tmp_path / "a.gif", seed=1, width=320, dark=True)
    assert re.match(r'<img src="data:image/gif;base64,R0lGODlh', film._repr_html_())
    assert repr(film).endswith("a.gif>")


def test_mistakes_are_input_errors(corridor: venuesim.Run, tmp_path: Path) -> None:
    with pytest.raises(venuesim.InputError, match="no such scenario, seed or device"):
        corridor.film(tmp_path / "a.gif", device="nobody")
    assert not (tmp_path / "a.gif").exists()
