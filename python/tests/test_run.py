"""Runs that are started from Python."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import types
import warnings
from decimal import Decimal
from pathlib import Path

import pytest

import inflight
from conftest import SMALL
from inflight.running import yaml


def test_a_run_of_a_file(root):
    run = inflight.run(root / "scenarios" / "incast.yaml", scheme="dcqcn", seed=3)
    assert run.folder == Path("runs/incast").absolute()
    assert run.exit_code == 0 and not run.partial
    assert run.summary["seed"] == 3 and run.summary["flows"] == run.summary["flowsFinished"] == len(run.flows) == 16
    assert run.scheme == "dcqcn" and "scheme: 'dcqcn(" in run.scenario
    assert run.text.startswith("incast: dcqcn on star")
    assert re.fullmatch(r"<Run incast: dcqcn, 16 of 16 flows, p99 slowdown [\d.]+>", repr(run))
    assert inflight.run(str(root / "scenarios" / "incast.yaml"), seed=3).folder == Path("runs/incast-2").absolute()


def test_the_same_results_as_on_the_command_line(root):
    ours = inflight.run(root / "scenarios" / "incast.yaml", buffer="16MiB", **{"flows.0.size": "100KB", "acks.every": 4})
    subprocess.run([root / "inflight", "run", root / "scenarios" / "incast.yaml", "--set", "buffer=16MiB", "--set", "flows.0.size=100KB",
                    "--set", "acks.every=4", "--out", "theirs", "--quiet"], check=True)
    for file in ours.folder.glob("*.csv"):
        assert file.read_bytes() == Path("theirs", file.name).read_bytes()
    assert inflight.load("theirs").summary["fingerprint"] == ours.summary["fingerprint"]


def test_scenarios_as_dicts_and_as_text():
    of_keys = inflight.run({**SMALL, "name": "../of keys", "acks": {"every": 2}})
    assert of_keys.folder == Path("runs/of-keys").absolute()
    assert of_keys.summary["scenario"] == "../of keys"
    text = inflight.run("topology: star(hosts=5)\nflows: incast(senders=4, size=100KB)\nacks: {every: 2}\n")
    assert text.folder.name == "scenario"
    assert text.summary["fingerprint"] == of_keys.summary["fingerprint"]


@pytest.mark.parametrize("value, written", [
    (0.5, "0.5"), (1e-7, "1e-07"), (3, "3"), (True, "true"), (False, "false"), (None, "null"), (Decimal("0.10"), "0.10"), (2 ** 70, str(2 ** 70)),
    ("16MiB", '"16MiB"'), ("0.5", '"0.5"'), ("a: [b] # c", '"a: [b] # c"'), ('"\\\n', r'"\"\\\n"'), ("\u2028\x7fé", '"\\u2028\\u007fé"'),
    ([1, "a, b"], '[1, "a, b"]'), ((0.3, 0.5), "[0.3, 0.5]"), (range(3), "[0, 1, 2]"), ({"every": "10us", "flows": "all"}, '{"every": "10us", "flows": "all"}'),
    (Path("a/b"), '"a/b"'), ({}, "{}"), ([], "[]")])
def test_values_as_yaml(value, written):
    assert yaml(value) == written


def test_values_of_numpy_as_yaml():
    numpy = pytest.importorskip("numpy")
    assert yaml(numpy.float32(0.5)) == "0.5" and yaml(numpy.int64(7)) == "7" and yaml(numpy.bool_(True)) == "true"
    assert yaml(numpy.linspace(0, 1, 3)) == "[0.0, 0.5, 1.0]"


@pytest.mark.parametrize("name", ["a: b", "[x]", "# no comment", "it's \"so\"", "0.5", "true", "back\\slash", "={}", "é\u2028x"])
def test_strings_arrive_as_they_are(name):
    assert inflight.run({**SMALL, "until": "5us"}, name=name).summary["scenario"] == name
    assert inflight.run({**SMALL, "until": "5us", "name": name}).summary["scenario"] == name


def test_values_that_no_scenario_can_have():
    with pytest.raises(ValueError, match="^flows.0.load: nan is not a number"):
        inflight.run(SMALL, **{"flows.0.load": float("nan")})
    with pytest.raises(TypeError, match="^buffer: a set is not a value"):
        inflight.run(SMALL, buffer={1})
    with pytest.raises(ValueError, match="is not a key"):
        inflight.run(SMALL, **{"a=b": 1})
    assert not Path("runs").exists()


def test_fast(root):
    scenario = root / "scenarios" / "incast.yaml"
    assert inflight.run(scenario, fast=True).summary["fidelity"].startswith("fast")
    assert inflight.run(scenario).summary["fidelity"] == "full"
    for error in (0.001, "0.1%"):
        assert inflight.run(scenario, fast=error).summary["fidelity"] == "fast(error=0.1%)"


def test_what_is_refused_leaves_nothing():
    with pytest.raises(inflight.InvalidScenario, match=re.escape("--set buffr: unknown key 'buffr'")) as refused:
        inflight.run(SMALL, buffr="16MiB")
    assert refused.value.exit_code == 2 and "buffer" in refused.value.message
    with pytest.raises(inflight.InvalidScenario, match="^none.yaml: there is no such file$"):
        inflight.run("none.yaml")
    with pytest.raises(inflight.InvalidScenario, match="unknown option '--frob'"):
        inflight.run(SMALL, options=["--frob"])
    with pytest.raises(ValueError, match="force=True requires out"):
        inflight.run(SMALL, force=True)
    assert list(Path("runs").iterdir()) == []


@pytest.mark.parametrize("options, instead", [
    (["--verify"], r'inflight.sweep(..., fast=True, options=["--verify"])'), (["--ensemble", "8"], "inflight.sweep(..., ensemble=N)"),
    (["--ensemble=8"], "inflight.sweep(..., ensemble=8)")])
def test_options_that_make_several_runs_go_with_sweep(options, instead):
    with pytest.raises(ValueError, match=re.escape(instead) + ".*load_sweep"):
        inflight.run(SMALL, fast=True, options=options)
    assert not Path("runs").exists()


def test_exit_code_3_of_a_sweep(root):
    points = inflight.sweep(SMALL, fast=True, options=["--verify"], out="verified")
    assert len(points) == 2 and Path("verified/verify.json").is_file()
    with pytest.warns(inflight.InflightWarning, match="exit code 3: flows of some point did not finish, or an error bound was missed"):
        inflight.sweep(root / "scenarios" / "deadlock.yaml", seed=[1])


def test_an_earlier_run_is_not_overwritten():
    first = inflight.run(SMALL, out="here")
    with pytest.raises(inflight.InvalidScenario, match="here"):
        inflight.run(SMALL, out="here", seed=2)
    assert inflight.load("here").summary == first.summary
    assert inflight.run(SMALL, out="here", seed=2, force=True).summary["seed"] == 2


def test_a_target_that_is_missed():
    with pytest.warns(inflight.InflightWarning, match="exit code 4: target missed: p99 slowdown < 2, it is 3") as warned:
        run = inflight.run(SMALL, fail_on="p99 slowdown < 2")
    assert run.exit_code == 4 and inflight.load(run.folder).exit_code == 4
    assert warned[0].filename == __file__
    assert inflight.run(SMALL, fail_on=["p99 slowdown < 99", "pauses == 0"]).exit_code == 0


def test_flows_that_do_not_finish(root):
    with pytest.warns(inflight.InflightWarning, match="exit code 3: .* flows did not finish"):
        run = inflight.run(root / "scenarios" / "deadlock.yaml")
    assert run.exit_code == 3
    assert len(run.stalled) == run.summary["flows"] - run.summary["flowsFinished"] > 0


LATE = {**SMALL, "until": "5us", "events": [{"at": "1ms", "link": [0, 5], "state": "down"}]}
"""A scenario with a warning: the event comes after the end."""


def test_the_programs_warnings_are_warnings(root):
    with pytest.warns(inflight.InflightWarning) as warned:
        inflight.run(LATE)
    assert "before the events at 1ms" in str(warned[0].message) and len(warned) == 1
    with pytest.raises(inflight.InvalidScenario):
        inflight.run(LATE, strict=True)


LONG = {"topology": "star(hosts=17)", "flows": ["incast(senders=16, size=200MB)"]}


def test_ctrl_c_ends_the_run_and_keeps_what_there_is(elsewhere):
    def interrupt():
        while not Path("runs/scenario/INCOMPLETE").exists():
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(inflight.Interrupted) as interrupted:
        inflight.run(LONG)
    run = interrupted.value.run
    assert isinstance(interrupted.value, KeyboardInterrupt)
    assert run.partial and run.exit_code == 130 and run.summary["partial"] is True
    assert run.summary["flowsFinished"] < 16 and len(run.queues) > 0
    assert len(run.query("FROM stalled")) == len(run.stalled) > 0
    again = inflight.load("runs/scenario")
    assert again.exit_code == 130 and again.partial


def test_a_run_that_others_end_is_partial(root):
    def end():
        while not Path("runs/scenario/INCOMPLETE").exists():
            time.sleep(0.05)
        time.sleep(0.5)
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if str(root) in (process / "cmdline").read_text() and int((process / "stat").read_text().split(")")[1].split()[1]) == os.getpid():
                    os.kill(int(process.name), signal.SIGTERM)
            except (OSError, ValueError):
                continue

    threading.Thread(target=end, daemon=True).start()
    with pytest.warns(inflight.InflightWarning, match="the run was interrupted, and is partial"):
        run = inflight.run(LONG)
    assert run.exit_code == 130 and run.partial


class FakeBar:
    """What tqdm's bars are asked for."""

    made = []

    def __init__(self, **options):
        self.options, self.seen, self.n, self.closed = options, [], 0, False
        FakeBar.made.append(self)

    def set_postfix_str(self, words):
        self.seen.append((self.n, words))

    def close(self):
        self.closed = True


@pytest.fixture
def tqdm(monkeypatch):
    FakeBar.made = []
    auto = types.ModuleType("tqdm.auto")
    auto.tqdm = FakeBar
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    return FakeBar.made


def test_progress_is_shown_where_tqdm_is(tqdm, root):
    run = inflight.run({**LONG, "flows": ["incast(senders=16, size=100MB)"], "name": "big"})
    [bar] = [bar for bar in tqdm if bar.options["total"] == 100]
    assert bar.options["desc"] == "big" and bar.closed
    done = [n for n, _ in bar.seen]
    assert len(set(done)) > 2 and done == sorted(done) and 0 <= done[0] <= done[-1] <= 100
    assert any("of 16 flows" in words for _, words in bar.seen)
    assert "\x1b" not in "".join(words for _, words in bar.seen)
    quiet = inflight.run({**LONG, "flows": ["incast(senders=16, size=100MB)"], "name": "big"}, progress=False)
    assert len(tqdm) == 1
    assert run.text.partition("speed")[0] == quiet.text.partition("speed")[0]


def test_messages_are_the_same_where_progress_is_shown(tqdm):
    with pytest.raises(inflight.InvalidScenario, match=re.escape("--set buffr: unknown key 'buffr'")):
        inflight.run(SMALL, buffr="16MiB")
    with pytest.warns(inflight.InflightWarning, match="before the events at 1ms"):
        inflight.run(LATE)


def test_a_sweep_shows_its_points(tqdm):
    inflight.sweep(SMALL, seed=[1, 2, 3], out="sweep")
    assert [(n, words) for n, words in tqdm[0].seen][-1] == (3, "points") and tqdm[0].options["total"] == 3


def test_progress_needs_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        inflight.run(SMALL, progress=True)
    inflight.run(SMALL)


@pytest.mark.parametrize("line", ["inflight: setting up: reading files, 11.1 s", "inflight: 46.2 %: 1.00 ms, 3 of 4 flows, 2 s left",
                                  "inflight: 1.2e-5 %: 0 ps, 0 of 4 flows"])
def test_progress_is_no_message(tmp_path, line):
    """Without a terminal the program logs its progress; an error holds only what follows."""
    program = tmp_path / "inflight"
    program.write_text("#!/bin/sh\necho '%s' >&2\necho 'inflight: --set sheme: unknown key' >&2\nexit 2\n" % line)
    program.chmod(0o755)
    with pytest.raises(inflight.InvalidScenario) as refused:
        inflight.run({"topology": "star", "flows": "incast"}, launcher=program, progress=False)
    assert str(refused.value) == "--set sheme: unknown key"


def test_the_launcher_is_found(root, monkeypatch, elsewhere):
    program = root / "inflight"
    assert inflight.launcher.find() == program
    assert inflight.launcher.find(root) == program and inflight.launcher.find(program) == program
    for what, given in (("launcher", {"launcher": elsewhere}), ("INFLIGHT", {})):
        if not given:
            monkeypatch.setenv("INFLIGHT", "/none/such")
        with pytest.raises(inflight.LauncherNotFound, match=f"^{what} is "):
            inflight.run(SMALL, **given)
    monkeypatch.delenv("INFLIGHT")
    unpacked = elsewhere / "archive"
    (unpacked / "bin").mkdir(parents=True)
    other = unpacked / "bin" / "inflight"
    other.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
    other.chmod(0o755)
    monkeypatch.setenv("INFLIGHT", str(unpacked))
    assert inflight.launcher.find() == other
    assert inflight.run(SMALL).exit_code == 0
    monkeypatch.delenv("INFLIGHT")
    monkeypatch.setattr(inflight.launcher, "_AROUND", unpacked)
    (unpacked / "runtime").mkdir()
    assert inflight.launcher.find() == other
    monkeypatch.setattr(inflight.launcher, "_AROUND", elsewhere)
    monkeypatch.setenv("PATH", f"{unpacked / 'bin'}:{os.environ['PATH']}")
    assert inflight.launcher.find() == other
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    with pytest.raises(inflight.LauncherNotFound, match="INFLIGHT=/path/to/inflight"):
        inflight.launcher.find()


def test_no_option_is_the_name_of_a_key(root):
    import inspect

    keys = set(json.loads((root / "scenarios" / "inflight.schema.json").read_text())["properties"])
    options = set(inspect.signature(inflight.run).parameters) | set(inspect.signature(inflight.sweep).parameters)
    assert keys & options == {"scheme", "seed", "ensemble"}, "an option of run or sweep hides a key of scenarios"


def test_every_public_name_has_a_docstring():
    for name in inflight.__all__:
        assert getattr(inflight, name).__doc__, name
