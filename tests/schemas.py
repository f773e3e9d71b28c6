"""The schemas of the public formats, ready to check documents with."""

import functools
import json
from importlib.resources import files
from typing import Any

# Compiled: tests check thousands of documents.
from jsonschema_rs import Draft202012Validator


def read_schema(name: str) -> Any:
    """Return a schema of the package: `record`, `state`, `map`, `cards`."""
    return json.loads((files("praefectus") / f"data/schema/{name}.schema.json").read_text("utf-8"))


@functools.cache
def validator(name: str) -> Draft202012Validator:
    """Return what checks documents against a schema."""
    return Draft202012Validator(read_schema(name))


def complaints(name: str, document: object) -> list[str]:
    """Return what a schema finds wrong with a document."""
    return [error.message[:200] for error in validator(name).iter_errors(document)]
