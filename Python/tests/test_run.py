"""Tables of runs, replays, sweeps, comparisons and gates."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from stacks import LoudestBeacon

import venuesim
from venuesim import _given


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
    assert corridor.value("horizontal_error.p95") == pooled
    assert corridor.summary.loc["horizontal_error", "p95"] == pooled
    assert corridor.summary.loc["floor.accuracy", "mean"] == corridor.value("floor.accuracy.share")
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


@pytest.mark.parametrize(
    ("given", "words", "count"),
    [
        (None, [], None), (3, ["--seed", "3"], 1), (np.int64(3), ["--seed", "3"], 1), ("3", ["--seed", "3"], 1),
        ("1-20", ["--seeds", "1-20"], 20), ("1-3,7", ["--seeds", "1-3,7"], 4), ("auto-x", ["--seeds", "auto-x"], None),
        ((1, 20), ["--seeds", "1-20"], 20), (range(4, 8), ["--seeds", "4-7"], 4), ([5], ["--seeds", "5-5"], 1),
        (range(1, 9, 2), ["--seeds", "1,3,5,7"], 4), ([9, 1, 5], ["--seeds", "1,5,9"], 3),
        ([3, 2, 1, 7, 10, 9], ["--seeds", "1-3,7,9-10"], 6), (np.array([4, 5, 9]), ["--seeds", "4-5,9"], 3),
    ],
)
def test_seeds_become_a_list_for_the_program(given: Any, words: list[str], count: int | None) -> None:
    assert _given.seed_options(given) == words
    assert _given.seed_count(given) == count


def test_a_list_may_have_any_seeds(corridor: venuesim.Run) -> None:
    run = venuesim.run("corridor", seeds=[3, 1])
    errors = run.by_seed("horizontal_error.p95")
    assert errors.to_dict() == corridor.by_seed("horizontal_error.p95").drop(2).to_dict()
    with pytest.warns(venuesim.FewSeedsWarning, match="2 seeds can't"):
        comparison = venuesim.compare(run, venuesim.run("corridor", seeds=[1, 3], settings={"duration": "60 s"}))
    assert comparison.verdicts["n"].max() == 2


def test_budgets_fit_into_a_terminal(corridor: venuesim.Run) -> None:
    """Columns that are the same in all rows would take the place of verdicts."""
    lines = str(corridor.budgets).splitlines()
    assert lines[0].split() == ["verdict", "metric", "statistic", "value", "limit", "unit", "scenario"]
    assert all(line.split()[1] == "kept" for line in lines[1:]) and len(lines) == 5
    assert corridor.table("budgets").columns[0] == "run"


def test_every_table_can_be_read(corridor: venuesim.Run) -> None:
    assert len(corridor.tables) == 13
    for name in corridor.tables:
        assert {"run", "scenario"} <= set(corridor.table(name).columns), name
        if name != "budgets":
            assert getattr(corridor, name) is corridor.table(name)
    assert corridor.manifest["complete"] is True


def test_seeds_can_be_given_in_many_ways() -> None:
    def seeds(given: venuesim._given.Seeds) -> list[int]:
        run = venuesim.run("corridor", seeds=given, settings={"duration": "20 s"})
        return list(run.by_seed("horizontal_error.p50").index)

    assert seeds(7) == seeds(np.int64(7)) == [7]  # type: ignore[arg-type]
    assert seeds("2-3") == seeds((2, 3)) == seeds(range(2, 4)) == [2, 3]
    assert seeds([2, 3]) == seeds(np.arange(2, 4)) == [2, 3]  # type: ignore[arg-type]


def test_old_names_still_work() -> None:
    with pytest.warns(DeprecationWarning, match="set= is now settings=") as caught:
        run = venuesim.run("corridor", seeds=1, set={"duration": "20 s"})
    assert caught[0].filename == __file__
    assert run.manifest["settings"] == ["duration=20 s"]
    with pytest.warns(DeprecationWarning, match=r"figure\(\) is now value\(\)"):
        assert run.figure("horizontal_error.p95") == run.value("horizontal_error.p95")
    with pytest.raises(venuesim.InputError, match="not set= as well"):
        venuesim.run("corridor", settings={}, set={})


@pytest.mark.parametrize("call", [
    lambda: venuesim.check(venuesim.scenarios()["corridor"], set={"duration": "x"}),
    lambda: venuesim.sweep("corridor", over={"duration": ["20 s"]}, set={"stack.locator.window": "3 s"}),
    lambda: venuesim.gate("corridor", baselines="none", set={"duration": "x"}),
    lambda: venuesim.replay("none", set={"duration": "x"}),
    lambda: venuesim.survey("none", set={"duration": "x"}),
    lambda: venuesim.campaign_run_shard("none", "out", 1, 1, set={"duration": "x"}),
    lambda: venuesim.campaign_merge("none", "out", set={"duration": "x"}),
])
def test_every_function_takes_the_old_name(call: Callable[[], object]) -> None:
    with pytest.warns(DeprecationWarning, match="set= is now settings=") as caught, suppress(venuesim.InputError):
        call()
    assert caught[0].filename == __file__


def test_a_kept_run_can_be_loaded(corridor: venuesim.Run, tmp_path: Path) -> None:
    loaded = venuesim.load(corridor.folder)
    assert isinstance(loaded, venuesim.Run)
    assert loaded.passed and loaded.metrics.equals(corridor.metrics)
    with pytest.raises(venuesim.InputError, match=r"no run in .*: it has no manifest.json and no metrics.csv"):
        venuesim.load(tmp_path)
    with pytest.raises(venuesim.InputError, match="no folder"):
        venuesim.load(tmp_path / "none")


@pytest.mark.filterwarnings("ignore::venuesim.FewSeedsWarning")
def test_types_of_columns_do_not_depend_on_values(corridor: venuesim.Run, tmp_path: Path) -> None:
    dtypes = corridor.fixes.dtypes
    assert dtypes["told_s"] == dtypes["fix_s"] == dtypes["horizontal_error_m"] == "float64"
    for name in ("seed", "floor", "true_floor", "transmitters", "surveyed"):
        assert dtypes[name] == "Int64", name
    assert corridor.fixes["floor"].isna().any() and (corridor.fixes["floor"] == 0).any()
    assert (corridor.fixes["told_s"] % 1 == 0).all()
    folder = tmp_path / "other"
    shutil.copytree(corridor.folder, folder)
    header, first, *_ = (folder / "fixes.csv").read_text().splitlines()
    for number, rows in enumerate(([], [first], [first, first.replace(",3,3,", ",3.5,,", 1)])):
        (folder / "fixes.csv").write_text("\n".join([header, *rows]) + "\n")
        fixes = venuesim.Run(folder).fixes
        assert len(fixes) == len(rows)
        numbers = dtypes[[name for name, dtype in dtypes.items() if dtype in ("float64", "Int64")]]
        assert (fixes.dtypes[numbers.index] == numbers).all(), number
    for table in (corridor.metrics, venuesim.compare(corridor, corridor).verdicts):
        assert table["n"].dtype == "Int64"


def test_a_missed_budget_is_a_result() -> None:
    run = venuesim.run("corridor", seeds=1, settings={"stack.satellites.use": "off"})
    assert not run.passed
    assert "missed" in set(run.budgets["verdict"])
    assert "missed" in run._repr_html_()


def test_settings_reach_the_stack() -> None:
    short, long = (
        venuesim.run("corridor", seeds=1, settings={"stack.locator": {"use": "strongest-beacon", "window": window}})
        for window in ("1 s", "9 s")
    )
    assert short.value("indoor.error.mean") != long.value("indoor.error.mean")


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
    run = venuesim.run("corridor", seeds=1, out=tmp_path / "kept", settings={"duration": "20 s"})
    assert (tmp_path / "kept" / "metrics.csv").is_file()
    del run
    assert (tmp_path / "kept" / "metrics.csv").is_file()
    with pytest.raises(venuesim.InputError, match="is not empty"):
        venuesim.run("corridor", seeds=1, out=tmp_path / "kept")


def test_a_run_that_is_not_kept_goes_with_its_object() -> None:
    run = venuesim.run("corridor", seeds=1, settings={"duration": "20 s"})
    folder = Path(run.folder)
    assert folder.is_dir()
    del run
    assert not folder.exists()


def test_a_replay_repeats_the_run(corridor: venuesim.Run) -> None:
    assert corridor.recordings is not None
    replay = venuesim.replay(corridor.recordings, scenario="corridor")
    assert len(replay.by_device("horizontal_error.p95")) == 3
    again = replay.value("horizontal_error.p50")
    assert again == pytest.approx(corridor.value("horizontal_error.p50"), rel=0.05)


def test_a_stack_takes_recordings(corridor: venuesim.Run) -> None:
    assert corridor.recordings is not None
    replay = venuesim.replay(corridor.recordings, scenario="corridor", stack=LoudestBeacon)
    assert set(replay.fixes["source"]) == {"beacon"}


@pytest.mark.filterwarnings("ignore::venuesim.FewSeedsWarning")
def test_comparisons_tell_what_moved(corridor: venuesim.Run) -> None:
    same = venuesim.compare(corridor, corridor.folder)
    assert same.passed
    assert set(same.verdicts["verdict"]) == {"identical"}
    worse = venuesim.run("corridor", seeds="1-3", settings={"stack.satellites.use": "off"})
    moved = venuesim.compare(corridor, worse, metrics=["horizontal_error.p95"])
    assert not moved.passed
    assert moved.verdict("horizontal_error.p95") != "identical"
    assert moved.verdicts["new"].item() > moved.verdicts["base"].item()
    assert "horizontal_error.p95" in moved._repr_html_()


class Shifted(venuesim.Part):
    """Reports a position far from the venue."""

    fills = "locator"
    north_m = 300.0

    def locate(self, at_s: float, time_s: float) -> dict[str, Any]:
        return self.place(at_s=at_s, east_m=20, north_m=self.north_m, accuracy_m=2, floor=0, source="beacon")


class MoreShifted(Shifted):
    north_m = 900.0


@pytest.mark.parametrize("figures", [
    ["indoor.error.p50"],
    ["indoor.error.p50", "indoor.error.p95", "horizontal_error.mean", "horizontal_error.max"],
])
def test_fewer_seeds_than_the_minimum_decide_nothing(figures: list[str], tmp_path: Path) -> None:
    """The largest change is worse with the minimum of seeds, and undecided with one less, as the warning says."""
    needed = venuesim.min_seeds(len(figures))

    def compare(count: int) -> venuesim.Comparison:
        near, far = (
            venuesim.run("corridor", seeds=(1, count), settings={"duration": "60 s"}, parts={"locator": part})
            for part in (Shifted, MoreShifted)
        )
        return venuesim.compare(near, far, metrics=figures)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        enough = compare(needed)
    assert set(enough.verdicts["verdict"]) == {"worse"}
    few = f"{needed - 1} seeds can't show that anything is better or worse.*need.* {needed} or more"
    with pytest.warns(venuesim.FewSeedsWarning, match=few) as caught:
        undecided = compare(needed - 1)
    assert caught[0].filename == __file__
    assert set(undecided.verdicts["verdict"]) == {"undecided"}
    assert undecided.is_undecided and not undecided.is_worse


def test_the_deciding_figures_of_a_scenario_count(corridor: venuesim.Run) -> None:
    """The corridor has four budgets."""
    assert [venuesim.min_seeds(figures) for figures in (1, 4, 13)] == [7, 9, 10]
    with pytest.warns(venuesim.FewSeedsWarning, match="3 seeds can't .* 4 deciding figures need 9 or more"):
        venuesim.compare(corridor, corridor)


def test_a_gate_warns_before_it_runs(tmp_path: Path) -> None:
    for few in ({"seeds": "1-6"}, {"limit": 6}):
        with (
            pytest.warns(venuesim.FewSeedsWarning, match="6 seeds can't show .* a deciding figure needs 7") as caught,
            pytest.raises(venuesim.InputError),
        ):
            # There is no baseline, and nothing is run.
            venuesim.gate("corridor", baselines=tmp_path, **few)  # type: ignore[arg-type]
        assert caught[0].filename == __file__


def test_undecided_figures_count_beside_a_missed_budget() -> None:
    def row(verdict: str, role: str = "primary") -> dict[str, str]:
        return {"figure": "f", "verdict": verdict, "role": role}

    def comparison(*rows: dict[str, str]) -> venuesim.Comparison:
        scenarios = [{"scenario": "s", "figures": list(rows), "moments": []}]
        return venuesim.Comparison({"summary": "", "scenarios": scenarios, "budgets": []}, 4, None)

    both = comparison(row("undecided"), row("worse"))
    assert both.is_undecided and both.is_worse and not both.passed
    assert not comparison(row("same"), row("undecided", "secondary")).is_undecided


@pytest.mark.filterwarnings("ignore::venuesim.FewSeedsWarning")
def test_a_page_shows_both_runs(corridor: venuesim.Run, tmp_path: Path) -> None:
    page = venuesim.compare(corridor, corridor).report(tmp_path / "compared.html")
    assert "identical" in page.html


def test_sweeps_have_a_column_for_each_key() -> None:
    table = venuesim.sweep(
        "corridor", over={"stack.locator.window": ["1 s", "8 s"], "duration": ["30 s", "1 min"]}, seeds="1-2"
    ).metrics
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
        gate(seeds="1-2", update="Worse", settings={"stack.satellites.use": "off"})
    lost = gate(settings={"stack.satellites.use": "off"})
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
    whole = venuesim.run("corridor", seeds="1000-1003", settings={"stack.locator.window": "2 s"})
    figure = "horizontal_error.p95"
    assert merged.value(figure) == pytest.approx(whole.value(figure), rel=0.005)


def test_progress_is_shown_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    venuesim.run("corridor", seeds="1-2", settings={"duration": "20 s"})
    assert capsys.readouterr().err == ""
    venuesim.run("corridor", seeds="1-2", settings={"duration": "20 s"}, progress=True, jobs=1)
    # The last run is always reported.
    assert "2 of 2 runs" in capsys.readouterr().err


def test_several_devices_and_scenarios_keep_apart() -> None:
    def agent(name: str, to: str) -> dict[str, object]:
        walk = {"walk": {"to": [to, "0 m"], "level": 0}}
        return {"name": name, "start": ["0 m", "0 m"], "level": 0, "itinerary": [walk]}

    agents = [agent("ada", "20 m"), agent("bob", "50 m")]
    scenario = {"name": "two", "duration": "40 s", "venue": "venues/corridor.yaml", "agents": agents}
    run = venuesim.run([scenario, "corridor"], seeds="1-2", settings={"duration": "40 s"})
    assert set(run.fixes["device"]) == {"ada", "bob", "walker"}
    figure = "horizontal_error.p50"
    ada, bob = (run.by_seed(figure, scenario="two", device=name) for name in ("ada", "bob"))
    assert list(ada.index) == list(bob.index) == [1, 2]
    assert ada[1] != bob[1]
    assert set(run.by_device(figure).index) == {"ada", "bob", "walker"}
    assert run.value(figure, scenario="two") != run.value(figure, scenario="corridor")
    with pytest.raises(venuesim.InputError, match="name a scenario, and a device of ada, bob, walker"):
        run.by_seed(figure)
    assert run.summary.index.nlevels == 2


def test_devices_of_one_name_are_not_mixed() -> None:
    walk = {"walk": {"to": ["50 m", "0 m"], "level": 0}}
    agent = {"name": "walker", "start": ["0 m", "0 m"], "level": 0, "itinerary": [walk]}
    other = {"name": "other", "duration": "40 s", "venue": "venues/corridor.yaml", "agents": [agent]}
    run = venuesim.run([other, "corridor"], seeds="1-2", settings={"duration": "40 s"})
    figure = "horizontal_error.p50"
    with pytest.raises(venuesim.InputError, match="has walker in several scenarios: name one of other, corridor"):
        run.by_device(figure)
    for name in ("other", "corridor"):
        seeds = run.by_seed(figure, scenario=name)
        assert run.by_device(figure, scenario=name)["walker"] == pytest.approx(seeds.mean())
