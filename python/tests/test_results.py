"""Tables of runs, with pandas and without, as text and as Parquet, and questions in SQL."""

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

import inflight
from conftest import SMALL
from inflight import launcher as program
from inflight import tables


def rows(frame):
    """A table as a list of dicts, with None for each empty cell."""
    if isinstance(frame, list):
        return frame
    import pandas

    return [{name: None if pandas.isna(cell) else cell for name, cell in row.items()} for row in frame.to_dict("records")]


@pytest.fixture
def no_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)


@pytest.fixture
def no_arrow(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)


def series(out, **more):
    return inflight.run({**SMALL, "series": {"every": "10us"}}, out=out, **more)


def test_each_table_is_there():
    run = series("run")
    assert run.tables == ["drops", "flow_series", "flows", "nodes", "pauses", "port_series", "ports", "queue_lengths", "queues", "slowdown"]
    for name in run.tables:
        lines = (run.folder / (name.replace("_", "-") + ".csv")).read_text().splitlines()
        table = getattr(run, name)
        assert len(table) == len(lines) - 1
        if tables.pandas() is not None:
            assert list(table.columns) == lines[0].split(",")
    assert run.flows is run.flows
    with pytest.raises(KeyError, match="unknown table 'flwos'; tables: flows, slowdown"):
        run.table("flwos")
    with pytest.raises(AttributeError):
        run.flwos


def test_cells_have_the_types_of_their_columns():
    pandas = pytest.importorskip("pandas")
    run = inflight.run({**SMALL, "until": "20us"}, out="run")
    assert dict(run.queues.dtypes.astype(str)).items() >= {
        "node": "int64", "kind": "object", "mean_bytes": "float64", "max_bytes": "int64", "node_name": "object"}.items()
    assert run.queues["p99_bytes"].isna().all() or str(run.queues["p99_bytes"].dtype) in ("int64", "Int64")
    assert len(run.stalled) == 4 and str(run.stalled["acked_bytes"].dtype) in ("int64", "Int64")
    assert isinstance(run.flows, pandas.DataFrame)


def test_names_that_look_like_numbers_stay_names(tmp_path):
    file = tmp_path / "nodes.csv"
    file.write_text('node,kind,name,ports\n0,host,"007",1\n1,host,"NA",1\n2,host,"a, ""b""",\n')
    expected = [{"node": 0, "kind": "host", "name": "007", "ports": 1}, {"node": 1, "kind": "host", "name": "NA", "ports": 1},
                {"node": 2, "kind": "host", "name": 'a, "b"', "ports": None}]
    assert rows(tables.read_csv(file)) == expected


def test_without_pandas_tables_are_lists(no_pandas):
    run = series("run")
    assert isinstance(run.flows, list) and run.stalled == []
    assert type(run.flows[0]["size_bytes"]) is int and type(run.flows[0]["fct_ns"]) is float and run.flows[0]["operation"] == "flow"
    assert run.query("SELECT flow, slowdown FROM flows WHERE flow = 2") == [
        {"flow": 2, "slowdown": next(row["slowdown"] for row in run.flows if row["flow"] == 2)}]
    assert run.query("FROM flows WHERE false") == []


def test_the_same_with_pandas_and_without(monkeypatch):
    pytest.importorskip("pandas")
    run = series("run")
    with_it = {name: rows(getattr(run, name)) for name in run.tables}
    monkeypatch.setitem(sys.modules, "pandas", None)
    again = inflight.load("run")
    assert {name: again.table(name) for name in again.tables} == with_it


@pytest.mark.parametrize("arrow", [True, False])
def test_tables_in_parquet(arrow, monkeypatch):
    if arrow:
        pytest.importorskip("pyarrow")
    else:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    text, parquet = series("text"), series("it's [a] *parquet*", tables="parquet")
    assert parquet.tables == text.tables and (parquet.folder / "flows.parquet").exists()
    for name in text.tables:
        assert rows(parquet.table(name)) == rows(text.table(name)), name


def test_an_answer_has_all_digits(hpcc):
    sql = ("SELECT 9007199254740993 AS whole, 0.1::DOUBLE AS tenth, sum(9007199254740993::BIGINT) AS sum, NULL::BIGINT AS none,"
           " true AS flag, 'a\"b,é' AS text FROM range(1)")
    assert rows(hpcc.query(sql)) == [
        {"whole": 9007199254740993, "tenth": 0.1, "sum": 9007199254740993, "none": None, "flag": True, "text": 'a"b,é'}]
    mixed = hpcc.query("SELECT CASE WHEN range > 0 THEN 9007199254740993 END AS n FROM range(2) ORDER BY range")
    assert rows(mixed) == [{"n": None}, {"n": 9007199254740993}]


def test_the_same_answer_without_arrow(hpcc, no_arrow):
    test_an_answer_has_all_digits(hpcc)
    empty = hpcc.query("SELECT flow, slowdown FROM flows WHERE false")
    assert len(empty) == 0 and (isinstance(empty, list) or list(empty.columns) == ["flow", "slowdown"])


def test_pyarrow_reads_answers_as_arrow(hpcc, tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow.feather
    import pyarrow.ipc
    import pyarrow.parquet

    launcher = program.find(None)
    for name in ("flows", "drops", "runs"):
        files = [tmp_path / (name + suffix) for suffix in (".arrow", ".feather", ".parquet")]
        for file in files:
            subprocess.run([launcher, "query", hpcc.folder, f"FROM {name} ORDER BY ALL", "--out", file], check=True)
        stream = subprocess.run([launcher, "query", hpcc.folder, f"FROM {name} ORDER BY ALL", "--format", "arrow"], check=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert stream.stderr == b"", name
        table = pyarrow.ipc.open_stream(stream.stdout).read_all()
        table.validate(full=True)
        assert table.equals(pyarrow.ipc.open_file(files[0]).read_all()), name
        assert table.equals(pyarrow.feather.read_table(files[1])), name
        assert table.equals(pyarrow.parquet.read_table(files[2])), name
    flows = pyarrow.ipc.open_file(tmp_path / "flows.arrow").schema
    assert flows.field("fct_ns").metadata[b"unit"] == b"ns" and flows.field("fct_ns").metadata[b"meaning"].startswith(b"completion time")


def test_several_runs_in_one_question(hpcc, dcqcn):
    counts = rows(inflight.query([hpcc, dcqcn.folder], "SELECT scheme, count(*) AS n FROM flows JOIN runs USING (run) GROUP BY ALL ORDER BY n, scheme"))
    assert [row["n"] for row in counts] == sorted([len(hpcc.flows), len(dcqcn.flows)])
    with pytest.raises(inflight.InvalidScenario, match="SQL: .*; tables: runs, "):
        hpcc.query("FROM flwos")
    with pytest.raises(ValueError, match="no run is given"):
        inflight.query([], "FROM runs")


def test_a_report():
    run = inflight.run(SMALL, out="run")
    assert run.report == run.folder / "report.html" and run.report.read_text().startswith("<!")
    both = inflight.report([run, inflight.run(SMALL, scheme="dcqcn")], "both.html")
    assert "dcqcn" in both.read_text()


def test_folders_that_hold_no_run(tmp_path):
    with pytest.raises(inflight.InflightError, match="there is no such folder"):
        inflight.load("none")
    with pytest.raises(inflight.InflightError, match="this folder has no run"):
        inflight.load(tmp_path)
    run = inflight.run(SMALL, out="run")
    text = (run.folder / "flows.csv").read_text()
    (run.folder / "summary.json").rename(run.folder / "INCOMPLETE")
    (run.folder / "flows.csv").write_text(text[:-20])
    with pytest.raises(inflight.InflightError, match="partial=True reads its partial results"):
        inflight.load("run")
    killed = inflight.load("run", partial=True)
    assert killed.partial and killed.exit_code == 130 and killed.summary == {} and repr(killed) == "<Run run: killed>"
    assert len(killed.flows) == 3
    (run.folder / "INCOMPLETE").rename(run.folder / "summary.json")
    (run.folder / "summary.json").write_text("{")
    with pytest.raises(inflight.InflightError, match="summary.json: this is not a summary of a run"):
        inflight.load("run")


def test_a_table_that_is_none(no_pandas):
    run = inflight.run(SMALL, out="run")
    lines = (run.folder / "flows.csv").read_text().splitlines()
    (run.folder / "flows.csv").write_text("\n".join([lines[0], lines[1], "1,2"]) + "\n")
    with pytest.raises(inflight.InflightError, match="flows.csv:3: this is not a row of such a table"):
        inflight.load("run").flows


def test_a_sweep_is_one_frame():
    frame = inflight.sweep(SMALL, scheme=["hpcc", "dcqcn"], seed=[1, 2], **{"flows.0.size": ["50KB", "100KB"]})
    points = rows(frame)
    assert [(row["scheme"].partition("(")[0], row["seed"], row["flows_0_size"]) for row in points] == [
        (scheme, seed, size) for scheme in ("hpcc", "dcqcn") for seed in (1, 2) for size in ("50KB", "100KB")]
    folder = Path(points[-1]["folder"])
    assert folder == Path("runs/scenario-sweep/0008").absolute()
    run = inflight.load(folder)
    assert run.summary["slowdown"]["p99"] == points[-1]["slowdown_p99"] and run.scheme == "dcqcn"
    assert rows(inflight.load_sweep("runs/scenario-sweep")) == points
    again = inflight.sweep(SMALL, scheme=["hpcc", "dcqcn"], seed=[1, 2], out="runs/scenario-sweep", **{"flows.0.size": ["50KB", "100KB"]})
    assert rows(again) == points
    assert rows(inflight.query("runs/scenario-sweep", "SELECT count(DISTINCT run) AS runs FROM flows")) == [{"runs": 8}]
    with pytest.raises(inflight.InflightError, match="this is a sweep; inflight.load_sweep loads it"):
        inflight.load("runs/scenario-sweep")
    with pytest.raises(inflight.InflightError, match="this folder has no sweep"):
        inflight.load_sweep(folder)


def test_a_sweep_that_is_refused():
    with pytest.raises(inflight.InvalidScenario, match="unknown scheme 'hpc'; did you mean 'hpcc'"):
        inflight.sweep(SMALL, scheme=["hpcc", "hpc"])
    assert list(Path("runs").iterdir()) == []
    with pytest.warns(inflight.InflightWarning, match="exit code 4: some point missed a target"):
        assert len(inflight.sweep(SMALL, seed=[1, 2], fail_on="p99 slowdown < 2")) == 2


def test_jobs_have_ranks():
    run = inflight.run({"topology": "star(hosts=4)", "flows": ["collective(op=all-reduce, size=1MB)"]}, out="run")
    assert len(run.ranks) == 4 and len(run.collectives) == 1
    assert len(run.rank_series) == 0
