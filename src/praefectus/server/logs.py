"""How the server logs: one line per event with its time and level, as text or as JSON.

A fault has one line. Its traceback follows the first time; when the same fault happens again, the line only names it.
"""

import json
import logging
import os
import time
from collections import OrderedDict
from types import TracebackType
from typing import Literal

from praefectus.errors import PraefectusError

LogFormat = Literal["text", "json"]
_FORMATS: tuple[LogFormat, ...] = ("text", "json")
_LEVELS = ("debug", "info", "warning", "error")
# How many different faults are remembered as told.
_FAULTS = 200


class _Faults:
    """The faults whose traceback was logged."""

    def __init__(self) -> None:
        self._told: OrderedDict[str, None] = OrderedDict()

    def is_new(self, fault: str) -> bool:
        """Tell whether a fault is seen for the first time, and remember it."""
        new = fault not in self._told
        self._told[fault] = None
        self._told.move_to_end(fault)
        if len(self._told) > _FAULTS:
            self._told.popitem(last=False)
        return new


class LineFormatter(logging.Formatter):
    """Formats a record as one line of text, or as one JSON object."""

    def __init__(self, form: LogFormat) -> None:
        super().__init__()
        self._form = form
        self._faults = _Faults()

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and below it the traceback of a fault that is new."""
        # Without line breaks nobody can forge a line of the log.
        message = " ".join(record.getMessage().splitlines())
        traceback = ""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            fault = f"{type(error).__name__} at {_place(error.__traceback__)}"
            if self._faults.is_new(fault):
                traceback = self.formatException(record.exc_info)  # type: ignore[arg-type]
            message = f"{message}: {fault}"
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        when = f"{when}.{int(record.msecs):03d}Z"
        if self._form == "json":
            entry = {
                "time": when,
                "level": record.levelname.lower(),
                "logger": record.name,
                "message": message,
            }
            if traceback:
                entry["traceback"] = traceback
            return json.dumps(entry, ensure_ascii=False)
        line = f"{when} {record.levelname} {record.name}: {message}"
        return f"{line}\n{traceback}" if traceback else line


def _place(traceback: TracebackType | None) -> str:
    """Return the file and line where an exception was raised."""
    if traceback is None:
        return "?"
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}"


def set_up(form: LogFormat, level: str) -> None:
    """Log everything of this process to standard error in one form, uvicorn's messages included."""
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter(form))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def log_settings() -> tuple[LogFormat, str]:
    """Return the form and the level of the log. Raises PraefectusError if one makes no sense."""
    return (
        _log_format(os.environ.get("PRAEFECTUS_LOG") or _FORMATS[0]),
        _log_level(os.environ.get("PRAEFECTUS_LOG_LEVEL") or "warning"),
    )


def _log_format(text: str) -> LogFormat:
    for form in _FORMATS:
        if text == form:
            return form
    raise PraefectusError(f"PRAEFECTUS_LOG must be {' or '.join(_FORMATS)}, not {text!r}")


def _log_level(text: str) -> str:
    if text.lower() not in _LEVELS:
        raise PraefectusError(
            f"PRAEFECTUS_LOG_LEVEL must be one of {', '.join(_LEVELS)}, not {text!r}"
        )
    return text.lower()
