"""Tables of results as data: pandas' DataFrames if pandas is installed, otherwise lists with a dict for each row."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, TextIO

from .errors import InflightError

Rows = List[Dict[str, Any]]
Frame = Any
"""A pandas.DataFrame, or without pandas a list with a dict for each row."""

_CELL = re.compile(r'(?:^|,)("(?:[^"]|"")*"|[^,"\r\n]*)')
_WHOLE = re.compile(r"-?\d+")
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_LOOKED_AT = 10_000  # rows, for a column that is empty in all of them

Cast = Callable[[str], Any]
_CASTS: Dict[str, Cast] = {"whole": int, "decimal": float, "flag": lambda cell: cell == "true", "text": str}


def pandas() -> Any:
    """The module pandas, or None if it is not installed."""
    try:
        import pandas as installed
    except ImportError:
        return None
    return installed


def arrow() -> Any:
    """The module pyarrow.parquet, or None if it is not installed."""
    try:
        import pyarrow.parquet as installed
    except ImportError:
        return None
    return installed


def read_csv(file: Path, partial: bool = False) -> Frame:
    """A table of text. ``partial`` omits the text after the last end of a line, which the program had not written completely."""
    if partial:
        text = file.read_bytes()
        return _csv(lambda: io.StringIO(text[:text.rfind(b"\n") + 1].decode("utf-8")), file)
    return _csv(lambda: open(file, encoding="utf-8", newline=""), file)


def _csv(opened: Callable[[], TextIO], file: Path) -> Frame:
    with opened() as source:
        names = next(csv.reader([source.readline()]), [])
        kinds = _kinds(source, names)
    installed = pandas()
    if installed is None:
        with opened() as source:
            return _rows(source, names, kinds, file)
    if not names:
        return installed.DataFrame()
    types = {name: {"whole": "Int64", "decimal": "float64", "flag": "boolean", "text": "object"}[kind]
             for name, kind in kinds.items() if kind is not None}
    with opened() as source:
        try:
            frame = installed.read_csv(source, dtype=types, keep_default_na=False, na_values=[""],
                                       true_values=["true"], false_values=["false"], float_precision="round_trip")
        except ValueError as broken:
            raise InflightError(f"{file}: this is not a table of results: {broken}") from broken
    plain = {"whole": "int64", "flag": "bool"}
    for name, kind in kinds.items():
        if kind in plain and not frame[name].isna().any():
            frame[name] = frame[name].astype(plain[kind])
    return frame


def _kinds(source: TextIO, names: Sequence[str]) -> Dict[str, Optional[str]]:
    """The type of the cells of each column; None for an empty one. All cells of a column have one form: text is in quotes, whole
    numbers have no point, and decimals have one."""
    kinds: Dict[str, Optional[str]] = {name: None for name in names}
    left = set(names)
    for number, line in enumerate(source):
        if not left or number == _LOOKED_AT:
            break
        for name, cell in zip(names, _CELL.findall(line)):
            if cell and name in left:
                kinds[name] = _kind(cell)
                left.remove(name)
    return kinds


def _kind(cell: str) -> str:
    if _WHOLE.fullmatch(cell):
        return "whole"
    if _DECIMAL.fullmatch(cell):
        return "decimal"
    return "flag" if cell in ("true", "false") else "text"


def _rows(source: TextIO, names: Sequence[str], kinds: Dict[str, Optional[str]], file: Path) -> Rows:
    casts = [_CASTS[kind or "text"] for kind in kinds.values()]
    rows: Rows = []
    reader = csv.reader(source)
    next(reader, None)
    for cells in reader:
        try:
            rows.append({name: None if cell == "" else cast(cell) for name, cell, cast in zip(names, cells, casts)})
            if len(cells) != len(names):
                raise ValueError(f"{len(cells)} cells of {len(names)} columns")
        except ValueError as broken:
            raise InflightError(f"{file}:{reader.line_num}: this is not a row of such a table: {broken}") from broken
    return rows


def read_parquet(file: Path) -> Frame:
    """A Parquet file; needs pyarrow."""
    table = arrow().read_table(file)
    return table.to_pylist() if pandas() is None else _of_arrow(table)


def _of_arrow(table: Any) -> Frame:
    """A DataFrame with whole numbers where the table has them: in a column with empty cells they are pandas' Int64."""
    import pyarrow

    installed = pandas()
    kinds = {pyarrow.int64(): installed.Int64Dtype(), pyarrow.bool_(): installed.BooleanDtype()}
    columns: Dict[str, Any] = {}
    for name, column in zip(table.column_names, table.columns):
        if pyarrow.types.is_decimal(column.type):
            column = column.cast(_of_decimal(column, pyarrow))
        frame = pyarrow.table({name: column}).to_pandas(types_mapper=kinds.get if column.null_count else None)
        columns[name] = frame[name]
    return installed.DataFrame(columns, columns=table.column_names)


def _of_decimal(column: Any, pyarrow: Any) -> Any:
    """What a decimal column is as: whole numbers that have room in 64 bits are those, and others are floats as in DuckDB's own frames."""
    if column.type.scale == 0:
        import pyarrow.compute as compute

        ends = compute.min_max(column).as_py()
        if all(end is None or -(2 ** 63) <= end < 2 ** 63 for end in ends.values()):
            return pyarrow.int64()
    return pyarrow.float64()


def read_json(file: Path) -> Rows:
    """Rows from output of the program that is a JSON list of objects."""
    with open(file, encoding="utf-8") as source:
        rows: Rows = json.load(source)
    return rows


def frame(rows: Rows, columns: Optional[Sequence[str]] = None) -> Frame:
    """Rows as a DataFrame if pandas is installed, with whole numbers also in columns with empty cells."""
    installed = pandas()
    if installed is None:
        return rows
    made = installed.DataFrame(rows, columns=columns)
    for name in made.columns:
        cells = [row[name] for row in rows]
        some = [cell for cell in cells if cell is not None]
        if len(some) < len(cells) and some and all(type(cell) is int and abs(cell) < 2 ** 63 for cell in some):
            made[name] = installed.array(cells, dtype="Int64")
    return made


def column(table: Frame, name: str) -> List[Any]:
    """The cells of one column, whether or not there is pandas."""
    return [row[name] for row in table] if isinstance(table, list) else table[name].tolist()
