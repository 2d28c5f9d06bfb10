"""Existing runs and their tables."""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Union

from . import launcher as program
from . import tables
from .errors import InflightError
from .launcher import PathLike
from .tables import Frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SUMMARY = "summary.json"
_SCENARIO = "scenario.yaml"
_POINTS = "points.csv"
_MARKS = ("INCOMPLETE", "FAILED")


class _Table:
    """A table of a run as an attribute, read at first access."""

    def __init__(self, about: str):
        self.__doc__ = about
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, run: Any, owner: Optional[type] = None) -> Frame:
        return self if run is None else run.table(self._name)


class Run:
    """A run in its folder.

    Its tables are attributes: pandas' DataFrames where pandas is installed, and otherwise lists with a dict for each row. Their columns,
    units in their names, are those of the program's documentation, docs/reference/results.md; ``run.tables`` has the names of those that there are.
    A table that this run does not have, such as ``stalled`` of one in which all flows finished, is empty.

    Two of a kind can be compared: ``inflight.plot.slowdown([one, other])``, ``inflight.query([one, other], sql)``.
    """

    flows = _Table("Each finished flow: its size, completion time and slowdown.")
    slowdown = _Table("The slowdown by size of flows.")
    queues = _Table("The queue of each switch port: mean, quantiles and maximum.")
    queue_lengths = _Table("How many samples of all queues had each length.")
    ports = _Table("What each port sent, and its utilization, pauses and ECN marks.")
    nodes = _Table("What each host and switch is called.")
    pauses = _Table("Each PFC pause and resume.")
    drops = _Table("Each packet that was dropped: when, where and why.")
    stalled = _Table("Flows that did not finish, and why.")
    collectives = _Table("Results of each collective of a job.")
    ranks = _Table("Results of each rank of a job.")
    flow_series = _Table("Flows over time; with the key `series` in the scenario.")
    port_series = _Table("Ports over time; with the key `series` in the scenario.")
    rank_series = _Table("Ranks over time; with the key `series` in the scenario.")

    def __init__(self, folder: PathLike, *, partial: bool = False, launcher: Optional[PathLike] = None, exit_code: int = 0,
                 text: str = ""):
        self.folder = Path(folder).absolute()
        """The folder of the run."""
        self.exit_code = exit_code
        """Exit code of the program: 0, 3 if flows that should have finished did not, 4 if a target was missed, 130 if it was interrupted."""
        self.text = text
        """Output of the program about the run; empty for a loaded run."""
        self.summary: Dict[str, Any] = _summary(self.folder, partial)
        """The content of summary.json; empty for a run that was killed."""
        self.partial: bool = not self.summary or bool(self.summary.get("partial"))
        """Whether the run ended early."""
        self._launcher = launcher
        self._read: Dict[str, Frame] = {}

    def __repr__(self) -> str:
        name = self.folder.name
        if not self.summary:
            return f"<Run {name}: killed>"
        p99 = (self.summary.get("slowdown") or {}).get("p99")
        return (f"<Run {name}: {self.scheme}, {self.summary['flowsFinished']:,} of {self.summary['flows']:,} flows"
                + ("" if p99 is None else f", p99 slowdown {p99:.4g}") + (", partial" if self.partial else "") + ">")

    @property
    def scenario(self) -> str:
        """The scenario in YAML with every default written out; a run of it gives the same results."""
        return (self.folder / _SCENARIO).read_text(encoding="utf-8")

    @property
    def scheme(self) -> str:
        """The name of the congestion control, such as hpcc; its parameters are in ``summary["scheme"]``."""
        return str(self.summary.get("scheme", "")).partition("(")[0]

    @property
    def tables(self) -> List[str]:
        """The names of the tables that the run has, sorted."""
        return sorted({_table(file) for file in self.folder.iterdir() if file.suffix in (".csv", ".parquet")})

    def table(self, name: str) -> Frame:
        """A table by its name, such as ``flows``; empty if the run has no such table."""
        if name not in self._read:
            self._read[name] = self._fetch(name)
        return self._read[name]

    def _fetch(self, name: str) -> Frame:
        known = [each for each, kind in vars(Run).items() if isinstance(kind, _Table)]
        if name not in known and name not in self.tables:
            raise KeyError(f"unknown table {name!r}; tables: {', '.join(known)}")
        file = self.folder / name.replace("_", "-")
        parquet, text = file.with_suffix(".parquet"), file.with_suffix(".csv")
        if parquet.exists() and tables.arrow() is not None:
            return tables.read_parquet(parquet)
        if text.exists():
            return tables.read_csv(text, not self.summary)
        if parquet.exists():
            return self.query(f"FROM read_parquet({_literal(parquet)})")  # without pyarrow the program reads it
        if tables.pandas() is not None:
            return self.query(f'SELECT * EXCLUDE (run) FROM "{name}"')  # the program knows the columns of tables that are not there
        return []

    def query(self, sql: str) -> Frame:
        """Result of a query in DuckDB's SQL over the tables of this run; ``FROM flows`` is all flows, with the names
        of hosts next to their numbers."""
        return query(self, sql, launcher=self._launcher)

    @property
    def report(self) -> Path:
        """The report of the run, one HTML file that opens offline; written at first access."""
        file = self.folder / "report.html"
        if not file.exists():
            report(self, file, launcher=self._launcher)
        return file

    def plot_slowdown_by_size(self, **options: Any) -> Axes:
        """The slowdown by size of flows: :func:`inflight.plot.slowdown` of this run."""
        from . import plot

        return plot.slowdown(self, **options)

    def plot_fct_cdf(self, **options: Any) -> Axes:
        """Cumulative distribution of completion times: :func:`inflight.plot.fct_cdf` of this run."""
        from . import plot

        return plot.fct_cdf(self, **options)

    def plot_queue_cdf(self, **options: Any) -> Axes:
        """Cumulative distribution of queue lengths: :func:`inflight.plot.queue_cdf` of this run."""
        from . import plot

        return plot.queue_cdf(self, **options)


def _literal(file: Path) -> str:
    """A file name in SQL, with its wildcard characters quoted."""
    return "'" + re.sub(r"[*?\[{]", r"[\g<0>]", str(file)).replace("'", "''") + "'"


def _table(file: Path) -> str:
    return file.stem.replace("-", "_")


def _summary(folder: Path, partial: bool) -> Dict[str, Any]:
    file = folder / _SUMMARY
    if file.is_file():
        with open(file, encoding="utf-8") as source:
            try:
                summary: Dict[str, Any] = json.load(source)
                return summary
            except ValueError as broken:
                raise InflightError(f"{file}: this is not a summary of a run: {broken}") from broken
    marks = [mark for mark in _MARKS if (folder / mark).exists()]
    if marks and partial:
        return {}
    if marks:
        raise InflightError(f"{folder}: this run has not ended, was killed or failed ({marks[0]}); partial=True reads its partial results")
    if not folder.is_dir():
        raise InflightError(f"{folder}: there is no such folder")
    if (folder / _POINTS).exists():
        raise InflightError(f"{folder}: this is a sweep; inflight.load_sweep loads it, and inflight.load loads one of its points, such as"
                            f" {folder / '0001'}")
    raise InflightError(f"{folder}: this folder has no run; it lacks {_SUMMARY}")


def load(folder: PathLike, *, partial: bool = False, launcher: Optional[PathLike] = None) -> Run:
    """The run in a folder, which needs no program to be read; only :meth:`Run.query`, :attr:`Run.report` and the columns of tables that it
    does not have do.

    :param partial: read the partial results of a run that was killed, failed, or has not ended
    :param launcher: the program, as for :func:`inflight.run`
    :raises InflightError: where the folder holds no run
    """
    run = Run(folder, partial=partial, launcher=launcher)
    run.exit_code = program.INTERRUPTED if run.partial else _exit_code(run.summary)
    return run


def _exit_code(summary: Dict[str, Any]) -> int:
    return program.MISSED if any(not target.get("met") for target in summary.get("targets") or []) else 0


def load_sweep(folder: PathLike, *, launcher: Optional[PathLike] = None) -> Frame:
    """All points of a sweep as one frame: the values of the places that it varies, and the keys of each point's summary.json."""
    if not (Path(folder) / _POINTS).is_file():
        raise InflightError(f"{folder}: this folder has no sweep; it lacks {_POINTS}")
    return query(Path(folder).absolute(), "FROM points ORDER BY point", launcher=launcher)


RunLike = Union[Run, PathLike]


def folders(runs: Union[RunLike, Iterable[RunLike]]) -> List[Path]:
    """The folders of one run or several, given as runs or as folders."""
    if isinstance(runs, (Run, str, os.PathLike)):
        runs = [runs]
    found = [run.folder if isinstance(run, Run) else Path(run) for run in runs]
    if not found:
        raise ValueError("no run is given")
    return found


def query(runs: Union[RunLike, Iterable[RunLike]], sql: str, *, partial: Optional[bool] = None,
          launcher: Optional[PathLike] = None) -> Frame:
    """Result of a query in DuckDB's SQL over the tables of runs, or of a sweep; the column ``run`` names the run of each
    row.

    SQL can read all files that you can read, so run only SQL that you trust.

    :param runs: a run or several, or their folders
    :param sql: such as ``SELECT run, quantile_disc(slowdown, 0.99) AS p99 FROM flows GROUP BY run``
    :param partial: whether runs that ended early are taken too; by default where one of the runs is ``partial``
    :raises InvalidScenario: where the program refuses the question
    """
    if isinstance(runs, Run):
        runs = [runs]
    elif not isinstance(runs, (str, os.PathLike)):
        runs = list(runs)
    early = any(isinstance(run, Run) and run.partial for run in runs) if isinstance(runs, list) else False
    options = ["--partial"] if (early if partial is None else partial) else []
    arguments = ["query", *options, *_named(folders(runs)), sql]
    inflight = program.find(launcher)
    with tempfile.TemporaryDirectory(prefix="inflight-") as room:
        if tables.pandas() is not None and tables.arrow() is not None:
            file = Path(room, "answer.parquet")
            _ask(inflight, [*arguments, "--out", str(file)])
            return tables.read_parquet(file)
        file = Path(room, "answer.json")
        _ask(inflight, [*arguments, "--out", str(file)])
        rows = tables.read_json(file)
        if rows or tables.pandas() is None:
            return tables.frame(rows)
        file = Path(room, "answer.csv")  # of no row JSON has no column
        _ask(inflight, [*arguments, "--out", str(file)])
        return tables.read_csv(file)


def _ask(inflight: Path, arguments: Sequence[str]) -> None:
    outcome = program.start(inflight, arguments)
    if outcome.interrupted:
        raise KeyboardInterrupt
    outcome.require(0)
    warn(outcome.warnings)


def _named(paths: Iterable[Path]) -> List[str]:
    """Paths as arguments, none of which looks like an option."""
    return [str(path) if not str(path).startswith("-") else f"./{path}" for path in paths]


def report(runs: Union[RunLike, Iterable[RunLike]], out: PathLike, *, launcher: Optional[PathLike] = None) -> Path:
    """Writes the report of a run, or of several next to each other, and returns its file: HTML that opens offline."""
    if isinstance(runs, Run):
        runs = [runs]
    given = list(runs) if not isinstance(runs, (str, os.PathLike)) else [runs]
    options = ["--partial"] if any(isinstance(run, Run) and run.partial for run in given) else []
    _ask(program.find(launcher), ["report", *options, *_named(folders(given)), "--out", str(out)])
    return Path(out)


def warn(messages: Iterable[str]) -> None:
    """Issues each as a warning at the caller of this package."""
    import sys
    import warnings

    from .errors import InflightWarning

    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __name__.partition(".")[0]:
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    for message in messages:
        warnings.warn(message, InflightWarning, stacklevel=level)
