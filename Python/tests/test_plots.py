"""Plots on matplotlib."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from conftest import Python

import venuesim

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Close all figures after a test."""
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def slow(corridor: venuesim.Run) -> venuesim.Run:
    """Run of the same walks, with a long window of the locator."""
    return venuesim.run("corridor", seeds="1-3", settings={"stack.locator.window": "10 s"})


def curve(ax: object, number: int = 0) -> tuple[np.ndarray, np.ndarray]:
    line = ax.get_lines()[number]  # type: ignore[attr-defined]
    return np.asarray(line.get_xdata()), np.asarray(line.get_ydata())


def test_error_curves_pass_through_the_percentiles(corridor: venuesim.Run, slow: venuesim.Run) -> None:
    ax = venuesim.plot_cdf(corridor, slow, labels=["short", "long"])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["short", "long"]
    assert ax.get_xlabel() == "horizontal error, m"
    for number, run in enumerate((corridor, slow)):
        errors, shares = curve(ax, number)
        assert shares[0] == 0 and shares[-1] == 1
        for statistic, share in (("p50", 0.5), ("p95", 0.95)):
            at = errors[np.searchsorted(shares, share)]
            assert at == pytest.approx(run.value(f"horizontal_error.{statistic}"), rel=0.03)


def test_curves_of_other_metrics(corridor: venuesim.Run) -> None:
    errors, shares = curve(venuesim.plot_cdf(corridor, metric="indoor error"))
    assert errors[np.searchsorted(shares, 0.5)] == pytest.approx(corridor.value("indoor.error.p50"), rel=0.03)
    heights, _ = curve(venuesim.plot_cdf(corridor, metric="vertical error"))
    assert heights[0] >= 0
    assert heights[-1] == pytest.approx(corridor.fixes["vertical_error_m"].abs().max())
    ax = venuesim.plot_cdf(corridor, metric="power.mean")
    assert sorted(corridor.by_seed("power.mean")) == pytest.approx(list(curve(ax)[0][1:]))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("power.mean, mW", "share of seeds")


def test_wrong_arguments_of_curves_are_reported(corridor: venuesim.Run) -> None:
    with pytest.raises(venuesim.InputError, match="did you mean 'horizontal error'"):
        venuesim.plot_cdf(corridor, metric="horizontal errors")
    with pytest.raises(venuesim.InputError, match="there are 1 runs, and 2 labels"):
        venuesim.plot_cdf(corridor, labels=["a", "b"])
    with pytest.raises(venuesim.InputError, match="which runs"):
        venuesim.plot_cdf()


def test_the_map_has_track_and_fixes_in_the_frame_of_the_venue(corridor: venuesim.Run) -> None:
    ax = venuesim.plot_map(corridor, seed=2)
    assert ax.get_title() == "corridor: walker, seed 2"
    fixes = corridor.fixes
    fixes = fixes[fixes["seed"] == 2]
    points = [offset for dots in ax.collections for offset in dots.get_offsets()]
    assert len(points) == len(fixes)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["floor 0", "outdoors", "true track", "reported fixes"]
    # The walker goes from 30 m west of the door to the end of the corridor, 60 m long.
    ends = [line.get_xdata() for line in ax.get_lines() if len(line.get_xdata())]
    assert min(min(xs) for xs in ends) == pytest.approx(-30, abs=1)
    assert max(max(xs) for xs in ends) == pytest.approx(60, abs=3)
    assert ax.get_aspect() == 1


def test_the_map_of_one_floor_has_its_plan(corridor: venuesim.Run) -> None:
    whole, floor = venuesim.plot_map(corridor), venuesim.plot_map(corridor, floor=0)
    dots = [sum(len(group.get_offsets()) for group in ax.collections) for ax in (whole, floor)]
    fixes = corridor.fixes
    assert dots[1] == ((fixes["seed"] == 1) & (fixes["floor"] == 0)).fillna(False).sum()
    assert 0 < dots[1] < dots[0]
    thin = [line for line in floor.get_lines() if line.get_linewidth() == 0.5]
    assert thin and not [line for line in whole.get_lines() if line.get_linewidth() == 0.5]


def test_the_map_of_several_runs_has_a_colour_for_each(corridor: venuesim.Run, slow: venuesim.Run) -> None:
    ax = venuesim.plot_map([corridor, slow, corridor], labels=["short", "long", "again"], seed=2)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["true track", "short", "long", "again"]
    lines = {line.get_label(): line for line in ax.get_lines()}
    colors = {lines[label].get_color() for label in labels[1:]}
    assert len(colors) == 3 and "#000000" not in colors
    for label, run in (("short", corridor), ("long", slow), ("again", corridor)):
        fixes = run.fixes
        assert len(lines[label].get_xdata()) == (fixes["seed"] == 2).sum()
    assert list(lines["short"].get_xdata()) == list(lines["again"].get_xdata()) != list(lines["long"].get_xdata())
    floor = venuesim.plot_map(corridor, slow, floor=0)
    drawn = {line.get_label(): len(line.get_xdata()) for line in floor.get_lines()}
    fixes = corridor.fixes
    assert drawn["run 1"] == ((fixes["seed"] == 1) & (fixes["floor"] == 0)).fillna(False).sum()
    with pytest.raises(venuesim.InputError, match="there are 2 runs, and 1 labels"):
        venuesim.plot_map(corridor, slow, labels=["a"])
    with pytest.raises(venuesim.InputError, match="which runs"):
        venuesim.plot_map([])


def test_all_runs_of_a_map_have_the_seed(corridor: venuesim.Run) -> None:
    other = venuesim.run("corridor", seeds="2-3", settings={"duration": "20 s"})
    with pytest.raises(venuesim.InputError, match="unknown seed '1'; there are 2, 3"):
        venuesim.plot_map(corridor, other)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seed": 9}, "unknown seed '9'; there are 1, 2, 3"),
        ({"device": "waker"}, "did you mean 'walker'"),
        ({"scenario": "corridr"}, "did you mean 'corridor'"),
        ({"floor": 7}, "is on floor 7"),
    ],
)
def test_wrong_arguments_of_the_map_are_reported(
    corridor: venuesim.Run, arguments: dict[str, object], words: str
) -> None:
    with pytest.raises(venuesim.InputError, match=words):
        venuesim.plot_map(corridor, **arguments)  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore::venuesim.FewSeedsWarning")
def test_changes_have_their_interval_and_verdict(corridor: venuesim.Run, slow: venuesim.Run) -> None:
    comparison = venuesim.compare(corridor, slow, metrics=["horizontal_error.p95", "floor.accuracy.share"])
    rows = comparison.verdicts.set_index("figure")
    ax = venuesim.plot_compare(comparison)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == list(rows.index)
    assert all(label.get_fontweight() == "bold" for label in ax.get_yticklabels())
    texts = [text.get_text() for text in ax.texts]
    for height, (name, row) in enumerate(rows.iterrows()):
        assert texts[height].startswith(f"{row['verdict']}: "), name
        drawn = [line for line in ax.get_lines() if set(line.get_ydata()) == {height}]
        interval, middle = sorted(drawn, key=lambda line: -len(line.get_xdata()))
        assert list(interval.get_xdata() * row["least"]) == pytest.approx([row["worsening_low"], row["worsening_high"]])
        assert middle.get_xdata()[0] * row["least"] == pytest.approx(row["worsening"])
    assert ax.get_xscale() == "symlog"


@pytest.mark.filterwarnings("ignore::venuesim.FewSeedsWarning")
def test_a_figure_by_seed_has_a_line_for_each(corridor: venuesim.Run, slow: venuesim.Run) -> None:
    comparison = venuesim.compare(corridor, slow, metrics=["horizontal_error.p95", "availability.share"])
    table = comparison.by_seed("horizontal_error.p95")
    assert list(table.index) == [1, 2, 3]
    assert table["base"].tolist() == corridor.by_seed("horizontal_error.p95").tolist()
    assert table["worsening"].tolist() == (table["new"] - table["base"]).tolist()
    for row in table.to_dict("records"):
        matters = abs(row["worsening"]) >= table.attrs["least"]
        assert row["verdict"] == (("worse" if row["worsening"] > 0 else "better") if matters else "same")
    ax = venuesim.plot_compare(comparison, by_seed="horizontal_error.p95")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["seed 1", "seed 2", "seed 3"]
    lines = [line for line in ax.get_lines() if len(line.get_xdata()) == 2]
    assert [list(line.get_xdata()) for line in lines] == table[["base", "new"]].to_numpy().tolist()
    assert ax.get_xlabel() == "horizontal_error.p95, m"
    # Equal shares, in percent.
    shares = venuesim.plot_compare(comparison, by_seed="availability.share")
    assert shares.get_xlabel() == "availability.share, %"
    with pytest.raises(venuesim.InputError, match="did you mean 'horizontal_error.p95'"):
        venuesim.plot_compare(comparison, by_seed="horizontal_eror.p95")
    gate = venuesim.Comparison(comparison.answer, 0, None)
    with pytest.raises(venuesim.InputError, match="a gate has no values by seed"):
        venuesim.plot_compare(gate, by_seed="horizontal_error.p95")


@pytest.mark.filterwarnings("ignore::venuesim.FewSeedsWarning")
def test_plots_draw_on_given_axes(corridor: venuesim.Run, slow: venuesim.Run) -> None:
    figure, axes = plt.subplots(1, 3)
    assert venuesim.plot_cdf(corridor, ax=axes[0]) is axes[0]
    assert venuesim.plot_map(corridor, ax=axes[1]) is axes[1]
    assert venuesim.plot_compare(venuesim.compare(corridor, slow), ax=axes[2]) is axes[2]
    assert plt.get_fignums() == [figure.number]
    figure.canvas.draw()


def test_without_matplotlib_a_line_says_what_to_install(corridor: venuesim.Run, python: Python) -> None:
    ended = python(
        "import sys; sys.modules['matplotlib'] = None\n"
        f"import venuesim; venuesim.plot_cdf(venuesim.load({corridor.folder!r}))"
    )
    assert ended.stderr.rstrip().endswith("ImportError: plots need matplotlib: pip install 'venuesim[plot]'")
