/* check.h: the checker of bodies, shared by check_*.c. It walks the AST once, infers types as rustc's typeck does and
 * writes THIR as it goes; what depends on types known later (literals' bits, operators of unknown operands, casts,
 * closures' captures) is settled by deferred steps before the types of all nodes are resolved.
 *
 *   check_body.c     sema_body: one function, constant or closure from beginning to end; params; writing types back
 *   check_expr.c     the switch over expressions; literals, blocks of unsafe, address-of, deref, assignment, repeat,
 *                    tuples
 *   check_path.c     paths to values          check_op.c       operators        check_cast.c   `as`
 *   check_field.c    fields and indexing      check_call.c     calls            check_method.c method calls, probing
 *   check_destructure.c  (a, b) = value
 *   check_closure.c  closures                 check_capture.c  what they capture, their kinds
 *   check_coerce.c   expectations, coercions, merging of branches     check_probe.c  what a name on a type means
 *   check_deref.c    autoderef, places used mutably                   check_report.c E0308, how types are told of
 *   check_control*.c statements, blocks, if, match, loops, for, ?, return, break, struct literals, ranges
 *   check_pat*.c     patterns                 check_macro*.c   macros
 *
 * Expressions are numbers that stay: a coercion wraps a node in place (check_wrap), so whoever holds a thir_expr sees
 * the coerced one. Pointers into body->exprs are valid until the next node is made. */
#ifndef RUSTG_CHECK_H
#define RUSTG_CHECK_H

#include "sema/thir.h"

typedef struct check check;
typedef struct check_frame check_frame;

/* The type that an expression should have, though it may turn out to have another. CASTABLE: `as` follows, and a
 * numeric literal may take its type. */
typedef enum check_expect_kind { EXPECT_NONE, EXPECT_TYPE, EXPECT_CASTABLE } check_expect_kind;
typedef struct check_expect {
    uint8_t kind;
    sema_ty ty;
} check_expect;

/* Why a type is expected, for E0308: a secondary label ("expected `f32` because of return type"), and more that is
 * added to the report. All zero adds nothing. */
typedef struct check_why {
    sema_span at;      /* of the label */
    const char *label; /* NULL: none */
    const char *noun;  /* instead of a label: "arguments to this NOUN are incorrect" */
    void (*more)(check *c, sema_report *report, thir_expr found, sema_ty want, void *user); /* NULL: none */
    void *user;
    const char *primary; /* instead of "expected `A`, found `B`" as the primary label; NULL: that */
    uint32_t kind;       /* diagnostic kind instead of E0308's; 0: that */
    /* What the value is for. rustc suggests no conversion of integers for the right side of an operator or
     * assignment, and none at all where a field is named. */
    enum { USE_ANY, USE_BY_OPERATOR, USE_IN_FIELD, USE_SHORTHAND, USE_IN_RANGE } kind_of_use;
    thir_expr left; /* a comparison's or range's left side, which may be converted as well */
} check_why;

/* Merges the types of branches that must agree: if, match arms, array elements, break values, returns. It follows
 * rustc's CoerceMany. */
typedef struct check_merge {
    sema_ty expected; /* branches are coerced to it where it is known; TY_NONE: nothing is expected */
    sema_ty ty;       /* of the branches so far; TY_NONE: none yet, or only diverging ones */
    VEC(thir_expr) exprs;
    bool failed;
} check_merge;

/* A loop, a labelled block, or what `?` of a try block leaves. The innermost is last. A closure begins without any. */
typedef enum check_loop_kind { LOOP_LOOP, LOOP_WHILE, LOOP_FOR, LOOP_BLOCK } check_loop_kind;
typedef struct check_loop {
    struct check_loop *outer;
    uint8_t kind;
    sema_symbol name;    /* of the label, 0: none */
    uint32_t label;      /* body->labels */
    uint32_t n_bindings; /* in scope when it began */
    bool may_break;
    check_merge *breaks; /* LOOP_LOOP and LOOP_BLOCK: the values */
    sema_span span;
} check_loop;

/* A name in scope. Bindings are a stack, which leaving a scope cuts. items is a DEF_BLOCK whose items are looked up
 * here. */
typedef struct check_binding {
    sema_symbol name;
    thir_local local;
    check_frame *frame; /* whose body the local is of */
    sema_def items;
    uint32_t macro; /* a macro defined here: macro.h's number; no name */
    uint32_t outer; /* check_local.c's: the next one outwards of this name, plus 1 */
} check_binding;

/* One body: that of a function or constant, or the inside of a closure. */
struct check_frame {
    check_frame *outer;
    thir_body *body;
    check_loop *loops;     /* innermost */
    sema_ty result;        /* what return must give */
    sema_span result_span; /* of the written result type, else of the fn's head */
    bool result_written;
    bool is_closure, is_const; /* const: of a constant, static, array length: no return */
    check_merge *returns;      /* closures without a written result: return values and the body's value; else NULL */
    bool diverges; /* what is checked now cannot be reached: set by calls of type !, return, break, continue, loops */
    sema_node closure;    /* ExprClosure */
    sema_node body_block; /* of a fn: whose tail is returned */
    sema_def closure_def;
    thir_expr closure_expr; /* in the outer frame's body */
};

typedef struct check_deferred {
    bool (*step)(check *c, struct check_deferred *d, bool last); /* true: done. last: it must decide now */
    check_frame *frame;
    thir_expr expr;
    sema_node node;
    sema_ty ty, other;
    sema_span span;
    bool in_const; /* of a cast: it stands in a constant */
    void *user;
} check_deferred;

/* What the bounds of a callee say about a type variable. With F: FnMut(A) -> R, for example, a closure that is given
 * for F knows its parameters. kind is an infer_fn_kind; with FN_KIND_NONE the bound tells the output. */
typedef struct check_fn_bound {
    sema_ty self, params, output;
    sema_ty told;      /* params, or output for FN_KIND_NONE, with the lifetimes of the bound; TY_NONE: unknown */
    sema_ty called_as; /* def_predicate's, or TY_NONE */
    sema_span at;      /* the path or the method's name whose bound it is; nowhere of what is not called */
    uint8_t kind;
} check_fn_bound;
/* A call of a closure whose kind is not known yet. */
typedef struct check_closure_call {
    check_frame *frame;
    thir_expr call;
    sema_def closure;
} check_closure_call;

/* What is wrong of a body whose types are right: E0133, and the like.
 *   what, more  NEEDS_UNSAFE: what it is, and the note; BINDING_NAMED_AS_VARIANT: the name, and the enum's path;
 *               NON_CONST_FOR: where it stands
 *   ty          NON_CONST_FOR: what the loop goes over */
typedef struct check_late {
    uint32_t kind;
    sema_span at;
    const char *what, *more;
    sema_ty ty;
} check_late;

typedef struct check_bound_list check_bound_list;

struct check {
    sema *s;
    infer_ctx *infer;
    sema_def owner;         /* the outermost body's */
    sema_def scope;         /* where paths are looked up: the owner, or the innermost DEF_BLOCK */
    sema_def self_ty_owner; /* the impl or trait around, 0: none */
    check_frame *frame;
    VEC(check_binding) bindings;
    arena_map innermost; /* check_local.c's, of the first n_in_map bindings, by name + 1 */
    uint32_t n_in_map;
    VEC(sema_symbol) near_names; /* of the last name that was not found: those of locals */
    arena_map near_seen;         /* name: the number of the search that has it */
    uint32_t n_near;
    uint32_t unsafe_depth;
    VEC(check_deferred) deferred;
    VEC(thir_body *) bodies;           /* all of this owner: itself, then closures */
    VEC(check_frame *) closure_frames; /* in the order in which they end: inner before outer */
    VEC(check_late) late;
    VEC(uint32_t) unfit; /* reports of operators that rustc makes only as it solves obligations again */
    VEC(check_fn_bound) fn_bounds;
    VEC(check_closure_call) closure_calls;
    VEC(sema_ty) diverging; /* variables that a `!` became: ! themselves where nothing else is known */
    /* Of the path in work: the item's type, that of the type in front of it, and the arguments of its trait, with the
     * lifetimes that are named in them and TY_ERROR for all other arguments; TY_NONE and NULL where none is. */
    sema_ty written, written_self;
    const sema_ty *written_trait;
    uint32_t n_written_trait;
    sema_ty wished;                 /* of an operator's or index's result, for suggestions; TY_NONE: not known */
    bool is_method_args;            /* the arguments being read are those of a method call */
    sema_ty sized_elsewhere;        /* a pattern is checked against it, and that it has a size is asked already */
    const check_bound_list *bounds; /* of the owner's parameters, elaborated; NULL: not asked yet */
    bool failed;
};

static const check_expect CHECK_ANY = {EXPECT_NONE, 0};

/* ---- Nodes ---- */
thir_expr check_node(check *c, thir_node node); /* appended */
thir_pat check_new_pat(check *c, thir_pat_node node);
thir_node *check_at(check *c, thir_expr e);                       /* valid until the next node */
sema_ty check_ty_of(check *c, thir_expr e);                       /* infer_shallow of its type */
uint32_t check_list(check *c, const uint32_t *items, uint32_t n); /* body->lists; its first */
/* Replaces e by `node`, whose .a is what e was before. Returns the new number of that. */
thir_expr check_wrap(check *c, thir_expr e, thir_node node);
thir_expr check_error_expr(check *c, sema_span at);                   /* THIR_ERROR of TY_ERROR; marks the body */
thir_expr check_unit(check *c, sema_span at);                         /* () */
thir_expr check_local_expr(check *c, thir_local local, sema_span at); /* a place */
thir_expr check_borrow(check *c, thir_expr place, thir_borrow mode, sema_span at);
thir_expr check_deref(check *c, thir_expr reference,
                      sema_span at); /* builtin * of a reference or raw pointer: a place */
thir_expr check_field_of(check *c, thir_expr place, uint32_t index, sema_ty ty, sema_span at);
/* Makes a call of a fn item for desugarings. The arguments are in place already and are not coerced; args are the
 * generic arguments. */
thir_expr check_call_item(check *c, sema_def fn, const sema_ty *args, uint32_t n_args, const thir_expr *values,
                          uint32_t n_values, sema_span at);
sema_report check_error(check *c, uint32_t kind, sema_span at); /* sema_error, and the body is marked failed */
const char *check_def_word(check *c, sema_def d);               /* "method", "struct", ... */
thir_expr check_not_yet(check *c, sema_node n, const char *what, const char *instead); /* NOT_COMPILED_YET */

/* ---- Locals and scopes ---- */
thir_local check_local_new(check *c, sema_symbol name, sema_ty ty, sema_span span, bool mutable);
void check_bind(check *c, sema_symbol name, thir_local local);
typedef struct check_scope {
    uint32_t n_bindings;
    sema_def scope;
} check_scope;
check_scope check_enter(check *c);
/* The same for a Block node, whose items are collected and visible too. */
check_scope check_enter_block(check *c, sema_node block);
void check_leave(check *c, check_scope to);
void check_push_loop(check *c, check_loop *loop); /* makes its label */
void check_pop_loop(check *c);

/* ---- Types ---- */
sema_ty check_written_type(check *c, sema_node type,
                           sema_ty *written); /* written: with lifetimes, where some are named */
sema_ty check_type_with_lifetimes(check *c, sema_node type, sema_ty *with_lifetimes);
sema_ty check_type(check *c,
                   sema_node type); /* as written; `_` and left-out arguments are variables; normalized, erased */
sema_ty check_var(check *c, sema_span at);              /* a fresh general variable */
sema_ty check_shallow(check *c, sema_ty t);             /* what is known by now, after trying pending obligations */
sema_ty check_known(check *c, sema_ty t, sema_span at); /* the same; still a general variable: E0282, TY_ERROR */
sema_ty check_norm(check *c, sema_ty t, sema_span at);  /* regions erased, projections normalized */
/* The type of def, or of a field, with these arguments substituted, normalized. */
sema_ty check_subst(check *c, sema_ty t, sema_def owner, const sema_ty *args, uint32_t n_args, sema_span at);
const char *check_show(check *c, sema_ty t);         /* ty_print of what is known */
const char *check_show_value(check *c, thir_expr e); /* of its type, with the lifetime of a text */
bool check_is_error(check *c, sema_ty t);            /* TY_ERROR somewhere inside */

/* ---- Expressions ---- */
/* An expression: a value, or a place where it is one. */
thir_expr check_expr(check *c, sema_node n, check_expect expect);
thir_expr check_expr_want(check *c, sema_node n, sema_ty wish); /* EXPECT_TYPE */
/* Checked and coerced to want, else E0308. why may be NULL. */
thir_expr check_expr_coerce(check *c, sema_node n, sema_ty want, const check_why *why);
/* Names the context if it is one that may call const fns only: "constant", "static" or "constant function"; NULL
 * elsewhere. */
const char *check_const_context(const check *c);
bool check_coerce(check *c, thir_expr e, sema_ty want, const check_why *why); /* false: reported */
bool check_try_coerce(check *c, thir_expr e, sema_ty want);                   /* silent; false: e is as it was */
void check_fn_to_pointer(check *c, thir_expr e, sema_ty fn); /* e, of the type fn, becomes a fn pointer */
sema_ty check_unsized_end(check *c, sema_ty t); /* the slice, str or object that it is or ends in, or TY_NONE */
bool check_is_unsized_adt(check *c, sema_ty t); /* a struct of type arguments that ends in one */
/* Requires equal types, without coercion; reports E0308 at `at` otherwise. */
bool check_equal(check *c, sema_span at, sema_ty want, sema_ty found, const check_why *why);
sema_ty check_expect_ty(check *c, check_expect expect); /* the wished type or TY_NONE */
const char *check_sort(check *c, sema_ty t);            /* "`f32`", "integer", "fn item" */
sema_report check_mismatch(check *c, sema_span at, sema_ty want, sema_ty found, thir_expr e, const check_why *why);

void check_merge_begin(check_merge *m, sema_ty expected);
void check_merge_add(check *c, check_merge *m, thir_expr e, const check_why *why); /* e is coerced in place */
/* Adds a branch that has no expression, whose value is (): `break;`, or an `else` that is not written. */
void check_merge_unit(check *c, check_merge *m, sema_span at, const check_why *why);
sema_ty check_merge_end(check *c, check_merge *m); /* `!` where no branch gives a value */

/* Notes that e is about to be written to or borrowed mutably, so that overloaded * and [] in it become their Mut
 * forms. */
void check_place_mut(check *c, thir_expr e);
/* Defers a step, which is tried when more is known and decided before types are written back. */
void check_defer(check *c, check_deferred d);
void check_require_trait(check *c, sema_def trait, sema_ty self, sema_span at,
                         const char *what); /* self: trait, else E0277 */
void check_require_sized(check *c, sema_ty t, sema_span at, const char *what);
void check_need_unsafe(check *c, sema_span at, const char *what, const char *note); /* E0133 outside of unsafe */
void check_report_late(check *c);
void check_settle_unfit(check *c); /* Here rustc solves obligations. */

/* What a path to a value resolves to, of ExprPath, PatPath and PatTupleStruct (patterns accept constants, unit and
 * tuple variants only). Either local is set, or def and args, which begin with the arguments of its parents. If both
 * are 0, an error has been reported. */
typedef struct check_path {
    thir_local local;
    check_frame *frame;
    sema_def def;
    const sema_ty *args;
    uint32_t n_args;
    sema_ty ty; /* of the value; of a constructor: TY_FN_DEF, or the ADT for unit ones */
} check_path;
sema_ty check_self_type(check *c, sema_def impl_or_trait, sema_span at); /* what `Self` is there */
const check_binding *check_find_local(check *c, const syntax_segment *segment);
/* Before bindings from the nth on leave the stack or change their names. */
void check_forget_locals(check *c, uint32_t n);
check_path check_value_path(check *c, sema_node n);
/* Resolves the path of an ExprStruct or PatStruct. def is a DEF_STRUCT, DEF_UNION or DEF_VARIANT, args are those of
 * its ADT, and ty is the ADT's type. If def is 0, an error has been reported (E0574, E0422, E0071...). */
check_path check_struct_path(check *c, sema_node n);
/* The type of a variant's field for these arguments of the ADT, normalized. */
sema_ty check_field_ty(check *c, sema_def field, sema_def adt, const sema_ty *args, uint32_t n_args, sema_span at);

/* Calls `trait_fn` of a lang trait with these values, as in IntoIterator::into_iter(x), Iterator::next(&mut x) and
 * From::from(x). The trait's arguments behind Self are fresh variables. what goes into the note of E0277 and may be
 * NULL. */
thir_expr check_lang_call(check *c, sema_def trait, const char *name, sema_ty self, const thir_expr *values,
                          uint32_t n_values, sema_span at, const char *what);

/* Each of these checks one kind of expression, from its node. */
thir_expr check_literal(check *c, sema_node n, check_expect expect);
sema_ty check_c_str_type(sema *s); /* &'static CStr */
thir_expr check_path_expr(check *c, sema_node n, check_expect expect);
thir_expr check_unary(check *c, sema_node n, check_expect expect);
/* What `assert!` tests, `if !a`, as a bool that has to hold: by Not where a is none. at: the macro's call. */
thir_expr check_assertion(check *c, thir_expr a, sema_span at);
thir_expr check_binary(check *c, sema_node n, check_expect expect);
thir_expr check_assign_op(check *c, sema_node n);
thir_expr check_cast(check *c, sema_node n, check_expect expect);
thir_expr check_field(check *c, sema_node n);
thir_expr check_index(check *c, sema_node n);
thir_expr check_call(check *c, sema_node n, check_expect expect);
thir_expr check_method_call(check *c, sema_node n, check_expect expect);
/* What a call of the method by its receiver passes first. False: there is no such method, which is reported. */
bool check_receiver_of(check *c, thir_expr receiver, const char *method, sema_span at, sema_span written, sema_def *fn,
                       thir_expr *adjusted);
thir_expr check_closure(check *c, sema_node n, check_expect expect);
/* Works out the captures, capture modes and kinds of all closures of the body, innermost first. Call it when all
 * obligations are settled. */
void check_closure_captures(check *c);
void check_closure_signatures(check *c); /* at the end, when all types are known */

/* ---- check_control*.c ---- */
/* Checks a Block node, with its statements and tail in a scope of their own. Its type is that of the tail, () if
 * there is none, and ! if it diverges. If the expectation is EXPECT_TYPE, the tail is coerced to that type, unless it
 * is a place that does not match (rustc's check_block_with_expected). why explains a missing or wrong tail where the
 * caller coerces; NULL adds nothing. */
thir_expr check_block(check *c, sema_node block, check_expect expect);
/* Checks an ExprBlock: plain, labelled, or unsafe (which counts unsafe_depth). const and async blocks are
 * NOT_COMPILED_YET. */
thir_expr check_block_expr(check *c, sema_node n, check_expect expect);
thir_expr check_if(check *c, sema_node n, check_expect expect);
thir_expr check_match(check *c, sema_node n, check_expect expect);
thir_expr check_loop_expr(check *c, sema_node n, check_expect expect); /* ExprLoop */
thir_expr check_while(check *c, sema_node n);
thir_expr check_for(check *c, sema_node n);
thir_expr
check_let_expr(check *c,
               sema_node n); /* ExprLet in a condition; its bindings stay in the scope that the if or while opened */
thir_expr check_break(check *c, sema_node n);
thir_expr check_continue(check *c, sema_node n);
thir_expr check_return(check *c, sema_node n);
thir_expr check_try(check *c, sema_node n); /* ? */
thir_expr check_struct_expr(check *c, sema_node n, check_expect expect);
thir_expr check_range(check *c, sema_node n, check_expect expect);

/* ---- check_pat*.c ---- */
/* Checks a pattern against a type, with default binding modes as in rustc, and binds its names in the innermost
 * scope. The scrutinee is a place, for which check_place_mut is called if the pattern binds by `ref mut`. */
thir_pat check_pat(check *c, sema_node pat, sema_ty expected, const check_why *why);
bool check_pat_wants_mut(check *c,
                         thir_pat pat); /* it has a `ref mut` binding: call check_place_mut on the scrutinee */
thir_pat_node *check_pat_at(check *c, thir_pat pat);

/* ---- check_macro*.c ---- */
/* Checks the builtin macros: panic!, assert!, assert_eq!, debug_assert..., unreachable!, todo!, unimplemented!,
 * matches!, ptx! and so on. Others are NOT_COMPILED_YET. statement says that it is a StmtMacCall. */
thir_expr check_macro(check *c, sema_node n, check_expect expect, bool statement);
/* `f.write_fmt(format_args!(..))`; first: its first argument, and call that macro's call. */
bool macro_is_write_fmt(check *c, sema_symbol method, sema_node first);
thir_expr macro_write_fmt(check *c, sema_node formatter, sema_node call, sema_span at);
/* Is it a built-in macro whose arguments are expressions? */
bool macro_takes_exprs(const char *name);
/* The comma between both arguments of `matches!`; last where there is none. */
uint32_t macro_top_comma(const sema *s, sema_node tokens, uint32_t first, uint32_t last);
bool check_is_var(check *c, sema_ty t); /* a general variable; t is shallow */

#endif
