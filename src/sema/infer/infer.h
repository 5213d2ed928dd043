/* infer.h: has inference variables, unification and traits. An infer_ctx serves one body, or one question. */
#ifndef RUSTG_INFER_H
#define RUSTG_INFER_H

#include "sema/items/def.h"

typedef struct infer_ctx infer_ctx;
/* Begins a context. It may assume the predicates of `owner` (0: none), elaborated with their supertraits. */
infer_ctx *infer_begin(sema *s, sema_def owner);
/* The next type whose bounds may speak of t: a projection or hidden type itself comes first, then what it is a
 * projection of. TY_NONE: there are no more. */
sema_ty infer_bounded(const sema *s, sema_ty t);
/* What a trait object is known to implement: its trait and all supertraits, with their associated types. */
const def_predicate *infer_dyn_bounds(sema *s, sema_ty dyn, uint32_t *n);
sema_ty infer_bounded_next(const sema *s, sema_ty t);

sema_ty infer_new(infer_ctx *c, ty_infer_kind kind, sema_span at);
/* The parents' arguments, as given, followed by fresh variables for the parameters of d. */
const sema_ty *infer_fresh_args(infer_ctx *c, sema_def d, const sema_ty *parents, uint32_t n_parents, sema_span at,
                                uint32_t *n_args);
/* Follows a variable one step, to what it stands for by now. Other types are returned as they are. */
sema_ty infer_shallow(infer_ctx *c, sema_ty t);
/* All variables that are known are replaced. */
sema_ty infer_resolve(infer_ctx *c, sema_ty t);
/* Makes two types equal; false leaves everything as it was. Lifetimes are not looked at, and projections are
 * normalized first. Integer variables take integers only, float variables floats. No variable may occur in its own
 * value. */
bool infer_unify(infer_ctx *c, sema_ty a, sema_ty b);
/* Likewise n pairs. False also if a projection in them has no type here. */
bool infer_unify_known(infer_ctx *c, const sema_ty *a, const sema_ty *b, uint32_t n);
/* Makes n pairs of types equal as impls' headers are compared: fn pointers that leave other lifetimes to each call are
 * of other types, and none of these lifetimes is part of what a variable stands for. */
bool infer_unify_exactly(infer_ctx *c, const sema_ty *a, const sema_ty *b, uint32_t n);
/* A type that a body returns as `impl Trait`, and the variable for what that is. In its own body the one may be found
 * to be equal to what the other stands for (infer_unify).
 *   ty         a TY_OPAQUE, without lifetimes
 *   is_itself  it was said to be its own hidden type */
typedef struct infer_hidden {
    sema_def opaque;
    sema_ty ty, var;
    bool is_itself;
} infer_hidden;
/* Says what the context's body hides. The list stays the caller's, and is written. */
void infer_hide(infer_ctx *c, infer_hidden *list, uint32_t n);
/* Whether the hidden type was said to be itself alone; it then is. */
bool infer_settle_hidden(infer_ctx *c, const infer_hidden *hidden);
/* Try and take back. */
typedef struct infer_snapshot {
    uint32_t trail, n_vars, n_pending;
} infer_snapshot;
infer_snapshot infer_save(infer_ctx *c);
void infer_restore(infer_ctx *c, infer_snapshot to);
void infer_taint(infer_ctx *c); /* an error elsewhere is the cause of what stays unknown: that is not reported */

/* Replaces projections of known types by what the impl says, and others by a variable with a pending obligation. */
sema_ty infer_normalize(infer_ctx *c, sema_ty t, sema_span at);

/* Obligations: registered now, tried again whenever infer_progress is called. */
typedef struct infer_cause {
    sema_span at;
    const char *what; /* for E0277's note */
    sema_def bound_of;
    sema_span part; /* what shows the value in a format string; two parts of one place are two errors */
    bool is_shown;  /* in a format string */
} infer_cause;
void infer_require(infer_ctx *c, def_predicate predicate, infer_cause cause);
/* E0593, of a closure, or of a function (0), that takes `has` arguments and is given those of the wanted types. */
sema_report infer_report_argument_count(sema *s, sema_span at, sema_def closure, const sema_ty *wanted,
                                        uint32_t n_wanted, uint32_t has);
void infer_require_all(infer_ctx *c, sema_def d, const sema_ty *args, uint32_t n_args,
                       infer_cause cause); /* d's predicates */
bool infer_progress(infer_ctx *c);         /* true: something new is known */
/* Ends a body. Integer variables become i32 and float variables f64; all that is still unknown is reported (E0277,
 * E0282, E0271). */
void infer_default_numbers(infer_ctx *c);
void infer_finish(infer_ctx *c);
/* Likewise, where all was required by one call of rustc's, though at several places. */
void infer_finish_together(infer_ctx *c);

/* Answers whether it holds. MAYBE: that depends on unknown variables. Nothing is bound unless the answer is YES by
 * one candidate. */
typedef enum infer_answer { ANSWER_NO, ANSWER_MAYBE, ANSWER_YES } infer_answer;
infer_answer infer_holds(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args);
bool infer_is_copy(infer_ctx *c, sema_ty t); /* unknown: no */
/* Where one impl alone can be meant, the arguments become as it has them, whether or not its bounds are known to
 * hold. */
void infer_take_only_impl(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args);

/* The traits Fn, FnMut and FnOnce, each a supertrait of those before it. NONE is another trait, or a kind that is not
 * known yet. */
typedef enum infer_fn_kind { FN_KIND_FN, FN_KIND_MUT, FN_KIND_ONCE, FN_KIND_NONE } infer_fn_kind;
_Static_assert(FN_KIND_FN == 0 && FN_KIND_MUT == 1 && FN_KIND_ONCE == 2 && FN_KIND_NONE == 3,
               "infer_fn_kind: closures that can be called again, one that cannot, none");
const char *infer_fn_kind_name(uint32_t kind); /* not of NONE */

/* A closure's kind and signature, known while its body is being checked. The checker sets it, and Fn, FnMut and
 * FnOnce are answered from it. is_copy means something once captures_known is set. inputs are the parameters. */
typedef struct infer_closure {
    const sema_ty *inputs;
    uint32_t n_inputs;
    sema_ty output;
    uint8_t kind; /* infer_fn_kind */
    bool is_copy, captures_known;
    const sema_ty *captures;
    uint32_t n_captures; /* captures: the values, once known */
} infer_closure;
void infer_set_closure(sema *s, sema_def closure, infer_closure about);
const infer_closure *infer_closure_of(sema *s, sema_def closure);
/* Sets the hidden type of a DEF_OPAQUE, once its function's body is checked. */
void infer_set_opaque(sema *s, sema_def opaque, sema_ty hidden);
/* Reports that an opaque type is made of itself, of those whose hidden types are known. */
void infer_check_opaque(sema *s, sema_def opaque);

/* These answer after inference, for concrete types without parameters; lowering uses them.
 *
 * Finds the function of an impl, or the provided one, that a trait's item means for these arguments (Self first, then
 * the trait's, then the item's own). *args gets the found function's own arguments. For calls of closures and fn
 * items by Fn*::call* the item stays as it is and *builtin is set. False means that there is none, which would be a
 * bug, as bodies were checked. */
bool trait_resolve(sema *s, sema_def item, const sema_ty *in, uint32_t n_in, sema_def *found, const sema_ty **args,
                   uint32_t *n_args, bool *builtin);
/* Normalizes a concrete type: projections, opaque types and constants are worked out, and regions erased. */
sema_ty trait_concrete(sema *s, sema_ty t);
/* trait_impls.c: the next impl of a trait, of those whose header has that name (def_name_in_headers) or may be for any
 * type; of all, where the name is 0. *at is 0 at first. The answer is 0 behind the last. */
sema_def trait_next_impl(sema *s, sema_def trait, sema_symbol name, uint32_t *at);
/* Likewise, of those whose headers may be for one type with that of impl, whose trait and arguments are `of`. */
sema_def trait_next_overlapping(sema *s, sema_def impl, def_trait_ref of, uint32_t *at);
bool trait_is_copy(sema *s, sema_ty concrete);
bool trait_holds(sema *s, sema_def trait, const sema_ty *concrete, uint32_t n); /* Self first */
/* trait_drop.c: whether dropping such a value does something. in: a context that knows the type's parameters, of which
 * it does unless they are Copy; NULL: the type is concrete. known: answers by type, of questions with the same `in`. */
bool trait_needs_drop(sema *s, infer_ctx *in, arena_map *known, sema_ty ty);

/* trait_select.c: what makes a trait hold: an assumption, an impl, or the compiler itself. */
typedef enum trait_candidate_kind { CANDIDATE_ENV, CANDIDATE_IMPL, CANDIDATE_BUILTIN } trait_candidate_kind;
typedef struct trait_candidate {
    uint8_t kind;
    sema_def impl;
    const sema_ty *args; /* ENV: the assumption's */
    bool is_global;      /* of an assumption that does not depend on who makes it: impls go before it */
} trait_candidate;
infer_answer trait_select(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args, trait_candidate *found);
/* The parameters, as a tuple, and the result of something that can be called. */
bool trait_callable(infer_ctx *c, sema_ty callee, sema_ty *inputs, sema_ty *output);
/* An unevaluated constant's value, or itself. */
sema_ty trait_evaluate(sema *s, sema_ty t);
/* infer_report.c: "Trait<Args>" */
const char *trait_print_ref(sema *s, sema_def trait, const sema_ty *args, uint32_t n_args);
/* trait_env.c: a context of its own for a method of an impl. What may be assumed: the impl's predicates, and those of
 * the trait's method `of` for these arguments. */
infer_ctx *infer_begin_method(sema *s, sema_def fn, sema_def of, const ty_subst *subst);

#endif
