"""Tables of runs, replays, sweeps, comparisons and gates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from stacks import LoudestBeacon

import venuesim


def test_version_is_the_packages() -> None:
    assert venuesim.version().startswith(f"venuesim {venuesim.__version__} ")


def test_packaged_scenarios_have_names() -> None:
    packaged = venuesim.scenarios()
    assert {"corridor", "museum-visit", "wifi_office"} <= set(packaged)
    assert all(Path(path).is_file() for path in packaged.values())


def test_a_run_has_the_tools_figures(corridor: venuesim.Run) -> None:
    table = pd.read_csv(Path(corridor.folder) / "metrics.csv")
    row = table[(table["metric"] == "horizontal_error") & (table["statistic"] == "p95")]
    pooled = row[row["seed"] == "all"]["value"].item()
    assert corridor.figure("horizontal_error.p95") == pooled
    assert corridor.summary.loc["horizontal_error", "p95"] == pooled
    assert corridor.summary.loc["floor.accuracy", "mean"] == corridor.figure("floor.accuracy.share")
    errors = corridor.fixes["horizontal_error_m"]
    assert errors.quantile(0.95) == pytest.approx(pooled, rel=0.02)


def test_figures_by_seed_and_by_device(corridor: venuesim.Run) -> None:
    by_seed = corridor.by_seed("horizontal_error.p95")
    assert list(by_seed.index) == [1, 2, 3]
    assert by_seed.nunique() == 3
    fixes = corridor.fixes
    longest = fixes[fixes["seed"] == 2]["horizontal_error_m"].max()
    assert corridor.by_seed("horizontal_error.max")[2] == pytest.approx(longest, abs=1e-3)
    assert corridor.by_device("horizontal_error.p95")["walker"] == pytest.approx(by_seed.mean())


def test_every_table_can_be_read(corridor: venuesim.Run) -> None:
    assert len(corridor.tables) == 13
    for name in corridor.tables:
        assert {"run", "scenario"} <= set(corridor.table(name).columns), name
        assert getattr(corridor, name) is corridor.table(name)
    assert corridor.manifest["complete"] is True


def test_seeds_can_be_given_in_many_ways() -> None:
    def seeds(given: venuesim._given.Seeds) -> list[int]:
        run = venuesim.run("corridor", seeds=given, set={"duration": "20 s"})
        return list(run.by_seed("horizontal_error.p50").index)

    assert seeds(7) == seeds(np.int64(7)) == [7]  # type: ignore[arg-type]
    assert seeds("2-3") == seeds((2, 3)) == seeds(range(2, 4)) == [2, 3]


def test_a_missed_budget_is_a_result() -> None:
    run = venuesim.run("corridor", seeds=1, set={"stack.satellites.use": "off"})
    assert not run.passed
    assert "missed" in set(run.budgets["verdict"])
    assert "missed" in run._repr_html_()


def test_settings_reach_the_stack() -> None:
    short, long = (
        venuesim.run("corridor", seeds=1, set={"stack.locator": {"use": "strongest-beacon", "window": window}})
        for window in ("1 s", "9 s")
    )
    assert short.figure("indoor.error.mean") != long.figure("indoor.error.mean")


def test_a_dictionary_is_a_scenario(corridor: venuesim.Run) -> None:
    scenario = {
        "name": "own", "duration": "1 min", "venue": "venues/corridor.yaml",
        "agents": [{
            "name": "ada", "start": ["0 m", "0 m"], "level": 0, "speed": "1.3 m/s",
            "itinerary": [{"stand": "5 s"}, {"walk": {"to": ["50 m", "0 m"], "level": 0}}],
        }],
        "budgets": ["horizontal_error.p95 <= 40 m"],
    }
    run = venuesim.run(scenario, seeds=1)
    assert run.passed
    assert set(run.fixes["device"]) == {"ada"}


def test_a_dictionary_may_have_numbers_of_numpy_and_paths(tmp_path: Path) -> None:
    """NumPy values in a scenario, as in `set`."""
    venue = Path(venuesim.scenarios()["corridor"]).parent / "venues" / "corridor.yaml"
    walk = {"walk": {"to": ["50 m", "0 m"], "level": np.int64(0)}}
    agent = {"name": "ada", "start": np.array(["0 m", "0 m"]), "level": np.int64(0), "itinerary": [walk]}
    scenario = {"name": "own", "duration": "1 min", "venue": venue, "agents": [agent]}
    assert set(venuesim.run(scenario, seeds=1).fixes["device"]) == {"ada"}


def test_a_run_is_kept_where_it_is_told(tmp_path: Path) -> None:
    run = venuesim.run("corridor", seeds=1, out=tmp_path / "kept", set={"duration": "20 s"})
    assert (tmp_path / "kept" / "metrics.csv").is_file()
    del run
    assert (tmp_path / "kept" / "metrics.csv").is_file()
    with pytest.raises(venuesim.InputError, match="is not empty"):
        venuesim.run("corridor", seeds=1, out=tmp_path / "kept")


def test_a_run_that_is_not_kept_goes_with_its_object() -> None:
    run = venuesim.run("corridor", seeds=1, set={"duration": "20 s"})
    folder = Path(run.folder)
    assert folder.is_dir()
    del run
    assert not folder.exists()


def test_a_replay_repeats_the_run(corridor: venuesim.Run) -> None:
    assert corridor.recordings is not None
    replay = venuesim.replay(corridor.recordings, scenario="corridor")
    assert len(replay.by_device("horizontal_error.p95")) == 3
    again = replay.figure("horizontal_error.p50")
    assert again == pytest.approx(corridor.figure("horizontal_error.p50"), rel=0.05)


def test_a_stack_takes_recordings(corridor: venuesim.Run) -> None:
    assert corridor.recordings is not None
    replay = venuesim.replay(corridor.recordings, scenario="corridor", stack=LoudestBeacon)
    assert set(replay.fixes["source"]) == {"beacon"}


def test_comparisons_tell_what_moved(corridor: venuesim.Run) -> None:
    same = venuesim.compare(corridor, corridor.folder)
    assert same.passed
    assert set(same.verdicts["verdict"]) == {"identical"}
    worse = venuesim.run("corridor", seeds="1-3", set={"stack.satellites.use": "off"})
    moved = venuesim.compare(corridor, worse, metrics=["horizontal_error.p95"])
    assert not moved.passed
    assert moved.verdict("horizontal_error.p95") != "identical"
    assert moved.verdicts["new"].item() > moved.verdicts["base"].item()
    assert "horizontal_error.p95" in moved._repr_html_()


def test_a_page_shows_both_runs(corridor: venuesim.Run, tmp_path: Path) -> None:
    page = venuesim.compare(corridor, corridor).report(tmp_path / "compared.html")
    assert "identical" in page.html


def test_sweeps_have_a_column_for_each_key() -> None:
    table = venuesim.sweep(
        "corridor", over={"stack.locator.window": ["1 s", "8 s"], "duration": ["30 s", "1 min"]}, seeds="1-2"
    )
    rows = table[(table["metric"] == "horizontal_error") & (table["statistic"] == "p50")]
    pooled = rows[rows["seed"].isna()]
    assert len(pooled) == 4
    assert set(pooled["stack.locator.window"]) == {"1 s", "8 s"}
    assert sorted(set(rows["seed"].dropna())) == [1, 2]


def test_gates_pass_and_find_what_is_worse(tmp_path: Path) -> None:
    def gate(**more: object) -> venuesim.Comparison | None:
        return venuesim.gate("corridor", baselines=tmp_path, **more)  # type: ignore[arg-type]

    assert gate(seeds="1-20", update="First figures", detects="any") is None
    assert (tmp_path / "corridor.csv").is_file()
    kept = gate()
    assert kept is not None and kept.passed
    with pytest.raises(venuesim.InputError, match="not made, since it would miss"):
        gate(seeds="1-2", update="Worse", set={"stack.satellites.use": "off"})
    lost = gate(set={"stack.satellites.use": "off"})
    assert lost is not None and lost.is_worse and lost.status == 3
    assert "worse" in set(lost.verdicts["verdict"])


def test_recordings_are_gated_too(corridor: venuesim.Run, tmp_path: Path) -> None:
    assert corridor.recordings is not None
    how = {"baselines": tmp_path, "scenario": "corridor"}
    assert venuesim.gate(corridor.recordings, update="First figures", **how) is None  # type: ignore[arg-type]
    kept = venuesim.gate(corridor.recordings, **how)  # type: ignore[arg-type]
    assert kept is not None and set(kept.verdicts["verdict"]) == {"identical"}


def test_a_survey_advises_beacons(tmp_path: Path) -> None:
    loops = Path(venuesim.scenarios()["corridor"]).parent / "examples" / "loops"
    before = venuesim.equip(loops / "gallery.yaml", tmp_path / "before.yaml", access_points="20 m")
    survey = venuesim.survey(before, wanted="5 m", apply=tmp_path / "after.yaml")
    assert survey.accuracy["radius_m"].median() > 0
    assert len(survey.beacons) > 0
    assert survey.venue is not None
    assert venuesim.check(survey.venue) == []


def test_campaigns_run_in_shards(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    scenario = venuesim.scenarios()["corridor"]
    path.write_text(f"campaign: small\nscenarios: ['{scenario}']\nseeds: 1000-1003\n")
    options = ["--set", "stack.locator.window=2 s"]
    for shard in (2, 1):
        assert venuesim.campaign_run_shard(path, tmp_path / "out", shard, 2, options=options) == shard
    merged = venuesim.campaign_merge(path, tmp_path / "out", options=options)
    whole = venuesim.run("corridor", seeds="1000-1003", set={"stack.locator.window": "2 s"})
    figure = "horizontal_error.p95"
    assert merged.figure(figure) == pytest.approx(whole.figure(figure), rel=0.005)


def test_progress_is_shown_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    venuesim.run("corridor", seeds="1-2", set={"duration": "20 s"})
    assert capsys.readouterr().err == ""
    venuesim.run("corridor", seeds="1-2", set={"duration": "20 s"}, progress=True, jobs=1)
    # The last run is always reported.
    assert "2 of 2 runs" in capsys.readouterr().err


def test_several_devices_and_scenarios_keep_apart() -> None:
    def agent(name: str, to: str) -> dict[str, object]:
        walk = {"walk": {"to": [to, "0 m"], "level": 0}}
        return {"name": name, "start": ["0 m", "0 m"], "level": 0, "itinerary": [walk]}

    agents = [agent("ada", "20 m"), agent("bob", "50 m")]
    scenario = {"name": "two", "duration": "40 s", "venue": "venues/corridor.yaml", "agents": agents}
    run = venuesim.run([scenario, "corridor"], seeds="1-2", set={"duration": "40 s"})
    assert set(run.fixes["device"]) == {"ada", "bob", "walker"}
    figure = "horizontal_error.p50"
    ada, bob = (run.by_seed(figure, scenario="two", device=name) for name in ("ada", "bob"))
    assert list(ada.index) == list(bob.index) == [1, 2]
    assert ada[1] != bob[1]
    assert set(run.by_device(figure).index) == {"ada", "bob", "walker"}
    assert run.figure(figure, scenario="two") != run.figure(figure, scenario="corridor")
    with pytest.raises(venuesim.InputError, match="name a scenario, and a device of ada, bob, walker"):
        run.by_seed(figure)
    assert run.summary.index.nlevels == 2


def test_devices_of_one_name_are_not_mixed() -> None:
    walk = {"walk": {"to": ["50 m", "0 m"], "level": 0}}
    agent = {"name": "walker", "start": ["0 m", "0 m"], "level": 0, "itinerary": [walk]}
    other = {"name": "other", "duration": "40 s", "venue": "venues/corridor.yaml", "agents": [agent]}
    run = venuesim.run([other, "corridor"], seeds="1-2", set={"duration": "40 s"})
    figure = "horizontal_error.p50"
    with pytest.raises(venuesim.InputError, match="has walker in several scenarios: name one of other, corridor"):
        run.by_device(figure)
    for name in ("other", "corridor"):
        seeds = run.by_seed(figure, scenario=name)
        assert run.by_device(figure, scenario=name)["walker"] == pytest.approx(seeds.mean())
