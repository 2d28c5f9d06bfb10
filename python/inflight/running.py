"""Starts runs and sweeps."""

from __future__ import annotations

import json
import math
import numbers
import os
import re
from decimal import Decimal
from pathlib import Path
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Union

from . import launcher as program
from . import results, tables
from .errors import Interrupted, InvalidScenario
from .launcher import PathLike
from .progress import Bar
from .results import Run

Scenario = Union[PathLike, Mapping[str, Any]]
_RUNS = "runs"
_UNPRINTED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")


def run(scenario: Scenario, *, scheme: Optional[str] = None, seed: Optional[int] = None, fast: Union[bool, float, str] = False,
        out: Optional[PathLike] = None, force: bool = False, threads: Optional[int] = None, fail_on: Union[str, Sequence[str]] = (),
        pcap: Union[str, Sequence[str]] = (), with_: Union[PathLike, Sequence[PathLike]] = (), strict: bool = False,
        options: Sequence[str] = (), launcher: Optional[PathLike] = None, progress: Optional[bool] = None, **settings: Any) -> Run:
    """Simulates a scenario, and returns its run.

    ``inflight.run("incast.yaml", scheme="dcqcn", buffer="16MiB", **{"flows.0.size": "100KB"})``

    :param scenario: a file, in YAML or a config.txt of the HPCC authors' simulator; or the keys of a scenario as a dict; or its text, where
        it has more than one line
    :param scheme: another congestion control, such as ``hpcc(eta=0.9)``
    :param seed: other random choices
    :param fast: leave out stretches in which all goes on as before: true, or the largest error of completion times, such as 0.002
    :param out: the folder of the results; by default a new one, ``runs/NAME``
    :param force: overwrite an earlier run in ``out``
    :param threads: on how many threads; results do not depend on it
    :param fail_on: targets, such as ``p99 slowdown < 5``; a run that misses one has exit code 4
    :param pcap: ports whose packets are captured, such as ``17:3``, or ``all``
    :param with_: extensions, as the program's option --with takes them
    :param strict: take each warning about the scenario for an error
    :param options: further options of ``inflight run``, as on the command line; --verify and --ensemble make several runs, and go with
        :func:`inflight.sweep`
    :param launcher: the program; by default that which INFLIGHT in the environment names, that of the checkout that this package lies in,
        or ``inflight`` on the PATH
    :param progress: a bar: true, false, or by default where tqdm is installed
    :param settings: any other key of the scenario, or a place within one that is named with dots: numbers, strings, bools, lists and dicts
    :raises InvalidScenario: where the program refuses the scenario or an option, or results cannot be written
    :raises Interrupted: a KeyboardInterrupt with the partial run
    :raises InflightError: where the program ends without a result for another reason
    :return: the run. Where flows that should have finished did not, ``exit_code`` is 3, where a target was missed 4, with a warning
    """
    _refuse_several(options)
    arguments = _arguments(scheme, seed, fast, force, fail_on, with_, strict, settings)
    for one in _several(pcap):
        arguments += ["--pcap", str(one)]
    if threads is not None:
        arguments += ["--threads", str(threads)]
    file, text, name = _source(scenario)
    inflight = program.find(launcher)
    if force and out is None:
        raise ValueError("force=True requires out=...: without it results go to a new folder")
    folder = _new_folder(name) if out is None else Path(out)
    bar = Bar.of(name, progress)
    try:
        outcome = program.start(inflight, ["run", file, *arguments, *options, "--out", _argument(folder)], stdin=text,
                                follow=None if bar is None else bar.follow)
    finally:
        if bar is not None:
            bar.close()
        if out is None and not any(folder.iterdir()):
            folder.rmdir()  # nothing was written
    if outcome.interrupted:
        there = (folder / "summary.json").is_file()
        made = Run(folder, launcher=launcher, exit_code=program.INTERRUPTED, text="\n".join(outcome.out)) if there else None
        raise Interrupted(f"the run was interrupted; {folder} has its partial results" if there else
                          "the run was interrupted before it had written anything", made)
    outcome.require(0, program.UNFINISHED, program.MISSED, program.INTERRUPTED)
    results.warn(outcome.warnings)
    made = Run(folder, launcher=launcher, exit_code=outcome.exit_code, text="\n".join(outcome.out))
    results.warn(_why(made))
    return made


def _refuse_several(options: Sequence[str]) -> None:
    """Rejects options with which the program makes several runs."""
    for option in map(str, _several(options)):
        name, equals, value = option.partition("=")
        if name in ("--verify", "--ensemble"):
            instead = f'fast=True, options=["{name}"]' if name == "--verify" else f"ensemble={value or 'N'}"
            raise ValueError(f"run returns one run, and {name} makes several: inflight.sweep(..., {instead}) runs them and returns their "
                             "points, and inflight.load_sweep takes a folder of them that is there")


def _why(made: Run) -> List[str]:
    """Reason for an exit code other than 0."""
    if made.exit_code == program.INTERRUPTED:
        return [f"{made.folder}: the run was interrupted, and is partial"]
    if made.exit_code == program.UNFINISHED:
        left = made.summary["flows"] - made.summary["flowsFinished"]
        return [f"{made.folder}: exit code 3: " + (f"{left:,} of {made.summary['flows']:,} flows did not finish; run.stalled has them, and why"
                                                   if left else "the error of fast is above what was asked for; print(run.text) has both")]
    missed = [f"{target['target']}, it is {target['shown']}" for target in made.summary.get("targets") or [] if not target["met"]]
    return [f"{made.folder}: exit code 4: target missed: {one}" for one in missed] if made.exit_code == program.MISSED else []


def sweep(scenario: Scenario, *, scheme: Union[None, str, Sequence[str]] = None, seed: Union[None, int, Sequence[int]] = None,
          fast: Union[bool, float, str] = False, out: Optional[PathLike] = None, force: bool = False, jobs: Optional[int] = None,
          ensemble: Optional[int] = None, fail_on: Union[str, Sequence[str]] = (), with_: Union[PathLike, Sequence[PathLike]] = (),
          strict: bool = False, options: Sequence[str] = (), launcher: Optional[PathLike] = None, progress: Optional[bool] = None,
          **settings: Any) -> tables.Frame:
    """Simulates a scenario once for each combination of the values that it lists, side by side, and returns all points as one frame.

    ``inflight.sweep("leafspine.yaml", scheme=["hpcc", "dcqcn"], seed=[1, 2, 3], **{"flows.0.load": [0.3, 0.5]})``

    Each row has the values of the point's places, with ``_`` for each dot (``flows_0_load``), the folder of its run, and the keys of its
    summary.json (``slowdown_p99``). ``inflight.load(row.folder)`` is the run of a point.

    :param out: the folder of the points; by default a new one, ``runs/NAME-sweep``. A sweep that is given again goes on where it was
    :param jobs: how many points run at a time; by default as many as the machine has processors
    :param ensemble: run so many members, whose cables differ by a few picoseconds
    :param settings: any other key or place: a list of values makes it vary

    The other parameters are those of :func:`inflight.run`.

    :raises InvalidScenario: where the program refuses it, before the first point runs
    :raises Interrupted: a KeyboardInterrupt; points that are there stay, and the same sweep into the same folder goes on from there
    """
    arguments = _arguments(None, None, fast, force, fail_on, with_, strict,
                           {key: value for key, value in {"scheme": scheme, "seed": seed}.items() if value is not None} | settings)
    for name, value in (("--jobs", jobs), ("--ensemble", ensemble)):
        if value is not None:
            arguments += [name, str(value)]
    file, text, name = _source(scenario)
    inflight = program.find(launcher)
    folder = _new_folder(name + "-sweep") if out is None else Path(out)
    bar = Bar.of(name, progress)
    try:
        outcome = program.start(inflight, ["sweep", file, *arguments, *options, "--out", _argument(folder)], stdin=text,
                                follow=None if bar is None else bar.follow, on_line=None if bar is None else bar.point)
    finally:
        if bar is not None:
            bar.close()
        if out is None and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()  # nothing was written
    if outcome.interrupted:
        raise Interrupted(f"the sweep was interrupted; with out={str(folder)!r} it continues")
    outcome.require(0, program.UNFINISHED, program.MISSED)
    results.warn(outcome.warnings)
    if outcome.exit_code != 0:
        results.warn([f"{folder}: exit code {outcome.exit_code}: " + (
            "flows of some point did not finish, or an error bound was missed" if outcome.exit_code == program.UNFINISHED else "some point missed a target")])
    return results.query(folder.absolute(), "FROM points ORDER BY point", launcher=launcher)


def _arguments(scheme: Optional[str], seed: Optional[int], fast: Union[bool, float, str], force: bool,
               fail_on: Union[str, Sequence[str]], with_: Union[PathLike, Sequence[PathLike]], strict: bool,
               settings: Mapping[str, Any]) -> List[str]:
    arguments: List[str] = []
    if scheme is not None:
        arguments += ["--scheme", str(scheme)]
    if seed is not None:
        arguments += ["--seed", str(seed)]
    if fast is not False and fast is not None:
        arguments.append("--fast" if fast is True else f"--fast={fast if isinstance(fast, str) else _percent(fast)}")
    if force:
        arguments.append("--force")
    if strict:
        arguments.append("--strict")
    for target in _several(fail_on):
        arguments += ["--fail-on", str(target)]
    for extension in _several(with_):
        arguments += ["--with", os.fspath(extension)]
    for key, value in settings.items():
        if not key or "=" in key:
            raise ValueError(f"{key!r} is not a key of a scenario")
        try:
            arguments += ["--set", f"{key}={yaml(value)}"]
        except (TypeError, ValueError) as odd:
            raise type(odd)(f"{key}: {odd}") from None
    return arguments


def _percent(share: float) -> str:
    return f"{Decimal(str(share)) * 100:f}%"


def _several(one_or_more: Any) -> Iterable[Any]:
    return [one_or_more] if isinstance(one_or_more, (str, os.PathLike)) else one_or_more


def _argument(path: Path) -> str:
    return str(path) if not str(path).startswith("-") else f"./{path}"


def _source(scenario: Scenario) -> tuple[str, Optional[str], str]:
    """The scenario's argument on the command line, the program's input, and the name of the results."""
    if isinstance(scenario, Mapping):
        return "-", yaml(scenario) + "\n", _folder_name(str(scenario.get("name", "scenario")))
    if isinstance(scenario, str) and "\n" in scenario:
        return "-", scenario, "scenario"
    file = os.fspath(scenario)
    return _argument(Path(file)), None, _folder_name(Path(file).stem)


def _folder_name(name: str) -> str:
    """A name without characters that a folder's name cannot have, and without a leading dot."""
    return re.sub(r"[^\w.+-]", "-", name).strip(".-") or "scenario"


def _new_folder(name: str) -> Path:
    """Creates a new folder."""
    os.makedirs(_RUNS, exist_ok=True)
    number = 1
    while True:
        folder = Path(_RUNS, name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
            return folder
        except FileExistsError:
            number += 1


def yaml(value: Any) -> str:
    """A value as YAML on one line: as JSON, which is YAML too, so that no string turns into a number, a list or a comment.

    :raises TypeError: for a value that is not a number, string, bool, None, list or dict
    :raises ValueError: of a number that is not finite
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, os.PathLike)):
        text = json.dumps(os.fspath(value), ensure_ascii=False)
        return _UNPRINTED.sub(lambda mark: f"\\u{ord(mark.group()):04x}", text)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{yaml(str(key))}: {yaml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(map(yaml, value)) + "]"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, (numbers.Real, Decimal)):
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a number that a scenario can have")
        return str(value) if isinstance(value, Decimal) else repr(float(value))
    if hasattr(value, "tolist"):  # numpy's and pandas' own
        return yaml(value.tolist())
    raise TypeError(f"a {type(value).__name__} is not a value of a scenario; use a number, string, bool, list or dict")
