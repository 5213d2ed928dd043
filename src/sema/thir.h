/* thir.h: defines THIR, a checked body. Everything that Rust leaves implicit is written out in it: adjustments,
 * method calls as calls of resolved items, overloaded operators as calls, `for` and `?` as loops and matches,
 * patterns with their binding modes. It is shaped after rustc's THIR. Types may mention the generics of the body's
 * owner; lowering substitutes them. */
#ifndef RUSTG_THIR_H
#define RUSTG_THIR_H

#include "base/wide.h"
#include "sema/infer/infer.h"

typedef uint32_t thir_expr; /* index into body->exprs; 0 is none */
typedef uint32_t thir_pat;
typedef uint32_t thir_local; /* index into body->locals; 0 is none */
typedef uint32_t thir_stmt, thir_arm;

typedef enum thir_op {
    THIR_NONE,
    /* Places. */
    THIR_LOCAL,  /* local */
    THIR_UPVAR,  /* index: the closure's capture; the place is the captured variable itself (auto-dereferenced) */
    THIR_DEREF,  /* a: of a reference or raw pointer */
    THIR_FIELD,  /* a: struct, union, tuple; index: the field. def: the variant of an enum that has no other one, of
                    which only captures name parts (elsewhere patterns do that) */
    THIR_INDEX,  /* a: array or slice place, b: usize; bounds-checked */
    THIR_STATIC, /* def */
    /* Values. */
    THIR_LITERAL,     /* bits: of ty (floats: the bits of f32 or f64); high: above those, of i128 and u128 */
    THIR_STRING,      /* text, n_text: &'static str, &'static [u8; N] or &'static CStr */
    THIR_FN,          /* a zero-sized fn item or constructor: ty says all. Of FN, CONST and an ADT by its path, bits and
                         high are the item's and its Self's type as they are written, where lifetimes are named in
                         them; TY_ERROR stands for all other arguments */
    THIR_CONST,       /* def, args: a named constant (ty its type); associated ones are resolved when concrete */
    THIR_CONST_PARAM, /* def */
    THIR_BORROW,      /* a: place; index: thir_borrow */
    THIR_RAW_BORROW,  /* a; index: BORROW_SHARED for *const, BORROW_MUT for *mut */
    THIR_BINARY, /* sub: syntax_op; a, b of scalar types; builtin meaning, comparisons of bool, char and pointers too */
    THIR_LOGICAL,   /* sub: OP_AND or OP_OR */
    THIR_UNARY,     /* sub: OP_NEG, OP_NOT */
    THIR_CAST,      /* a as ty: between scalars, enums without fields to integers, pointers */
    THIR_UNSIZE,    /* &[T; N] to &[T], also behind mut and raw */
    THIR_REIFY,     /* fn item or captureless closure to fn pointer */
    THIR_NEVER,     /* a diverges; the type is whatever is wanted */
    THIR_USE,       /* a: a value expression read as it is (parentheses); sub: USE_CONST_BLOCK of `const { .. }`; of a
                      cast, bits: the type with the lifetimes that are named in it, or none */
    THIR_ASSIGN,    /* a = b */
    THIR_ASSIGN_OP, /* sub: syntax_op, scalars */
    THIR_CALL, /* a: the callee (THIR_FN, or a value of fn pointer type); list: arguments. unsafe_ok is checked already
                */
    THIR_TUPLE,
    THIR_ARRAY,  /* list: elements */
    THIR_REPEAT, /* [a; length of ty] */
    THIR_ADT,    /* def: the variant (or struct); list: n pairs (field index, expr), 2 * n entries; b: base of `..base`;
                 c: the variable that holds the constructor, which only lints look at */
    THIR_CLOSURE,  /* def; list: captured values, each a borrow or a use of a place */
    THIR_BLOCK,    /* list: statements; a: the tail or none; index: label, or 0 */
    THIR_IF,       /* a: condition, b: then, c: else or none. Conditions may hold THIR_LET joined by OP_AND */
    THIR_LET,      /* a: place scrutinee, pat: bool */
    THIR_MATCH,    /* a: place scrutinee; list: arms */
    THIR_LOOP,     /* a: body; index: label. while and for are loops with a break */
    THIR_BREAK,    /* index: label; a: value or none */
    THIR_CONTINUE, /* index: label */
    THIR_RETURN,   /* a or none */
    THIR_PANIC, /* text: the message, braces doubled, {} or {?} for each of list; index: of its bytes, those without the
                   sides of an assert_eq; sub: a thir_panic; bits: of THIR_PANIC_.. */
    THIR_PRINT, /* text and list: as of a panic; sub: a thir_print_to; if it is thir_is_written, the list begins with a
                   `&mut` to what is written to, and the value is a core::fmt::Result */
    THIR_PTX,   /* text: ptx!'s template; list: operands in order; a: the Rust expression for elsewhere */
    THIR_ERROR  /* reported */
} thir_op;
/* Operations by groups, for switches that name every one: `case THIR_CASES_PLACE:`. */
/* clang-format off */
#define THIR_CASES_NOTHING THIR_NONE: case THIR_ERROR
#define THIR_CASES_PLACE THIR_LOCAL: case THIR_UPVAR: case THIR_DEREF: case THIR_FIELD: case THIR_INDEX: \
    case THIR_STATIC
#define THIR_CASES_CONSTANT THIR_LITERAL: case THIR_STRING: case THIR_FN: case THIR_CONST: case THIR_CONST_PARAM
#define THIR_CASES_BORROW THIR_BORROW: case THIR_RAW_BORROW
#define THIR_CASES_OPERATOR THIR_BINARY: case THIR_LOGICAL: case THIR_UNARY
#define THIR_CASES_CONVERSION THIR_CAST: case THIR_UNSIZE: case THIR_REIFY
#define THIR_CASES_AS_IT_IS THIR_NEVER: case THIR_USE
#define THIR_CASES_ASSIGN THIR_ASSIGN: case THIR_ASSIGN_OP
#define THIR_CASES_AGGREGATE THIR_TUPLE: case THIR_ARRAY: case THIR_REPEAT: case THIR_ADT: case THIR_CLOSURE
#define THIR_CASES_BRANCH THIR_IF: case THIR_LET: case THIR_MATCH: case THIR_LOOP
#define THIR_CASES_TEXT THIR_PRINT: case THIR_PTX
#define THIR_CASES_LEAVE THIR_BREAK: case THIR_CONTINUE: case THIR_RETURN: case THIR_PANIC
/* clang-format on */

typedef enum thir_print_to {
    THIR_PRINT_OUTPUT,
    THIR_PRINT_ERROR_OUTPUT,
    THIR_PRINT_WRITE, /* to a Formatter */
    THIR_PRINT_SINK   /* to another core::fmt::Write, or a reference to one */
} thir_print_to;

/* Whether that is what the first of a THIR_PRINT's list refers to. */
static inline bool thir_is_written(thir_print_to to)
{
    switch (to) {
    case THIR_PRINT_OUTPUT:
    case THIR_PRINT_ERROR_OUTPUT: return false;
    case THIR_PRINT_WRITE:
    case THIR_PRINT_SINK: break;
    }
    return true;
}

/* Words of the macro stand before the message; the message is another one than "{}", or there is none. */
enum { THIR_PANIC_PREFIXED = 1, THIR_PANIC_FORMATTED = 2 };
typedef enum thir_panic { PANIC_EXPLICIT, PANIC_ASSERT, PANIC_UNREACHABLE, PANIC_NOT_IMPLEMENTED } thir_panic;

typedef struct thir_node {
    uint8_t op, sub;
    bool is_place, desugared; /* desugared: of a for, ?, while, assert! and the like */
    bool promoted;            /* BORROW: of a constant that lives for ever (the borrow checker says so) */
    bool kept;                /* BORROW: of a temporary that lives as long as the constant that it is in (likewise) */
    bool matched_for_ever; /* what a pattern is matched with: its references lead to a promoted constant (likewise) */
    sema_ty ty;
    sema_span span;
    thir_expr a, b, c;
    uint32_t first, n; /* list: body->lists[first..first+n] */
    uint32_t index;
    sema_def def;
    thir_local local;
    thir_pat pat;
    const sema_ty *args;
    uint32_t n_args;
    uint64_t bits, high;
    const char *text;
    uint32_t n_text;
} thir_node;

typedef enum thir_stmt_kind { THIR_STMT_EXPR, THIR_STMT_LET } thir_stmt_kind;
typedef struct thir_stmt_node {
    uint8_t kind;
    thir_expr expr;      /* EXPR; LET: the initializer or none */
    thir_pat pat;        /* LET */
    thir_expr otherwise; /* LET: else block or none; diverges */
    sema_ty written;     /* LET: the type with the lifetimes that are named in it, or none */
    sema_span typed;     /* LET: where that type stands */
    sema_span span;
} thir_stmt_node;
typedef struct thir_arm_node {
    thir_pat pat;
    thir_expr guard, body;
    sema_span span;
} thir_arm_node;

enum { USE_CONST_BLOCK = 1 };
typedef enum thir_binding { BIND_VALUE, BIND_REF, BIND_REF_MUT } thir_binding;
typedef enum thir_pat_op {
    PAT_NONE,
    PAT_WILD,
    PAT_BINDING, /* local; index: a thir_binding; a: sub-pattern or none */
    PAT_VARIANT, /* def: variant; list: n (field index, pat) pairs, 2 * n entries */
    PAT_LEAF,    /* struct or tuple: list of n (field index, pat) pairs */
    PAT_DEREF,   /* a: behind a reference (written & or by default binding modes) */
    PAT_CONST,   /* bits of ty, a scalar; or text, n_text: a str */
    PAT_RANGE,   /* lo..hi of ty; inclusive; open ends are the type's ends */
    PAT_SLICE,   /* arrays and slices: list: prefix (n_prefix), then suffix; a: middle pattern, has_rest */
    PAT_OR,      /* list */
    PAT_ERROR
} thir_pat_op;
typedef struct thir_pat_node {
    uint8_t op;
    bool inclusive, has_rest;
    sema_ty ty;
    sema_span span;
    thir_local local;
    uint32_t index, n_prefix;
    thir_pat a;
    uint32_t first, n;
    sema_def def;
    wide_u128 lo, hi; /* CONST: lo. Signed integers are sign-extended to 64 bits; i128 and u128 have all of theirs */
    bool lo_open, hi_open;
    const char *text;
    uint32_t n_text;
    sema_ty written; /* VARIANT, LEAF: as of a THIR_FN */
} thir_pat_node;

typedef struct thir_local_node {
    sema_symbol name;
    sema_ty ty;
    bool mutable, is_param, is_self;
    sema_span span;
} thir_local_node;
/* local is the whole value. Where the parameter is a plain name, pat is a by-value binding of this very local. */
typedef struct thir_param {
    thir_pat pat;
    sema_ty ty;
    thir_local local;
    sema_span span;
} thir_param;
/* The index of a THIR_BORROW. TWO_PHASE is a mutable one, made by autoref of a method's receiver. UNIQUE is a
 * closure's capture of a `&mut` that it writes through; the variable itself need not be `mut`. */
typedef enum thir_borrow { BORROW_SHARED, BORROW_MUT, BORROW_TWO_PHASE, BORROW_UNIQUE } thir_borrow;
typedef enum thir_capture_mode { CAPTURE_REF, CAPTURE_MUT, CAPTURE_VALUE } thir_capture_mode;
/* A variable that a closure uses. outer is the local of the enclosing body, or its upvar. */
typedef struct thir_capture {
    thir_local outer;
    uint32_t outer_upvar;
    bool is_upvar;
    uint8_t mode;    /* thir_capture_mode */
    bool is_mutable; /* or nobody knows, for a variable of an outer closure or behind a reference */
    sema_ty ty;
    sema_symbol name;
    sema_span use;
} thir_capture;
typedef struct thir_label {
    sema_symbol name;
    sema_ty ty;
    sema_span span;
    bool is_block;
} thir_label;

typedef struct thir_written {
    sema_ty ty; /* with lifetimes; TY_NONE: none is written */
    sema_span span;
} thir_written;

typedef struct thir_body {
    sema_def owner;       /* fn, const, static, anonymous const or DEF_CLOSURE */
    sema_def generics_of; /* whose generics its types mention: of a closure, the fn it stands in */
    VEC(thir_node) exprs;
    VEC(thir_pat_node) pats;
    VEC(thir_local_node) locals;
    VEC(thir_stmt_node) stmts;
    VEC(thir_arm_node) arms;
    VEC(thir_label) labels;
    VEC(uint32_t) lists;
    VEC(thir_param) params;
    VEC(thir_capture) captures;
    VEC(sema_def) closures; /* directly inside */
    thir_expr value;
    sema_ty result;
    const sema_ty *told; /* of a closure: its parameters' types with lifetimes, as a bound (told_by_bound) or its head
                          * has them: those that are erased are chosen by each call; TY_NONE: not known */
    sema_ty told_result;
    const thir_written *written; /* of a closure: the types in its head, those of its parameters and its result's */
    bool told_by_bound, told_by_pointer; /* by_pointer: those that are REGION_LATE are, not those that are erased */
    bool has_const_block;
    bool failed; /* an error was reported in it */
} thir_body;

/* A trait of core::fmt that holes of messages ask for, by the last letter behind their colon. */
typedef struct thir_shown_trait {
    char letter; /* 0: Display, which other letters ask for */
    bool is_radix;
    sema_lang_item item;
    const char *name;
} thir_shown_trait;
const thir_shown_trait *thir_shown_trait_of(char letter);

/* The body of a fn, constant or closure. The first call checks it (types, patterns, borrows). NULL: it has none. */
const thir_body *sema_body(sema *s, sema_def owner);
/* Whether sema_body has begun with it and is not done, so that it gives NULL. */
bool sema_body_is_begun(sema *s, sema_def owner);
/* The value of an expression, through blocks: the only one that it may have, by its tail or by a break. NONE: there are
 * more, or none. */
thir_expr thir_only_value(const thir_body *body, thir_expr e);
/* Checks that the patterns of a body are exhaustive, and reports E0004 and E0005. */
void pattern_check_body(sema *s, thir_body *body);
/* Runs the lint unreachable_patterns over a body that has no errors. */
void pattern_warn_body(sema *s, const thir_body *body);
/* Whether no value of a type exists, as a body that mentions it sees. */
bool pattern_has_no_value(sema *s, const thir_body *body, sema_ty ty);
/* Values of a type's patterns compare as unsigned numbers once they are xor-ed with this: the sign of signed ones. */
wide_u128 pattern_bias(const sema *s, sema_ty ty);
/* Writes all bodies of the user's crates as text for people. */
const char *thir_print_crate(sema *s);

#endif
