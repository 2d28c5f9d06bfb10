"""Location, start and progress of the program."""

from __future__ import annotations

import os
import queue
import re
import shutil
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, List, Optional, Sequence, Set, Tuple, Union

from .errors import InflightError, InvalidScenario, LauncherNotFound

PathLike = Union[str, "os.PathLike[str]"]

ENVIRONMENT = "INFLIGHT"
"""The environment variable that names the launcher."""

BAD_INPUT = 2
UNFINISHED = 3
MISSED = 4
INTERRUPTED = 130

_AROUND = Path(__file__).resolve().parents[2]
"""The checkout or the unpacked archive, unless this package was copied from it."""
_PREFIX = "inflight: "
_WARNING = "warning: "
_NOTE = "note: "
_CONTROL = re.compile(r"\x1b\[[?\d;]*[A-Za-z]")
_BAR = re.compile(r"\s*(\d{1,3}) %(?: \|[^|]*\|)? ?(.*)")
_SETUP = "setting up: "
_LOGGED = re.compile(r"inflight: (?:\d[\d.e-]* %|setting up): .*")
"""A line of progress where the program writes no terminal."""
_WIDE = 200  # columns: room for the bar and all numbers behind it


def find(launcher: Optional[PathLike] = None) -> Path:
    """The program: ``launcher``, or the one that the environment variable INFLIGHT names, or that of the checkout or archive that this package
    lies in, or ``inflight`` on the PATH; the first of these that is given or there.

    Each may also be a folder: a checkout, or an unpacked archive.
    """
    for what, named in (("launcher", launcher), (ENVIRONMENT, os.environ.get(ENVIRONMENT))):
        if named:
            found = _in(Path(named).expanduser())
            if found is None:
                raise LauncherNotFound(
                    f"{what} is {str(named)!r}: this is neither a program nor a folder with inflight or bin/inflight")
            return found
    if (_AROUND / "pom.xml").is_file() or (_AROUND / "runtime").is_dir():
        found = _in(_AROUND)
        if found is not None:
            return found
    on_path = shutil.which("inflight")
    if on_path is not None:
        return Path(on_path)
    raise LauncherNotFound(
        "no Inflight found: set launcher=..., or the environment variable INFLIGHT=/path/to/inflight, or put it"
        " on the PATH; this package finds it by itself with PYTHONPATH=CHECKOUT/python or pip install -e CHECKOUT/python")


def _in(place: Path) -> Optional[Path]:
    candidates = [place] if not place.is_dir() else [place / "inflight", place / "bin" / "inflight"]
    return next((one.absolute() for one in candidates if one.is_file() and os.access(one, os.X_OK)), None)


@dataclass
class Outcome:
    """Outcome of one start of the program."""

    exit_code: int = 0
    interrupted: bool = False
    """Whether this process was asked to end while the program ran, and so ended it."""
    out: List[str] = field(default_factory=list)
    warnings: List[str] = field(default_factory=list)
    messages: List[str] = field(default_factory=list)
    ended: Set[str] = field(default_factory=set)
    """Which of its outputs, "out" and "err", have ended."""

    def message(self) -> str:
        """The program's message about its exit code."""
        return "\n".join(self.messages) or f"inflight ended with exit code {self.exit_code}"

    def require(self, *accepted: int) -> Outcome:
        """Raises an error for any other exit code."""
        if self.exit_code in accepted:
            return self
        if self.exit_code == BAD_INPUT:
            raise InvalidScenario(self.message(), BAD_INPUT)
        raise InflightError(self.message(), self.exit_code)


Follow = Callable[[Optional[float], str], None]
"""Receives the progress, 0 to 1 or None if it is unknown, and the program's text about it."""


def start(launcher: Path, arguments: Sequence[str], *, stdin: Optional[str] = None, follow: Optional[Follow] = None,
          on_line: Optional[Callable[[str], None]] = None) -> Outcome:
    """Runs the program to its end. A KeyboardInterrupt ends the program, which writes its partial results; a second one kills it.

    ``follow`` is called several times a second during a simulation, and ``on_line`` with each line of the output.
    """
    terminal = _Terminal() if follow is not None else None
    environment = dict(os.environ)
    if terminal is not None:
        environment["TERM"] = "xterm"
    try:
        process = subprocess.Popen(
            [str(launcher), *arguments], stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE if terminal is None else terminal.end, env=environment)
    except OSError as refused:
        if terminal is not None:
            terminal.close()
        raise LauncherNotFound(f"{launcher} cannot be started: {refused.strerror}") from refused
    outcome = Outcome()
    lines: queue.Queue[Tuple[str, Optional[str]]] = queue.Queue()
    readers = [threading.Thread(target=_read, args=(process.stdout.fileno(), "out", lines), daemon=True)]  # type: ignore[union-attr]
    errors = process.stderr.fileno() if terminal is None else terminal.begin  # type: ignore[union-attr]
    readers.append(threading.Thread(target=_read, args=(errors, "err", lines), daemon=True))
    if stdin is not None:
        readers.append(threading.Thread(target=_feed, args=(process, stdin), daemon=True))
    for reader in readers:
        reader.start()
    if terminal is not None:
        terminal.started()
    try:
        try:
            _gather(lines, outcome, follow, on_line)
        except KeyboardInterrupt:
            outcome.interrupted = True
            process.terminate()  # not SIGINT, which a process that was started in the background may ignore
            _gather(lines, outcome, None, None)
        outcome.exit_code = process.wait()
    except BaseException:
        process.kill()
        process.wait()
        raise
    finally:
        for reader in readers:
            reader.join(timeout=5)
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        if terminal is not None:
            terminal.close()
    return outcome


class _Terminal:
    """A terminal for the program to show its progress on, several times a second; to a pipe it prints a line every few seconds."""

    def __init__(self) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.begin, self.end = pty.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, _WIDE, 0, 0))
        self._open = [self.begin, self.end]

    def started(self) -> None:
        """Closes this process's end, so that reading stops when the program closes its own."""
        self._close(self.end)

    def close(self) -> None:
        for one in list(self._open):
            self._close(one)

    def _close(self, one: int) -> None:
        if one in self._open:
            self._open.remove(one)
            os.close(one)


def _feed(process: subprocess.Popen[bytes], text: str) -> None:
    pipe = process.stdin
    assert pipe is not None
    try:
        pipe.write(text.encode())
        pipe.close()
    except BrokenPipeError:
        pass  # the program has ended, and its exit code is why


def _read(source: int, name: str, lines: queue.Queue[Tuple[str, Optional[str]]]) -> None:
    """Puts each line into the queue, and None after the last. Text that a terminal overwrites is a line too."""
    rest = b""
    while True:
        try:
            more = os.read(source, 1 << 16)
        except OSError:
            more = b""  # Linux' word for the end of a terminal
        if not more:
            break
        *whole, rest = re.split(rb"[\r\n]", rest + more)
        for line in whole:
            lines.put((name, line.decode("utf-8", "replace")))
    if rest:
        lines.put((name, rest.decode("utf-8", "replace")))
    lines.put((name, None))


def _gather(lines: queue.Queue[Tuple[str, Optional[str]]], outcome: Outcome, follow: Optional[Follow],
            on_line: Optional[Callable[[str], None]]) -> None:
    while len(outcome.ended) < 2:
        name, line = lines.get()
        if line is None:
            outcome.ended.add(name)
        elif name == "out":
            outcome.out.append(line)
            if on_line is not None:
                on_line(line)
        else:
            _take(_CONTROL.sub("", line).rstrip(), outcome, follow, on_line)


def _take(line: str, outcome: Outcome, follow: Optional[Follow], on_line: Optional[Callable[[str], None]]) -> None:
    if not line.strip():
        return
    bar = _BAR.fullmatch(line)
    if bar is not None or line.startswith(_SETUP):
        if follow is not None:
            follow(None if bar is None else int(bar.group(1)) / 100, line if bar is None else bar.group(2))
        return
    if _LOGGED.fullmatch(line) is not None:
        return
    text = line[len(_PREFIX):] if line.startswith(_PREFIX) else line
    if text.startswith(_WARNING) and line.startswith(_PREFIX):
        outcome.warnings.append(text[len(_WARNING):])
    elif not text.startswith((_NOTE, "Try '", "building (", "preparing faster starts")):
        outcome.messages.append(text)
        if on_line is not None:
            on_line(line)
