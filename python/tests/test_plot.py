"""Figures: what they show is what the program's own figures show."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

import inflight
from conftest import SMALL


@pytest.fixture(autouse=True)
def closed():
    """Figures stay open until they are closed."""
    yield
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


def test_the_slowdown_is_that_of_the_programs_own_figures(root, hpcc, dcqcn):
    for bins in (10, 7):
        subprocess.run([root / "inflight", "report", hpcc.folder, dcqcn.folder, "--out", "r.html", "--figures", f"figures-{bins}", "--format",
                        "csv", "--bins", str(bins)], check=True, stdout=subprocess.DEVNULL)
        for p in (0.5, 0.95, 0.99):
            name = "median" if p == 0.5 else f"p{round(100 * p)}"
            [file] = [file for file in Path(f"figures-{bins}").glob("slowdown-by-size*.csv") if name in file.stem or
                      p == 0.5 and "p50" in file.stem]
            with open(file) as source:
                theirs = list(csv.DictReader(source))
            ax = inflight.plot.slowdown([hpcc, dcqcn], quantiles=[p], bins=bins)
            assert [line.get_label() for line in ax.lines] == ["hpcc", "dcqcn"]
            for line in ax.lines:
                own = [row for row in theirs if row["experiment"] == line.get_label() and float(row["flows"]) > 0]
                value = next(column for column in own[0] if column.startswith("slowdown") and "least" not in column and "most" not in column)
                assert list(map(float, line.get_xdata())) == [float(row["size_bytes_to"]) for row in own]
                assert list(line.get_ydata()) == pytest.approx([float(row[value]) for row in own], rel=1e-9)


def test_axes_and_lines(hpcc, dcqcn):
    ax = inflight.plot.slowdown([hpcc, dcqcn])
    assert [line.get_label() for line in ax.lines] == [f"{scheme} p{p}" for scheme in ("hpcc", "dcqcn") for p in (50, 95, 99)]
    assert ax.get_xscale() == ax.get_yscale() == "log" and ax.get_xlabel() == "flow size (B)" and ax.get_ylabel() == "FCT slowdown"
    percentiles = hpcc.plot_slowdown_by_size(axis="percentiles", bins=20, quantiles=[0.99])
    assert percentiles.get_xscale() == "linear" and percentiles.get_ylabel() == "FCT slowdown, p99"
    assert [label.get_text()[-1] in "0123456789KMG" for label in percentiles.get_xticklabels()] == [True] * len(percentiles.get_xticks())
    again = dcqcn.plot_slowdown_by_size(axis="percentiles", ax=percentiles)
    assert again is percentiles
    ax.figure.savefig("slowdown.pdf")
    assert Path("slowdown.pdf").stat().st_size > 1000


def test_distributions(hpcc, dcqcn):
    fct = inflight.plot.fct_cdf([hpcc, dcqcn])
    for line, run in zip(fct.lines, (hpcc, dcqcn)):
        assert line.get_ydata()[-1] == 1 and max(line.get_xdata()) == pytest.approx(max(inflight.tables.column(run.flows, "fct_ns")) / 1000)
    queues = inflight.plot.queue_cdf([hpcc, dcqcn])
    for line, run in zip(queues.lines, (hpcc, dcqcn)):
        total = sum(inflight.tables.column(run.queue_lengths, "samples"))
        empty = inflight.tables.column(run.queue_lengths, "samples")[0]
        assert line.get_ydata()[1] == pytest.approx(empty / total) and line.get_ydata()[-1] == 1
    assert 0 <= queues.get_ylim()[0] < min(line.get_ydata()[1] for line in queues.lines)
    assert hpcc.plot_fct_cdf().get_ylabel() == "share of flows" and hpcc.plot_queue_cdf().get_xlabel() == "queue (KB)"


def test_many_flows_make_a_line_of_few_points():
    points = [(float(at), at / 10_000) for at in range(10_001)]
    thinned = inflight.plot._thinned(points)
    assert len(thinned) == 2000 and thinned[0] == points[0] and thinned[-1] == points[-1]


def test_quantiles_are_by_nearest_rank():
    values = list(range(1, 101))
    assert inflight.plot.nearest_rank(values, 0.07) == 7 and inflight.plot.nearest_rank(values, 0) == 1
    assert inflight.plot.nearest_rank([1, 2, 3, 4], 0.5) == 2 and inflight.plot.nearest_rank(values, 1) == 100
    with pytest.raises(ValueError, match="a quantile must be 0 to 1"):
        inflight.plot.nearest_rank(values, 99)


def test_runs_that_differ_in_the_seed_are_one_line():
    seeds = [inflight.run(SMALL, seed=seed) for seed in (1, 2)]
    large = inflight.run(SMALL, **{"flows.0.size": "1MB"})
    other = inflight.run(SMALL, scheme="hpcc(eta=0.9)")
    assert [line.get_label() for line in inflight.plot.fct_cdf(seeds).lines] == ["hpcc"]
    labels = [line.get_label() for line in inflight.plot.fct_cdf([*seeds, other]).lines]
    assert len(labels) == 2 and all(label.startswith("hpcc(eta=0.9") for label in labels)
    assert [line.get_label() for line in inflight.plot.fct_cdf([*seeds, large]).lines] == ["scenario", "scenario-3"]
    assert [line.get_label() for line in inflight.plot.fct_cdf([*seeds, large], labels=["a", "b", "b"]).lines] == ["a", "b"]
    with pytest.raises(ValueError, match="2 labels for 3 runs"):
        inflight.plot.fct_cdf([*seeds, large], labels=["a", "b"])
    with pytest.raises(TypeError, match="inflight.load"):
        inflight.plot.fct_cdf(["runs/scenario"])
    with pytest.raises(ValueError, match="known: log, percentiles"):
        large.plot_slowdown_by_size(axis="size")


def test_without_flows(root):
    run = inflight.run({**SMALL, "until": "5us"})
    assert len(run.flows) == 0
    run.plot_slowdown_by_size()
    run.plot_fct_cdf()
    run.plot_queue_cdf().figure.savefig("queues.png")


def test_without_pandas(monkeypatch, hpcc):
    expected = [list(line.get_ydata()) for line in hpcc.plot_slowdown_by_size().lines]
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert [list(line.get_ydata()) for line in inflight.load(hpcc.folder).plot_slowdown_by_size().lines] == expected


def test_without_matplotlib(monkeypatch, hpcc):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        hpcc.plot_fct_cdf()
