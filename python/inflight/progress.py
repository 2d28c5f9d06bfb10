"""A progress bar of a running program: tqdm's, in a terminal or a notebook."""

from __future__ import annotations

import re
from typing import Any, Optional

_POINT = re.compile(r"\s*(\d+)/(\d+)  .*")


class Bar:
    """A bar that appears with the first progress, and disappears at the end."""

    def __init__(self, what: str, tqdm: Any):
        self._what = what
        self._tqdm = tqdm
        self._bar: Any = None

    @staticmethod
    def of(what: str, progress: Optional[bool]) -> Optional[Bar]:
        """The bar, or None for no bar: if ``progress`` is false, or not given without tqdm."""
        if progress is False:
            return None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            if progress:
                raise ImportError("progress=True needs tqdm: pip install tqdm, or remove progress") from None
            return None
        return Bar(what, tqdm)

    def follow(self, done: Optional[float], words: str) -> None:
        """Shows the progress of a run, 0 to 1 or None if it is unknown, and the program's text about it."""
        self._show(100, None if done is None else round(100 * done), words,
                   "{desc} {percentage:3.0f}%|{bar}| {elapsed} {postfix}")

    def point(self, line: str) -> None:
        """Shows the number of completed points of a sweep, from a line of the program."""
        done = _POINT.fullmatch(line)
        if done is not None:
            self._show(int(done.group(2)), int(done.group(1)), "points",
                       "{desc} {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} {postfix} {elapsed}<{remaining}")

    def _show(self, total: int, done: Optional[int], words: str, form: str) -> None:
        if self._bar is None:
            self._bar = self._tqdm(total=total, desc=self._what, leave=False, bar_format=form)
        if done is not None:
            self._bar.n = done
        self._bar.set_postfix_str(words)

    def close(self) -> None:
        """Removes the bar."""
        if self._bar is not None:
            self._bar.close()
