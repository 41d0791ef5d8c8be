"""The scheme of columns: rows of numbers from bytes, without Python objects."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._batch import Batch

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

SCHEME = "columns-1"


class Layout:
    """The columns of a kind of observation, from the greeting."""

    def __init__(self, kind: str, columns: Sequence[Sequence[str]]) -> None:
        """Create a layout.

        Args:
            kind: Kind of observation.
            columns: Pairs of name and type: `number`, `integer`, or `text`, which is an index in a list.
        """
        self.kind = kind
        self.width = len(columns)
        self.row_size = 8 * self.width
        # The first column is the time of delivery.
        self.names = [name for name, _ in columns[1:]]
        self.types = [form for _, form in columns[1:]]
        self.places = {name: place for place, name in enumerate(self.names, 1)}

    def batch(self, data: bytearray, begin: int, end: int, texts: list[str]) -> ColumnBatch:
        """Return the rows in a part of some bytes."""
        return ColumnBatch(self, data, (begin, end), texts)


class ColumnBatch(Batch):
    """A batch whose columns are views of received bytes; rows are made on first access."""

    __slots__ = ("_data", "_layout", "_part", "_table", "_texts")

    def __init__(self, layout: Layout, data: bytearray, part: tuple[int, int], texts: list[str]) -> None:
        """Create a batch of the rows in a part of some bytes."""
        super().__init__(layout.kind, [], ())
        self._rows = None
        self._layout = layout
        self._data = data
        self._part = part
        self._texts = texts
        # An array of float64, a row for each row of the batch, with the time of delivery first.
        self._table: Numbers | None = None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        if self._rows is None:
            self._rows = [self._row(values) for values in self._tuples()]
        return self._rows

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self._layout.names)

    @property
    def delivered_s(self) -> npt.NDArray[np.float64]:
        """Time of delivery of each row, in s of simulated time."""
        return self._numbers[:, 0]

    def matrix(self, *names: str) -> npt.NDArray[np.float64]:
        """Return columns as a matrix; neighbouring columns of numbers are a view."""
        places = [self._layout.places.get(name, -1) for name in names]
        first = places[0] if places else -1
        are_neighbours = places == list(range(first, first + len(places)))
        if first > 0 and are_neighbours and "text" not in self._layout.types[first - 1 : first - 1 + len(places)]:
            return self._numbers[:, first : first + len(places)]
        return super().matrix(*names)

    def factorize(self, name: str) -> tuple[npt.NDArray[np.intp], list[str]]:
        """Return a column of texts as numbers, and the texts by these numbers; -1 is a missing text."""
        if self._type(name) != "text":
            return super().factorize(name)
        return self._codes(name), list(self._texts)

    def __len__(self) -> int:
        if self._table is not None:
            return len(self._table)
        begin, end = self._part
        return (end - begin) // self._layout.row_size

    @property
    def _numbers(self) -> Numbers:
        if self._table is None:
            import numpy as np

            begin, _ = self._part
            count = len(self) * self._layout.width
            whole = np.frombuffer(self._data, dtype="<f8", count=count, offset=begin)
            self._table = whole.reshape(-1, self._layout.width)
        return self._table

    def _slice(self, part: slice) -> Batch:
        batch = ColumnBatch(self._layout, self._data, self._part, self._texts)
        batch._table = self._numbers[part]
        return batch

    def _column(self, name: str) -> npt.NDArray[Any]:
        if self._type(name) != "text":
            return self._numbers[:, self._layout.places[name]]
        import numpy as np

        # The last element, with the index -1, is a missing text.
        return np.array([*self._texts, None], dtype=object)[self._codes(name)]

    def _codes(self, name: str) -> npt.NDArray[np.intp]:
        import numpy as np

        return np.nan_to_num(self._numbers[:, self._layout.places[name]], nan=-1.0).astype(np.intp)

    def _type(self, name: str) -> str:
        place = self._layout.places.get(name)
        if place is None:
            raise self._no_column(name)
        return self._layout.types[place - 1]

    def _tuples(self) -> Any:
        if self._table is not None:
            return self._table.tolist()
        begin, end = self._part
        # Without NumPy, whose import takes longer than a stack that reads rows only.
        return struct.iter_unpack(f"<{self._layout.width}d", memoryview(self._data)[begin:end])

    def _row(self, values: Sequence[float]) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for name, form, value in zip(self._layout.names, self._layout.types, values[1:], strict=True):
            # NaN is a missing value.
            if value != value:
                row[name] = None
            elif form == "number":
                row[name] = value
            else:
                row[name] = self._texts[int(value)] if form == "text" else int(value)
        return row
