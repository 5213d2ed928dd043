/* parse_cases.h: texts that defeat clever parsers, each with its tree in closed form. A text is
 *     before, n times unit, middle, n times behind, after
 * and a place in it is counted from U (the first unit), M (behind the last unit) or E (behind the last `behind`).
 * parse_worst_test.c checks the trees, bench_parser.c takes the times. */
#ifndef RUSTG_TEST_PARSE_CASES_H
#define RUSTG_TEST_PARSE_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/ast.h"

/* Byte of the i-th node: base + offset + i * step. */
typedef struct parse_place {
    enum { PLACE_ANY, PLACE_UNITS, PLACE_MIDDLE, PLACE_END } base;
    int32_t offset, step;
} parse_place;

/* Of one kind there are fixed + each * n nodes (rows with counts), and node skip + i * stride + phase of the kind, in
 * preorder, has the span from start to end (rows with places): for i below n, less what a negative `fixed` takes off;
 * with neither each nor stride for i = 0. */
typedef struct parse_row {
    uint8_t kind;
    bool counts;
    int32_t fixed, each, skip, stride, phase;
    parse_place start, end;
} parse_row;

enum { PARSE_CASE_ROWS = 11 };

/* n_diags: errors; ANY_DIAGS where their number is not the matter. any_tree: nor the nodes */
typedef struct parse_case {
    const char *name, *before, *unit, *middle, *behind, *after;
    double count; /* of unit, at full scale */
    bool any_tree;
    uint32_t n_diags;
    parse_row rows[PARSE_CASE_ROWS];
} parse_case;

#define ANY_DIAGS                                 0xFFFFFFFFu
#define TEXT(before, unit, middle, behind, after) before, unit, middle, behind, after
#define ANY                                                                                                            \
    {                                                                                                                  \
        PLACE_ANY, 0, 0                                                                                                \
    }
#define U(offset, step)                                                                                                \
    {                                                                                                                  \
        PLACE_UNITS, offset, step                                                                                      \
    }
#define M(offset, step)                                                                                                \
    {                                                                                                                  \
        PLACE_MIDDLE, offset, step                                                                                     \
    }
#define E(offset, step)                                                                                                \
    {                                                                                                                  \
        PLACE_END, offset, step                                                                                        \
    }
#define ONE(kind, start, end)                                                                                          \
    {                                                                                                                  \
        RUSTG_AST_##kind, true, 1, 0, 0, 0, 0, start, end                                                              \
    }
#define MANY(kind, start, end)                                                                                         \
    {                                                                                                                  \
        RUSTG_AST_##kind, true, 0, 1, 0, 1, 0, start, end                                                              \
    }
#define MANY_AND(kind, fixed, skip, start, end)                                                                        \
    {                                                                                                                  \
        RUSTG_AST_##kind, true, fixed, 1, skip, 1, 0, start, end                                                       \
    }
#define PAIRS(kind, start, end)                                                                                        \
    {                                                                                                                  \
        RUSTG_AST_##kind, true, 0, 2, 0, 2, 0, start, end                                                              \
    }
#define SECOND(kind, start, end)                                                                                       \
    {                                                                                                                  \
        RUSTG_AST_##kind, false, 0, 0, 0, 2, 1, start, end                                                             \
    }
#define FIRST(kind, start, end)                                                                                        \
    {                                                                                                                  \
        RUSTG_AST_##kind, false, 0, 0, 0, 0, 0, start, end                                                             \
    }
#define REST(kind, start, end)                                                                                         \
    {                                                                                                                  \
        RUSTG_AST_##kind, false, -1, 0, 1, 1, 0, start, end                                                            \
    }
#define COUNT(kind, fixed, each)                                                                                       \
    {                                                                                                                  \
        RUSTG_AST_##kind, true, fixed, each, 0, 0, 0, ANY, ANY                                                         \
    }
/* `const A:T=`, and what stands before the first unit, `more` bytes, belongs to the value. */
#define CONST(more, end)                                                                                               \
    {RUSTG_AST_ItemConst, true, 1, 0, 0, 0, 0, U(-10 - (more), 0), end},                                               \
        ONE(TyPath, U(-2 - (more), 0), U(-1 - (more), 0))
#define TYPE(end)                                                                                                      \
    {                                                                                                                  \
        RUSTG_AST_ItemTyAlias, true, 1, 0, 0, 0, 0, U(-7, 0), end                                                      \
    }
#define BROKEN COUNT(Error, 1, 0)

static const parse_case parse_cases[] = {
    {"ordinary",
     TEXT("", "fn f(x: u8) -> u8 { x + 1 }\n", "", "", ""),
     1e9 / 28,
     false,
     0,
     {MANY(ItemFn, U(0, 28), U(27, 28)), MANY(Param, U(5, 28), U(10, 28)), MANY(PatIdent, U(5, 28), U(6, 28)),
      PAIRS(TyPath, U(8, 28), U(10, 28)), SECOND(TyPath, U(15, 28), U(17, 28)), MANY(Block, U(18, 28), U(27, 28)),
      MANY(StmtExpr, U(20, 28), U(25, 28)), MANY(ExprBinary, U(20, 28), U(25, 28)),
      MANY(ExprPath, U(20, 28), U(21, 28)), MANY(ExprLit, U(24, 28), U(25, 28))}},
    {"comment",
     TEXT("fn f(){}/*", "*", "*/", "", ""),
     1e9,
     false,
     0,
     {ONE(ItemFn, U(-10, 0), U(-2, 0)), ONE(Block, U(-4, 0), U(-2, 0))}},
    {"backslashes",
     TEXT("const A:T=\"", "\\\\", "\";", "", ""),
     5e8,
     false,
     0,
     {CONST(1, M(2, 0)), ONE(ExprLit, U(-1, 0), M(1, 0))}},
    {"array",
     TEXT("const A:T=[", "7,", "];", "", ""),
     1e7,
     false,
     0,
     {CONST(1, M(2, 0)), ONE(ExprArray, U(-1, 0), M(1, 0)), MANY(ExprLit, U(0, 2), U(1, 2))}},
    {"sum",
     TEXT("const A:T=", "1+", "1;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(2, 0)), MANY(ExprBinary, U(0, 0), M(1, -2)), MANY_AND(ExprLit, 1, 0, U(0, 2), U(1, 2))}},
    {"nesting",
     TEXT("const A:T=", "([{", "1", "}])", ";"),
     1e6,
     false,
     0,
     {CONST(0, E(1, 0)), MANY(ExprParen, U(0, 3), E(0, -3)), MANY(ExprArray, U(1, 3), E(-1, -3)),
      MANY(ExprBlock, U(2, 3), E(-2, -3)), MANY(Block, U(2, 3), E(-2, -3)), MANY(StmtExpr, U(3, 3), E(-3, -3)),
      ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"bangs",
     TEXT("const A:T=", "!", "true;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(5, 0)), MANY(ExprUnary, U(0, 1), M(4, 0)), ONE(ExprLit, M(0, 0), M(4, 0))}},
    {"braces_open", TEXT("", "{", "", "", ""), 1e6, false, 1, {BROKEN}},
    {"braces_close", TEXT("", "}", "", "", ""), 1e6, false, 1, {BROKEN}},
    {"braces_crossed", TEXT("", "(]", "", "", ""), 1e6, false, ANY_DIAGS, {BROKEN}},
    {"items_wrong", TEXT("", "fn ;\n", "", "", ""), 1e6, true, ANY_DIAGS, {COUNT(None, 0, 0)}},
    {"statements_wrong", TEXT("fn f(){", "{let x=;}", "}", "", ""), 1e6, true, ANY_DIAGS, {COUNT(None, 0, 0)}},
    {"elements_wrong", TEXT("const A:T=", "[", "+", ",]", ";"), 1e6, true, ANY_DIAGS, {COUNT(None, 0, 0)}},

    {"parens",
     TEXT("const A:T=", "(", "1", ")", ";"),
     1e7,
     false,
     0,
     {CONST(0, E(1, 0)), MANY(ExprParen, U(0, 1), E(0, -1)), ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"brackets",
     TEXT("const A:T=", "[", "1", "]", ";"),
     1e7,
     false,
     0,
     {CONST(0, E(1, 0)), MANY(ExprArray, U(0, 1), E(0, -1)), ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"blocks",
     TEXT("fn f()", "{", "", "}", ""),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-6, 0), E(0, 0)), MANY(Block, U(0, 1), E(0, -1)), MANY_AND(ExprBlock, -1, 0, U(1, 1), E(-1, -1)),
      MANY_AND(StmtExpr, -1, 0, U(1, 1), E(-1, -1))}},
    {"generics",
     TEXT("type A=", "V<", "u8", ">", ";"),
     1e7,
     false,
     0,
     {TYPE(E(1, 0)), MANY_AND(TyPath, 1, 0, U(0, 2), E(0, -1)), MANY(GenericArgs, U(1, 2), E(0, -1))}},
    {"qualified_paths",
     TEXT("type A=", "<", "u8", " as A>::B", ";"),
     1e6,
     false,
     0,
     {TYPE(E(1, 0)), MANY_AND(TyPath, 1, 0, U(0, 1), E(0, -9)), COUNT(QSelf, 0, 1)}},
    {"slices",
     TEXT("type A=", "[", "u8", "]", ";"),
     1e7,
     false,
     0,
     {TYPE(E(1, 0)), MANY(TySlice, U(0, 1), E(0, -1)), ONE(TyPath, M(0, 0), M(2, 0))}},
    {"type_parens",
     TEXT("type A=", "(", "u8", ")", ";"),
     1e7,
     false,
     0,
     {TYPE(E(1, 0)), MANY(TyParen, U(0, 1), E(0, -1)), ONE(TyPath, M(0, 0), M(2, 0))}},
    {"pointers",
     TEXT("type A=", "*const ", "u8;", "", ""),
     1e7,
     false,
     0,
     {TYPE(M(3, 0)), MANY(TyPtr, U(0, 7), M(2, 0)), ONE(TyPath, M(0, 0), M(2, 0))}},
    {"references",
     TEXT("type A=", "&&", "u8;", "", ""),
     1e7,
     false,
     0,
     {TYPE(M(3, 0)), PAIRS(TyRef, U(0, 2), M(2, 0)), SECOND(TyRef, U(1, 2), M(2, 0)), ONE(TyPath, M(0, 0), M(2, 0))}},
    {"function_pointers",
     TEXT("type A=", "fn(", "u8", ")", ";"),
     1e6,
     false,
     0,
     {TYPE(E(1, 0)), MANY(TyFnPtr, U(0, 3), E(0, -1)), MANY(Param, U(3, 3), E(-1, -1)), COUNT(PatMissing, 0, 1),
      ONE(TyPath, M(0, 0), M(2, 0))}},
    {"bounds",
     TEXT("type A=dyn ", "A+", "A;", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemTyAlias, U(-11, 0), M(2, 0)), ONE(TyTraitObject, U(-4, 0), M(1, 0)),
      MANY_AND(Bound, 1, 0, U(0, 2), U(1, 2))}},
    {"closures",
     TEXT("const A:T=", "|x|", "x;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(2, 0)), MANY(ExprClosure, U(0, 3), M(1, 0)), MANY(Param, U(1, 3), U(2, 3)),
      MANY(PatIdent, U(1, 3), U(2, 3)), COUNT(TyInfer, 0, 1), ONE(ExprPath, M(0, 0), M(1, 0))}},
    {"else_chain",
     TEXT("const A:T=", "if a{1}else ", "{2};", "", ""),
     1e6,
     false,
     0,
     {CONST(0, M(4, 0)), MANY(ExprIf, U(0, 12), M(3, 0)), MANY(ExprPath, U(3, 12), U(4, 12)),
      MANY_AND(Block, 1, 0, U(4, 12), U(7, 12)), MANY_AND(StmtExpr, 1, 0, U(5, 12), U(6, 12)),
      MANY_AND(ExprLit, 1, 0, U(5, 12), U(6, 12)), ONE(ExprBlock, M(0, 0), M(3, 0))}},
    {"let_chain",
     TEXT("fn f(){if ", "let x=a&&", "b{}}", "", ""),
     1e6,
     false,
     0,
     {ONE(ItemFn, U(-10, 0), M(4, 0)), ONE(ExprIf, U(-3, 0), M(3, 0)), ONE(StmtExpr, U(-3, 0), M(3, 0)),
      COUNT(ExprBinary, 0, 1), FIRST(ExprBinary, U(0, 0), M(1, 0)), REST(ExprBinary, U(0, 0), M(-2, -9)),
      MANY(ExprLet, U(0, 9), U(7, 9)), MANY(PatIdent, U(4, 9), U(5, 9)), MANY_AND(ExprPath, 1, 0, U(6, 9), U(7, 9)),
      COUNT(Block, 2, 0)}},
    {"matches",
     TEXT("const A:T=", "match a{_=>", "1", "}", ";"),
     1e6,
     false,
     0,
     {CONST(0, E(1, 0)), MANY(ExprMatch, U(0, 11), E(0, -1)), MANY(ExprPath, U(6, 11), U(7, 11)),
      MANY(Arm, U(8, 11), E(-1, -1)), MANY(PatWild, U(8, 11), U(9, 11)), ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"whiles",
     TEXT("fn f(){", "while a{", "", "}", "}"),
     1e6,
     false,
     0,
     {ONE(ItemFn, U(-7, 0), E(1, 0)), MANY(ExprWhile, U(0, 8), E(0, -1)), MANY(StmtExpr, U(0, 8), E(0, -1)),
      MANY(ExprPath, U(6, 8), U(7, 8)), MANY_AND(Block, 1, 1, U(7, 8), E(0, -1))}},
    {"borrows",
     TEXT("const A:T=", "&&", "a;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(2, 0)), PAIRS(ExprAddrOf, U(0, 2), M(1, 0)), SECOND(ExprAddrOf, U(1, 2), M(1, 0)),
      ONE(ExprPath, M(0, 0), M(1, 0))}},
    {"fields",
     TEXT("const A:T=a", ".b", ";", "", ""),
     1e7,
     false,
     0,
     {CONST(1, M(1, 0)), MANY(ExprField, U(-1, 0), M(0, -2)), ONE(ExprPath, U(-1, 0), U(0, 0))}},
    {"tuple_fields",
     TEXT("const A:T=a", ".0.1", ";", "", ""),
     1e6,
     false,
     0,
     {CONST(1, M(1, 0)), PAIRS(ExprField, U(-1, 0), M(0, -4)), SECOND(ExprField, U(-1, 0), M(-2, -4)),
      ONE(ExprPath, U(-1, 0), U(0, 0))}},
    {"path",
     TEXT("const A:T=a", "::b", ";", "", ""),
     1e7,
     false,
     0,
     {CONST(1, M(1, 0)), ONE(ExprPath, U(-1, 0), M(0, 0))}},
    {"tries",
     TEXT("const A:T=a", "?", ";", "", ""),
     1e7,
     false,
     0,
     {CONST(1, M(1, 0)), MANY(ExprTry, U(-1, 0), M(0, -1)), ONE(ExprPath, U(-1, 0), U(0, 0))}},
    {"methods",
     TEXT("const A:T=a", ".b(1)", ";", "", ""),
     1e6,
     false,
     0,
     {CONST(1, M(1, 0)), MANY(ExprMethodCall, U(-1, 0), M(0, -5)), MANY(ExprLit, U(3, 5), U(4, 5)),
      ONE(ExprPath, U(-1, 0), U(0, 0))}},
    {"calls",
     TEXT("const A:T=", "f(", "", ")", ";"),
     1e7,
     false,
     0,
     {CONST(0, E(1, 0)), MANY(ExprCall, U(0, 2), E(0, -1)), MANY(ExprPath, U(0, 2), U(1, 2))}},
    {"arguments",
     TEXT("const A:T=f(", "1,", ");", "", ""),
     1e7,
     false,
     0,
     {CONST(2, M(2, 0)), ONE(ExprCall, U(-2, 0), M(1, 0)), ONE(ExprPath, U(-2, 0), U(-1, 0)),
      MANY(ExprLit, U(0, 2), U(1, 2))}},
    {"indices",
     TEXT("const A:T=", "a[", "0", "]", ";"),
     1e7,
     false,
     0,
     {CONST(0, E(1, 0)), MANY(ExprIndex, U(0, 2), E(0, -1)), MANY(ExprPath, U(0, 2), U(1, 2)),
      ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"struct_literals",
     TEXT("const A:T=", "S{a:", "1", "}", ";"),
     1e6,
     false,
     0,
     {CONST(0, E(1, 0)), MANY(ExprStruct, U(0, 4), E(0, -1)), MANY(FieldInit, U(2, 4), E(-1, -1)),
      ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"casts",
     TEXT("const A:T=1", " as u8", ";", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemConst, U(-11, 0), M(1, 0)), MANY(ExprCast, U(-1, 0), M(0, -6)), MANY_AND(TyPath, 1, 1, U(4, 6), U(6, 6)),
      ONE(ExprLit, U(-1, 0), U(0, 0))}},
    {"assignments",
     TEXT("const A:T=", "a=", "1;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(2, 0)), MANY(ExprAssign, U(0, 2), M(1, 0)), MANY(ExprPath, U(0, 2), U(1, 2)),
      ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"conjunction",
     TEXT("const A:T=", "a&&", "a;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(2, 0)), MANY(ExprBinary, U(0, 0), M(1, -3)), MANY_AND(ExprPath, 1, 0, U(0, 3), U(1, 3))}},
    {"products",
     TEXT("const A:T=", "1*1+", "1;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(2, 0)), COUNT(ExprBinary, 0, 2), FIRST(ExprBinary, U(0, 0), M(1, 0)),
      REST(ExprBinary, U(0, 0), M(-1, -4)), COUNT(ExprLit, 1, 2)}},
    {"returns",
     TEXT("const A:T=", "return ", "1;", "", ""),
     1e7,
     false,
     0,
     {CONST(0, M(2, 0)), MANY(ExprRet, U(0, 7), M(1, 0)), ONE(ExprLit, M(0, 0), M(1, 0))}},
    {"or_patterns",
     TEXT("fn f(){match a{", "A|", "A=>1}}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-15, 0), M(6, 0)), ONE(Block, U(-9, 0), M(6, 0)), ONE(StmtExpr, U(-8, 0), M(5, 0)),
      ONE(ExprMatch, U(-8, 0), M(5, 0)), ONE(ExprPath, U(-2, 0), U(-1, 0)), ONE(Arm, U(0, 0), M(4, 0)),
      ONE(PatOr, U(0, 0), M(1, 0)), MANY_AND(PatIdent, 1, 0, U(0, 2), U(1, 2)), ONE(ExprLit, M(3, 0), M(4, 0))}},
    {"pattern_parens",
     TEXT("fn f(){let ", "(", "x", ")", "=1;}"),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-11, 0), E(4, 0)), ONE(Block, U(-5, 0), E(4, 0)), ONE(StmtLet, U(-4, 0), E(3, 0)),
      MANY(PatParen, U(0, 1), E(0, -1)), ONE(PatIdent, M(0, 0), M(1, 0)), ONE(ExprLit, E(1, 0), E(2, 0))}},
    {"pattern_slices",
     TEXT("fn f(){let ", "[", "x", "]", "=1;}"),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-11, 0), E(4, 0)), ONE(Block, U(-5, 0), E(4, 0)), ONE(StmtLet, U(-4, 0), E(3, 0)),
      MANY(PatSlice, U(0, 1), E(0, -1)), ONE(PatIdent, M(0, 0), M(1, 0)), ONE(ExprLit, E(1, 0), E(2, 0))}},
    {"pattern_references",
     TEXT("fn f(){let ", "&&", "x=1;}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-11, 0), M(5, 0)), ONE(Block, U(-5, 0), M(5, 0)), ONE(StmtLet, U(-4, 0), M(4, 0)),
      PAIRS(PatRef, U(0, 2), M(1, 0)), SECOND(PatRef, U(1, 2), M(1, 0)), ONE(PatIdent, M(0, 0), M(1, 0)),
      ONE(ExprLit, M(2, 0), M(3, 0))}},
    {"arms",
     TEXT("fn f(){match a{", "1=>2,", "}}", "", ""),
     1e6,
     false,
     0,
     {ONE(ItemFn, U(-15, 0), M(2, 0)), ONE(Block, U(-9, 0), M(2, 0)), ONE(StmtExpr, U(-8, 0), M(1, 0)),
      ONE(ExprMatch, U(-8, 0), M(1, 0)), ONE(ExprPath, U(-2, 0), U(-1, 0)), COUNT(Arm, 0, 1),
      MANY(PatExpr, U(0, 5), U(1, 5)), PAIRS(ExprLit, U(0, 5), U(1, 5)), SECOND(ExprLit, U(3, 5), U(4, 5))}},
    {"lets",
     TEXT("fn f(){", "let x=1;", "}", "", ""),
     1e6,
     false,
     0,
     {ONE(ItemFn, U(-7, 0), M(1, 0)), ONE(Block, U(-1, 0), M(1, 0)), MANY(StmtLet, U(0, 8), U(8, 8)),
      MANY(PatIdent, U(4, 8), U(5, 8)), MANY(ExprLit, U(6, 8), U(7, 8))}},
    {"semicolons",
     TEXT("fn f(){", ";", "}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-7, 0), M(1, 0)), ONE(Block, U(-1, 0), M(1, 0)), MANY(StmtEmpty, U(0, 1), U(1, 1))}},
    {"macro_statements",
     TEXT("fn f(){", "m!();", "}", "", ""),
     1e6,
     false,
     0,
     {ONE(ItemFn, U(-7, 0), M(1, 0)), ONE(Block, U(-1, 0), M(1, 0)), MANY(StmtMacCall, U(0, 5), U(5, 5)),
      MANY(TokenTree, U(2, 5), U(4, 5))}},
    {"macro_items",
     TEXT("", "m!{}", "", "", ""),
     1e6,
     false,
     0,
     {MANY(ItemMacCall, U(0, 4), U(4, 4)), MANY(TokenTree, U(2, 4), U(4, 4))}},
    {"token_tree",
     TEXT("m!{", "a(b) ", "}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemMacCall, U(-3, 0), M(1, 0)), ONE(TokenTree, U(-1, 0), M(1, 0))}},
    {"attributes",
     TEXT("", "#[a]\n", "fn f(){}", "", ""),
     1e7,
     false,
     0,
     {MANY(Attr, U(0, 5), U(4, 5)), ONE(ItemFn, M(0, 0), M(8, 0)), ONE(Block, M(6, 0), M(8, 0))}},
    {"doc_comments",
     TEXT("", "/// x\n", "fn f(){}", "", ""),
     1e7,
     false,
     0,
     {MANY(DocComment, U(0, 6), U(5, 6)), ONE(ItemFn, M(0, 0), M(8, 0)), ONE(Block, M(6, 0), M(8, 0))}},
    {"use_trees",
     TEXT("use ", "a::{", "b", "}", ";"),
     1e6,
     false,
     0,
     {ONE(ItemUse, U(-4, 0), E(1, 0)), MANY_AND(UseTree, 1, 0, U(0, 4), E(0, -1))}},
    {"modules", TEXT("", "mod a{", "", "}", ""), 1e6, false, 0, {MANY(ItemMod, U(0, 6), E(0, -1))}},
    {"variants",
     TEXT("enum E{", "A,", "}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemEnum, U(-7, 0), M(1, 0)), MANY(Variant, U(0, 2), U(1, 2))}},
    {"struct_fields",
     TEXT("struct S{", "a:T,", "}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemStruct, U(-9, 0), M(1, 0)), MANY(FieldDef, U(0, 4), U(3, 4)), MANY(TyPath, U(2, 4), U(3, 4))}},
    {"params",
     TEXT("fn f(", "x:T,", "){}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-5, 0), M(3, 0)), MANY(Param, U(0, 4), U(3, 4)), MANY(PatIdent, U(0, 4), U(1, 4)),
      MANY(TyPath, U(2, 4), U(3, 4)), ONE(Block, M(1, 0), M(3, 0))}},
    {"generic_params",
     TEXT("fn f<", "T:A,", ">(){}", "", ""),
     1e7,
     false,
     0,
     {ONE(ItemFn, U(-5, 0), M(5, 0)), ONE(Generics, U(-1, 0), M(1, 0)), MANY(GenericParamType, U(0, 4), U(3, 4)),
      MANY(Bound, U(2, 4), U(3, 4)), ONE(Block, M(3, 0), M(5, 0))}},
};
enum { N_PARSE_CASES = sizeof parse_cases / sizeof *parse_cases };

#undef TEXT
#undef ANY
#undef U
#undef M
#undef E
#undef ONE
#undef MANY
#undef MANY_AND
#undef PAIRS
#undef SECOND
#undef FIRST
#undef REST
#undef COUNT
#undef CONST
#undef TYPE
#undef BROKEN

static inline uint8_t *parse_case_put(uint8_t *to, const char *text, size_t n)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < n; i++, to += length)
        memcpy(to, text, length);
    return to;
}

/* The text with n units. Malloc'd, the caller's; NULL when memory ran out. */
static inline uint8_t *parse_case_text(const parse_case *c, size_t n, size_t *n_bytes)
{
    *n_bytes = strlen(c->before) + n * (strlen(c->unit) + strlen(c->behind)) + strlen(c->middle) + strlen(c->after);
    uint8_t *text = malloc(*n_bytes + 1), *at = text;
    if (!text)
        return NULL;
    at = parse_case_put(at, c->before, 1);
    at = parse_case_put(at, c->unit, n);
    at = parse_case_put(at, c->middle, 1);
    at = parse_case_put(at, c->behind, n);
    parse_case_put(at, c->after, 1);
    return text;
}

static inline size_t parse_case_count(const parse_case *c, double scale)
{
    double count = c->count * scale;
    return count < 3 ? 3 : (size_t)count;
}

#endif
