"""Observations as rows and as NumPy columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Column = npt.NDArray[Any]

# Columns of text. Needed only if every value is empty, since the values then do not show the type.
_TEXTS = frozenset(
    (
        *("constellation", "bssid", "ssid", "format", "uuid", "address", "technology", "kind", "route"),
        *("resource", "bytes_hex", "app", "name", "identifier", "option", "source", "flags", "event"),
    )
)


class Batch(Sequence["dict[str, Any]"]):
    """Rows of one kind of observation, oldest first.

    A column is a NumPy array: `batch["rssi_dbm"]` or `batch.rssi_dbm`. Numbers are float64, NaN if missing;
    texts are objects, None if missing. A row is a dictionary with the keys of the protocol, made on first
    access: `for row in batch: row["rssi_dbm"]`. Names end with their unit: `_s` seconds, `_m` metres, `_mps2`
    metres per second squared, `_dbm` decibels relative to a milliwatt.

    In the scheme `columns`, columns of numbers, `matrix` of neighbouring columns and `xyz` are views of the
    received bytes, without a copy.
    """

    __slots__ = ("_columns", "_rows", "_times", "kind")

    def __init__(
        self, kind: str, rows: list[dict[str, Any]], times: float | Sequence[float]
    ) -> None:
        """Create a batch.

        Args:
            kind: Kind of observation or result, such as `beacon`, `accelerometer`, `sky_fix`.
            rows: Rows of the protocol.
            times: Time of delivery in s of simulated time, for all rows or for each.
        """
        self.kind = kind
        self._rows: list[dict[str, Any]] | None = rows
        self._times = times
        self._columns: dict[str, Column] = {}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        return self._rows or []

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self.rows[0]) if self.rows else []

    @property
    def delivered_s(self) -> npt.NDArray[np.float64]:
        """Time of delivery of each row, in s of simulated time."""
        import numpy as np

        return np.broadcast_to(np.asarray(self._times, dtype=np.float64), (len(self),))

    @property
    def xyz(self) -> npt.NDArray[np.float64]:
        """Readings of a motion sensor as an array (n, 3), in the unit of its columns; their times are `time_s`."""
        names = [name for name in self.columns if name.startswith(("x_", "y_", "z_"))]
        if len(names) != 3:
            raise AttributeError(f"{self.kind} has no axes; it has {', '.join(self.columns)}")
        return self.matrix(*names)

    def matrix(self, *names: str) -> npt.NDArray[np.float64]:
        """Return columns as a matrix: `batch.matrix("rssi_dbm", "frequency_mhz")`."""
        import numpy as np

        return np.column_stack([self[name] for name in names])

    def factorize(self, name: str) -> tuple[npt.NDArray[np.intp], list[str]]:
        """Return a column of texts as numbers, and the texts by these numbers; -1 is a missing text.

        `codes, names = batch.factorize("bssid")` serves joins with arrays: `levels[codes]`.
        """
        import numpy as np

        values = self[name].tolist()
        texts = list(dict.fromkeys(value for value in values if value is not None))
        numbers = {text: number for number, text in enumerate(texts)}
        return np.array([numbers.get(value, -1) for value in values], dtype=np.intp), texts

    def frame(self) -> pd.DataFrame:
        """Return the rows as a DataFrame."""
        import pandas as pd

        return pd.DataFrame({name: self[name] for name in self.columns})

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            column = self._columns.get(key)
            if column is None:
                column = self._columns[key] = self._column(key)
            return column
        if isinstance(key, slice):
            return self._slice(key)
        return self.rows[key]

    def __getattr__(self, name: str) -> Column:
        # Called for missing attributes only; copying and pickling look up names like these.
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            column: Column = self[name]
        except KeyError as error:
            raise AttributeError(str(error.args[0])) from None
        return column

    def __repr__(self) -> str:
        return f"Batch({self.kind!r}, {len(self)} rows of {', '.join(self.columns)})"

    def _slice(self, part: slice) -> Batch:
        times = self._times if isinstance(self._times, (int, float)) else self._times[part]
        return Batch(self.kind, self.rows[part], times)

    def _column(self, name: str) -> Column:
        import numpy as np

        try:
            values = [row[name] for row in self.rows]
        except KeyError:
            raise self._no_column(name) from None
        known = next((value for value in values if value is not None), "" if name in _TEXTS else 0.0)
        if isinstance(known, str):
            return np.array(values, dtype=object)
        # None becomes NaN here.
        return np.array(values, dtype=np.float64)

    def _no_column(self, name: str) -> KeyError:
        return KeyError(f"{self.kind} has no column '{name}'; it has {', '.join(self.columns)}")
