"""What the server sends on a table's WebSocket in answer to a request."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from praefectus.wire.answers import Error
from praefectus.wire.declare import closed
from praefectus.wire.table import TableUpdate


@closed
class Done(TypedDict):
    """The answer to a request that was granted. A WebSocket message."""

    type: Literal["done"]
    id: int
    """of the request"""
    update: TableUpdate
    """the table afterwards; no update of its own is sent for it"""


@closed
class Refused(TypedDict):
    """The answer to a request that was refused. A WebSocket message."""

    type: Literal["refused"]
    id: int
    """of the request"""
    status: int
    """as HTTP would have it"""
    error: Error
    retry_after: NotRequired[int]
    """seconds to wait, if that helps"""
