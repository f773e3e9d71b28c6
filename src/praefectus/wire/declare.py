"""How OpenAPI reads a declaration: it has no other fields, and the text under a field describes it."""

import ast
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from praefectus.options import RULE_OPTIONS, annotation

Declared = TypeVar("Declared", bound=type[Any])
Handler = Any  # pydantic's, which users of the engine need not have


def closed(declared: Declared) -> Declared:
    """Declare a document that has exactly its fields."""
    declared.__pydantic_config__ = {"extra": "forbid"}
    declared.__get_pydantic_json_schema__ = _describer(declared)
    return declared


def with_rule_options(declared: Declared) -> Declared:
    """Declare a document that also has every rule option by its name, as `Options` declares them."""
    # A type checker does not see these fields: they come from `Options.rules`, which are values by name.
    names = [option.name for option in RULE_OPTIONS]
    declared.__annotations__.update({option.name: annotation(option) for option in RULE_OPTIONS})
    declared.__required_keys__ = declared.__required_keys__.union(names)
    return declared


def _describer(declared: type[Any]) -> Callable[[object, Handler], object]:
    def describe(core_schema: object, handler: Handler) -> object:
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema)["properties"]
        for name, text in _texts(declared).items():
            properties[name]["description"] = text
        return schema

    return describe


def _texts(declared: type[Any]) -> dict[str, str]:
    """Return the texts under the fields of a declaration, those it inherits included."""
    # Pydantic reads such texts too, but not the inherited ones.
    texts: dict[str, str] = {}
    for base in declared.__orig_bases__:
        if inspect.isclass(base):
            texts |= _texts(base)
    (body,) = ast.parse(inspect.getsource(declared)).body
    assert isinstance(body, ast.ClassDef)
    for field, text in zip(body.body, body.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(words))):
                texts[name] = words
    return texts
