"""Inflight from Python: simulate RDMA fabrics under HPCC and other congestion control, with results as DataFrames and figures.

>>> import inflight
>>> run = inflight.run("scenarios/incast.yaml", scheme="hpcc", seed=1)
>>> run.summary["slowdown"]["p99"], run.flows, run.plot_slowdown_by_size()

The package starts the program, which it finds by the argument ``launcher``, by INFLIGHT in the environment, in the checkout that it lies
in, or on the PATH. It needs nothing else; pandas makes tables DataFrames, pyarrow reads Parquet, matplotlib draws, tqdm shows progress.
"""

from .errors import InflightError, InflightWarning, Interrupted, InvalidScenario, LauncherNotFound
from .results import Run, load, load_sweep, query, report
from .running import run, sweep
from . import plot

__all__ = ["InflightError", "InflightWarning", "Interrupted", "InvalidScenario", "LauncherNotFound", "Run", "load", "load_sweep", "plot",
           "query", "report", "run", "sweep"]
