"""HPCC compared with DCQCN on a leaf-spine fabric: two runs, their numbers, and one figure. Cells for notebooks begin with # %%."""

# %% Two schemes under the same flows
import inflight

runs = [inflight.run("scenarios/leafspine.yaml", scheme=scheme) for scheme in ("hpcc", "dcqcn")]

# %% Numbers of each run
for run in runs:
    print(run.scheme, run.summary["slowdown"]["p99"], run.summary["queueBytes"]["max"])

# %% Tables: the ten slowest flows of the first run
print(runs[0].flows.nlargest(10, "slowdown")[["flow", "size_bytes", "fct_ns", "slowdown"]])

# %% Questions in SQL to both
print(inflight.query(runs, "SELECT run, quantile_disc(slowdown, 0.99) AS p99, max(fct_ns) AS slowest_ns FROM flows GROUP BY run"))

# %% A figure
axes = inflight.plot.slowdown(runs)
axes.figure.savefig("hpcc-beside-dcqcn.png")
