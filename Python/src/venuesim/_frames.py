"""Tracebacks of mistakes in stacks and parts: the frames of the user, without those of this package."""

from __future__ import annotations

import ast
import linecache
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn

_HERE = os.path.dirname(os.path.abspath(__file__))


def raise_in(method: Callable[..., Any], error: Exception) -> NoReturn:
    """Raise an exception with a frame of a method in its traceback, although the method has returned."""
    code = getattr(method, "__code__", None)
    if code is not None:
        line = linecache.getline(code.co_filename, code.co_firstlineno).rstrip()
        statement = ast.parse("raise error")
        for node in ast.walk(statement):
            if isinstance(node, (ast.stmt, ast.expr)):
                # The whole line, which is shown without marks below.
                node.lineno = node.end_lineno = code.co_firstlineno
                node.col_offset = len(line) - len(line.lstrip())
                node.end_col_offset = len(line.encode())
        raiser = compile(statement, code.co_filename, "exec")
        exec(raiser.replace(co_name=code.co_name), {"error": error})
    raise error


def of_user(error: BaseException) -> BaseException:
    """Return an exception of another thread without the frames of this package before those of the user."""
    trace = first = error.__traceback__
    while trace is not None and _is_own(trace):
        trace = trace.tb_next
    # Without a frame of the user, those of the package show the cause.
    return error.with_traceback(trace or first)


def _is_own(trace: TracebackType) -> bool:
    return os.path.dirname(trace.tb_frame.f_code.co_filename) == _HERE
