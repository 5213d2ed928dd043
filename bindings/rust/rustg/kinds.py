#!/usr/bin/env python3
"""Writes src/kinds.rs anew from the lists of include/rustg: kinds.py [--check]"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent.parent / "include" / "rustg"
OUT = HERE / "src" / "kinds.rs"
TOKEN = re.compile(r'(?:TOK|KW)\((\w+), "((?:[^"\\]|\\.)*)"', re.M)
NODE = re.compile(r'^NODE\((\w+), (\w+), "((?:[^"\\]|\\.)*)"', re.M)
WORDS = {"NONE": "No token.", "EOF": "The end of a file.", "UNKNOWN": "Bytes that begin no token."}


def rows(name: str, pattern: re.Pattern) -> list:
    lines = (INCLUDE / name).read_text().splitlines()
    return pattern.findall("\n".join(line for line in lines if not line.lstrip().startswith(("*", "/*", "#"))))


def enum(name: str, about: str, variants: list) -> str:
    body = "".join(f"    /// {words}\n    {variant},\n" for variant, words in variants)
    every = "".join(f"        {name}::{variant},\n" for variant, _ in variants)
    derives = "Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord"
    return (f"/// {about}\n#[derive({derives})]\n#[repr(u8)]\n#[non_exhaustive]\n"
            f"pub enum {name} {{\n{body}}}\n\nimpl {name} {{\n    /// All of them, by their numbers.\n"
            f"    pub const ALL: [{name}; {len(variants)}] = [\n{every}    ];\n}}\n")


def text() -> str:
    tokens, nodes = [], []
    for name, spelling in rows("token_kind.def", TOKEN):
        variant = "".join(word.capitalize() for word in name.split("_"))
        shown = re.sub(r"\\(.)", r"\1", spelling)
        tokens.append((variant, f"`{shown}`." if shown else WORDS.get(name, f"{name.replace('_', ' ').lower()}.")))
    for name, _, anchor in rows("ast_kind.def", NODE):
        nodes.append((name, f"Its anchor: {anchor}." if name != "None" else "No node."))
    return ("//! The kinds of tokens and nodes, as kinds.py writes them from token_kind.def and ast_kind.def.\n\n"
            + enum("TokenKind", "What a token is.", tokens) + "\n" + enum("NodeKind", "What a node is.", nodes))


def main() -> int:
    made = text()
    if sys.argv[1:] == ["--check"]:
        if OUT.read_text() != made:
            print("include/rustg has changed: run bindings/rust/rustg/kinds.py")
            return 1
        return 0
    OUT.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
