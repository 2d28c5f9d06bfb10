"""Figures of runs in matplotlib, as in papers on congestion control: slowdown by flow size, and distributions.

Each function takes a run or several, and returns matplotlib's Axes, for titles, limits and ``savefig`` of one's own. Runs that differ in
nothing but the seed are one line, over all their flows.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from .results import Run
from .tables import column

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Runs = Union[Run, Iterable[Run]]

COLUMN_INCHES = 3.33
"""Width of a column of a two-column paper."""

STYLE = {
    "figure.figsize": (COLUMN_INCHES, 0.66 * COLUMN_INCHES), "figure.dpi": 150, "savefig.dpi": 300, "savefig.bbox": "tight",
    "font.size": 8, "axes.labelsize": 8, "xtick.labelsize": 7, "ytick.labelsize": 7, "legend.fontsize": 7, "legend.frameon": False,
    "axes.grid": True, "grid.linewidth": 0.4, "grid.alpha": 0.5, "axes.axisbelow": True, "lines.linewidth": 1.2, "lines.markersize": 3.5,
    "pdf.fonttype": 42,
}
"""Style of figures, as matplotlib's settings: ``with matplotlib.rc_context(inflight.plot.STYLE): ...``."""

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""One color for each line, distinguishable for color-blind readers."""

_MARKERS = "osD^vP*"
_DASHES = ("solid", "dashed", "dotted", "dashdot")
_MOST_POINTS = 2000  # of a line of a distribution
_PER_KILO = 1000


def slowdown(runs: Runs, *, quantiles: Sequence[float] = (0.5, 0.95, 0.99), bins: int = 10, axis: str = "log",
             labels: Optional[Sequence[str]] = None, ax: Optional[Axes] = None) -> Axes:
    """Slowdown by flow size: the given quantiles of each class of sizes, by nearest rank, as in the program's own figures.

    :param quantiles: between 0 and 1
    :param bins: how many classes with about as many flows each; flows of one size are in one class
    :param axis: ``log``: sizes on a logarithmic axis; ``percentiles``: adjacent classes at equal distances, as the FCT figures of
        the HPCC paper have them
    :param labels: a name for each run; runs of one name are one line. By default their schemes, or what tells them apart
    :param ax: where to draw; by default in a figure of its own
    """
    if axis not in ("log", "percentiles"):
        raise ValueError(f"unknown axis of sizes {axis!r}; known: log, percentiles")
    if bins < 1:
        raise ValueError(f"bins must be 1 or more, found {bins}")
    experiments = _experiments(runs, labels)
    flows = {name: _sorted_flows(own) for name, own in experiments.items()}
    edges = _edges(sorted(size for own in flows.values() for size, _ in own), bins)
    with _style():
        ax = _axes(ax)
        for number, (name, own) in enumerate(flows.items()):
            classes = _classes(own, edges)
            shown = [at for at, values in enumerate(classes) if values]
            for order, p in enumerate(quantiles):
                x = [edges[at] if axis == "log" else at for at in shown]
                y = [nearest_rank(classes[at], p) for at in shown]
                ax.plot(x, y, label=" ".join(part for part in (name, _percentile(p) if len(quantiles) > 1 else "") if part),
                        color=_color(number), linestyle=_DASHES[order % len(_DASHES)], marker=_MARKERS[order % len(_MARKERS)])
        _log(ax, "y", _plain)
        if axis == "log":
            _log(ax, "x", _bytes)
            ax.set_xlabel("flow size (B)")
        else:
            every = max(1, round(len(edges) / 10))
            places = list(range(every - 1, len(edges), every))
            ax.set_xticks(places, [_bytes(edges[at]) for at in places], rotation=45)
            ax.set_xlabel("flow size (B), classes of as many flows each")
        ax.set_ylabel("FCT slowdown" if len(quantiles) > 1 else f"FCT slowdown, {_percentile(quantiles[0])}")
        _legend(ax, len(flows))
    return ax


def fct_cdf(runs: Runs, *, labels: Optional[Sequence[str]] = None, ax: Optional[Axes] = None) -> Axes:
    """Cumulative distribution of flow completion times."""
    with _style():
        ax = _axes(ax)
        for number, (name, own) in enumerate(_experiments(runs, labels).items()):
            times = sorted(time / _PER_KILO for run in own for time in column(run.flows, "fct_ns"))
            _step(ax, _thinned([(time, (rank + 1) / len(times)) for rank, time in enumerate(times)]), name, number)
        _log(ax, "x", _plain)
        ax.set_xlabel("flow completion time (µs)")
        ax.set_ylabel("share of flows")
        ax.set_ylim(0, 1)
        _legend(ax)
    return ax


def queue_cdf(runs: Runs, *, labels: Optional[Sequence[str]] = None, ax: Optional[Axes] = None) -> Axes:
    """Cumulative distribution of queue lengths over all samples of all switch ports. The axis starts below the share of empty queues."""
    with _style():
        ax = _axes(ax)
        least = 1.0
        for number, (name, own) in enumerate(_experiments(runs, labels).items()):
            samples: Counter[float] = Counter()
            for run in own:
                lengths = run.queue_lengths
                for length, many in zip(column(lengths, "largest_bytes"), column(lengths, "samples")):
                    samples[length / _PER_KILO] += many
            total, below, points = sum(samples.values()), 0, []
            for length in sorted(samples):
                below += samples[length]
                points.append((length, below / total))
            least = min([least, *(share for _, share in points[:1])])
            _step(ax, points, name, number)
        ax.set_xlabel("queue (KB)")
        ax.set_ylabel("share of samples")
        ax.set_ylim(max(0.0, least - 0.05 * (1 - least) - 1e-6), 1)
        ax.set_xlim(left=0)
        _legend(ax)
    return ax


def nearest_rank(ordered: Sequence[float], p: float) -> float:
    """The quantile p, 0 to 1, of values in rising order: the least of them that at least the share p does not exceed."""
    if not 0 <= p <= 1:
        raise ValueError(f"a quantile must be 0 to 1, found {p}")
    share = Fraction(str(p))  # as it is written: 0.07 of 100 values is the 7th
    return ordered[max(1, math.ceil(share * len(ordered))) - 1]


def _experiments(runs: Runs, labels: Optional[Sequence[str]]) -> Dict[str, List[Run]]:
    """Runs by the name of their line, in order of first appearance."""
    given = [runs] if isinstance(runs, Run) else list(runs)
    if not given:
        raise ValueError("no run is given")
    odd = next((run for run in given if not isinstance(run, Run)), None)
    if odd is not None:
        raise TypeError(f"a {type(odd).__name__} is not a run; inflight.load(folder) returns the run in a folder")
    if labels is None:
        names = _names(given)
    elif len(labels) == len(given):
        names = list(labels)
    else:
        raise ValueError(f"{len(labels)} labels for {len(given)} runs")
    experiments: Dict[str, List[Run]] = {}
    for run, name in zip(given, names):
        experiments.setdefault(name, []).append(run)
    return experiments


def _names(runs: Sequence[Run]) -> List[str]:
    """The scheme of each run; with parameters, or the folder, if runs of one scheme differ in more than the seed."""
    inputs = [_without_seed(run) for run in runs]
    for names in ([run.scheme for run in runs], [str(run.summary.get("scheme", "")) for run in runs]):
        if len(set(zip(names, inputs))) == len(set(names)) and "" not in names:
            return names
    first: Dict[str, str] = {}
    return [first.setdefault(key, run.folder.name) for key, run in zip(inputs, runs)]


def _without_seed(run: Run) -> str:
    return re.sub(r"^(name|seed):.*\n", "", run.scenario, flags=re.MULTILINE)


def _sorted_flows(runs: Sequence[Run]) -> List[Tuple[int, float]]:
    flows: List[Tuple[int, float]] = []
    for run in runs:
        flows += zip(column(run.flows, "size_bytes"), column(run.flows, "slowdown"))
    flows.sort()
    return flows


def _edges(sizes: Sequence[int], bins: int) -> List[int]:
    """The largest size of each class."""
    return sorted({int(nearest_rank(sizes, part / bins)) for part in range(1, bins + 1)}) if sizes else []


def _classes(flows: Sequence[Tuple[int, float]], edges: Sequence[int]) -> List[List[float]]:
    """The slowdowns of each class, in rising order."""
    classes: List[List[float]] = [[] for _ in edges]
    for size, value in flows:
        classes[bisect_left(edges, size)].append(value)
    for values in classes:
        values.sort()
    return classes


def _thinned(points: List[Tuple[float, float]]) -> List[Tuple[float, float]]:
    """Enough points that the line looks the same, with the first and the last."""
    if len(points) <= _MOST_POINTS:
        return points
    step = (len(points) - 1) / (_MOST_POINTS - 1)
    return [points[round(at * step)] for at in range(_MOST_POINTS)]


def _step(ax: Axes, points: Sequence[Tuple[float, float]], name: str, number: int) -> None:
    if points:
        x, y = zip(*points)
        ax.plot([x[0], *x], [0, *y], drawstyle="steps-post", label=name, color=_color(number),
                linestyle=_DASHES[number % len(_DASHES)])


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise ImportError("figures need matplotlib: pip install matplotlib; without it, inflight.report(runs, 'report.html') draws them in"
                          " one HTML file") from None
    return matplotlib


def _style() -> Any:
    return _matplotlib().rc_context(STYLE)


def _axes(ax: Optional[Axes]) -> Axes:
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(layout="constrained")[1]


def _log(ax: Axes, which: str, form: Any) -> None:
    """Makes an axis logarithmic, with words at 1, 2 and 5 where it spans less than two decades."""
    from matplotlib import ticker

    axis = getattr(ax, which + "axis")
    getattr(ax, f"set_{which}scale")("log")
    low, high = axis.get_data_interval()
    narrow = 0 < low and high < 100 * low
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if narrow else (1,)))
    axis.set_major_formatter(form)
    axis.set_minor_formatter(ticker.NullFormatter())


def _legend(ax: Axes, columns: int = 1) -> None:
    """Legend position and columns: inside the axes if there is space, above them for many lines."""
    handles, labels = ax.get_legend_handles_labels()
    if len(labels) > 4:
        ax.legend(handles, labels, loc="lower center", bbox_to_anchor=(0.5, 1), ncol=min(columns, 3))
    elif any(labels):
        ax.legend(handles, labels)


def _color(number: int) -> str:
    return COLORS[number % len(COLORS)]


def _percentile(p: float) -> str:
    return f"p{float(Fraction(str(p)) * 100):g}"


def _plain(value: float, at: Optional[int] = None) -> str:
    """A number on an axis, without powers of ten."""
    return f"{value:,.10g}"


def _bytes(value: float, at: Optional[int] = None) -> str:
    """A number of bytes on an axis."""
    for unit, bytes_of_it in (("G", 1e9), ("M", 1e6), ("K", 1e3)):
        if value >= bytes_of_it:
            return f"{value / bytes_of_it:.3g}{unit}"
    return f"{value:.3g}"
