"""Checks plain data against a JSON Schema, as far as the schemas of `data/schema` go.

A run-time check without another dependency: it knows the keywords that those schemas use, and a test
compares it with the `jsonschema` package.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from praefectus.errors import short

Schema: TypeAlias = dict[str, Any]
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
# Keywords that say nothing about what is valid.
_REMARKS = {"$schema", "$id", "$defs", "title", "description"}


def find_fault(value: object, schema: Schema, path: str = "") -> str | None:
    """Return the first thing wrong with `value` in words that name the field, or None."""
    return _fault(value, schema, schema, path)


def _fault(value: object, schema: Schema, root: Schema, path: str) -> str | None:
    if "$ref" in schema:
        target: Any = root
        for name in schema["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        return _fault(value, target, root, path)
    for keyword, wanted in schema.items():
        if keyword not in _REMARKS:
            fault = _KEYWORDS[keyword](value, wanted, schema, root, path)
            if fault is not None:
                return fault
    return None


def _is(value: object, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _type(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    return (
        None
        if _is(value, wanted)
        else f"{_named(path)} must be of type {wanted}, not {short(value)}"
    )


def _enum(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if value in wanted:
        return None
    listed = ", ".join("null" if one is None else str(one) for one in wanted)
    return f"{_named(path)} must be one of {listed}, not {short(value)}"


def _any_of(value: object, wanted: Any, _: Any, root: Any, path: str) -> str | None:
    faults = [_fault(value, one, root, path) for one in wanted]
    return None if None in faults else faults[0]


def _required(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if isinstance(value, dict):
        for name in wanted:
            if name not in value:
                return f"{_joined(path, name)} is missing"
    return None


def _properties(value: object, wanted: Any, _: Any, root: Any, path: str) -> str | None:
    if isinstance(value, dict):
        for name, schema in wanted.items():
            if name in value:
                fault = _fault(value[name], schema, root, _joined(path, name))
                if fault is not None:
                    return fault
    return None


def _further(value: object, wanted: Any, schema: Any, root: Any, path: str) -> str | None:
    if isinstance(value, dict):
        for name in value:
            if name in schema.get("properties", {}):
                continue
            if wanted is False:
                return f"{_joined(path, name)} is not known"
            fault = _fault(value[name], wanted, root, _joined(path, name))
            if fault is not None:
                return fault
    return None


def _names(value: object, wanted: Any, _: Any, root: Any, path: str) -> str | None:
    if isinstance(value, dict):
        for name in value:
            if _fault(name, wanted, root, path) is not None:
                return f"{_joined(path, name)} is not an allowed name"
    return None


def _items(value: object, wanted: Any, _: Any, root: Any, path: str) -> str | None:
    if isinstance(value, list):
        for number, item in enumerate(value):
            fault = _fault(item, wanted, root, f"{path}[{number}]")
            if fault is not None:
                return fault
    return None


def _min_items(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if isinstance(value, list) and len(value) < wanted:
        return f"{_named(path)} must have {wanted} or more entries, not {len(value)}"
    return None


def _max_items(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if isinstance(value, list) and len(value) > wanted:
        return f"{_named(path)} must have at most {wanted} entries, not {len(value)}"
    return None


def _unique(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if wanted and isinstance(value, list):
        for number, item in enumerate(value):
            if item in value[:number]:
                return f"{path}[{number}] is there twice: {short(item)}"
    return None


def _min_length(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if isinstance(value, str) and len(value) < wanted:
        return f"{_named(path)} must not be empty"
    return None


def _pattern(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if isinstance(value, str) and not re.search(wanted, value):
        return f"{_named(path)} must match {wanted}, not {short(value)}"
    return None


def _minimum(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if _is(value, "number") and value < wanted:
        return f"{_named(path)} must be {wanted} or more, not {short(value)}"
    return None


def _maximum(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if _is(value, "number") and value > wanted:
        return f"{_named(path)} must be at most {wanted}, not {short(value)}"
    return None


def _above(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if _is(value, "number") and value <= wanted:
        return f"{_named(path)} must be above {wanted}, not {short(value)}"
    return None


def _below(value: object, wanted: Any, _: Any, __: Any, path: str) -> str | None:
    if _is(value, "number") and value >= wanted:
        return f"{_named(path)} must be below {wanted}, not {short(value)}"
    return None


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _named(path: str) -> str:
    return path or "the file"


_KEYWORDS = {
    "type": _type,
    "enum": _enum,
    "anyOf": _any_of,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _further,
    "propertyNames": _names,
    "items": _items,
    "minItems": _min_items,
    "maxItems": _max_items,
    "uniqueItems": _unique,
    "minLength": _min_length,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "exclusiveMinimum": _above,
    "exclusiveMaximum": _below,
}
