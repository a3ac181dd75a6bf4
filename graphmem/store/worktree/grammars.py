"""How to read definitions in each language: which nodes define, which have members, which are looked through.

Owns the tables. The grammars ship inside their wheels, so nothing is fetched at run time; each is loaded when
first needed.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from typing import Final

from tree_sitter import Language as TreeLanguage
from tree_sitter import Node, Parser

from graphmem.domain.claims import Language


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language's nodes by what they do.

    `defines` have fields `name` or `property`; `declares` have a C declarator; `holds` scope their members by
    their name; the members are in nodes that are looked `through`.
    """

    module: str
    factory: str
    defines: frozenset[str]
    holds: frozenset[str]
    through: frozenset[str]
    declares: frozenset[str] = frozenset()


def _grammar(
    module: str, *, defines: str, holds: str, through: str, declares: str = "", factory: str = "language"
) -> Grammar:
    words = (frozenset(nodes.split()) for nodes in (defines, holds, through, declares))
    return Grammar(module, factory, *words)


_SCRIPT_DEFINES: Final = (
    "function_declaration generator_function_declaration class_declaration method_definition field_definition "
    "variable_declarator"
)
_SCRIPT_THROUGH: Final = "export_statement lexical_declaration variable_declaration class_body"
_TYPED_DEFINES: Final = (
    f"{_SCRIPT_DEFINES} abstract_class_declaration interface_declaration type_alias_declaration "
    "enum_declaration enum_body enum_assignment internal_module module function_signature method_signature "
    "property_signature public_field_definition abstract_method_signature"
)
_TYPED_HOLDS: Final = (
    "class_declaration abstract_class_declaration interface_declaration internal_module module enum_declaration"
)
_TYPED_THROUGH: Final = (
    f"{_SCRIPT_THROUGH} ambient_declaration interface_body enum_body statement_block expression_statement"
)
_JAVA_TYPES: Final = (
    "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration"
)
_C_TYPES: Final = "struct_specifier union_specifier enum_specifier class_specifier namespace_definition"
_C_DECLARES: Final = "function_definition declaration field_declaration type_definition"


def _c(module: str) -> Grammar:
    return _grammar(
        module,
        defines=f"{_C_TYPES} preproc_def preproc_function_def enumerator alias_declaration concept_definition",
        holds=_C_TYPES,
        through=(
            "declaration_list field_declaration_list enumerator_list template_declaration "
            "linkage_specification preproc_if preproc_ifdef preproc_else preproc_elif declaration "
            "field_declaration type_definition"
        ),
        declares=_C_DECLARES,
    )


def _typescript(factory: str) -> Grammar:
    return _grammar(
        "tree_sitter_typescript",
        defines=_TYPED_DEFINES,
        holds=_TYPED_HOLDS,
        through=_TYPED_THROUGH,
        factory=factory,
    )


GRAMMARS: Final = {
    Language.PYTHON: _grammar(
        "tree_sitter_python",
        defines="function_definition class_definition",
        holds="class_definition",
        through=(
            "decorated_definition block if_statement elif_clause else_clause try_statement except_clause "
            "finally_clause with_statement expression_statement"
        ),
    ),
    Language.JAVASCRIPT: _grammar(
        "tree_sitter_javascript",
        defines=_SCRIPT_DEFINES,
        holds="class_declaration",
        through=_SCRIPT_THROUGH,
    ),
    Language.TYPESCRIPT: _typescript("language_typescript"),
    Language.TSX: _typescript("language_tsx"),
    Language.GO: _grammar(
        "tree_sitter_go",
        defines="function_declaration type_spec type_alias const_spec var_spec method_declaration method_elem",
        holds="type_spec",
        through="type_declaration const_declaration var_declaration var_spec_list interface_type",
    ),
    Language.RUST: _grammar(
        "tree_sitter_rust",
        defines=(
            "function_item function_signature_item struct_item enum_item union_item trait_item mod_item "
            "const_item static_item type_item macro_definition enum_variant associated_type"
        ),
        holds="trait_item mod_item enum_item impl_item",
        through="declaration_list enum_variant_list foreign_mod_item",
    ),
    Language.JAVA: _grammar(
        "tree_sitter_java",
        defines=(
            f"{_JAVA_TYPES} method_declaration constructor_declaration variable_declarator enum_constant "
            "annotation_type_element_declaration"
        ),
        holds=_JAVA_TYPES,
        through=(
            "class_body interface_body enum_body enum_body_declarations annotation_type_body "
            "field_declaration constant_declaration"
        ),
    ),
    Language.C: _c("tree_sitter_c"),
    Language.CPP: _c("tree_sitter_cpp"),
}
"""The languages whose definitions can be looked up."""


def parse(source: bytes, language: Language) -> Node:
    """Parse a source file into a tree; broken syntax hides only what is broken."""
    return Parser(_load(language)).parse(source).root_node


@cache
def _load(language: Language) -> TreeLanguage:
    grammar = GRAMMARS[language]
    module = importlib.import_module(grammar.module)
    return TreeLanguage(getattr(module, grammar.factory)())
