"""Errors and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .results import Run


class InflightError(Exception):
    """The program ended without a result.

    ``exit_code`` is the program's (1: a bug, or the heap is too small), and ``message`` what it printed.
    """

    def __init__(self, message: str, exit_code: Optional[int] = None):
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code


class InvalidScenario(InflightError, ValueError):
    """Exit code 2: a scenario, an option or an SQL query is invalid, or results cannot be written.

    ``message`` is the program's: the place, what is wrong there, and the nearest valid choice.
    """


class LauncherNotFound(InflightError):
    """No Inflight program was found."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or the interrupt of a notebook, ended a run early.

    ``run`` is the partial run, with ``run.partial`` true; None if it wrote nothing, and for sweeps.
    """

    def __init__(self, message: str, run: Optional[Run] = None):
        super().__init__(message)
        self.run = run


class InflightWarning(UserWarning):
    """The program's own warnings, flows that did not finish (exit code 3) and targets that were missed (4)."""
